"""The columns of the library, and the selected deal: its table as it was left, its figures, its
note.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import pygame

from game.core.position import Position
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.library_filter_and_sort import LibraryColumn, LibraryDeal, Standing
from game.record.reviewed_lines import position_left
from game.rules import RULES, Rules, variants
from game.scenes.common.deal_and_day_words import (
    clock_text,
    day_text,
    day_words,
    ordered_words,
    pack_words,
    policy_words,
)
from game.scenes.common.deal_detail import (
    DEAL_TITLE,
    GAP,
    LEAST_PICTURE,
    SMALL_TITLE,
    TITLE,
    DealDetail,
    DetailFigure,
    best_labels,
)
from game.scenes.common.list_columns import NONE, Cell, ColumnPlace, DealColumn, ListColumns
from game.scenes.common.services import Services
from game.storage import StorageError
from game.system.language import Language
from game.widgets.list_view import ARROW_ROOM, HEAD, Headings
from game.widgets.look import Look
from game.widgets.text_flow import SEPARATOR, draw_line, leading_facts, line_height, wrap_plain

ROW_TITLE: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
TIGHT: Final = {
    ROW_TITLE: TextStyle(fonts.Face.SANS_SEMIBOLD, 14.5),
    fonts.ROW: TextStyle(fonts.Face.SANS, 14.5),
}
"""The smaller styles of columns that are as narrow as their words."""
ICON: Final = 15
ICON_ROOM: Final = 22
SIGN_GAP: Final = 10
EDGE: Final = 8
"""The free space at the left of columns that are as narrow as their words, in dp."""
USUAL: Final = {
    LibraryColumn.DEAL: "mWwMAHNO…",
    LibraryColumn.BEST: "999",
    LibraryColumn.OVER: "+99",
    LibraryColumn.TIME: "9:59:59",
}
"""The texts that such columns have room for; of deals the widest label (`label_of`), which is wider
than every number.
"""
NUMBER: Final = "999999"
"""The text that the column of deals has room for if all else has given way."""


class LibraryColumns(ListColumns[LibraryDeal]):
    """The columns of a window, all of them at any width."""

    def __init__(self, _: Language, clock: Callable[[], float]) -> None:
        """`clock` gives the time in seconds since 1970, for the words today and yesterday."""
        self._, self._clock = _, clock
        left, right, dim = Align.LEFT, Align.RIGHT, colours.DIM
        super().__init__([
            DealColumn(LibraryColumn.GAME, _("Game"), left, (0.02,), room=0.18, icon="cards",
                       draw=self._draw_game, spoken=lambda deal: game_words(deal, _)),
            DealColumn(LibraryColumn.DEAL, _("Deal"), left, (0.215,), room=0.165, icon="list",
                       style=ROW_TITLE, draw=_draw_title, spoken=lambda deal: deal.title),
            DealColumn(LibraryColumn.STATE, _("Status"), left, (0.383,), room=0.16, icon="check",
                       draw=self._draw_state,
                       spoken=lambda deal: state_words(_)[deal.standing]),
            DealColumn(LibraryColumn.BEST, _("Best"), right, (0.606,), _best, room=0.06,
                       icon="star"),
            DealColumn(LibraryColumn.OVER, _("Extra"), right, (0.706,), _over, room=0.06,
                       icon="plus"),
            DealColumn(LibraryColumn.TIME, _("Time"), right, (0.827,),
                       lambda deal: (_time(deal), dim), room=0.08, icon="clock"),
            DealColumn(LibraryColumn.PLAYED, _("Played"), right, (0.975,),
                       lambda deal: (day_text(deal.row.when, self._clock(), _), dim), room=0.12,
                       icon="calendar"),
        ])  # fmt: skip

    # Places

    def fit(self, look: Look, heads: Headings, *, low: bool) -> bool:
        """Choose the places of the columns below headings that were placed. `low`: there is no
        place with more room, so words may give way; else return False if they do not fit.
        """
        self.places, self.styles = self.in_form(0), {}
        if self._has_room(look, heads):
            return True
        if low:
            self.styles = TIGHT
            self.places = self._tight(look, heads.rect.w)
        return low

    def _has_room(self, look: Look, heads: Headings) -> bool:
        """Whether names of columns, games, states and days are whole at the places chosen."""
        if heads.are_crowded(self.headings()):
            return False
        rooms = {place.value: round((place.room or 0) * heads.rect.w) for place in self.places}
        rooms[LibraryColumn.STATE] -= look.px(ICON_ROOM)
        return all(
            look.width(words, fonts.ROW) <= rooms[column]
            for column, told in self._words_of_columns().items()
            for words in told
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

    def _tight(self, look: Look, width: int) -> list[ColumnPlace]:
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
        least = look.width(NUMBER, TIGHT[ROW_TITLE]) + look.px(ARROW_ROOM)
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
        for column in LibraryColumn:
            declared = self.columns[column]
            told = words.get(column) or [USUAL[column]]
            content = max(look.width(text, TIGHT[declared.style]) for text in told)
            if column is LibraryColumn.DEAL:
                content += look.px(ICON_ROOM)  # for the sign of a note
            elif column is LibraryColumn.STATE:
                content = look.px(ICON_ROOM) + content if states else 0
            needs[column] = max(look.width(declared.name, HEAD), content) + look.px(ARROW_ROOM)
        return needs

    def _side_by_side(
        self, look: Look, needs: dict[LibraryColumn, int], width: int, *, states: bool
    ) -> list[ColumnPlace]:
        """The places of columns of these widths."""
        places, left, after = [], look.px(EDGE), look.px(ARROW_ROOM)
        squeezed = min(1, (width - left) / sum(needs.values()))
        for column in LibraryColumn:
            need = round(needs[column] * squeezed)
            x = left if self.columns[column].align is Align.LEFT else left + need - after
            is_sign = column is LibraryColumn.STATE and not states
            places.append(ColumnPlace(column, x / width, 0 if is_sign else (need - after) / width))
            left += need
        return places

    # Cells

    def _draw_game(self, cell: Cell, deal: LibraryDeal) -> None:
        """The game with its policy, in full, short, or without it, as the room allows."""
        for words in (game_words(deal, self._), _short_words(deal.rules, self._), deal.rules.title):
            if cell.room is None or cell.look.width(words, cell.style) <= cell.room:
                break
        cell.write(words, colours.CREAM)

    def _draw_state(self, cell: Cell, deal: LibraryDeal) -> None:
        side, beside = cell.look.px(ICON), cell.look.px(ICON_ROOM)
        ink = colours.GREEN if deal.standing is Standing.ALONE else colours.DIM
        cell.icon(deal.standing.check_sign, ink, side, side // 2)
        if cell.room is None or cell.room > beside:
            cell.write(state_words(self._)[deal.standing], ink, beside, beside)


def _draw_title(cell: Cell, deal: LibraryDeal) -> None:
    signs = ["calendar"] * (deal.daily is not None) + ["note"] * bool(deal.row.note)
    side, pitch = cell.look.px(ICON), cell.look.px(ICON_ROOM)
    where = cell.write(deal.title, colours.CREAM, spare=pitch * len(signs))
    x = where.right - cell.at[0] + cell.look.px(SIGN_GAP)
    for place, sign in enumerate(signs):
        cell.icon(sign, colours.GOLD, side, x + place * pitch + side // 2)


def _best(deal: LibraryDeal) -> tuple[str, Rgb]:
    if deal.best is None:
        return NONE, colours.DIM
    return str(deal.best), colours.GOLD if deal.over == 0 else colours.CREAM


def _over(deal: LibraryDeal) -> tuple[str, Rgb]:
    words = "" if deal.over is None else f"{deal.over:+}" if deal.over else "0"
    return words, colours.DIM


def _time(deal: LibraryDeal) -> str:
    return clock_text(int(deal.row.seconds)) if deal.row.seconds >= 1 else ""


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


LEAST_REST: Final = 9
"""The least size of the last row beside a picture."""
BELOW_HEAD, PITCH = 50, 16
"""The middle of the line below the title, and what lies between two where it takes two, in dp."""
NOTE_LINES: Final = 2
"""The number of a note's lines that always have room."""
STRIP_PICTURE: Final = 120


