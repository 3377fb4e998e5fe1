"""The review: a line of play weighed move by move, with its graph and what cost something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.desktop import keys
from game.desktop.clipboard import put_clipboard
from game.desktop.keys import Command
from game.graphics import fonts, theme
from game.graphics.assets import Align
from game.graphics.fonts import TextStyle
from game.play.session import Outcome, Session
from game.play.spoken_words import table_lines
from game.record.costly_moves import Costly, costly
from game.record.review_text import ReviewText
from game.record.reviewed_line import LineReader
from game.scenes.common import session_display
from game.scenes.common.base import Change, OpenShowMe, Pop, Push, SessionScene
from game.scenes.common.global_commands import global_command
from game.scenes.common.services import Services
from game.scenes.common.table_sounds import TableSounds
from game.scenes.common.worth_signs import INKS, course_of
from game.scenes.review.board import Arrow, ReviewBoard
from game.scenes.review.controls import ReviewControls, ReviewTool
from game.scenes.review.graph import NAME as GRAPH
from game.scenes.review.graph import WorthGraph
from game.scenes.review.layout import ReviewLayout, draw_review_ground, review_layout
from game.scenes.review.mistakes import draw_mistake
from game.solver.line_worths import LineWorths
from game.table.course_strip import Course
from game.table.layers import TableLayers
from game.widgets.base import Changed, Pressed, Submitted, WidgetAction
from game.widgets.focus import ARROWS, FocusGroup
from game.widgets.list_view import ListRow
from game.widgets.look import Look
from game.widgets.number_entry import ENTER_KEYS
from game.widgets.text_flow import line_height, wrap
from game.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from game.accessibility.drawn_text import DrawnText
    from game.accessibility.items import Item


HEADLINE: Final = TextStyle(fonts.Face.SERIF_BOLD, 25)
LEAST_HEADLINE: Final = 15
SAID: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 16)
LEAST_SAID: Final = 12
TEN: Final = 10
RING: Final = 10
"""What a focus ring reaches around a control, in dp."""


class ReviewScene(SessionScene):
    """A line of the session: the one through the present position, as far as redo goes, or the
    one through a node. `on_goto` is called with the id of the node to play on from, before so
    many scenes close as lie over the table.
    """

    name = "review"
    least_room = (640, 390)

    def __init__(
        self,
        services: Services,
        session: Session,
        on_goto: Callable[[int], None],
        node: int | None = None,
        over_table: int = 1,
    ) -> None:
        super().__init__(services, session)
        self._ = services.language
        self._on_goto, self._over_table = on_goto, over_table
        reader, tree = LineReader(), session.tree
        self._line = reader.through(session, tree.node(node))
        self._at = self._line.place_of(tree.node(node)) or 0
        self._worths: LineWorths = services.reviewer.worths(self._line.line)
        self._found: list[Costly] = []
        self._shown = -1
        """The place that the table shows."""
        self._read: tuple[int, ...] = ()
        """The rows of the list whose better moves are noted as help."""
        self._begun = False
        """A place was chosen: by the player, or as the dearest mistake."""
        self.board = ReviewBoard(services, session.rules)
        self._sounds = TableSounds(services.sound)
        self._tooltip = Tooltip(self.services.shown_key)
        self._canvas = TableLayers((1, 1))
        self._frame: ReviewLayout
        self._look: Look
        self._make_controls()

    def _make_controls(self) -> None:
        graph = WorthGraph(self._worths, self._)
        self._controls = ReviewControls(self._, graph, self._draw_row)
        self._controls.list.row_words = self._row_words
        self._text = ReviewText(self._, self._worths)
        self._focus = FocusGroup(self._controls.widgets, arrows=False)

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: every card is where it belongs at once."""
        super().place(size)
        self._look = self.services.look(self.scale)
        self._frame = review_layout(self.size, self._look)
        self._canvas = TableLayers(self.size, self._canvas)
        draw_review_ground(self._canvas.ground, self._frame, self._look, self.services.felt)
        self._controls.place(self._look, self._frame)
        self.board.place(self._look, self._frame.board, self._position)
        # In the thread that makes the picture of another size nothing can be written.
        self._show_known()

    def resume(self) -> Change | None:
        """On top, for the first time or again: somebody else may have asked the reviewer."""
        self._worths = self.services.reviewer.worths(self._line.line)
        self._text = ReviewText(self._, self._worths)
        self._follow()
        return super().resume()

    def advised(self) -> None:
        """More may be known of the line."""
        self._follow()

    def follow_language(self) -> None:
        """All texts in the other language."""
        self._tooltip.hide()
        self._make_controls()

    def follow_settings(self) -> None:
        """Take over how cards and cloth look."""
        self.board.follow_settings()
        if self.size != (0, 0):
            self.place(self.window)

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._canvas.mark_all()

    def art_made(self, cards: frozenset[str]) -> None:
        """Draw these cards again."""
        self._canvas.mark(self._frame.board)
        self.stale = True

    @property
    def busy(self) -> bool:
        """True while a card flies."""
        return self.board.view.moving or self._controls.list.scroller.moving

    @property
    def due(self) -> float | None:
        """When a tooltip appears."""
        return self._tooltip.due

    def update(self, seconds: float) -> Change | None:
        """Cards fly, the list glides, a tooltip comes."""
        self._name_what_came_into_view()
        view = self.board.view
        if view.moving:
            view.advance(seconds)
            self.stale = True
            if not view.moving:
                self._canvas.mark(self._frame.board)
        self._sounds.follow(moving=view.moving)
        self._controls.list.update(seconds)
        self._tooltip.update(seconds)
        if self._tooltip.stale:
            self.refresh()
        self.stale = self.stale or self._focus.stale
        return None

    # What is known

    def _follow(self) -> None:
        """Show what is known of the line by now, and note what can be read of it."""
        self._show_known()
        self._name_better()

    def _show_known(self) -> None:
        self._found = costly(self._worths)
        if not self._begun and self._found and not self.services.reviewer.is_weighing:
            self._put(self._found[0].place - 1)
        self._controls.graph.renew(self._worths, thinks=self.services.reviewer.is_weighing)
        self._controls.list.fill(len(self._found), self._row)
        self._settle()
        if self.size != (0, 0):
            for area in (self._frame.header, self._frame.graph, self._frame.list):
                self._canvas.mark(area)

    def _name_better(self) -> None:
        """A better move that can be read is help for whoever plays it."""
        named = []
        self._read = self._rows_read()
        for row in self._read:
            found = self._found[row]
            if found.better is not None:
                named.append((self._line.line.positions[found.place - 1], found.better))
        self.services.game_store.name_better(self._session, named)

    def _rows_read(self) -> tuple[int, ...]:
        """The rows of the list that the player can see, or hear."""
        if self.size == (0, 0):
            return ()
        rows = self._controls.list
        heard = self.services.devices.screen_reader
        return tuple(rows.rows_told() if heard else rows.visible_rows())

    def _name_what_came_into_view(self) -> None:
        """The window has grown, or the list was scrolled."""
        if self._rows_read() != self._read:
            self._name_better()

    @property
    def _row(self) -> int:
        """The row of the move that is made from here; -1 where it cost nothing."""
        places = (n for n, found in enumerate(self._found) if found.place == self._at + 1)
        return next(places, -1)

    @property
    def _position(self) -> Any:
        return self._line.line.positions[self._at]

    # Going through the line

    def _put(self, at: int) -> None:
        """Be at a place at once."""
        self._at = max(0, min(at, self._line.last))
        self.board.show(self._position, ())

    def _go(self, at: int, *, dragged: bool = False) -> None:
        """Go to a place, or as near as there is one; one step on goes by all its moves."""
        self._begun = True
        line, before, at = self._line.line, self._at, max(0, min(at, self._line.last))
        if at == before:
            return
        self._at = at
        steps: tuple[Any, ...] = (self._position,)
        if at == before + 1:
            position, passed = line.positions[before], list[Any]()
            for move in line.actions[at]:
                passed += line.rules.steps(position, move)
                position = passed[-1]
            steps = (*passed[:-1], line.positions[at])
        if dragged or self.services.fades:
            self.board.show(self._position, ())
        else:
            self._sounds.begin(Outcome(steps), line.positions[before])
            self.board.show(self._position, steps)
        self._controls.list.select(self._row)
        self._settle()

    def _go_to_mistake(self, by: int) -> None:
        """To the next costly move of the line, or the one before."""
        places = sorted(found.place - 1 for found in self._found)
        if by > 0:
            goal = next((place for place in places if place > self._at), None)
        else:
            goal = next((place for place in reversed(places) if place < self._at), None)
        if goal is not None:
            self._go(goal)

    def _settle(self) -> None:
        """Bring what stands around the cards in line with the place."""
        controls, at = self._controls, self._at
        controls.graph.go(at)
        changed = self.board.mark(self._arrows())
        places = [found.place - 1 for found in self._found]
        controls.steps[ReviewTool.MISTAKE_BEFORE].enabled = any(n < at for n in places)
        controls.steps[ReviewTool.MISTAKE_AHEAD].enabled = any(n > at for n in places)
        controls.steps[ReviewTool.STEP_BACK].enabled = at > 0
        controls.steps[ReviewTool.STEP_ON].enabled = at < self._line.last
        controls.shorter.enabled = bool(self._shorter)
        if self.size != (0, 0):
            self._canvas.mark(self._frame.steps)
            if changed or self._shown != at:
                self._canvas.mark(self._frame.board)
        self._shown = at
        self.stale = True

    @property
    def _costly(self) -> Costly | None:
        return None if self._row < 0 else self._found[self._row]

    @property
    def _shorter(self) -> tuple[Any, ...]:
        """The shorter way from here, where the move that was made cost something."""
        return () if self._costly is None else self._worths.shorter_way(self._at)

    def _arrows(self) -> list[Arrow]:
        """The move that was made from here, and the better one."""
        if self._at == self._line.last:
            return []
        ink = INKS[course_of(self._worths, self._at + 1)]
        made = self._line.line.actions[self._at + 1][0]
        arrows = [Arrow(made, theme.CREAM if ink == theme.DIM else ink)]
        found = self._costly
        if found is not None and found.better is not None:
            arrows.append(Arrow(found.better, theme.GREEN))
        return arrows

    # Events

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The review in words, the cards at the place, then the controls."""
        from game.accessibility.items import labels

        rules = self._session.rules
        lines = [self._text.headline(), *table_lines(rules, self._position, self._)]
        return (*labels(lines), *super().described(()))

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return self._focus

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Keys that go through the line, then the controls."""
        self._name_what_came_into_view()
        change: Change | None = None
        if event.type == pygame.KEYDOWN:
            self._tooltip.hide()
            change = self._key(event)
        else:
            action = self._focus.handle(event)
            if event.type == pygame.MOUSEMOTION:
                dragging = event.buttons[0]
                self._tooltip.watch(None if dragging else self._focus.hovered)
            elif event.type == pygame.MOUSEBUTTONDOWN:
                self._tooltip.hide()
            if event.type == pygame.MOUSEBUTTONUP:
                # What was clicked must not catch the next key.
                self._focus.focus(None)
            if action is not None:
                change = self._use(action, dragged=event.type == pygame.MOUSEMOTION)
        self.stale = self.stale or self._focus.stale or self._tooltip.stale
        return change

    def _key(self, event: pygame.event.Event) -> Change | None:
        if event.mod & pygame.KMOD_CTRL and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._go_to_mistake(1 if event.key == pygame.K_RIGHT else -1)
            return None
        if self.services.card_cursor and event.key in ARROWS:
            # They go from control to control: those of the bar go through the line.
            self._focus.arrows = self._focus.goes_round = True
            action = self._focus.handle(event)
            return None if action is None else self._use(action)
        command = keys.command_of(event)
        goals = {
            Command.UNDO: self._at - 1,
            Command.REDO: self._at + 1,
            Command.UNDO_TEN: self._at - TEN,
            Command.REDO_TEN: self._at + TEN,
            Command.START: 0,
            Command.END: self._line.last,
        }
        if command in goals:
            self._go(goals[command])
            return None
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self._select(self._row + (1 if event.key == pygame.K_DOWN else -1))
            return None
        action = self._focus.handle(event)
        if action is not None:
            return self._use(action)
        return self._command(command, event)

    def _command(self, command: Command | None, event: pygame.event.Event) -> Change | None:
        if command in (Command.BACK, Command.REVIEW):
            return Pop()
        if command is None and event.key in ENTER_KEYS:
            return self._play_on()
        if command is Command.SHOW_ME:
            return self._show_shorter()
        if command is Command.COPY:
            self._copy()
            return None
        return global_command(self.services, command, self.game)

    def _use(self, action: WidgetAction, *, dragged: bool = False) -> Change | None:
        """Do what a control asks for."""
        match action:
            case Changed(name, int(place)) if name == GRAPH:
                self._go(place, dragged=dragged)
            case Changed(ReviewTool.LIST.value, int(row)):
                self._select(row)
            case Submitted(ReviewTool.LIST.value, row):
                self._select(row)
                return self._show_shorter()
            case Pressed(name):
                return self._press(ReviewTool(name))
        return None

    def _press(self, tool: ReviewTool) -> Change | None:
        match tool:
            case ReviewTool.BACK:
                return Pop()
            case ReviewTool.COPY:
                self._copy()
            case ReviewTool.STEP_BACK | ReviewTool.STEP_ON:
                self._go(self._at + (1 if tool is ReviewTool.STEP_ON else -1))
            case ReviewTool.MISTAKE_BEFORE | ReviewTool.MISTAKE_AHEAD:
                self._go_to_mistake(1 if tool is ReviewTool.MISTAKE_AHEAD else -1)
            case ReviewTool.SHORTER:
                return self._show_shorter()
            case ReviewTool.PLAY:
                return self._play_on()
        return None

    def _select(self, row: int) -> None:
        """Go to where a costly move was made."""
        if 0 <= row < len(self._found):
            self._go(self._found[row].place - 1)
            self._name_better()

    def _play_on(self) -> Change:
        """Back to the table, at this position: what is played there is a branch."""
        self._on_goto(self._line.nodes[self._at].id)
        return Pop(self._over_table)

    def _show_shorter(self) -> Change | None:
        moves = self._shorter
        if not moves:
            return None
        services, session = self.services, self._session
        services.game_store.mark_shown(session, self._position, moves)
        looks = session_display.looks(*services.tastes)
        made = self._line.line.depths[self._at]
        return Push(OpenShowMe(session.rules, self._position, moves, looks, self.title,
                               session.number, made))  # fmt: skip

    def _copy(self) -> None:
        """The review as text: the deal, the headline, one line a costly move."""
        text = "\n".join([self.title, *self._text.lines()])
        if put_clipboard(text):
            self.services.tell(self._("The review is in the clipboard"))
        else:
            self.services.tell(self._("There is no clipboard here"))

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        for widget in self._focus.widgets if self._focus.stale else ():
            reach = 2 * self._look.px(RING)
            if widget.stale or widget is self._focus.focused:
                self._canvas.mark(widget.drawn_area().inflate(reach, reach))
        for box in self.board.view.take_touched():
            self._canvas.mark(self.board.picture.spot(box))
        touched = self._canvas.compose(target, self._paint, self._draw_moving)
        if self._tooltip.visible:
            self._tooltip.draw(target)
            return None
        return touched

    def _draw_moving(self, target: pygame.Surface) -> list[pygame.Rect]:
        before = target.get_clip()
        target.set_clip(self._frame.board)
        areas = self.board.picture.draw_moving(target)
        target.set_clip(before)
        return [area.clip(self._frame.board) for area in areas]

    def _paint(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        frame = self._frame
        if clip.colliderect(frame.board):
            target.set_clip(clip.clip(frame.board))
            self.board.draw_resting(target, clip)
            self.board.draw_arrows(target)
            target.set_clip(clip)
        if clip.colliderect(frame.header):
            self._draw_header(target)
        if clip.colliderect(frame.steps):
            self._draw_said(target)
        if clip.colliderect(frame.list) and not self._found:
            self._draw_nothing(target)
        self._focus.draw(target)

    def _draw_header(self, target: pygame.Surface) -> None:
        look, frame = self._look, self._frame
        left = self._controls.back.rect.right + look.px(18)
        room = self._controls.copy.rect.left - look.px(theme.GAP) - left
        text, style = self._text.headline(), HEADLINE
        while look.width(text, style) > room and style.size > LEAST_HEADLINE:
            style = style._replace(size=style.size - 1)
        y, gap = frame.header.centery, look.px(10 if frame.short else 14)
        look.write(target, text, style, theme.CREAM, (left, y - gap + look.px(2)), room=room)
        below = left, y + gap + look.px(3)
        look.write(target, self._subtitle(), fonts.CAPTION, theme.DIM, below, room=room)

    def _subtitle(self) -> str:
        said = self._("Review of {game}").format(game=self.title)
        if self.services.reviewer.is_weighing:
            return self._("{said}, still being worked out").format(said=said)
        return said

    def _draw_said(self, target: pygame.Surface) -> None:
        """What is to be said of the move that is made from here, in two lines."""
        look, frame = self._look, self._frame
        left = self._controls.words_from
        room, row = frame.steps.right - left, self._controls.steps[ReviewTool.STEP_ON].rect
        said, below, ink = self._words()
        if look.width(said, SAID._replace(size=LEAST_SAID)) > room:
            said, below = _in_two_lines(said, below)
        y, gap, style = row.centery, look.px(10) if below else 0, SAID
        while look.width(said, style) > room and style.size > LEAST_SAID:
            style = style._replace(size=style.size - 0.5)
        look.write(target, said, style, ink, (left, y - gap), room=room)
        look.write(target, below, fonts.CAPTION, theme.GREEN, (left, y + gap), room=room)

    def _words(self) -> tuple[str, str, theme.Rgb]:
        line, worths, text, _ = self._line.line, self._worths, self._text, self._
        if self._at == self._line.last:
            won = line.rules.is_won(self._position)
            return (_("Solved") if won else _("The end of this line")), "", theme.CREAM
        kind, found = course_of(worths, self._at + 1), self._costly
        made = found or Costly(self._at + 1, None, None)
        said = text.played(made)
        if found is not None:
            ink = theme.CORAL if found.cost is None else theme.GOLD
            return f"{said}, {text.price(found.cost)}", text.instead(found), ink
        remarks = {
            Course.ON: _("the shortest way"),
            Course.LOST: _("already lost"),
            Course.UNKNOWN: "",
            Course.WINNABLE: _("it can still be won"),
        }
        remark = remarks.get(kind, "")
        return (f"{said}: {remark}" if remark else said), "", theme.CREAM

    def _row_words(self, row: int) -> list[str]:
        """A costly move as a screen reader hears it."""
        return [self._text.one(self._found[row])]

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        draw_mistake(target, self._look, row, self._found[row.index], self._text)

    def _draw_nothing(self, target: pygame.Surface) -> None:
        """Why the list is empty."""
        look, area = self._look, self._frame.list
        room, step = area.w - 2 * look.px(12), line_height(look, fonts.ROW)
        lines = [line[0].piece.text for line in wrap(look, self._nothing(), fonts.ROW, room)]
        y = area.centery - step * (len(lines) - 1) // 2
        for place, line in enumerate(lines):
            at = area.centerx, y + step * place
            look.write(target, line, fonts.ROW, theme.DIM, at, Align.CENTRE, room=room)

    def _nothing(self) -> str:
        _, worths = self._, self._worths
        if self.services.reviewer.is_weighing:
            return _("Every move is being weighed")
        if worths.first_lost == 0:
            return _("No move could have won this deal")
        if worths.worth(0).proved:
            return _("No move cost anything")
        return _("Of no move it is proved that it cost anything")

    def traced(self) -> dict[str, Any] | None:
        """The controls, the place, and what is known, once every card sits."""
        if self.board.view.moving:
            return None
        return {
            "buttons": {str(widget.name): list(widget.rect) for widget in self._focus.widgets},
            "place": self._at,
            "headline": self._text.headline(),
            "mistakes": [found.place for found in self._found],
            "weighing": self.services.reviewer.is_weighing,
        }


def _in_two_lines(said: str, below: str) -> tuple[str, str]:
    """What is remarked of a move below it; a price stands in the list too."""
    if below:
        return said.rpartition(", ")[0] or said, below
    said, _, remark = said.rpartition(": ")
    return said, remark
