"""Two lines of one deal side by side: their tables, and where they part and meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core.position import Position
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.display_list import Shown
from game.graphics.fonts import TextStyle
from game.graphics.scale import SHORT_BELOW
from game.graphics.text_rendering import Align
from game.play.session import Session
from game.play.spoken_cards_and_moves import table_lines
from game.record.reviewed_lines import LineReader, Stretch, stretches
from game.scenes.common.base import Change, GoTo, Pop
from game.scenes.common.services import Services
from game.scenes.review.controls import BACK_SIDE, BUTTON, HEADER, HEADER_SHORT, INSET, INSET_SHORT
from game.scenes.review.lines_and_boards import Arrow, LinesScene
from game.table.window_layout import is_portrait
from game.widgets import control_sizes
from game.widgets.base import ARROWS, Widget
from game.widgets.button import Button, button_of
from game.widgets.list_view import ListRow, ListView

HEAD: Final = TextStyle(fonts.Face.SERIF_SEMIBOLD, 18)
PRICE: Final = TextStyle(fonts.Face.SERIF_BOLD, 18)
ROWS: Final = "stretches"
PLAY: Final = ("play-first", "play-second")
ROW: Final = 36
LIST_SHARE: Final = 0.30
LEAST_ROWS: Final = 3


class ComparisonScene(LinesScene):
    """Two lines of the session, that end at the positions `first` and `second`."""

    name = "comparison"

    def __init__(
        self,
        services: Services,
        session: Session,
        first: tuple[int, int | None],
        second: tuple[int, int | None],
        on_goto: GoTo,
        over_table: int = 1,
    ) -> None:
        super().__init__(services, session, on_goto, over_table, tables=2)
        reader = LineReader()
        self._lines = [reader.to(session, *end) for end in (first, second)]
        self._stretches = stretches(self._lines[0].line, self._lines[1].line)
        apart = [n for n, each in enumerate(self._stretches) if not each.together]
        self._chosen = apart[0] if apart else 0
        self.rebuild()
        self.does = {
            Command.BACK: Pop,
            PLAY[0]: lambda: self._play_line(0),
            PLAY[1]: lambda: self._play_line(1),
        }
        self.takes = {ROWS: self._choose}

    def build(self) -> Sequence[Widget]:
        """The back button, the list, a button for each line."""
        _ = self._
        self._back = button_of(Command.BACK, _, height=BACK_SIDE)
        self._rows = ListView(ROWS, self._draw_row, row_height=ROW)
        self._rows.spoken = _("Where the lines split and meet")
        self._rows.row_words = lambda row: self.words(self._stretches[row])
        self._play = [
            Button(name, _("Play from here"), "play", style=fonts.BUTTON_SMALL,
                   tooltip=_("Return to the table and play from this position"))
            for name in PLAY
        ]  # fmt: skip
        return [self._back, self._rows, *self._play]

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: two tables side by side, or one above the other, and the list below."""
        super().place(size)
        size, look = self.size, self.look
        self._short = short = look.scale.dp(size[1]) < SHORT_BELOW
        inset, margin = look.px(INSET_SHORT if short else INSET), look.px(control_sizes.GAP)
        self._header = pygame.Rect(0, 0, size[0], look.px(HEADER_SHORT if short else HEADER))
        body = pygame.Rect(0, self._header.bottom, size[0], size[1] - self._header.h)
        body.inflate_ip(-2 * inset, -2 * inset)
        high = max(round(body.h * LIST_SHARE), look.px(LEAST_ROWS * ROW) + margin)
        self._list = pygame.Rect(body.x, body.bottom - high, body.w, high)
        self._place_boards(body, self._list.y - inset - body.y, inset)
        self._lay_ground(self._header, self._list)
        side = min(look.px(BACK_SIDE), self._header.h - look.px(12))
        at = inset * 2, self._header.centery - side // 2
        self._back.place(look, pygame.Rect(at, (side, side)))
        self._rows.place(look, self._list.inflate(-2 * look.px(8), -look.px(8)))
        self._rows.fill(len(self._stretches), self._chosen)
        self._show()

    @property
    def _upright(self) -> bool:
        """True if the lines are below each other."""
        return is_portrait(*self.size)

    def _place_boards(self, body: pygame.Rect, height: int, inset: int) -> None:
        look = self.look
        foot = look.px(BUTTON) + look.px(6)
        for number, board in enumerate(self.boards):
            said = self._("{line}: play from here")
            self._play[number].spoken = said.format(line=self._line_names[number])
            if self._upright:
                high = (height - inset) // 2
                whole = pygame.Rect(body.x, body.y + number * (high + inset), body.w, high)
            else:
                wide = (body.w - inset) // 2
                whole = pygame.Rect(body.x + number * (wide + inset), body.y, wide, height)
            area = pygame.Rect(whole.topleft, (whole.w, whole.h - foot))
            board.place(look, area, self._positions()[number])
            wide = min(self._play[number].natural_size(look)[0], whole.w // 2)
            at = pygame.Rect(whole.right - wide, whole.bottom - look.px(BUTTON), wide,
                             look.px(BUTTON))  # fmt: skip
            self._play[number].place(look, at)

    def _positions(self) -> list[Position]:
        """Where both lines are."""
        at = self._places()
        return [each.line.positions[at[n]] for n, each in enumerate(self._lines)]

    def _places(self) -> tuple[int, int]:
        """The place on each line: the end of the chosen stretch, or its start if it is apart."""
        if not self._stretches:
            return 0, 0
        chosen = self._stretches[self._chosen]
        end = int(chosen.together)
        return chosen.first[end], chosen.second[end]

    def _show(self) -> None:
        """Show both tables, each with the next move of its line, if there is one, as an arrow."""
        for board, each, place in zip(self.boards, self._lines, self._places(), strict=True):
            board.show(each.line.positions[place])
            after = each.line.actions[place + 1 : place + 2]
            board.mark([Arrow(action[0], colours.GOLD) for action in after])
        self.refresh()

    # Events

    @property
    def heading(self) -> str:
        """The words for what is compared, and how long both lines are."""
        return said_in_turn((self._subtitle(), self._headline()), self._)

    @property
    def read_first(self) -> Widget:
        """The list of stretches."""
        return self._rows

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """What is compared, where both lines are, then the controls."""
        rules, lines = self._session.rules, [self._headline(), self._subtitle()]
        for number, position in enumerate(self._positions()):
            lines += [self._after(number), *table_lines(rules, position, self._)]
        return (*labels(lines), *super().described(()))

    def take_step(self, event: pygame.event.Event) -> bool:
        """Arrows go through the stretches."""
        if event.key in ARROWS:
            self._choose(self._chosen + sum(ARROWS[event.key]))
        return event.key in ARROWS

    def _play_line(self, number: int) -> Change:
        return self._play_from(self._lines[number].steps, self._places()[number])

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._stretches) and row != self._chosen:
            self._chosen = row
            self._rows.select(row)
            self._show()

    # Words

    @property
    def _line_names(self) -> tuple[str, str]:
        """What the two lines are called where they are."""
        _ = self._
        across, down = (_("Left line"), _("Right line")), (_("Upper line"), _("Lower line"))
        return down if self._upright else across

    @property
    def _sides(self) -> tuple[str, str]:
        _ = self._
        return (_("upper"), _("lower")) if self._upright else (_("left"), _("right"))

    def _headline(self) -> str:
        """How long both are."""
        moves = [each.line.depths[-1] for each in self._lines]
        said = self._.plural("{one} move against {other}", "{one} moves against {other}", moves[0])
        return said.format(one=moves[0], other=moves[1])

    def _subtitle(self) -> str:
        return self._("Two lines of {game}").format(game=self.title)

    def _after(self, number: int) -> str:
        """How far a line has gone at its place, in words. `number`: 0 or 1."""
        depths = self._lines[number].line.depths
        said = self._("after {n} of {count}")
        return said.format(n=depths[self._places()[number]], count=depths[-1])

    def words(self, stretch: Stretch) -> tuple[str, str]:
        """The words for a stretch, and by how much it makes one line longer. If the lines do not
        meet again, the latter says which one is not won, and nothing if one of them has ended.
        """
        _ = self._
        one, other = stretch.moves
        if stretch.together:
            return _.plural("Same for {n} move", "Same for {n} moves", one).format(n=one), ""
        if not (stretch.meets or (one and other)):  # the other line has ended
            n, line = one or other, self._line_names[not one]
            said = _.plural("{line} only: {n} move", "{line} only: {n} moves", n)
            return said.format(line=line, n=n), ""
        said = _.plural(
            "Different: {one} move against {other}", "Different: {one} moves against {other}", one
        ).format(one=one, other=other)
        if not stretch.meets:
            return said, self._not_won()
        over = one - other
        return said, f"{self._sides[over < 0]} +{abs(over)}" if over else _("same length")

    def _not_won(self) -> str:
        """Which line is not won, of two of which one is not."""
        _, rules = self._, self._session.rules
        won = [rules.is_won(each.line.positions[-1]) for each in self._lines]
        if not any(won):
            return _("neither won")
        return _("{side} line not won").format(side=self._sides[won.index(False)])

    # Drawing

    def _words(self) -> list[Shown]:
        sides = self._back.rect.right + self.look.px(18), self._header.right - self.look.px(16)
        header = self._header, sides, self._short, (self._headline(), self._subtitle())
        found = [Shown("header", header, self._header, self._draw_header)]
        for number, board in enumerate(self.boards):
            button = self._play[number].rect
            room = button.left - self.look.px(control_sizes.GAP) - board.area.x
            area = pygame.Rect(board.area.x, button.y, room, button.h)
            value = self._after(number), HEAD, colours.CREAM, area.midleft, Align.LEFT, room
            found.append(Shown(("after", number), value, area, self.look.write))
        return found

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        look, stretch = self.look, self._stretches[row.index]
        said, price = self.words(stretch)
        right, left = row.area.right - look.px(10), row.area.left + look.px(10)
        look.write(target, price, PRICE, colours.GOLD, (right, row.area.centery), Align.RIGHT)
        room = right - look.width(price, PRICE) - look.px(10) - left
        ink = colours.DIM if stretch.together else colours.CREAM
        look.write(target, said, fonts.ROW, ink, (left, row.area.centery), room=room)

    def traced(self) -> dict[str, Any] | None:
        """The controls and the stretches."""
        return {
            "buttons": self.focus.traced(),
            "stretches": [list(each.moves) for each in self._stretches],
        }