class LibraryDetail(DealDetail[LibraryDeal]):
    """A deal as it was left, with its note and the record of playing it."""

    head, story, picture_share, besides, inset = 76, 30, 0.8, 188, 10

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._ordered: list[str] = []
        """The deal's 'ordered' records, the hardest first."""
        self._known: int | None = None
        """The moves of the best answer known; None: none is."""

    def show(self, deal: LibraryDeal | None) -> None:
        """Also read its records, and what the solver has found."""
        super().show(deal)
        self._ordered, self._known = [], None
        if deal is not None:
            self._known = self._best_known(deal)
            with suppress(StorageError):
                self._ordered = self.services.game_store.storage.ordered(deal.row.key)

    def table_of(self, deal: LibraryDeal) -> tuple[Rules, Position]:
        """As it was left; if that cannot be read, the deal itself."""
        storage = self.services.game_store.storage
        try:
            return deal.rules, position_left(storage, deal.rules, deal.deck)[0]
        except (StorageError, ValueError):
            return deal.rules, deal.rules.deal(deal.deck)

    def _best_known(self, deal: LibraryDeal) -> int | None:
        """As the table tells: the player's best if that is better than what the solver knows."""
        if deal.shortest is not None:
            return deal.shortest
        par = self.services.advisor.par_of_deal(deal.rules, deal.deck)
        known = [] if par is None else [par.moves]
        return min([*known, *([] if deal.row.best is None else [deal.row.best])], default=None)

    def figures_of(self, deal: LibraryDeal) -> Sequence[DetailFigure]:
        """The best answer with what it takes above the best known, and that one."""
        _, row, known = self._, deal.row, self._known
        over = 0 if row.best is None or known is None else row.best - known
        labels = best_labels(row.best, row.alone, _)
        best = DetailFigure(labels, row.best, colours.GOLD, f"{over:+}" if over else "")
        labels = (_("Best known"),) * 2
        if deal.shortest is not None:
            labels = _("Minimum possible"), _("Minimum")
        return best, DetailFigure(labels, known, colours.CREAM)

    def _title(self, deal: LibraryDeal) -> str:
        return deal.title if deal.row.name else f"{deal.rules.title} {deal.title}"

    def _below(self, deal: LibraryDeal) -> str:
        _, row = self._, deal.row
        told = [state_words(_)[deal.standing]]
        if row.name:
            told.insert(0, f"{game_words(deal, _)} {deal.label}")
        elif deal.rules.facts.policies:
            told.insert(0, policy_words(deal.rules, _))
        if row.number is None and row.pack:
            told.append(pack_words(row.pack))
        if deal.daily is not None:
            day = day_words(deal.daily, self.services.daily.today, _)
            told.append(_("daily deal for {day}").format(day=day))
        return SEPARATOR.join(told)

    def _story(self, look: Look, deal: LibraryDeal, style: TextStyle, room: int) -> str:
        """The leading facts that fit in a room, in pixels."""
        _, row = self._, deal.row
        told = [ordered_words(done, _) for done in self._ordered[:1]]
        told = [words for words in told if look.width(words, style) <= room]
        if row.seconds >= 1:
            told.append(_("{time} in total").format(time=clock_text(int(row.seconds))))
        return leading_facts(look, SEPARATOR.join(told), style, room)

    # Drawing

    def draw_head(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        """The title, and how the deal stands in one line or two."""
        at = (area.x, area.y + look.px(TITLE))
        look.write(target, self._title(deal), DEAL_TITLE, colours.CREAM, at, room=area.w)
        first, rest = _in_two(look, self._below(deal), fonts.CAPTION, area.w)
        y = area.y + look.px(BELOW_HEAD - PITCH // 2 if rest else BELOW_HEAD)
        for line in (first, rest):
            look.write(target, line, fonts.CAPTION, colours.DIM, (area.x, y), room=area.w)
            y += look.px(PITCH)

    def draw_strip(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        """Draw picture and words side by side. The last row has the beginning of the note, else
        what the row above has no room for, else the story.
        """
        self.draw_picture(target, look, pygame.Rect(area.topleft, (look.px(STRIP_PICTURE), area.h)))
        x, middle = area.x + look.px(STRIP_PICTURE) + look.px(GAP), area.centery
        room, style = area.right - x, fonts.SMALL_CAPTION
        at = (x, middle - look.px(20))
        look.write(target, self._title(deal), SMALL_TITLE, colours.CREAM, at, room=room)
        told = self._below(deal)
        first, rest = _in_two(look, told, style, room)
        first = told if deal.row.note else first
        look.write(target, first, style, colours.DIM, (x, middle + look.px(4)), room=room)
        at = (x, middle + look.px(24))
        for line in wrap_plain(look, deal.row.note, style, room, 1):
            draw_line(target, look, line, style, colours.CREAM, at, room)
        if not deal.row.note:
            last = rest or self._story(look, deal, style, room)
            style = look.shrunk(last, style, room, LEAST_REST, 0.5)
            look.write(target, last, style, colours.DIM, at, room=room)

    def draw_note(
        self, target: pygame.Surface, look: Look, room: pygame.Rect, deal: LibraryDeal
    ) -> int:
        """Draw the note at the bottom of `room`, with as many lines as leave the least room for the
        picture; returns its height with the gap in pixels, 0 without a note.
        """
        if not deal.row.note:
            return 0
        step = line_height(look, fonts.CAPTION)
        most = max(NOTE_LINES, (room.h - look.px(LEAST_PICTURE + GAP)) // step)
        lines = wrap_plain(look, deal.row.note, fonts.CAPTION, room.w, most)
        y = room.bottom - step * len(lines)
        for place, line in enumerate(lines):
            at = (room.x, y + step * place + step // 2)
            draw_line(target, look, line, fonts.CAPTION, colours.CREAM, at, room.w)
        return step * len(lines) + look.px(GAP)

    def draw_story(
        self, target: pygame.Surface, look: Look, area: pygame.Rect, deal: LibraryDeal
    ) -> None:
        """The time."""
        at = (area.x, area.centery + look.px(3))
        story = self._story(look, deal, fonts.CAPTION, area.w)
        look.write(target, story, fonts.CAPTION, colours.DIM, at, room=area.w)


def _in_two(look: Look, told: str, style: TextStyle, room: int) -> tuple[str, str]:
    """The leading facts of a line that fit in a room, in pixels, and the others."""
    first = leading_facts(look, told, style, room)
    return first, told.removeprefix(first).removeprefix(SEPARATOR)
