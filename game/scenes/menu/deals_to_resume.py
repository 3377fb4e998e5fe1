"""Deals as they were left, the unfinished ones of all games and the last one of a game; the menu's
tiles of unfinished deals: small pictures that open the table.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

import pygame

from game.core import deals
from game.core.deals import Deck, deal_name, label_of
from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.text_rendering import Align
from game.record.reviewed_lines import position_left
from game.rules import Rules, rules_for
from game.scenes.common.deal_and_day_words import when_left
from game.storage import LibraryRow, Storage, StorageError
from game.system.language import Language
from game.table.card_sprites import Appearance
from game.table.miniature import draw_miniature
from game.widgets import control_sizes
from game.widgets.base import PressWidget
from game.widgets.control_sizes import columns
from game.widgets.look import Look
from game.widgets.text_flow import leading_facts

MOST_TABLES: Final = 4
"""How many unfinished deals the menu offers."""


class LeftDeal(NamedTuple):
    """A deal as it was left."""

    rules: Rules
    deck: Deck
    number: int | None
    position: Position
    moves: int
    """The counted moves from the deal to the position."""
    when: int
    """When the deal was left, in seconds since 1970."""
    name: str = ""
    """The player's name for the deal; empty: it has none."""
    pack: str = ""
    """The deal's place in a level pack; empty: it has none."""

    @property
    def title(self) -> str:
        """Its name, else its game and its label."""
        return self.name or self.full_title

    @property
    def full_title(self) -> str:
        """Its game, and its name, else its label."""
        label = label_of(self.number, self.pack, deals.deck_text(self.deck))
        return deal_name(self.rules.title, self.name or label)


def last_played(storage: Storage, game: str) -> LeftDeal | None:
    """The deal of a game played last; None if there is none or it cannot be read."""
    try:
        last = storage.last_played(game)
    except StorageError:
        return None
    return None if last is None else _left(storage, last)


def unfinished(storage: Storage, game: str) -> LeftDeal | None:
    """The unfinished deal of a game left last; None if there is none or it cannot be read."""
    try:
        rows = storage.unfinished(game)
    except StorageError:
        return None
    return _left(storage, rows[0], rows[0].name) if rows else None


def all_left(storage: Storage, most: int) -> tuple[list[LeftDeal], set[str]]:
    """At most `most` unfinished deals of all games, the one left last first; and the names of all
    games that have one, for which storage is asked only if there may be more deals.
    """
    try:
        rows = storage.unfinished(None, most)
        games = {row.key.game for row in rows}
        if len(rows) == most:
            games |= storage.games_with_unfinished(games)
    except StorageError:
        return [], set()
    found = (_left(storage, row, row.name) for row in rows)
    return [left for left in found if left is not None], games


def _left(storage: Storage, row: LibraryRow, name: str = "") -> LeftDeal | None:
    """A deal as it was left; None where it cannot be read: opening it tells what is wrong."""
    key = row.key
    try:
        rules = rules_for(key.game, key.options.split())
        deck = deals.parse_deck(key.deck)
        position, moves = position_left(storage, rules, deck)
    except (StorageError, ValueError):
        return None
    return LeftDeal(rules, deck, row.number, position, moves, row.when, name, row.pack)


GAP: Final = 12
LEAST_WIDTH: Final = 128
LEAST_WIDTH_SMALL: Final = 84
WIDE_FROM: Final = 2.5
"""A tile at least this many times as wide as high has its words beside the picture."""
PICTURE: Final = 1.5
"""The width of that picture over its height."""
CAPTION: Final = 22
INSET: Final = 6


def _score(left: LeftDeal, _: Language) -> str:
    score, goal = left.rules.score(left.position), left.rules.goal
    if left.rules.facts.in_sequence:
        return _("score {n} of {goal}").format(n=score, goal=goal)
    text = _.plural("{n} of {goal} home", "{n} of {goal} home", score)
    return text.format(n=score, goal=goal)


