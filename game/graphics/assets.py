"""Finds pictures and fonts, and renders them at exactly the size at which they are drawn.

Sizes and lengths are pixels. The application makes one Assets object and hands it on.
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
from game.core.messages import why
from game.graphics import colours, fonts
from game.graphics.card_art import CardArt, CardOrder, CardSize
from game.graphics.colours import Rgb
from game.graphics.fonts import Face, font_file
from game.graphics.paint import from_svg, from_svg_elements, native
from game.graphics.scale import round_half_up
from game.graphics.surface_cache import SurfaceCache
from game.system.folders import MissingAssetError, asset_folder

TEXT_BYTES = 6 * 2**20
TEXTS_KEPT = 600
"""More texts than any scene draws, so that only old clock times and deal numbers are dropped."""
ICON_BYTES = 6 * 2**20
SIZES_KEPT = 2
"""The fonts kept of each face. For another size the least recently used font is resized: to open
one more takes longer than to render its glyphs again, because each font reads its kerning anew.
"""
COURTS = "JQK"
SHEETS = "classic", "mini"
"""The card faces that have a sheet of small pictures: a row for each suit, the backs below."""
BACKS = "navy", "burgundy"
SLOTS = *cards.SUIT_NAMES, "compass", "turnover", "spent", "plain"
"""The marks of empty piles, in the row of the first sheet's backs, to their right."""
FRENCH = "+fr"
"""The suffix of the name of a card's drawing with French indices."""
SUIT_SIGNS = dict(zip(cards.SUIT_SIGNS, cards.SUIT_NAMES, strict=True))
"""The icons of the suits' signs, which the fonts do not have."""
SIGN_SIZE = 0.92
"""The size of such an icon, as a share of the text's."""
_AT_SIGNS = re.compile(f"([{cards.SUIT_SIGNS}])")
ICON_INK = "#F3EAD2"
"""The colour of all icons in their files; replaced by the colour asked for."""
APP_ICON_PX = 128
"""Window managers scale it down to what they want."""
ELLIPSIS = "…"
CLOSE_SET_PX = 12
"""Up to this size spaces are widened: hinting narrows them by a sixth, and words run together."""


