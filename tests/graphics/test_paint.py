"""Felt, boxes, shadows, glows, backdrops and reversed cards, measured in pixels."""

import itertools
from pathlib import Path

import colour_measures
import pygame
import pytest

from game.graphics import colours, felt, paint
from game.graphics.felt import Felt
from game.graphics.paint import Painter
from game.graphics.scale import Scale
from game.graphics.surface_cache import SurfaceCache
from game.system.folders import asset_folder


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(asset_folder())


def average(surface: pygame.Surface, x: int, y: int, side: int = 24) -> tuple[int, ...]:
    area = pygame.Rect(x - side // 2, y - side // 2, side, side).clip(surface.get_rect())
    return tuple(pygame.transform.average_color(surface, area))[:3]


# Felt


def test_the_light_is_that_of_the_theme_at_every_point_of_the_grid():
    (columns, rows), free = felt.GRID, felt.NOISE_MARGIN
    light = pygame.image.load(asset_folder() / felt.LIGHT)
    for x, y in itertools.product(range(columns), range(rows)):
        darkness = colour_measures.felt_darkness(x / (columns - 1), y / (rows - 1))
        assert light.get_at((x, y))[0] == round(255 - free - (255 - 2 * free) * darkness)


@pytest.mark.parametrize("felt", Felt)
@pytest.mark.parametrize("place", [(0.5, 0.36), (0.75, 0.6), (0.02, 0.03), (0.98, 0.98)])
def test_felt_has_the_light_of_the_sheet(painter: Painter, felt: Felt, place: tuple[float, float]):
    cloth = painter.felt((640, 400), felt)
    found = average(cloth, int(640 * place[0]), int(400 * place[1]))
    expected = colour_measures.felt_colour(felt, *place)
    assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= 2


def test_felt_does_not_band(painter: Painter):
    """Along the gradient no level holds a long run: neighbours differ by dither and fibre."""
    cloth = painter.felt((1280, 800), Felt.TEAL)
    row = [cloth.get_at((x, 640))[1] for x in range(1280)]
    longest = run = 0
    for left, right in itertools.pairwise(row):
        run = run + 1 if left == right else 0
        longest = max(longest, run)
    assert longest < 8


def test_felt_is_the_same_every_time():
    first = Painter(asset_folder()).felt((200, 120), Felt.BLUE)
    second = Painter(asset_folder()).felt((200, 120), Felt.BLUE)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


def test_without_its_pictures_felt_is_plain(tmp_path: Path):
    (tmp_path / felt.FIBRE).parent.mkdir()
    (tmp_path / felt.FIBRE).write_bytes(b"P5 512 512 255\n torn")
    cloth = Painter(tmp_path).felt((640, 400), Felt.BLUE)
    found = [average(cloth, *place) for place in ((320, 200), (20, 20), (600, 380))]
    assert max(abs(a - b) for one in found for a, b in zip(one, found[0], strict=True)) <= 2


def test_felt_laid_on_a_surface_is_that_of_its_size(painter: Painter):
    laid = [pygame.Surface((300, 180)) for _ in range(2)]
    painter.lay_felt(laid[0], Felt.TEAL)
    felt = painter.felt((300, 180), Felt.TEAL)
    painter.lay_felt(laid[1], Felt.TEAL)
    for one in laid:
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(felt, "RGB")


@pytest.mark.parametrize("cloth", [Felt.TEAL, Felt.BURGUNDY, Felt.GREY])
def test_rays_lighten_felt_by_their_colour(painter: Painter, cloth: Felt):
    plain, lit = (pygame.Surface((640, 400)) for _ in range(2))
    rays = pygame.Surface((160, 100))
    rays.fill(felt.light_levels(cloth, (7, 5, 2)), (80, 0, 80, 100))
    painter.lay_felt(plain, cloth)
    painter.lay_felt(lit, cloth, rays)
    for place, gained in (((100, 300), (0, 0, 0)), ((500, 100), (7, 5, 2))):
        found = [b - a for a, b in zip(average(plain, *place), average(lit, *place), strict=True)]
        assert max(abs(a - b) for a, b in zip(found, gained, strict=True)) <= 1


def test_felt_is_kept_for_a_window_and_opaque(painter: Painter):
    first = painter.felt((320, 200), Felt.GREY)
    assert painter.felt((320, 200), Felt.GREY) is first
    assert not first.get_flags() & pygame.SRCALPHA


# Boxes


def test_a_box_is_even_inside_and_smooth_in_its_corners(painter: Painter):
    art = painter.box_art((120, 80), 16, (200, 100, 50))
    assert art.get_at((60, 40)) == (200, 100, 50, 255)
    assert art.get_at((0, 40)) == (200, 100, 50, 255)
    assert art.get_at((0, 0))[3] == 0
    alphas = {art.get_at((x, 2))[3] for x in range(16)}
    assert any(0 < alpha < 255 for alpha in alphas)


@pytest.mark.parametrize("clip", [None, (30, 40, 300, 250)])
def test_large_shapes_look_the_same_without_being_kept(
    painter: Painter, clip: tuple[int, int, int, int] | None
):
    """Drawn in parts they differ from what is kept whole by no more than rounding."""
    rect, scale = pygame.Rect(40, 40, 620, 500), Scale(1.0)
    pictures = []
    for large in (paint.LARGE_PX, 10**9):
        target = pygame.Surface((700, 580))
        target.fill((40, 90, 70))
        target.set_clip(clip)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(paint, "LARGE_PX", large)
            painter.panel(target, rect, scale)
            painter.shadow(target, rect.inflate(-90, -90), 16, 9, (4, 7), 120)
        pictures.append(target)
    one, other = pictures
    for x in range(0, 700, 3):
        for y in range(0, 580, 3):
            far = [
                abs(a - b) for a, b in zip(one.get_at((x, y)), other.get_at((x, y)), strict=True)
            ]
            assert max(far) <= 3, (x, y)


def test_a_box_looks_the_same_stretched_as_drawn_whole(painter: Painter):
    edge, fill = (10, 200, 30, 255), (0, 0, 90, 255)
    svg = paint._box_svg((90, 60), paint._Box(12, fill, edge, 2))
    whole = paint.from_svg_elements(svg, (90, 60))
    stretched = painter.box_art((90, 60), 12, fill, edge, 2)
    different = [
        (x, y)
        for x in range(90)
        for y in range(60)
        if max(
            abs(a - b) for a, b in zip(whole.get_at((x, y)), stretched.get_at((x, y)), strict=True)
        )
        > 3
    ]
    assert different == []


def test_the_edge_lies_inside(painter: Painter):
    art = painter.box_art((50, 40), 0, (0, 0, 0, 255), (255, 255, 255, 255), 2)
    assert art.get_at((1, 20))[0] == 255
    assert art.get_at((2, 20))[0] == 0


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (40, 3), (11, 11)])
def test_tiny_boxes_with_large_radii_are_drawn(painter: Painter, size: tuple[int, int]):
    assert painter.box_art(size, 30, (255, 255, 255)).get_size() == size


