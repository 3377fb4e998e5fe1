"""Finds pictures, and renders them at exactly the size at which they are drawn.

Sizes and lengths are pixels. The application makes one Assets object and hands it on.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame

from game.core import cards
from game.core.translatable_texts import why
from game.graphics import colours
from game.graphics.card_art import CardArt, CardOrder, CardSize
from game.graphics.colours import Rgb
from game.graphics.paint import from_svg, from_svg_elements
from game.graphics.surface_cache import SurfaceCache
from game.graphics.text_rendering import TextRenderer
from game.system.folders import asset_folder

ICON_BYTES = 6 * 2**20
COURTS = "JQK"
SHEETS = "classic", "mini", "modern", "modern-mini"
"""The card faces that have a sheet of small pictures: a row for each suit."""
SLOTS = *cards.SUIT_NAMES, "compass", "turnover", "spent", "plain"
"""The marks of empty piles, in the order of their sheet."""
FRENCH = "+fr"
"""The suffix of the name of a card's drawing with French indices."""
ICON_INK = "#F3EAD2"
"""The colour of all icons in their files; replaced by the colour asked for."""
APP_ICON_PX = 128
"""Window managers scale it down to what they want."""


class Assets:
    """Icons, texts and cards as surfaces, each made once and kept while in use.

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
        self.folder = folder or asset_folder()
        self.recorded_surface: pygame.Surface | None = None
        """The surface whose texts are recorded in `written`; None: nothing is recorded."""
        self.written: list[tuple[str, pygame.Rect, bool]] = []
        """Each text written on `recorded_surface`, unshortened, with its area in pixels, and
        whether its centre lies inside the clip.
        """
        self._report = report
        self._missing: set[str] = set()
        self._icons = SurfaceCache(ICON_BYTES)
        self.texts = TextRenderer(self.icon, self._note)
        self._drawing = functools.cache(self._read_drawing)
        self._french = functools.cache(self._read_french)
        self._path_of = functools.cache(self._find_card)
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
        courts French indices, one that begins with `modern/` is of that deck. Do not draw on it.
        """
        return self.cards.get(self.card_order(face, name, size, palette=palette))

    def card_order(self, face: str, name: str, size: CardSize, *, palette: str = "") -> CardOrder:
        """The order of the picture that `card` returns, for the methods of `cards`."""
        return CardOrder(self._path_of(face, name, palette), name, size)

    def back_order(self, design: str, size: CardSize, *, mini: bool = False) -> CardOrder:
        """The order of a card's back (navy, night, ...)."""
        name = f"{design}-mini" if mini else design
        return CardOrder(f"cards/backs/{name}", f"back {design}", size)

    def slot_order(self, name: str, size: CardSize) -> CardOrder:
        """The order of the mark of an empty place, named by its file."""
        return CardOrder(f"cards/slots/{name}", f"slot {name}", size)

    def little_card(self, name: str, size: CardSize, *, palette: str = "") -> pygame.Surface:
        """A card's mini face for a miniature table: the best picture so far. Its order is not that
        of `card`, so that it is never scaled up to stand in on a full table. Do not draw on it.
        """
        path = self._path_of("mini", name, palette)
        return self.cards.get(CardOrder(path, f"little {name}", size))

    def _draft(self, path: str) -> pygame.Surface | None:
        """A small picture of a card, from a sheet that `tools/art` makes, in its file's pixel
        format; None if no sheet has it. To rasterise all drawings instead would delay the first
        frame.
        """
        place = _place_in_sheet(path.removesuffix(FRENCH))
        sheet = self._sheet(place.sheet) if place else None
        if place is None or sheet is None:
            return None
        width, height = sheet.get_width() // place.columns, sheet.get_height() // place.rows
        return sheet.subsurface((place.column * width, place.row * height, width, height))

    def _load_sheet(self, name: str) -> pygame.Surface | None:
        try:
            return pygame.image.load(self.folder / "cards" / f"{name}.qoi")
        except (OSError, pygame.error):
            return None

    def _find_card(self, face: str, name: str, palette: str) -> str:
        """The name of a card's drawing. A palette's folder holds only the suits that differ."""
        palette, _, indices = palette.partition("+")
        deck, _, palette = palette.rpartition("/")
        if deck:
            face = f"{deck}-{face}".removesuffix("-classic")
        ending = FRENCH if indices and name[0] in COURTS else ""
        own = f"cards/{face}-{palette}/{name}"
        if palette and (self.folder / f"{own}.svg").is_file():
            return own + ending
        return f"cards/{face}/{name}{ending}"

    def _with_french_index(self, name: str) -> str | None:
        """The drawing of a court with its index exchanged for the French one of `french.txt`."""
        drawing, exchanged = self._drawing(name), self._french()
        setting, _, card = name.removeprefix("cards/").partition("/")
        face = setting.removesuffix("-four").removesuffix("-safe")
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


class _Place(NamedTuple):
    """Where a small picture is, in a sheet of so many columns and rows."""

    sheet: str
    column: int
    row: int
    columns: int
    rows: int


def _place_in_sheet(path: str) -> _Place | None:
    """The place of a drawing; None if no sheet has it."""
    folder, _, name = path.removeprefix("cards/").partition("/")
    if folder == "backs":
        design, _, mini = name.partition("-")
        return _Place(f"backs/{design}", int(bool(mini)), 0, 2, 1)
    if folder == "slots":
        return _Place("slots", SLOTS.index(name), 0, len(SLOTS), 1)
    if folder not in SHEETS:
        return None
    column, row = divmod(cards.parse_card(name), 4)
    return _Place(folder, column, row, 13, 4)


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
