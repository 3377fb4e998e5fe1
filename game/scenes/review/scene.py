"""The review: a line of play weighed move by move, with its graph, a list of costly moves, a header
and a remark on the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.display_list import Shown
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.play.narrator import after_words
from game.play.session import Outcome, Session
from game.play.spoken_cards_and_moves import action_words, table_lines
from game.record.review_text import ReviewText
from game.scenes.common.base import Change, GoTo, OpenShowMe, Pop, Push
from game.scenes.common.control_scene import Does, name_of_key
from game.scenes.common.copy_and_paste import copy_text
from game.scenes.common.services import Services
from game.scenes.common.steps_along_a_line import INKS, move_worth, worth_words
from game.scenes.review.controls import ReviewControls, ReviewLayout, ReviewTool, review_layout
from game.scenes.review.graph import NAME as GRAPH
from game.scenes.review.graph import WorthGraph
from game.scenes.review.lines_and_boards import Arrow, LinesScene, LineWalk
from game.solver.line_worths import Mistake
from game.table.card_sprites import TableSounds
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.list_view import ListRow
from game.widgets.text_flow import line_height, wrap

SAID: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
LEAST_SAID: Final = 12
PRICE: Final = TextStyle(fonts.Face.SERIF_BOLD, 20)
WHAT: Final = TextStyle(fonts.Face.SANS, 16)
LEAST_WHAT: Final = 13
INSET: Final = 10
SIGN: Final = 20
"""The size in dp of the icon that replaces the words for a lost win where they do not fit."""


class _Said(NamedTuple):
    """What is said of a move."""

    move: str
    remark: str
    whole: str
    """The move and the remark, in one line."""
    below: str = ""
    """What is written below that line, in any case."""
    ink: colours.Rgb = colours.CREAM


class ReviewScene(LinesScene):
    """The review of a line of the session: the one through the position `key` (`OpenReview`), as
    far as redo goes.
    """

    name = "review"
    keeps_clicked = False

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: GoTo,
        key: int | None = None,
        source: int | None = None,
        over_table: int = 1,
    ) -> None:
        super().__init__(services, session, on_goto, over_table, tables=1)
        (self.board,) = self.boards
        self._walk = LineWalk(services, session, key, source)
        self._version = object()
        """Another one, whenever what is known or the place may be another."""
        self._has_chosen = False
        """The player has chosen a place of the line."""
        self._is_told = False
        """The result of the line has been spoken."""
        self._sounds = TableSounds(services.sound)
        self._frame: ReviewLayout
        self._told: tuple[str, str]
        """What the header says."""
        self.rebuild()
        self._first: Mapping[str, Does] = {
            ReviewTool.MISTAKE_BEFORE: lambda: self._go_to_mistake(-1),
            ReviewTool.MISTAKE_AHEAD: lambda: self._go_to_mistake(1),
            **self._walk.commands(self._go),
        }
        """What keys do before the controls get them."""
        self.does = {
            **self._first,
            ReviewTool.STEP_BACK: self._first[Command.UNDO],
            ReviewTool.STEP_ON: self._first[Command.REDO],
            ReviewTool.BACK: Pop,
            Command.REVIEW: Pop,
            ReviewTool.COPY: self._copy,
            ReviewTool.SHORTER: self._show_shorter,
            ReviewTool.PLAY: lambda: self._play_from(self._walk.steps, self._walk.at),
        }
        self.takes = {GRAPH: self._go, ReviewTool.LIST: self._select}
        self.submits = {ReviewTool.LIST: self._show_shorter_at}

    def build(self) -> Sequence[Widget]:
        """The graph, and what stands around table and list."""
        graph = WorthGraph(self._walk.worths, self._)
        self._controls = ReviewControls(self._, graph, self._draw_row, self._row_words)
        return self._controls.widgets

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: every card is where it belongs at once."""
        super().place(size)
        self._frame = frame = review_layout(self.size, self.look)
        self._controls.place(self.look, frame, self.services.key_hints)
        self.board.place(self.look, frame.board, self._walk.position)
        self._lay_ground(frame.header, frame.list)
        self._show_known()

    def resume(self) -> Change | None:
        """Ask for the worths of the line again, because another scene may have asked for others."""
        self._walk.ask()
        self._follow()
        return super().resume()

    def advised(self) -> None:
        """More may be known of the line."""
        self._follow()

    @property
    def busy(self) -> bool:
        """True while a card flies or the list scrolls."""
        return self.board.cards.moving or super().busy

    def update(self, seconds: float) -> Change | None:
        """Move cards, scroll the list, show a due tooltip."""
        self._walk.note_read(self._controls.list)
        view = self.board.cards
        if view.moving:
            view.advance(seconds)
            self.stale = True
        self._sounds.follow(moving=view.moving)
        return super().update(seconds)

    # What is known

    def _follow(self) -> None:
        """Show what is known of the line now, and save what can be read of it as help."""
        self._show_known()
        self._walk.note_read(self._controls.list)
        if not self._is_told and not self._walk.is_weighing:
            self._is_told = True
            self.services.speak(self._walk.text.headline())

    def _show_known(self) -> None:
        walk, controls = self._walk, self._controls
        walk.learn()
        opening = walk.opening_place
        if opening is not None and not self._has_chosen:
            self._walk.at = opening
            self.board.show(walk.position)
        controls.graph.renew(walk.worths, thinks=walk.is_weighing)
        controls.list.fill(len(walk.mistakes), walk.row)
        controls.list.stale = True
        self._settle()

    # Going through the line

    def _go(self, at: int) -> None:
        """Go to a place of the line, or to its nearest end; while the graph is dragged no card
        flies.
        """
        self._has_chosen = True
        place, before = self._walk.at, self._walk.position
        steps = self._walk.go(at)
        if not steps:
            return
        self._speak(place)
        if self._dragged or self.services.fades:
            self.board.show(self._walk.position)
        else:
            self._sounds.begin(Outcome(steps), before)
            self.board.show(self._walk.position, steps)
        self._controls.list.select(self._walk.row)
        self._settle()

    def _speak(self, before: int) -> None:
        """Have the screen reader say the action that was made since the place `before` or, after
        another way there, how many were made too; and what the next action costs, if it does.
        """
        at, line = self._walk.at, self._walk.line
        if not self.services.devices.screen_reader:
            return
        said = self._("at the start")
        if at:
            said = action_words(line.rules, line.positions[at - 1], line.actions[at], self._)
            said = said if at == before + 1 else after_words(line.depths[at], said, self._)
        self.services.speak(said)
        # In the list the row that has the focus tells it.
        if self._walk.mistake is not None and self.focus.focused is not self._controls.list:
            self.services.speak(self._spoken)

    def _go_to_mistake(self, by: int) -> None:
        """Go to the next costly move of the line, or to the one before."""
        goal = self._walk.next_place(by)
        if goal is not None:
            self._go(goal)

    def _settle(self) -> None:
        """Bring what stands around the cards in line with the place."""
        walk, controls, at = self._walk, self._controls, self._walk.at
        controls.graph.go(at)
        self.board.mark(self._arrows())
        controls.steps[ReviewTool.MISTAKE_BEFORE].enabled = walk.next_place(-1) is not None
        controls.steps[ReviewTool.MISTAKE_AHEAD].enabled = walk.next_place(1) is not None
        controls.steps[ReviewTool.STEP_BACK].enabled = at > 0
        controls.steps[ReviewTool.STEP_ON].enabled = at < walk.last
        controls.shorter.enabled = bool(walk.shorter_way)
        loses = walk.mistake is not None and walk.mistake.cost is None
        controls.place_ways(self.look, self._frame, lost=loses)
        subtitle = self._("Review of {game}").format(game=self.title)
        if walk.is_weighing:
            subtitle = self._("{said}, still analysing").format(said=subtitle)
        self._told = walk.text.headline(), subtitle
        self._version, self.stale = object(), True

    def _arrows(self) -> list[Arrow]:
        """The move that is made from here, and the better one."""
        walk = self._walk
        if walk.at == walk.last:
            return []
        ink = INKS[move_worth(walk.worths, walk.at + 1)]
        made = walk.line.actions[walk.at + 1][0]
        arrows = [Arrow(made, colours.CREAM if ink == colours.DIM else ink)]
        if walk.mistake is not None and walk.mistake.better is not None:
            arrows.append(Arrow(walk.mistake.better, colours.GREEN))
        return arrows

    # Events

    @property
    def heading(self) -> str:
        """That this is the review, and of which deal."""
        return said_in_turn((self._("Review"), self.title), self._)

    @property
    def read_first(self) -> Widget:
        """The list of costly moves."""
        return self._controls.list

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The review in words, the cards at the place, then the controls."""
        rules = self._session.rules
        headline = self._walk.text.headline()
        nothing = "" if self._walk.mistakes else self._walk.nothing
        piles = table_lines(rules, self._walk.position, self._)
        lines = [headline, nothing, self._spoken, *piles]
        return (*labels(lines), *super().described(()))

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Note what came into view, because an event may scroll it away."""
        self._walk.note_read(self._controls.list)
        return super().handle(event)

    def take_step(self, event: pygame.event.Event) -> bool:
        """Keys that go along the line, and up and down the list."""
        step = name_of_key(self._first, event)
        if step is not None:
            self.do(step)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._select(self._walk.row + (1 if event.key == pygame.K_DOWN else -1))
        else:
            return False
        return True

    def _select(self, row: int) -> None:
        """Go to where a costly move was made."""
        mistakes = self._walk.mistakes
        if 0 <= row < len(mistakes):
            self._go(mistakes[row].place - 1)
            self._walk.note_read(self._controls.list)

    def _show_shorter_at(self, row: int) -> Change | None:
        """Go to a costly move, and show what should have been done."""
        self._select(row)
        return self._show_shorter()

    def _show_shorter(self) -> Change | None:
        walk, moves = self._walk, self._walk.shorter_way
        if not moves:
            return None
        session, made = self._session, walk.line.depths[walk.at]
        self.services.game_store.note_shown(session, walk.position, moves)
        return Push(OpenShowMe(session.rules, walk.position, moves, self.title,
                               session.label, made))  # fmt: skip

    def _copy(self) -> None:
        """The review as text: the deal, the headline, one line a costly move."""
        text = "\n".join([self.title, *self._walk.copied.lines()])
        copy_text(self.services, text, self._("Review copied"))

    # Words and drawing

    @property
    def _spoken(self) -> str:
        """The remark on the move as a screen reader hears it."""
        told = self._said(self._walk.spoken)
        return said_in_turn((told.whole, told.below), self._)

    def _said(self, text: ReviewText) -> _Said:
        walk, _ = self._walk, self._
        if walk.at == walk.last:
            won = walk.line.rules.is_won(walk.position)
            end = _("Solved") if won else _("End of this line")
            return _Said(end, "", end)
        found = walk.mistake
        if found is not None:
            ink = colours.CORAL if found.cost is None else colours.GOLD
            said, price = text.played(found), text.price(found.cost)
            return _Said(said, price, f"{said}, {price}", text.instead(found), ink)
        said = text.played(Mistake(walk.at + 1, None, None))
        remark = worth_words(walk.worths, walk.at + 1, _)
        whole = _("{said}: {remark}").format(said=said, remark=remark) if remark else said
        return _Said(said, remark, whole)

    def _row_words(self, row: int) -> list[str]:
        """A costly move as a screen reader hears it."""
        return [self._walk.spoken.one(self._walk.mistakes[row])]

    def _words(self) -> list[Shown]:
        frame, controls = self._frame, self._controls
        left = controls.back.rect.right + self.look.px(18)
        right = controls.copy.rect.left - self.look.px(control_sizes.GAP)
        header = frame.header, (left, right), frame.short, self._told
        found = [
            Shown("header", header, frame.header, self._draw_header),
            Shown("said", (self._version,), frame.steps, self._draw_said),
        ]
        if not self._walk.mistakes:
            nothing = frame.list, self._walk.nothing
            found.append(Shown("nothing", nothing, frame.list, self._draw_nothing))
        return found

    def _draw_said(self, target: pygame.Surface, _: object) -> None:
        """Write the remark on the move that is made from here, in up to two lines."""
        look, steps = self.look, self._controls.steps
        row = steps[ReviewTool.MISTAKE_AHEAD].rect
        left = row.right + look.px(12)
        room, told = self._frame.steps.right - left, self._said(self._walk.text)
        said, below = told.whole, told.below
        if look.width(said, SAID._replace(size=LEAST_SAID)) > room:
            # The price may go: the list shows it too.
            said, below = told.move, told.below or told.remark
        y, gap = row.centery, look.px(10) if below else 0
        style = look.shrunk(said, SAID, room, LEAST_SAID, 0.5)
        look.write(target, said, style, told.ink, (left, y - gap), room=room)
        look.write(target, below, fonts.CAPTION, colours.GREEN, (left, y + gap), room=room)

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        """The words for a costly move: what was played, what would be better, what it cost."""
        look, found, text = self.look, self._walk.mistakes[row.index], self._walk.text
        area, px = row.area, look.px
        left, right = area.left + px(INSET), area.right - px(INSET)
        lost, said, price = found.cost is None, text.played(found), text.price(found.cost)
        ink, style = (
            colours.CORAL if lost else colours.GOLD,
            fonts.CAPTION_STRONG if lost else PRICE,
        )
        room = right - look.width(price, style) - px(10) - left
        if lost and look.width(said, WHAT) > room:
            look.icon(target, "cross", ink, (right - px(SIGN) // 2, area.centery), px(SIGN))
            room = right - px(SIGN) - px(10) - left
        else:
            look.write(target, price, style, ink, (right, area.centery), Align.RIGHT)
        instead = text.instead(found)
        at = left, area.top + (area.h * 10 // 32 if instead else area.h // 2)
        style = look.shrunk(said, WHAT, room, LEAST_WHAT, 0.5)
        look.write(target, said, style, colours.CREAM, at, room=room)
        at = left, area.top + area.h * 22 // 32
        look.write(target, instead, fonts.CAPTION, colours.DIM, at, room=room)

    def _draw_nothing(self, target: pygame.Surface, area: pygame.Rect, nothing: str) -> None:
        """Why the list is empty: `nothing`."""
        look = self.look
        room, step = area.w - 2 * look.px(12), line_height(look, fonts.ROW)
        lines = wrap(look, nothing, fonts.ROW, room)
        y = area.centery - step * (len(lines) - 1) // 2
        for place, line in enumerate(lines):
            at = area.centerx, y + step * place
            look.write(target, line[0].piece.text, fonts.ROW, colours.DIM, at, Align.CENTRE,
                       room=room)  # fmt: skip

    def traced(self) -> dict[str, Any] | None:
        """The controls, the place, and what is known of the line; None while a card moves."""
        if self.board.cards.moving:
            return None
        return {
            "buttons": self.focus.traced(),
            "place": self._walk.at,
            "headline": self._walk.text.headline(),
            "mistakes": [found.place for found in self._walk.mistakes],
            "weighing": self._walk.is_weighing,
        }