def test_an_empty_box_draws_nothing(painter: Painter):
    target = pygame.Surface((5, 5))
    painter.box(target, pygame.Rect(0, 0, 0, 5), 3, (255, 255, 255))
    assert target.get_at((0, 0)) == (0, 0, 0, 255)


def test_a_disc_is_round(painter: Painter):
    target = pygame.Surface((40, 40))
    painter.disc(target, (20, 20), 30, (255, 255, 255))
    assert target.get_at((20, 7))[0] == 255
    assert target.get_at((8, 8))[0] == 0


def test_art_is_made_once_per_size(painter: Painter):
    assert painter.box_art((70, 30), 8, colours.GOLD) is painter.box_art((70, 30), 8, colours.GOLD)
    first, _ = painter.soft_art((70, 100), 5, 6, (*colours.GLOW, 225))
    assert painter.soft_art((70, 100), 5, 6, (*colours.GLOW, 225))[0] is first


# Shadows and glows


@pytest.mark.parametrize("size", [(90, 126), (400, 300)])
def test_a_shadow_fades_out_within_its_margin(painter: Painter, size: tuple[int, int]):
    art, margin = painter.soft_art(size, 6, 5, (*colours.SHADOW, 120))
    assert art.get_size() == (size[0] + 2 * margin, size[1] + 2 * margin)
    middle = art.get_height() // 2
    fade = [art.get_at((x, middle))[3] for x in range(2 * margin)]
    assert fade == sorted(fade)
    assert fade[0] == 0
    assert 50 <= art.get_at((margin, middle))[3] <= 70
    assert art.get_at(art.get_rect().center)[3] >= 118


