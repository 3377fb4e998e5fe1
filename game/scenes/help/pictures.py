"""The pictures of the help, drawn from the real cards as the markup asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core import cards
from game.graphics import colours, fonts
from game.graphics.card_art import reversed_lightness
from game.graphics.text_rendering import Align
from game.rules import RULES
from game.scenes.common.sample_positions import dealt, sample_position
from game.scenes.help.markup import Image
from game.table.card_sprites import Appearance
from game.table.miniature import back_art, card_art, draw_miniature, slot_art
from game.widgets.look import Look
from game.widgets.text_page import Picture

CARD = 40
CARD_HEIGHT = 56
FAN = 19
SPACE = 12
PADDING = 14
LEAST_WIDTH = 206
TABLE_HEIGHT = 220
TABLE_INSET = 14
RADIUS = 9
ICONS = {">": ("forward", 18), "=ok": ("check", 24), "=no": ("cross", 24)}
INKS = {">": colours.CREAM, "=ok": colours.GREEN, "=no": colours.CORAL}
SUITS = dict(zip(cards.SUITS, cards.SUIT_NAMES, strict=True))


def picture(look: Look, image: Image, appearance: Appearance) -> Picture:
    """The block of a text page that draws a picture of kind `table` or `cards`."""
    if image.kind == "table":
        table = HelpTable(look, image.words, appearance)
        return Picture(table.draw, TABLE_HEIGHT, None, image.beside)
    drawn = HelpCards(look, image.words, appearance)
    return Picture(drawn.draw, drawn.height, drawn.width, image.beside)


class Drawing:
    """Something that is drawn once for a size and then kept."""

    def __init__(self, look: Look, appearance: Appearance) -> None:
        self.look = look
        self.appearance = appearance
        self._kept: pygame.Surface | None = None

    def draw(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw it into an area of the target."""
        if self._kept is None or self._kept.get_size() != area.size:
            self._kept = pygame.Surface(area.size, pygame.SRCALPHA)
            self._make(self._kept)
        target.blit(self._kept, area)

    def _make(self, canvas: pygame.Surface) -> None:
        look = self.look
        box = canvas.get_rect()
        line = look.scale.line()
        look.paint.box(canvas, box, look.px(RADIUS), colours.THUMBNAIL, colours.WELL_EDGE, line)
        self.fill(canvas)

    def fill(self, canvas: pygame.Surface) -> None:
        """Draw the content on the background."""
        raise NotImplementedError


class HelpTable(Drawing):
    """A whole table in miniature: a deal, or a sample position of play."""

    def __init__(self, look: Look, words: Sequence[str], appearance: Appearance) -> None:
        super().__init__(look, appearance)
        game, moment = words
        self._rules = RULES[game]()
        self._position = dealt(self._rules) if moment == "deal" else sample_position(self._rules)

    def fill(self, canvas: pygame.Surface) -> None:
        """The miniature."""
        inset = 2 * self.look.px(TABLE_INSET)
        area = canvas.get_rect().inflate(-inset, -inset)
        draw_miniature(canvas, self.look, area, self._rules, self._position, self.appearance)


@dataclass(frozen=True)
class HelpColumn:
    """A column of cards fanned downwards; `faces` as the markup names them. `glows`: the last one
    glows.
    """

    faces: tuple[str, ...]
    glows: bool

    @classmethod
    def read(cls, word: str) -> HelpColumn:
        """Parse a word of the markup such as `9h/8s`, `*_` or `10d/!9s`."""
        return cls(tuple(word.removeprefix("*").split("/")), word.startswith("*"))

    @property
    def height(self) -> float:
        """In dp."""
        return CARD_HEIGHT + FAN * (len(self.faces) - 1)


class HelpCards(Drawing):
    """Columns, arrows and signs in a row, with a caption below; sizes in dp."""

    def __init__(self, look: Look, words: Sequence[str], appearance: Appearance) -> None:
        super().__init__(look, appearance)
        self._caption = " ".join(word.strip('"') for word in words if word.startswith('"'))
        self._items = [
            word if word in ICONS else HelpColumn.read(word)
            for word in words
            if not word.startswith('"')
        ]
        self._row = sum(map(_item_width, self._items)) + SPACE * (len(self._items) - 1)
        text = look.scale.dp(look.width(self._caption, fonts.SMALL_CAPTION))
        self.width = max(LEAST_WIDTH, max(self._row, text) + 2 * PADDING)
        self._tallest = max(
            (c.height for c in self._items if isinstance(c, HelpColumn)), default=CARD_HEIGHT
        )
        self.height = self._tallest + 2 * PADDING + (20 if self._caption else 0)

    def fill(self, canvas: pygame.Surface) -> None:
        """From left to right."""
        x = (self.width - self._row) / 2
        for item in self._items:
            if isinstance(item, HelpColumn):
                self._draw_column(canvas, item, x)
            else:
                self._draw_icon(canvas, item, x)
            x += _item_width(item) + SPACE
        if self._caption:
            at = (canvas.get_width() // 2, self.look.px(self.height - PADDING - 3))
            self.look.write(
                canvas, self._caption, fonts.SMALL_CAPTION, colours.CREAM, at, Align.CENTRE
            )

    def _draw_icon(self, canvas: pygame.Surface, word: str, x: float) -> None:
        name, side = ICONS[word]
        centre = self.look.px(x + side / 2), self.look.px(PADDING + self._tallest / 2)
        self.look.icon(canvas, name, INKS[word], centre, self.look.px(side))

    def _draw_column(self, canvas: pygame.Surface, column: HelpColumn, x: float) -> None:
        size = self.look.px(CARD), self.look.px(CARD_HEIGHT)
        radius = size[0] * 0.07
        for depth, face in enumerate(column.faces):
            at = self.look.px(x), self.look.px(PADDING + FAN * depth)
            area = pygame.Rect(at, size)
            if column.glows and depth == len(column.faces) - 1:
                grown = area.inflate(self.look.px(4), self.look.px(4))
                self.look.paint.glow(
                    canvas, grown, radius + 2, max(2, self.look.px(5)), (*colours.GLOW, 225)
                )
            canvas.blit(self._art(face, size), at)

    def _art(self, face: str, size: tuple[int, int]) -> pygame.Surface:
        if face == "#":
            return back_art(self.look, size, self.appearance)
        if face.startswith("_"):
            return slot_art(self.look, SUITS.get(face[1:], "plain"), size)
        art = card_art(self.look, cards.parse_card(face.removeprefix("!")), size, self.appearance)
        return reversed_lightness(art) if face.startswith("!") else art


def _item_width(item: str | HelpColumn) -> float:
    return CARD if isinstance(item, HelpColumn) else ICONS[item][1]
