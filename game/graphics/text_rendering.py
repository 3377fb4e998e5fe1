"""Measures, shortens and renders single lines of text.

Sizes and lengths are pixels.
"""

from __future__ import annotations

import functools
import io
import re
from bisect import bisect_right
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pygame

from game.core import cards
from game.graphics import fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import Face, font_file
from game.graphics.paint import native
from game.graphics.scale import round_half_up
from game.graphics.surface_cache import SurfaceCache
from game.system.folders import MissingAssetError

TEXT_BYTES = 6 * 2**20
TEXTS_KEPT = 600
"""More texts than any scene draws, so that only old clock times and deal numbers are dropped."""
SUIT_SIGNS = dict(zip(cards.SUIT_SIGNS, cards.SUIT_NAMES, strict=True))
"""The icons of the suits' signs, which the fonts do not have."""
SIGN_SIZE = 0.92
"""The size of such an icon, as a share of the text's."""
_AT_SIGNS = re.compile(f"([{cards.SUIT_SIGNS}])")
ELLIPSIS = "…"
_NOT_DRAWN = str.maketrans("\0\n\t", "?  ")
CLOSE_SET_PX = 12
"""Up to this size spaces are widened: hinting narrows them by a sixth, and words run together."""


class Align(Enum):
    """How a text lies relative to its x."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class TextRenderer:
    """Lines of text as surfaces, each made once and kept while in use."""

    def __init__(
        self, icon: Callable[[str, int, Rgb], pygame.Surface], report: Callable[[str], None]
    ) -> None:
        """`icon` makes the suits' signs: it takes a name, a size and a colour. `report` is called
        where the file of a font is missing; then a plain font is used.
        """
        pygame.font.init()
        self._icon, self._report = icon, report
        self._lines = SurfaceCache(TEXT_BYTES, TEXTS_KEPT)
        self._kept_width = functools.lru_cache(TEXTS_KEPT)(self._measured)
        self._ascent = functools.cache(lambda face, px: self.font(face, px).get_ascent())
        self._font_data = functools.cache(lambda face: Path(font_file(face)).read_bytes())
        self._fonts: dict[Face, tuple[pygame.font.Font, int]] = {}
        """One open font of each face, and its size in pixels."""

    def font(self, face: Face, px: int) -> pygame.font.Font:
        """The font of a face at a size in pixels. Do not keep it: the next call may resize it."""
        # To open a font for each size would delay the first frame by some ms; to render glyphs anew
        # after a change of size takes a tenth of a ms.
        found, size = self._fonts.get(face) or (self._load_font(face, px), px)
        if size != px:
            found.set_point_size(px)
        self._fonts[face] = found, px
        return found

    def _load_font(self, face: Face, px: int) -> pygame.font.Font:
        try:
            # From a file SDL would read each glyph in pieces, which takes twice as long.
            return pygame.font.Font(io.BytesIO(self._font_data(face)), px)
        except MissingAssetError as error:
            self._report(str(error))
            return pygame.font.Font(None, px)

    def line(
        self, string: str, face: Face, px: int, colour: Rgb, tracking: int = 0
    ) -> pygame.Surface:
        """One line of text; tracking is extra room after each letter. Do not draw on it."""
        key = (string, face, px, colour, tracking)
        if not tracking:
            return self._lines.get(key, lambda: self._rendered(string, face, px, colour))
        return self._lines.get(key, lambda: self._tracked(string, face, px, colour, tracking))

    def width(self, string: str, face: Face, px: int, tracking: int = 0) -> int:
        """The width of `line`, in pixels."""
        return self._kept_width(string, face, px, tracking)

    def _measured(self, string: str, face: Face, px: int, tracking: int) -> int:
        if _AT_SIGNS.search(string):
            return sum(self._piece_width(each, face, px) for each in _AT_SIGNS.split(string))
        if not tracking:
            string = drawable(string)
            return self.font(face, px).size(string)[0] + _wider(px) * string.count(" ")
        return sum(self.width(letter, face, px) + tracking for letter in string) - tracking

    def _piece_width(self, piece: str, face: Face, px: int) -> int:
        """The width of a suit's sign, or of a text without any."""
        signed = piece in SUIT_SIGNS
        return round(SIGN_SIZE * px) if signed else self.width(piece, face, px)

    def _signed(self, string: str, face: Face, px: int, colour: Rgb) -> pygame.Surface:
        """A text with suits' signs, which are drawn as icons on the middle of its capitals."""
        font, left, size = self.font(face, px), 0, round(SIGN_SIZE * px)
        line = pygame.Surface((self.width(string, face, px), font.get_height()),
                              pygame.SRCALPHA)  # fmt: skip
        top = font.get_ascent() - round_half_up(fonts.CAPITALS_CENTRE * px) - size // 2
        for piece in _AT_SIGNS.split(string):
            if piece in SUIT_SIGNS:
                line.blit(self._icon(SUIT_SIGNS[piece], size, colour), (left, top))
            elif piece:
                line.blit(self._rendered(piece, face, px, colour), (left, 0))
            left += self._piece_width(piece, face, px)
        return line

    def write(
        self,
        target: pygame.Surface,
        string: str,
        face: Face,
        px: int,
        colour: Rgb,
        at: tuple[int, int],
        align: Align = Align.LEFT,
        tracking: int = 0,
    ) -> pygame.Rect:
        """Draw a line of text whose capitals are centred on `at`; returns its area."""
        art = self.line(string, face, px, colour, tracking)
        baseline = at[1] + round_half_up(fonts.CAPITALS_CENTRE * px)
        left = at[0] - round_half_up(align.value * art.get_width())
        area = art.get_rect(topleft=(left, baseline - self._ascent(face, px)))
        target.blit(art, area)
        return area

    def shortened(self, string: str, face: Face, px: int, width: int) -> str:
        """The text itself if it fits into the width, else its beginning and an ellipsis."""
        if self.width(string, face, px) <= width:
            return string
        # A binary search, because a pasted text may have some hundred thousand letters.
        fitting = bisect_right(
            range(1, len(string)),
            width,
            key=lambda n: self.width(string[:n] + ELLIPSIS, face, px),
        )
        return string[:fitting].rstrip() + ELLIPSIS

    def _rendered(self, string: str, face: Face, px: int, colour: Rgb) -> pygame.Surface:
        if _AT_SIGNS.search(string):
            return self._signed(string, face, px, colour)
        font, string = self.font(face, px), drawable(string)
        if not string:
            return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)
        if not _wider(px) or " " not in string:
            return native(font.render(string, True, colour))
        return self._spaced(string, face, px, colour)

    def _spaced(self, string: str, face: Face, px: int, colour: Rgb) -> pygame.Surface:
        """A text rendered word by word, with spaces widened by `_wider`."""
        font = self.font(face, px)
        width = self.width(string, face, px)
        line = pygame.Surface((width, font.get_height()), pygame.SRCALPHA)
        passed = ""
        for number, word in enumerate(string.split(" ")):
            left = font.size(passed)[0] + _wider(px) * number
            if word:
                line.blit(font.render(word, True, colour), (left, 0))
            passed += word + " "
        return line

    def _tracked(
        self, string: str, face: Face, px: int, colour: Rgb, tracking: int
    ) -> pygame.Surface:
        width = max(0, self.width(string, face, px, tracking))
        line = pygame.Surface((width, self.font(face, px).get_height()), pygame.SRCALPHA)
        left = 0
        for letter in string:
            art = self.line(letter, face, px, colour)
            line.blit(art, (left, 0))
            left += art.get_width() + tracking
        return line


def drawable(string: str) -> str:
    """The text with characters replaced that no font can draw, and on one line. A file's name may
    hold surrogates and line breaks, and pasted text may contain anything.
    """
    return string.encode("utf-8", "replace").decode().translate(_NOT_DRAWN)


def _wider(px: int) -> int:
    """The pixels by which a space is widened in a text of this size."""
    return 1 if px <= CLOSE_SET_PX else 0