def test_wide_blurs_fade_as_far_as_they_should(painter: Painter):
    art, margin = painter.soft_art((900, 700), 16, 30, (0, 0, 0, 200))
    assert 90 <= art.get_at((margin, 400))[3] <= 110
    assert art.get_at((margin - 60, 400))[3] < 12


def test_a_hollow_glow_leaves_its_inside_alone(painter: Painter):
    art, margin = painter.soft_art((90, 126), 6, 8, (*colours.GLOW, 225), hollow=True)
    assert art.get_at(art.get_rect().center)[3] == 0
    assert art.get_at((margin - 1, art.get_height() // 2))[3] > 80


def test_glows_keep_their_colour_to_the_rim(painter: Painter):
    art, margin = painter.soft_art((60, 60), 6, 4, (*colours.GLOW, 225))
    assert art.get_at((2, margin + 30))[:3] == colours.GLOW


def test_a_panel_fits_where_it_is_drawn(painter: Painter):
    target = pygame.Surface((300, 200))
    painter.panel(target, pygame.Rect(40, 40, 200, 100), Scale(1))
    assert target.get_at((140, 90))[:3] == pytest.approx(colours.PANEL, abs=3)


# Whole pictures


@pytest.mark.parametrize("clip", [(0, 0, 10, 10), (25, 25, 10, 10), (0, 0, 0, 0)])
def test_a_veil_keeps_to_the_clip_even_where_it_lies_outside_of_it(
    painter: Painter, clip: tuple[int, ...]
):
    scene = pygame.Surface((40, 40))
    scene.fill((200, 200, 200))
    before = scene.copy()
    scene.set_clip(clip)
    painter.veil(scene, pygame.Rect(20, 20, 10, 10), (0, 40, 80, 128))
    changed = pygame.Rect(clip).clip((20, 20, 10, 10))
    for x, y in itertools.product(range(40), range(40)):
        same = scene.get_at((x, y)) == before.get_at((x, y))
        assert same != bool(changed.collidepoint(x, y))


def test_a_veil_covers_only_its_part(painter: Painter):
    scene = pygame.Surface((20, 20))
    scene.fill((200, 100, 50))
    painter.veil(scene, pygame.Rect(10, 0, 10, 20), (0, 40, 80, 128))
    assert scene.get_at((5, 5))[:3] == (200, 100, 50)
    assert max(abs(a - b) for a, b in zip(scene.get_at((15, 5)), (100, 70, 65), strict=False)) <= 2


# Cache


def test_the_cache_drops_what_was_not_used_longest():
    cache = SurfaceCache(budget_bytes=3 * 400)
    for key in "abc":
        cache.get(key, lambda: pygame.Surface((10, 10), depth=32))
    kept = cache.get("a", lambda: pytest.fail("a was dropped"))
    cache.get("d", lambda: pygame.Surface((10, 10), depth=32))
    assert list(cache) == ["c", "a", "d"]
    assert cache.get("a", lambda: pytest.fail("a was dropped")) is kept
    made: list[str] = []
    cache.get("b", lambda: made.append("b") or pygame.Surface((10, 10)))
    assert made == ["b"]


def test_the_cache_keeps_no_more_surfaces_than_it_may():
    cache = SurfaceCache(10_000, most=2)
    for name in "abcab":
        cache.get(name, lambda: pygame.Surface((10, 10)))
    assert sorted(cache) == ["a", "b"]


def test_the_cache_keeps_at_least_the_last_surface():
    cache = SurfaceCache(budget_bytes=1)
    first = cache.get("a", lambda: pygame.Surface((10, 10)))
    assert cache.get("a", lambda: pygame.Surface((10, 10))) is first
