"""Smooth shapes on pygame surfaces: boxes, shadows, glows, backdrops.

Lengths are pixels. The Painter makes costly shapes once for each size and keeps them, so drawing
one again is one blit. A patch is stretched to a size: its corners keep theirs.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import pygame

from game.graphics import colours
from game.graphics.colours import Rgb, Rgba
from game.graphics.felt import Felt, FeltMaker
from game.graphics.scale import Scale
from game.graphics.surface_cache import SurfaceCache

Span = tuple[int, int, int, int]
"""Source start, source length, target start, target length."""

Colour = TypeVar("Colour", Rgb, Rgba, Rgba | Rgb)

_MIDDLE: Final = 1


def stretch(patch: pygame.Surface, corner: int, size: tuple[int, int]) -> pygame.Surface:
    """A patch of side 2 * corner + 1 stretched to any size not smaller than that."""
    result = pygame.Surface(size, pygame.SRCALPHA)
    result.fill(patch.get_at((corner, corner)))
    for across in _spans(corner, size[0]):
        for down in _spans(corner, size[1]):
            if not _is_inside(across, down):
                place = result.subsurface((across[2], down[2], across[3], down[3]))
                pygame.transform.scale(_piece(patch, across, down), place.get_size(), place)
    return result


def draw_around(
    target: pygame.Surface, patch: pygame.Surface, corner: int, rect: pygame.Rect
) -> pygame.Rect:
    """Draw a stretched patch without its inside, and return the inside's area.

    The inside has one colour. The caller fills it, which is quicker than to make and blend it.
    """
    for across in _spans(corner, rect.w):
        for down in _spans(corner, rect.h):
            if not _is_inside(across, down):
                piece = _piece(patch, across, down)
                if (across[3], down[3]) != piece.get_size():
                    piece = pygame.transform.scale(piece, (across[3], down[3]))
                target.blit(piece, (rect.x + across[2], rect.y + down[2]))
    return rect.inflate(-2 * corner, -2 * corner)


def _is_inside(across: Span, down: Span) -> bool:
    return across[1] == down[1] == _MIDDLE


def _piece(patch: pygame.Surface, across: Span, down: Span) -> pygame.Surface:
    return patch.subsurface((across[0], down[0], across[1], down[1]))


def _spans(corner: int, length: int) -> tuple[Span, ...]:
    return (
        (0, corner, 0, corner),
        (corner, _MIDDLE, corner, length - 2 * corner),
        (corner + _MIDDLE, corner, length - corner, corner),
    )


PANEL_RADIUS: Final = 16
PANEL_EDGE_WIDTH: Final = 1.2
PANEL_SHADOW_BLUR: Final = 14
PANEL_SHADOW_DROP: Final = 6
DRAFT_SHRINK: Final = 4
"""While a window is dragged, cloth with rays is made so many times smaller, and scaled up."""

LARGE_PX = 160_000
"""Larger boxes and shadows are not kept whole: their sides are drawn and the inside is filled."""
GAUSS_REACH = 3
"""A Gaussian is cut off at this many times its radius."""
LEAST_BYTES, MOST_BYTES = 8 * 2**20, 96 * 2**20
"""The limits of the cache in windows of every size."""
SHAPES_A_PIXEL = 1.5
"""The cache holds this many pixels for each pixel of the window: shapes seldom overlap."""
GAUSS_RADIUS_MOST = 3
"""Wider blurs are made at a reduced size and scaled up: much quicker, and it looks the same."""


def new_layer(size: tuple[int, int], colour: Rgb) -> pygame.Surface:
    """A transparent surface with the given hidden colour, so that blurring does not darken it."""
    layer = pygame.Surface(size, pygame.SRCALPHA)
    layer.fill((*colour, 0))
    return layer


def native(surface: pygame.Surface) -> pygame.Surface:
    """The surface in the pixel format that blits fastest, itself where it has that already."""
    fastest = pygame.Surface((1, 1), pygame.SRCALPHA)
    return surface if surface.get_masks() == fastest.get_masks() else surface.convert(fastest)


def from_svg(text: str, size: tuple[int, int]) -> pygame.Surface:
    """SVG text rasterised at exactly this size."""
    return native(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size))


def from_svg_elements(elements: str, size: tuple[int, int]) -> pygame.Surface:
    """SVG elements rasterised; their coordinates are the pixels of a picture of this size."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">'
    return from_svg(f"{head}{elements}</svg>", size)


