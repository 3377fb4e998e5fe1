"""Tokens that can be read, scales that match the sheets."""

import ast
from pathlib import Path

import pytest
import theme_measures

from game.graphics import theme
from game.graphics.theme import Felt, Reflow, Scale
from game.scenes.map import ruler_and_legend
from game.scenes.menu import title_art


@pytest.mark.parametrize(("where", "pair"), theme_measures.text_pairs().items())
def test_every_text_can_be_read_on_its_ground(where: str, pair: tuple[theme.Rgb, theme.Rgb]):
    assert theme_measures.contrast(*pair) >= 4.5, where


@pytest.mark.parametrize(("what", "pair"), theme_measures.control_pairs().items())
def test_every_control_stands_out_from_what_lies_behind_it(
    what: str, pair: tuple[theme.Rgb, theme.Rgb]
):
    assert theme_measures.contrast(*pair) >= 3, what


@pytest.mark.parametrize("felt", Felt)
def test_text_on_the_dimmed_felt_of_the_map_and_between_the_menus_rays_can_be_read(felt: Felt):
    dimmed = theme_measures.over(ruler_and_legend.DIMMED, felt.lit)
    for ink in (theme.DIM, theme.CREAM, theme.GOLD):
        assert theme_measures.contrast(ink, dimmed) >= 4.5
    # The motto under the wordmark ends above a fifth of the window.
    cloth = theme_measures.felt_colour(felt, 0.5, 0.2)
    red, green, blue = (level + ray for level, ray in zip(cloth, title_art.RAY_LIGHT, strict=True))
    for ink in (theme.CREAM, theme.FELT_GOLD):
        assert theme_measures.contrast(ink, (red, green, blue)) >= 4.5


INKS_NEVER_READ = {"FAINT"}
"""Of what is switched off, which nobody is asked to read."""


def written_inks() -> set[str]:
    """The names of all colours of the theme that the game gives to a call that writes text."""
    found = set()
    for file in (Path(__file__).resolve().parents[2] / "game").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _is_writing(call):
                parts = [*call.args, *(named.value for named in call.keywords)]
                found |= {name for part in parts for name in _colours(part)}
    return found


def _is_writing(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", "") or getattr(call.func, "id", "")
    return name in ("write", "text", "Cell", "Line")


def _colours(part: ast.AST) -> set[str]:
    attributes = (node for node in ast.walk(part) if isinstance(node, ast.Attribute))
    names = {node.attr for node in attributes if getattr(node.value, "id", "") == "theme"}
    # Styles are tuples too, of a class of their own.
    return {name for name in names if type(getattr(theme, name, None)) is tuple}


def test_no_text_is_written_in_a_colour_that_is_not_measured():
    measured = {ink for ink, _ in theme_measures.text_pairs().values()}
    inks = written_inks() - INKS_NEVER_READ
    assert {"CREAM", "GOLD", "DIM", "PLATE_NUMBER", "SIDE_LABEL"} <= inks
    assert {name for name in inks if getattr(theme, name) not in measured} == set()


def test_contrast_is_that_of_the_standard():
    assert theme_measures.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert theme_measures.contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(
        4.48, abs=0.01
    )


@pytest.mark.parametrize(
    ("window", "factor"),
    [((1280, 800), 1), ((1920, 1080), 1.35), ((3840, 2160), 2.7), ((640, 400), 0.8)],
)
def test_scenes_scale_as_the_sheet_says(window: tuple[int, int], factor: float):
    assert theme.scene_scale(*window).factor == pytest.approx(factor)


def test_the_players_size_multiplies_the_scale():
    assert theme.scene_scale(1280, 800, 1.5).factor == pytest.approx(1.5)
    assert theme.table_scale(1920, 1080, 0.8).factor == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("window", "factor"),
    [
        ((1920, 1080), 1),
        ((3840, 2160), 2),
        ((640, 400), 0.74),
        ((1280, 800), (2 / 3) ** 0.6),
        ((1000, 1400), (1000 / 1080) ** 0.6),
    ],
)
def test_tables_scale_as_the_sheet_says(window: tuple[int, int], factor: float):
    assert theme.table_scale(*window).factor == pytest.approx(factor)


def test_neighbours_touch_at_every_scale():
    for factor in (0.8, 0.83, 1.35, 2.7):
        scale = Scale(factor)
        first, second = scale.rect(10, 0, 33, 5), scale.rect(43, 0, 33, 5)
        assert first[0] + first[2] == second[0]


def test_text_never_gets_too_small_to_read():
    assert theme.scene_scale(640, 400).text(12) == 11
    assert theme.table_scale(640, 400).text(14) == 12


def test_lines_never_vanish():
    assert Scale(0.4).line() == 1
    assert Scale(2.7).line() == 3


def test_thresholds_of_the_table():
    assert theme.is_small(899, 800)
    assert theme.is_small(1280, 559)
    assert not theme.is_small(900, 560)
    assert theme.is_portrait(1000, 1400)
    assert not theme.is_portrait(1000, 1100)
    assert theme.uses_mini_face(83)
    assert not theme.uses_mini_face(84)


def test_scenes_reflow_by_width():
    forms = [theme.reflow(width) for width in (1400, 1399, 1100, 1099, 900, 899, 500)]
    wide, middle, narrow, small = Reflow
    assert forms == [wide, middle, middle, narrow, narrow, small, small]


def test_felt_is_lit_above_the_middle_and_dark_in_the_corners():
    assert theme_measures.felt_colour(Felt.TEAL, 0.5, 0.36) == (30, 112, 90)
    assert theme_measures.felt_colour(Felt.TEAL, 1, 1) == (6, 40, 36)


def test_translucent_colours_lie_over_opaque_ones():
    assert theme_measures.over((255, 255, 255, 0), (1, 2, 3)) == (1, 2, 3)
    assert theme_measures.over((200, 100, 0, 255), (1, 2, 3)) == (200, 100, 0)
    assert theme.tint((1, 2, 3), 0.5) == (1, 2, 3, 128)


@pytest.mark.parametrize("felt", list(theme.Felt))
def test_what_lies_on_a_cloth_has_its_hue(felt: theme.Felt) -> None:
    """The strongest channel of fields, lines, counts and bars is that of the cloth."""

    def strongest(colour: theme.Rgb) -> set[int]:
        """Channels as strong as any, but for a difference that nobody sees."""
        return {place for place, level in enumerate(colour) if level >= max(colour) - 8}

    side = theme_measures.over(felt.side_bar, theme_measures.felt_colour(felt, 0.05, 0.4))
    for colour in (
        felt.raised,
        side,
        theme_measures.over(felt.right_edge, theme_measures.felt_colour(felt, 0.95, 0.4)),
        theme_measures.over(theme.FIELD_FILL, side),
        theme_measures.over(theme.GROUP_LINE, side),
        theme_measures.over(theme.RIGHT_EDGE_LINE, side),
    ):
        assert strongest(colour) & strongest(felt.dark), (felt.name, colour)
