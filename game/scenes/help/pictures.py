"""The pictures of the help, drawn from the real cards as the markup asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

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
    if image.kind == "cards":
        row = HelpCards(look, image.words, appearance)
        return Picture(_drawn_once(look, row.draw), row.height, row.width, image.beside)
    game, moment = image.words
    rules = RULES[game]()
    position = dealt(rules) if moment == "deal" else sample_position(rules)

    def draw(canvas: pygame.Surface) -> None:
        inset = 2 * look.px(TABLE_INSET)
        area = canvas.get_rect().inflate(-inset, -inset)
        draw_miniature(canvas, look, area, rules, position, appearance)

    return Picture(_drawn_once(look, draw), TABLE_HEIGHT, None, image.beside)


def _drawn_once(
    look: Look, draw: Callable[[pygame.Surface], None]
) -> Callable[[pygame.Surface, pygame.Rect], None]:
    """Draw something on a plain ground, once for a size."""

    @lru_cache(maxsize=1)
    def picture_of(size: tuple[int, int]) -> pygame.Surface:
        canvas = pygame.Surface(size, pygame.SRCALPHA)
        radius, line = look.px(RADIUS), look.scale.line()
        look.paint.box(
            canvas, canvas.get_rect(), radius, colours.THUMBNAIL, colours.WELL_EDGE, line
        )
        draw(canvas)
        return canvas

    def draw_kept(target: pygame.Surface, area: pygame.Rect) -> None:
        target.blit(picture_of(area.size), area)

    return draw_kept


class HelpCards:
    """Columns of cards fanned downwards, arrows and signs in a row, with a caption below; sizes in
    dp.
    """

    def __init__(self, look: Look, words: Sequence[str], appearance: Appearance) -> None:
        """`words`: as in the markup, such as `9h/8s`, `>` and `*_`."""
        self._look, self._appearance = look, appearance
        self._caption = " ".join(word.strip('"') for word in words if word.startswith('"'))
        self._items = [word for word in words if not word.startswith('"')]
        self._row = sum(map(_item_width, self._items)) + SPACE * (len(self._items) - 1)
        text = look.scale.dp(look.width(self._caption, fonts.SMALL_CAPTION))
        self.width = max(LEAST_WIDTH, max(self._row, text) + 2 * PADDING)
        self._tallest = CARD_HEIGHT + FAN * max(word.count("/") for word in self._items)
        self.height = self._tallest + 2 * PADDING + (20 if self._caption else 0)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw them from left to right."""
        look, x = self._look, (self.width - self._row) / 2
        for word in self._items:
            if word in ICONS:
                name, side = ICONS[word]
                centre = look.px(x + side / 2), look.px(PADDING + self._tallest / 2)
                look.icon(canvas, name, INKS[word], centre, look.px(side))
            else:
                self._draw_column(canvas, word, x)
            x += _item_width(word) + SPACE
        if self._caption:
            at = (canvas.get_width() // 2, look.px(self.height - PADDING - 3))
            look.write(canvas, self._caption, fonts.SMALL_CAPTION, colours.CREAM, at, Align.CENTRE)

    def _draw_column(self, canvas: pygame.Surface, word: str, x: float) -> None:
        look, faces = self._look, word.removeprefix("*").split("/")
        size = look.px(CARD), look.px(CARD_HEIGHT)
        for depth, face in enumerate(faces):
            at = look.px(x), look.px(PADDING + FAN * depth)
            if word.startswith("*") and depth == len(faces) - 1:
                grown = pygame.Rect(at, size).inflate(look.px(4), look.px(4))
                blur, glow = max(2, look.px(5)), (*colours.GLOW, 225)
                look.paint.glow(canvas, grown, size[0] * 0.07 + 2, blur, glow)
            canvas.blit(self._art(face, size), at)

    def _art(self, face: str, size: tuple[int, int]) -> pygame.Surface:
        look, appearance = self._look, self._appearance
        if face == "#":
            return back_art(look, size, appearance)
        if face.startswith("_"):
            return slot_art(look, SUITS.get(face[1:], "plain"), size)
        art = card_art(look, cards.parse_card(face.removeprefix("!")), size, appearance)
        return reversed_lightness(art) if face.startswith("!") else art


def _item_width(word: str) -> float:
    return ICONS[word][1] if word in ICONS else CARD