class _Box(NamedTuple):
    """The look of a box, whatever its size."""

    radius: float
    fill: Rgba | Rgb | None
    edge: Rgba | Rgb | None
    edge_width: float

    @property
    def corner(self) -> int:
        """The side of the squares at its corners that stretching leaves alone."""
        return math.ceil(max(self.radius, self.edge_width)) + 1

    def fitted(self, size: tuple[int, int]) -> _Box:
        """The same with a radius that fits into a box of this size."""
        return self._replace(radius=min(self.radius, *(side / 2 for side in size)))


class Painter:
    """Draws shapes and caches them. One painter is shared by all that draw."""

    def __init__(self, assets: Path) -> None:
        """`assets`: the folder of pictures."""
        self._felt_maker = FeltMaker(assets)
        self._cache = SurfaceCache(2 * LEAST_BYTES)
        self._cloth: dict[Felt, pygame.Surface] = {}
        self.is_draft = False
        """While a window is dragged: cloth of another size is scaled, not made."""
        self.tones: Mapping[Rgb, Rgb] = {}
        """The colours drawn in place of others: panels follow the cloth (`Felt.tones`)."""

    def fit(self, window: tuple[int, int]) -> None:
        """Limit the cache to what a window of this size needs."""
        most = max(LEAST_BYTES, round(SHAPES_A_PIXEL * window[0] * window[1] * 4))
        self._cache.limit(min(most, MOST_BYTES))

    def toned(self, colour: Colour) -> Colour:
        """The colour that is drawn in place of another, with its opacity."""
        if colour[:3] not in self.tones:
            return colour
        return (*self.tones[colour[:3]], *colour[3:])

    @staticmethod
    @contextmanager
    def clipped(target: pygame.Surface, area: pygame.Rect) -> Iterator[None]:
        """Draw within an area only, as far as the target's clip allows."""
        before = target.get_clip()
        target.set_clip(area.clip(before))
        try:
            yield
        finally:
            target.set_clip(before)

    # Boxes

    def box(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: float,
        fill: Rgba | Rgb | None,
        edge: Rgba | Rgb | None = None,
        edge_width: float = 1,
    ) -> None:
        """Draw a rectangle with smooth round corners; the edge lies inside the rectangle."""
        if rect.width <= 0 or rect.height <= 0:
            return
        fill, edge = fill and self.toned(fill), edge and self.toned(edge)
        look = _Box(radius, fill, edge, edge_width)
        if _is_large(target, rect.size, look.corner):
            inside = draw_around(target, _box_patch(look), look.corner, rect)
            if fill:
                self.veil(target, inside, fill if len(fill) == 4 else (*fill, 255))
        else:
            target.blit(self.box_art(rect.size, *look), rect)

    def box_art(
        self,
        size: tuple[int, int],
        radius: float,
        fill: Rgba | Rgb | None,
        edge: Rgba | Rgb | None = None,
        edge_width: float = 1,
    ) -> pygame.Surface:
        """The picture that `box` draws. Shared: do not draw on it."""
        fill, edge = fill and self.toned(fill), edge and self.toned(edge)
        look = _Box(radius, fill, edge, edge_width).fitted(size)
        return self._cache.get(("box", size, look), lambda: _stretched_box(size, look))

    @staticmethod
    def new_box(size: tuple[int, int], radius: float, fill: Rgba | Rgb) -> pygame.Surface:
        """A picture of a box to draw on."""
        return _stretched_box(size, _Box(radius, fill, None, 1).fitted(size))

    def disc(
        self,
        target: pygame.Surface,
        centre: tuple[int, int],
        diameter: int,
        fill: Rgba | Rgb | None,
        edge: Rgba | Rgb | None = None,
        edge_width: float = 1,
    ) -> None:
        """Draw a smooth disc."""
        rect = pygame.Rect(0, 0, diameter, diameter)
        rect.center = centre
        self.box(target, rect, diameter / 2, fill, edge, edge_width)

    def veil(self, target: pygame.Surface, rect: pygame.Rect, colour: Rgba) -> None:
        """Lay an even translucent colour over part of the target.

        Two fills do it on an opaque target, without a second surface as large as a window. Fills
        that add or multiply ignore a clip that lies outside their area, so this is checked here.
        """
        if target.get_flags() & pygame.SRCALPHA:
            self.box(target, rect, 0, colour)
            return
        rect = target.get_clip().clip(rect)
        if not rect:
            return
        colour = self.toned(colour)
        share = 255 - colour[3]
        target.fill((share, share, share), rect, pygame.BLEND_RGB_MULT)
        light = [level * colour[3] // 255 for level in colour[:3]]
        target.fill(light, rect, pygame.BLEND_RGB_ADD)

    def panel(self, target: pygame.Surface, rect: pygame.Rect, scale: Scale) -> None:
        """Draw the ground of a page or a dialog with its shadow."""
        radius = scale.px(PANEL_RADIUS)
        blur, drop = scale.px(PANEL_SHADOW_BLUR), scale.px(PANEL_SHADOW_DROP)
        self.shadow(target, rect, radius, blur, (0, drop), 150, hollow=True)
        width = scale.line(PANEL_EDGE_WIDTH)
        self.box(target, rect, radius, colours.PANEL_FILL, colours.PANEL_EDGE, width)

    # Shadows and glows

    def shadow(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: float,
        blur: int,
        offset: tuple[int, int],
        alpha: int,
        *,
        hollow: bool = False,
    ) -> None:
        """Draw the soft shadow of a rounded rectangle, moved by `offset`. A hollow shadow may lack
        its inside, for callers that cover it.
        """
        blur, colour = max(1, blur), (*colours.SHADOW, alpha)
        margin, corner = GAUSS_REACH * blur, _soft_corner(radius, blur)
        around = rect.move(offset).inflate(2 * margin, 2 * margin)
        if not _is_large(target, around.size, corner):
            target.blit(self.soft_art(rect.size, radius, blur, colour)[0], around)
            return
        inside = draw_around(target, _soft_patch(radius, blur, colour), corner, around)
        if not hollow:
            self.veil(target, inside, colour)

    def glow(
        self,
        target: pygame.Surface,
        rect: pygame.Rect,
        radius: float,
        blur: int,
        colour: Rgba,
        *,
        hollow: bool = False,
    ) -> None:
        """Draw a glow around a rounded rectangle; a hollow glow leaves the inside alone."""
        art, margin = self.soft_art(rect.size, radius, blur, colour, hollow=hollow)
        target.blit(art, (rect.x - margin, rect.y - margin))

    def soft_art(
        self,
        size: tuple[int, int],
        radius: float,
        blur: int,
        colour: Rgba,
        *,
        hollow: bool = False,
    ) -> tuple[pygame.Surface, int]:
        """A blurred rounded rectangle, and its reach beyond `size` on each side.

        Shared: do not draw on it. `blur` is the Gaussian's deviation.
        """
        blur = max(1, blur)
        margin = GAUSS_REACH * blur
        look = (radius, blur, colour, hollow)
        art = self._cache.get(("soft", size, look), lambda: _stretched_soft(size, *look))
        return art, margin

    # Whole windows

    def felt(self, size: tuple[int, int], felt: Felt) -> pygame.Surface:
        """The table's cloth for a window. Only the last one is kept; do not draw on it."""
        last = self._cloth.get(felt)
        if last and last.get_size() == size:
            return last
        if last and self.is_draft:
            return pygame.transform.scale(last, size)
        cloth = pygame.Surface(size)
        self._felt_maker.lay(cloth, felt)
        self._cloth = {felt: cloth}
        return cloth

    def lay_felt(
        self, target: pygame.Surface, felt: Felt, rays: pygame.Surface | None = None
    ) -> None:
        """Cover a surface with felt, with `rays` on it (see `FeltMaker.lay`), and keep no copy,
        because the caller keeps the surface.
        """
        kept = self._cloth.get(felt)
        is_kept = kept and kept.get_size() == target.get_size()
        if kept and rays is None and (is_kept or self.is_draft):
            pygame.transform.scale(kept, target.get_size(), target)
        elif self.is_draft:
            width, height = target.get_size()
            small = pygame.Surface((width // DRAFT_SHRINK + 1, height // DRAFT_SHRINK + 1))
            self._felt_maker.lay(small, felt, rays)
            pygame.transform.scale(small, (width, height), target)
        else:
            self._felt_maker.lay(target, felt, rays)


# Pieces stretched


def _is_large(target: pygame.Surface, size: tuple[int, int], corner: int) -> bool:
    """True if a shape is drawn as stretched sides and a filled inside. A target with alpha cannot
    be filled that way.
    """
    can_stretch = min(size) > 2 * corner + 1
    return can_stretch and size[0] * size[1] > LARGE_PX and not target.get_flags() & pygame.SRCALPHA


def _stretched_box(size: tuple[int, int], box: _Box) -> pygame.Surface:
    if min(size) <= 2 * box.corner + 1:
        return from_svg_elements(_box_svg(size, box), size)
    return stretch(_box_patch(box), box.corner, size)


@lru_cache(maxsize=128)
def _box_patch(box: _Box) -> pygame.Surface:
    """The smallest box that can be stretched."""
    side = 2 * box.corner + 1
    return from_svg_elements(_box_svg((side, side), box), (side, side))


def _box_svg(size: tuple[int, int], box: _Box) -> str:
    width, height = size
    inset = box.edge_width / 2 if box.edge else 0
    round_by = max(0.0, box.radius - inset)
    return (
        f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" '
        f'height="{height - 2 * inset}" rx="{round_by}" {svg_paint("fill", box.fill)} '
        f'{svg_paint("stroke", box.edge)} stroke-width="{box.edge_width}"/>'
    )


def svg_paint(attribute: str, colour: Rgba | Rgb | None) -> str:
    """The SVG attributes that give a fill or a stroke this colour and opacity."""
    if colour is None:
        return f'{attribute}="none"'
    red, green, blue, alpha = colour if len(colour) == 4 else (*colour, 255)
    return f'{attribute}="#{red:02x}{green:02x}{blue:02x}" {attribute}-opacity="{alpha / 255:.4f}"'


def _stretched_soft(
    size: tuple[int, int], radius: float, blur: int, colour: Rgba, hollow: bool
) -> pygame.Surface:
    margin = GAUSS_REACH * blur
    corner = _soft_corner(radius, blur)
    whole = (size[0] + 2 * margin, size[1] + 2 * margin)
    if min(whole) <= 2 * corner + 1:
        art = _soft(size, radius, blur, colour)
    else:
        art = stretch(_soft_patch(radius, blur, colour), corner, whole)
    if hollow:
        _cut_out(art, pygame.Rect(margin, margin, *size), radius)
    return art


def _soft_corner(radius: float, blur: int) -> int:
    return 2 * GAUSS_REACH * blur + math.ceil(radius)


@lru_cache(maxsize=32)
def _soft_patch(radius: float, blur: int, colour: Rgba) -> pygame.Surface:
    """The smallest soft shape that can be stretched."""
    inner = 2 * (_soft_corner(radius, blur) - GAUSS_REACH * blur) + 1
    return _soft((inner, inner), radius, blur, colour)


def _soft(size: tuple[int, int], radius: float, blur: int, colour: Rgba) -> pygame.Surface:
    margin = GAUSS_REACH * blur
    whole = (size[0] + 2 * margin, size[1] + 2 * margin)
    layer = new_layer(whole, colour[:3])
    box = _Box(radius, colour, None, 0).fitted(size)
    layer.blit(_stretched_box(size, box), (margin, margin))
    layer = blurred(layer, blur)
    # Blurring rounds the hidden colour down here and there; only the alpha may vary.
    layer.fill(colour[:3], special_flags=pygame.BLEND_RGB_MAX)
    return layer


def blurred(surface: pygame.Surface, radius: int) -> pygame.Surface:
    """A Gaussian blur with this deviation; quick for any radius."""
    shrink = max(1, radius // GAUSS_RADIUS_MOST)
    if shrink == 1:
        return pygame.transform.gaussian_blur(surface, radius)
    width, height = surface.get_size()
    small_size = (max(1, round(width / shrink)), max(1, round(height / shrink)))
    small = pygame.transform.smoothscale(surface, small_size)
    small = pygame.transform.gaussian_blur(small, max(1, round(radius / shrink)))
    return pygame.transform.smoothscale(small, (width, height))


def _cut_out(surface: pygame.Surface, rect: pygame.Rect, radius: float) -> None:
    hole = _stretched_box(rect.size, _Box(radius, (0, 0, 0, 255), None, 0))
    surface.blit(hole, rect, special_flags=pygame.BLEND_RGBA_SUB)