class Align(Enum):
    """How a text lies relative to its x."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class Assets:
    """Icons, fonts, texts and cards as surfaces, each made once and kept while in use.

    `report` is called once for each problem, such as a missing file; then a plain substitute is
    drawn.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        threaded: bool = True,
        report: Callable[[str], None] = lambda line: None,
        on_cards_ready: Callable[[], None] = lambda: None,
        after_first_frame: Callable[[Callable[[], None]], None] = lambda call: call(),
    ) -> None:
        pygame.font.init()
        self.folder = folder or asset_folder()
        self.recorded_surface: pygame.Surface | None = None
        """The surface whose texts are recorded in `written`; None: nothing is recorded."""
        self.written: list[tuple[str, pygame.Rect, bool]] = []
        """Each text written on `recorded_surface`, unshortened, with its area in pixels, and
        whether its centre lies inside the clip.
        """
        self._report = report
        self._missing: set[str] = set()
        self._texts = SurfaceCache(TEXT_BYTES, TEXTS_KEPT)
        self._icons = SurfaceCache(ICON_BYTES)
        self._width = functools.lru_cache(TEXTS_KEPT)(self._measured)
        self._ascent = functools.cache(self._measured_ascent)
        self._font_data = functools.cache(lambda face: Path(font_file(face)).read_bytes())
        self._drawing = functools.cache(self._read_drawing)
        self._french = functools.cache(self._read_french)
        self._path_of = functools.cache(self._find_card)
        self._fonts: dict[Face, dict[int, pygame.font.Font]] = {face: {} for face in Face}
        """The open fonts of each face by size in pixels, the least recently used first."""
        self.cards = CardArt(
            self._rasterise,
            threaded=threaded,
            on_ready=on_cards_ready,
            after_first_frame=after_first_frame,
            draft=self._draft,
        )
        self._sheet = functools.cache(self._load_sheet)

    def close(self) -> None:
        """End the thread that makes cards."""
        self.cards.close()

    # --------------------------------------------------------------------- texts

    def font(self, face: Face, px: int) -> pygame.font.Font:
        """The font of a face at a size in pixels. Do not keep it: the next call may resize it."""
        sizes = self._fonts[face]
        if px in sizes:
            found = sizes.pop(px)
        elif len(sizes) < SIZES_KEPT:
            found = self._load_font(face, px)
        else:
            found = sizes.pop(next(iter(sizes)))
            found.set_point_size(px)
        sizes[px] = found
        return found

    def _load_font(self, face: Face, px: int) -> pygame.font.Font:
        try:
            # From a file SDL would read each glyph in pieces, which takes twice as long.
            return pygame.font.Font(io.BytesIO(self._font_data(face)), px)
        except MissingAssetError as error:
            self._note(str(error))
            return pygame.font.Font(None, px)

    def text(
        self, string: str, face: Face, px: int, colour: Rgb, tracking: int = 0
    ) -> pygame.Surface:
        """One line of text; tracking is extra room after each letter. Do not draw on it."""
        key = (string, face, px, colour, tracking)
        if not tracking:
            return self._texts.get(key, lambda: self._rendered(string, face, px, colour))
        return self._texts.get(key, lambda: self._tracked(string, face, px, colour, tracking))

    def text_width(self, string: str, face: Face, px: int, tracking: int = 0) -> int:
        """The width of `text`, in pixels."""
        return self._width(string, face, px, tracking)

    def _measured(self, string: str, face: Face, px: int, tracking: int) -> int:
        if _AT_SIGNS.search(string):
            return sum(self._piece_width(each, face, px) for each in _AT_SIGNS.split(string))
        if not tracking:
            wide = self.font(face, px).size(drawable(string))[0]
            return wide + _wider(px) * string.count(" ")
        return sum(self.text_width(letter, face, px) + tracking for letter in string) - tracking

    def _piece_width(self, piece: str, face: Face, px: int) -> int:
        """The width of a suit's sign, or of a text without any."""
        signed = piece in SUIT_SIGNS
        return round(SIGN_SIZE * px) if signed else self.text_width(piece, face, px)

    def _signed(self, string: str, face: Face, px: int, colour: Rgb) -> pygame.Surface:
        """A text with suits' signs, which are drawn as icons on the middle of its capitals."""
        font, left, size = self.font(face, px), 0, round(SIGN_SIZE * px)
        line = pygame.Surface((self.text_width(string, face, px), font.get_height()),
                              pygame.SRCALPHA)  # fmt: skip
        top = font.get_ascent() - round_half_up(fonts.CAPITALS_CENTRE * px) - size // 2
        for piece in _AT_SIGNS.split(string):
            if piece in SUIT_SIGNS:
                line.blit(self.icon(SUIT_SIGNS[piece], size, colour), (left, top))
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
        art = self.text(string, face, px, colour, tracking)
        baseline = at[1] + round_half_up(fonts.CAPITALS_CENTRE * px)
        left = at[0] - round_half_up(align.value * art.get_width())
        area = art.get_rect(topleft=(left, baseline - self._ascent(face, px)))
        target.blit(art, area)
        return area

    def _measured_ascent(self, face: Face, px: int) -> int:
        return self.font(face, px).get_ascent()

    def shortened(self, string: str, face: Face, px: int, width: int) -> str:
        """The text itself if it fits into the width, else its beginning and an ellipsis."""
        if self.text_width(string, face, px) <= width:
            return string
        # A binary search, because a pasted text may have some hundred thousand letters.
        fitting = bisect_right(
            range(1, len(string)),
            width,
            key=lambda n: self.text_width(string[:n] + ELLIPSIS, face, px),
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
        width = self.text_width(string, face, px)
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
        width = max(0, self.text_width(string, face, px, tracking))
        line = pygame.Surface((width, self.font(face, px).get_height()), pygame.SRCALPHA)
        left = 0
        for letter in string:
            art = self.text(letter, face, px, colour)
            line.blit(art, (left, 0))
            left += art.get_width() + tracking
        return line

    # ------------------------------------------------------------------ drawings

    def icon(self, name: str, px: int, colour: Rgb) -> pygame.Surface:
        """A square icon in one colour. Do not draw on it."""
        return self._icons.get((name, px, colour), lambda: self._make_icon(name, px, colour))

    def picture(self, name: str, size: CardSize) -> pygame.Surface:
        """A drawing in its own colours, named by its path without .svg (`logo/mark`)."""
        return self._icons.get((name, size), lambda: self._rasterise(name, size))

    def drawn(self, elements: str, size: CardSize) -> pygame.Surface:
        """A drawing that is not in a file: SVG elements rasterised. Do not draw on it."""
        return self._icons.get((elements, size), lambda: from_svg_elements(elements, size))

    def app_icon(self) -> pygame.Surface:
        """The program's own icon, for its window."""
        path = self.folder / "logo" / f"icon-{APP_ICON_PX}.png"
        try:
            return pygame.image.load(path)
        except (OSError, pygame.error):
            self._note(f"cannot read {path}")
            return _plain_icon(APP_ICON_PX, colours.GOLD)

    def _make_icon(self, name: str, px: int, colour: Rgb) -> pygame.Surface:
        drawing = self._drawing(f"icons/{name}")
        if drawing is None:
            return _plain_icon(px, colour)
        return from_svg(drawing.replace(ICON_INK, colours.hex_text(colour)), (px, px))

    def _rasterise(self, name: str, size: CardSize) -> pygame.Surface:
        french = name.endswith(FRENCH)
        drawing = self._with_french_index(name[: -len(FRENCH)]) if french else self._drawing(name)
        try:
            if drawing is not None:
                return from_svg(drawing, size)
        except pygame.error as error:
            self._note(f"cannot draw {name}.svg: {error}")
        return _plain_card(name.rpartition("/")[2], size)

    def _read_drawing(self, name: str) -> str | None:
        path = f"{self.folder}/{name}.svg"
        try:
            # Seventy files are read at each start; `Path.open` would take three times as long.
            with open(path, encoding="utf-8") as file:  # noqa: PTH123
                return file.read()
        except (OSError, UnicodeDecodeError) as error:
            self._note(f"cannot read {path}: {why(error)}")
            return None

    # --------------------------------------------------------------------- cards

    def card(self, face: str, name: str, size: CardSize, *, palette: str = "") -> pygame.Surface:
        """A card's face (classic, side, mini, large) by the card's name: the best picture so far.

        A palette (four, safe) gives some suits colours of their own; one that ends with `+fr` gives
        courts French indices. Do not draw on it.
        """
        return self.cards.get(self.card_order(face, name, size, palette=palette))

    def card_order(self, face: str, name: str, size: CardSize, *, palette: str = "") -> CardOrder:
        """The order of the picture that `card` returns, for the methods of `cards`."""
        return CardOrder(self._path_of(face, name, palette), name, size)

    def back_order(self, colour: str, size: CardSize, *, mini: bool = False) -> CardOrder:
        """The order of a card's back (navy, burgundy)."""
        name = f"{colour}-mini" if mini else colour
        return CardOrder(f"cards/backs/{name}", f"back {colour}", size)

    def slot(self, name: str, size: CardSize) -> pygame.Surface:
        """The mark of an empty place, named by its file."""
        return self.cards.get(CardOrder(f"cards/slots/{name}", f"slot {name}", size))

    def little_card(self, name: str, size: CardSize, *, palette: str = "") -> pygame.Surface:
        """A card's mini face for a miniature table: the best picture so far. Its order is not that
        of `card`, so that it is never scaled up to stand in on a full table. Do not draw on it.
        """
        path = self._path_of("mini", name, palette)
        return self.cards.get(CardOrder(path, f"little {name}", size))

    def _draft(self, path: str) -> pygame.Surface | None:
        """A small picture of a card, from a sheet that `tools/art` makes; None if no sheet has it.
        To rasterise all drawings instead would delay the first frame.
        """
        place = _place_in_sheet(path.removesuffix(FRENCH))
        sheet = self._sheet(place[0]) if place else None
        if place is None or sheet is None:
            return None
        _, column, row = place
        width, height = sheet.get_width() // 13, sheet.get_height() // 5
        return sheet.subsurface((column * width, row * height, width, height))

    def _load_sheet(self, name: str) -> pygame.Surface | None:
        try:
            return native(pygame.image.load(self.folder / "cards" / f"{name}.qoi"))
        except (OSError, pygame.error):
            return None

    def _find_card(self, face: str, name: str, palette: str) -> str:
        """The name of a card's drawing. A palette's folder holds only the suits that differ."""
        palette, _, indices = palette.partition("+")
        ending = FRENCH if indices and name[0] in COURTS else ""
        own = f"cards/{face}-{palette}/{name}"
        if palette and (self.folder / f"{own}.svg").is_file():
            return own + ending
        return f"cards/{face}/{name}{ending}"

    def _with_french_index(self, name: str) -> str | None:
        """The drawing of a court with its index exchanged for the French one of `french.txt`."""
        drawing, exchanged = self._drawing(name), self._french()
        setting, _, card = name.removeprefix("cards/").partition("/")
        face = setting.partition("-")[0]
        old, new = exchanged.get(f"{face}-{card[0]}", ("", ""))
        return drawing.replace(old, new) if drawing is not None and old else drawing

    def _read_french(self) -> dict[str, tuple[str, str]]:
        path = self.folder / "cards" / "french.txt"
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            return {name: (old, new) for name, old, new in (line.split("\t") for line in lines)}
        except (OSError, ValueError) as error:
            self._note(f"cannot read {path}: {error}")
            return {}

    def _note(self, problem: str) -> None:
        if problem not in self._missing:
            self._missing.add(problem)
            self._report(problem)


def _place_in_sheet(path: str) -> tuple[str, int, int] | None:
    """The sheet that has a drawing, its column and its row; None if no sheet has it."""
    folder, _, name = path.removeprefix("cards/").partition("/")
    if folder == "backs":
        colour, _, mini = name.partition("-")
        return mini or "classic", BACKS.index(colour), 4
    if folder == "slots":
        return "classic", len(BACKS) + SLOTS.index(name), 4
    return (folder, *divmod(cards.parse_card(name), 4)) if folder in SHEETS else None


def drawable(string: str) -> str:
    """The text with characters replaced that no font can draw. A file's name may hold surrogates,
    and pasted text may contain anything.
    """
    return string.encode("utf-8", "replace").decode().replace("\0", "?")


def _wider(px: int) -> int:
    """The pixels by which a space is widened in a text of this size."""
    return 1 if px <= CLOSE_SET_PX else 0


def _plain_icon(px: int, colour: Rgb) -> pygame.Surface:
    icon = pygame.Surface((px, px), pygame.SRCALPHA)
    pygame.draw.aacircle(icon, colour, (px // 2, px // 2), px // 3, max(1, px // 12))
    return icon


def _plain_card(name: str, size: CardSize) -> pygame.Surface:
    """A plain card to play with if its drawing is missing."""
    card = pygame.Surface(size, pygame.SRCALPHA)
    radius = max(2, size[0] * 6 // 100)
    pygame.draw.rect(card, colours.PAPER_TOP, card.get_rect(), border_radius=radius)
    pygame.draw.rect(card, colours.PAPER_TEXT, card.get_rect(), 1, border_radius=radius)
    font = pygame.font.Font(None, max(8, size[0] // 3))
    card.blit(font.render(name, True, colours.INK), (radius, radius))
    return card
