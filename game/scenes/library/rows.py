"""The columns of the library: their headings, and how a row is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.library_filter_and_sort import LibraryColumn, LibraryDeal, Standing
from game.rules import RULES, Rules, variants
from game.scenes.common.deal_and_day_words import clock_text, day_text, policy_words
from game.scenes.common.list_scene import NONE
from game.system.language import Language
from game.widgets.list_view import ARROW_ROOM, HEAD, Headings, ListRow, SortHeading
from game.widgets.look import Look

TITLE = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
ICON = 15
ICON_ROOM = 22
GAP = 10


class LibraryColumnPlace(NamedTuple):
    """The place of a column: its left or right edge, by `align`, and its greatest width, both as
    shares of the row's width.
    """

    column: LibraryColumn
    share: float
    align: Align
    room: float


WIDE = (
    LibraryColumnPlace(LibraryColumn.GAME, 0.02, Align.LEFT, 0.18),
    LibraryColumnPlace(LibraryColumn.DEAL, 0.215, Align.LEFT, 0.165),
    LibraryColumnPlace(LibraryColumn.STATE, 0.383, Align.LEFT, 0.16),
    LibraryColumnPlace(LibraryColumn.BEST, 0.576, Align.RIGHT, 0.06),
    LibraryColumnPlace(LibraryColumn.OVER, 0.652, Align.RIGHT, 0.06),
    LibraryColumnPlace(LibraryColumn.POSITIONS, 0.76, Align.RIGHT, 0.09),
    LibraryColumnPlace(LibraryColumn.TIME, 0.847, Align.RIGHT, 0.08),
    LibraryColumnPlace(LibraryColumn.PLAYED, 0.975, Align.RIGHT, 0.12),
)
TIGHT_TITLE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14.5)
TIGHT_ROW = TextStyle(fonts.Face.SANS, 14.5)
EDGE = 8
"""The free space at the left of columns that are as narrow as their words, in dp."""
USUAL: Final = {
    LibraryColumn.DEAL: "mWwMAHNO…",
    LibraryColumn.BEST: "999",
    LibraryColumn.OVER: "+99",
    LibraryColumn.POSITIONS: "9999",
    LibraryColumn.TIME: "9:59:59",
}
"""The texts that such columns have room for; of deals the widest label (`label_of`), which is wider
than every number.
"""
NUMBER: Final = "999999"
"""The text that the column of deals has room for if all else has given way."""


class LibraryRows:
    """Writes rows at the columns of a window."""

    def __init__(self, _: Language, clock: Callable[[], float]) -> None:
        """`clock` gives the time in seconds since 1970, for the words today and yesterday."""
        self._, self._clock = _, clock
        self._places: tuple[LibraryColumnPlace, ...] = WIDE
        self._is_tight = False
        """The columns are as narrow as their words, which are smaller."""

    def fit(self, look: Look, heads: Headings, *, low: bool) -> bool:
        """Choose the places of the columns below headings that were placed. `low`: there is no
        place with more room, so words may give way; else return False if they do not fit.
        """
        self._places, self._is_tight = WIDE, False
        if self._has_room(look, heads):
            return True
        if low:
            self._is_tight = True
            self._places = self._tight(look, heads.rect.w)
        return low

    def headings(self) -> list[SortHeading]:
        """The headings at the places chosen."""
        names = self._names()
        return [SortHeading(c.column, c.share, c.align, *names[c.column]) for c in self._places]

    def _has_room(self, look: Look, heads: Headings) -> bool:
        """Whether names of columns, games, states and days are whole at the places chosen."""
        if heads.are_crowded(self.headings()):
            return False
        rooms = {place.column: round(place.room * heads.rect.w) for place in self._places}
        rooms[LibraryColumn.STATE] -= look.px(ICON_ROOM)
        told = self._words_of_columns()
        return all(
            look.width(words, fonts.ROW) <= rooms[column]
            for column in told
            for words in told[column]
        )

    def _words_of_columns(self) -> dict[LibraryColumn, list[str]]:
        """The words that the columns of games, states and days can hold, but for long policies."""
        _ = self._
        days = [_("today"), _("yesterday"), "2000-00-00"]
        return {
            LibraryColumn.GAME: [_short_words(rules, _) for rules in variants()],
            LibraryColumn.STATE: [*state_words(_).values()],
            LibraryColumn.PLAYED: days,
        }

    def _tight(self, look: Look, width: int) -> tuple[LibraryColumnPlace, ...]:
        """Make columns as narrow as their words. If even that is too wide, leave out policies, then
        the words of states: only its title tells a deal from others. The free room goes to the
        titles, which get less than usual if they must.
        """
        free, words = width - look.px(EDGE), self._words_of_columns()
        titles = {LibraryColumn.GAME: [make().title for make in RULES.values()]}
        for told, states in ((words, True), (words | titles, True), (words | titles, False)):
            needs = self._needs(look, told, states=states)
            if sum(needs.values()) <= free:
                break
        least = look.width(NUMBER, TIGHT_TITLE) + look.px(ARROW_ROOM)
        rest = sum(needs.values()) - needs[LibraryColumn.DEAL]
        needs[LibraryColumn.DEAL] = max(least, free - rest)
        return self._side_by_side(look, needs, width, states=states)

    def _needs(
        self, look: Look, words: dict[LibraryColumn, list[str]], *, states: bool
    ) -> dict[LibraryColumn, int]:
        """The width of each column in pixels, with the room for the arrow after its name. `states`:
        with the words of states.
        """
        needs = {}
        for column, (name, _) in self._names().items():
            told = words.get(column) or [USUAL[column]]
            style = TIGHT_TITLE if column is LibraryColumn.DEAL else TIGHT_ROW
            content = max(look.width(text, style) for text in told)
            if column is LibraryColumn.DEAL:
                content += look.px(ICON_ROOM)  # for the sign of a note
            elif column is LibraryColumn.STATE:
                content = look.px(ICON_ROOM) + content if states else 0
            needs[column] = max(look.width(name, HEAD), content) + look.px(ARROW_ROOM)
        return needs

    def _side_by_side(
        self, look: Look, needs: dict[LibraryColumn, int], width: int, *, states: bool
    ) -> tuple[LibraryColumnPlace, ...]:
        """The places of columns of these widths."""
        places, left, after = [], look.px(EDGE), look.px(ARROW_ROOM)
        squeezed = min(1, (width - left) / sum(needs.values()))
        for place in WIDE:
            need = round(needs[place.column] * squeezed)
            x = left if place.align is Align.LEFT else left + need - after
            is_sign = place.column is LibraryColumn.STATE and not states
            room = 0 if is_sign else need - after
            places.append(LibraryColumnPlace(place.column, x / width, place.align, room / width))
            left += need
        return tuple(places)

    def _names(self) -> dict[LibraryColumn, tuple[str, str]]:
        """The name of each column, and its sign."""
        _ = self._
        return {
            LibraryColumn.GAME: (_("Game"), "cards"),
            LibraryColumn.DEAL: (_("Deal"), "list"),
            LibraryColumn.STATE: (_("Status"), "check"),
            LibraryColumn.BEST: (_("Best"), "star"),
            LibraryColumn.OVER: (_("Extra"), "plus"),
            LibraryColumn.POSITIONS: (_("Positions"), "map"),
            LibraryColumn.TIME: (_("Time"), "clock"),
            LibraryColumn.PLAYED: (_("Played"), "calendar"),
        }

    def words(self, deal: LibraryDeal) -> list[str]:
        """The cells of a row in words; those after the state begin with the column's name. Empty
        ones are left out.
        """
        told, names = [game_words(deal, self._), deal.title], self._names()
        told.append(state_words(self._)[deal.standing])
        for column in list(LibraryColumn)[len(told) :]:
            text = self._text(column, deal)[0]
            told += [f"{names[column][0]} {text}"] if text not in ("", NONE) else []
        return told

    @property
    def _title_style(self) -> TextStyle:
        return TIGHT_TITLE if self._is_tight else TITLE

    @property
    def _row_style(self) -> TextStyle:
        return TIGHT_ROW if self._is_tight else fonts.ROW

    def draw(self, target: pygame.Surface, look: Look, row: ListRow, deal: LibraryDeal) -> None:
        """One deal."""
        for place in self._places:
            x = row.area.x + round(place.share * row.area.w)
            room = round(place.room * row.area.w)
            if place.column is LibraryColumn.STATE:
                self._draw_state(target, look, deal, (x, row.area.centery), room)
            elif place.column is LibraryColumn.DEAL:
                self._draw_title(target, look, deal, (x, row.area.centery), room)
            else:
                text, ink = self._text(place.column, deal)
                if place.column is LibraryColumn.GAME:
                    text = self._game_in(look, deal, room)
                at = (x, row.area.centery)
                look.write(target, text, self._row_style, ink, at, place.align, room)

    def _game_in(self, look: Look, deal: LibraryDeal, room: int) -> str:
        """The game with its policy, in full, short, or without it, as a room in pixels allows."""
        choices = game_words(deal, self._), _short_words(deal.rules, self._)
        fitting = (words for words in choices if look.width(words, self._row_style) <= room)
        return next(fitting, deal.rules.title)

    def _draw_title(
        self, target: pygame.Surface, look: Look, deal: LibraryDeal, at: tuple[int, int], room: int
    ) -> None:
        signs = [deal.daily is not None and "calendar", bool(deal.row.note) and "note"]
        left = room - look.px(ICON_ROOM) * sum(map(bool, signs))
        where = look.write(target, deal.title, self._title_style, colours.CREAM, at, room=left)
        x = where.right + look.px(GAP)
        for sign in filter(None, signs):
            look.icon(
                target, str(sign), colours.GOLD, (x + look.px(ICON) // 2, at[1]), look.px(ICON)
            )
            x += look.px(ICON_ROOM)

    def _draw_state(
        self, target: pygame.Surface, look: Look, deal: LibraryDeal, at: tuple[int, int], room: int
    ) -> None:
        sign, room = deal.standing.check_sign, room - look.px(ICON_ROOM)
        ink = colours.GREEN if deal.standing is Standing.ALONE else colours.DIM
        if sign:
            look.icon(target, sign, ink, (at[0] + look.px(ICON) // 2, at[1]), look.px(ICON))
        if room <= 0:
            return
        words = state_words(self._)[deal.standing]
        at = at[0] + look.px(ICON_ROOM), at[1]
        look.write(target, words, self._row_style, ink, at, room=room)

    def _text(self, column: LibraryColumn, deal: LibraryDeal) -> tuple[str, Rgb]:
        row = deal.row
        match column:
            case LibraryColumn.GAME:
                return _short_words(deal.rules, self._), colours.CREAM
            case LibraryColumn.BEST:
                ink = colours.GOLD if deal.over == 0 else colours.CREAM
                return (NONE, colours.DIM) if row.best is None else (str(row.best), ink)
            case LibraryColumn.OVER:
                return (
                    "" if deal.over is None else f"{deal.over:+}" if deal.over else "0"
                ), colours.DIM
            case LibraryColumn.POSITIONS:
                return (self._.number(row.positions + 1) if row.positions else ""), colours.DIM
            case LibraryColumn.TIME:
                return (clock_text(int(row.seconds)) if row.seconds >= 1 else ""), colours.DIM
        return day_text(row.when, self._clock(), self._), colours.DIM


def game_words(deal: LibraryDeal, _: Language) -> str:
    """The game, with its policy where it has one."""
    return _joined(deal.rules.title, policy_words(deal.rules, _))


def _short_words(rules: Rules, _: Language) -> str:
    return _joined(rules.title, ", ".join(choice.short.translated(_) for choice in rules.chosen))


def _joined(title: str, policy: str) -> str:
    return f"{title} · {policy}" if policy else title


def state_words(_: Language) -> dict[Standing, str]:
    """How a deal stands, in a word or two."""
    return {
        Standing.BEGUN: _("in progress"),
        Standing.ALONE: _("unaided"),
        Standing.HINTS: _("with hints"),
        Standing.SHOWN: _("solution seen"),
        Standing.PASTED: _("pasted"),
        Standing.IMPORTED: _("imported"),
        Standing.OPENED: _("opened"),
    }
