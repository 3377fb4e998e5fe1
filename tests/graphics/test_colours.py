"""Colours in which everything can be read."""

import ast
from pathlib import Path

import colour_measures
import pytest

from game.graphics import colours
from game.graphics.felt import Felt
from game.scenes.menu import title_art


@pytest.mark.parametrize(("where", "pair"), colour_measures.text_pairs().items())
def test_every_text_can_be_read_on_its_ground(where: str, pair: tuple[colours.Rgb, colours.Rgb]):
    assert colour_measures.contrast(*pair) >= 4.5, where


@pytest.mark.parametrize(("what", "pair"), colour_measures.control_pairs().items())
def test_every_control_stands_out_from_what_lies_behind_it(
    what: str, pair: tuple[colours.Rgb, colours.Rgb]
):
    assert colour_measures.contrast(*pair) >= 3, what


@pytest.mark.parametrize("felt", Felt)
def test_panels_in_the_colours_of_a_cloth_are_as_clear_as_on_teal(felt: Felt):
    def clearness(pair: tuple[colours.Rgb, colours.Rgb]) -> float:
        one, other = (felt.tones.get(colour, colour) for colour in pair)
        return colour_measures.contrast(one, other)

    for where, pair in colour_measures.text_pairs().items():
        assert clearness(pair) >= 4.5, where
    for what, pair in colour_measures.control_pairs().items():
        assert clearness(pair) >= 3, what


def test_panels_of_a_red_cloth_are_red_and_those_of_a_blue_one_blue():
    for felt, channel in ((Felt.BURGUNDY, 0), (Felt.BLUE, 2)):
        for ground in (colours.PANEL, colours.WELL, colours.THUMBNAIL, colours.BAR):
            assert max(felt.tones[ground]) == felt.tones[ground][channel]


@pytest.mark.parametrize("felt", Felt)
def test_text_on_the_dimmed_felt_of_the_map_and_between_the_menus_rays_can_be_read(felt: Felt):
    dimmed = colour_measures.over(colours.DIMMED_FILL, felt.lit)
    for ink in (colours.DIM, colours.CREAM, colours.GOLD):
        assert colour_measures.contrast(ink, dimmed) >= 4.5
    # The motto under the wordmark ends above a fifth of the window.
    cloth = colour_measures.felt_colour(felt, 0.5, 0.2)
    red, green, blue = (level + ray for level, ray in zip(cloth, title_art.RAY_LIGHT, strict=True))
    for ink in (colours.CREAM, colours.FELT_GOLD):
        assert colour_measures.contrast(ink, (red, green, blue)) >= 4.5


INKS_NEVER_READ = {"FAINT"}
"""Of what is switched off, which nobody is asked to read."""


def written_inks() -> set[str]:
    """The names of all colours that the game gives to a call that writes text."""
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
    names = {node.attr for node in attributes if getattr(node.value, "id", "") == "colours"}
    # Styles are tuples too, of a class of their own.
    return {name for name in names if type(getattr(colours, name, None)) is tuple}


def test_no_text_is_written_in_a_colour_that_is_not_measured():
    measured = {ink for ink, _ in colour_measures.text_pairs().values()}
    inks = written_inks() - INKS_NEVER_READ
    assert {"CREAM", "GOLD", "DIM", "PLATE_NUMBER", "SIDE_LABEL"} <= inks
    assert {name for name in inks if getattr(colours, name) not in measured} == set()


def test_contrast_is_that_of_the_standard():
    assert colour_measures.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert colour_measures.contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(
        4.48, abs=0.01
    )


def test_felt_is_lit_above_the_middle_and_dark_in_the_corners():
    assert colour_measures.felt_colour(Felt.TEAL, 0.5, 0.36) == (30, 112, 90)
    assert colour_measures.felt_colour(Felt.TEAL, 1, 1) == (6, 40, 36)


def test_translucent_colours_lie_over_opaque_ones():
    assert colour_measures.over((255, 255, 255, 0), (1, 2, 3)) == (1, 2, 3)
    assert colour_measures.over((200, 100, 0, 255), (1, 2, 3)) == (200, 100, 0)
    assert colours.tint((1, 2, 3), 0.5) == (1, 2, 3, 128)


@pytest.mark.parametrize("felt", list(Felt))
def test_what_lies_on_a_cloth_has_its_hue(felt: Felt) -> None:
    """The strongest channel of fields, lines, counts and bars is that of the cloth."""

    def strongest(colour: colours.Rgb) -> set[int]:
        """Channels as strong as any, but for a difference that nobody sees."""
        return {place for place, level in enumerate(colour) if level >= max(colour) - 8}

    side = colour_measures.over(felt.side_bar_tint, colour_measures.felt_colour(felt, 0.05, 0.4))
    for colour in (
        felt.label_ground,
        side,
        colour_measures.over(felt.figures_tint, colour_measures.felt_colour(felt, 0.95, 0.4)),
        colour_measures.over(colours.FIELD_FILL, side),
        colour_measures.over(colours.GROUP_LINE, side),
        colour_measures.over(colours.RIGHT_EDGE_LINE, side),
    ):
        assert strongest(colour) & strongest(felt.dark), (felt.name, colour)