class ResumeTile(PressWidget):
    """Answers Pressed. The first of a row has a gold edge."""

    def __init__(self, name: str, *, first: bool) -> None:
        super().__init__(name, key="C" if first else "")
        self._first = first
        self._left: LeftDeal
        self._note = ""
        """Facts for which there is no room are left out."""
        self._appearance = Appearance()
        self.is_wide = False
        """The words are beside the picture."""

    def show(self, left: LeftDeal, now: datetime, appearance: Appearance, _: Language) -> None:
        """Show a table. `now` is the local time."""
        self._left, self._appearance, self.stale = left, appearance, True
        moves = _.plural("{n} move", "{n} moves", left.moves).format(n=left.moves)
        self._note = f"{moves} · {when_left(left.when, now, _)}"
        words = _("Continue: {deal}, {moves}").format(deal=left.full_title, moves=moves)
        self.tooltip = f"{words} · {when_left(left.when, now, _)} · {_score(left, _)}"

    # Drawing

    @property
    def cuts_label(self) -> bool:
        """Whether the title is cut and no player's name: a cut number reads as another one."""
        if self._left.name:
            return False
        style = fonts.BUTTON if self.is_wide else fonts.SMALL_CAPTION
        room = self._span_beside()[1] if self.is_wide else self._frame().w
        return self.look.width(self._left.title, style) > room

    def _span_beside(self) -> tuple[int, int]:
        """The left edge and the width of the room for words beside the picture."""
        left = self._frame().right + self.look.px(14)
        return left, self.rect.right - self.look.px(10) - left

    def _frame(self) -> pygame.Rect:
        """Where the picture is."""
        inset = self.look.px(INSET)
        frame = self.rect.inflate(-2 * inset, -2 * inset)
        if self.is_wide:
            frame.width = round(PICTURE * frame.height)
        else:
            frame.height -= self.look.px(CAPTION)
        return frame

    def draw(self, target: pygame.Surface) -> None:
        """Draw background, felt, cards and words."""
        look, down = self.look, self.is_down
        fill = colours.HOVER_FILL if self.hovered and not down else colours.BUTTON_FILL
        edge = colours.HOVER_EDGE if self.hovered else colours.BUTTON_EDGE
        if self._first:
            edge = colours.tint(colours.GOLD, 1)
        radius = look.px(control_sizes.BUTTON_RADIUS)
        look.paint.box(target, self.rect, radius, fill, edge, look.scale.line(1.6))
        frame, felt = self._frame(), self._appearance.felt
        look.paint.box(target, frame, look.px(8), colours.mix(felt.lit, felt.dark, 0.35))
        inner, left = frame.inflate(-2 * look.px(4), -2 * look.px(4)), self._left
        with look.paint.clipped(target, frame):
            draw_miniature(target, look, inner, left.rules, left.position, self._appearance)
        self._draw_words(target, look, frame)

    def _draw_words(self, target: pygame.Surface, look: Look, frame: pygame.Rect) -> None:
        title = self._left.title
        ink: Rgb = colours.GOLD if self._first else colours.CREAM
        if self.is_wide:
            left, room = self._span_beside()
            up, down = look.px(11), look.px(12)
            middle = self.rect.centery
            look.write(target, title, fonts.BUTTON, ink, (left, middle - up), room=room)
            note = leading_facts(look, self._note, fonts.CAPTION, room)
            look.write(target, note, fonts.CAPTION, colours.DIM, (left, middle + down), room=room)
        else:
            at = (self.rect.centerx, frame.bottom + look.px(CAPTION / 2 + 2))
            look.write(target, title, fonts.SMALL_CAPTION, ink, at, Align.CENTRE, frame.w)


def place_tiles(look: Look, tiles: list[ResumeTile], area: pygame.Rect, *, small: bool) -> int:
    """Place as many tiles side by side as fit with whole labels, at least one; returns how many are
    placed. Where labels are too long for words beside the pictures, those are below.
    """
    least = look.px(LEAST_WIDTH_SMALL if small else LEAST_WIDTH) + look.px(GAP)
    most = max(1, min(len(tiles), (area.w + look.px(GAP)) // least))
    for count in range(most, 0, -1):
        shown = tiles[:count]
        for tile, place in zip(shown, columns(area, [1] * count, look.px(GAP)), strict=True):
            tile.place(look, place)
        for wide in (True, False):
            for tile in shown:
                tile.is_wide = wide and tile.rect.w >= WIDE_FROM * tile.rect.h
            if not any(tile.cuts_label for tile in shown):
                return count
    return 1
