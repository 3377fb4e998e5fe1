"""Handles the mouse on the cards of a table: what its gestures do to session and cards."""

from __future__ import annotations

import time
from collections.abc import Hashable

import pygame

from game.core.moves import Move
from game.core.position import PileKind, Seat
from game.play.session import Outcome, Session
from game.rules import can_draw
from game.scenes.common.tips_and_first_games import Tip
from game.table.card_sprites import CardSprites
from game.table.drag_and_click import (
    NO_SECOND_MOVE_S,
    Click,
    Drag,
    DragAndClick,
    Drop,
    Gesture,
    Hover,
    RefusedDrag,
)
from game.table.hint_picture import HintMark
from game.table.markings import TableMarks
from game.widgets.look import Look
from game.widgets.mouse import DOUBLE_CLICK_S, Cursors, Shape

NOTHING = Outcome()

_Hint = tuple[Move | None, HintMark | None]
"""The hint and how it is drawn; the latter is None while the hint does not show."""


class TableMouse:
    """Handles the mouse on the cards of one deal; the caller shows the outcomes."""

    def __init__(self, view: CardSprites, cursors: Cursors, session: Session) -> None:
        self._view, self._cursors, self._session = view, cursors, session
        self._clock = 0.0
        """Seconds of scene time, which counts a slow frame as short: two clicks that waited for the
        frame stay as close together as they were made.
        """
        self._pointer = DragAndClick(
            view.hit, session.is_selectable, lambda: self._clock, self._refuses_drag
        )
        self._redeal_armed = False
        """The last click was where only a redeal is possible: a double click redeals."""
        self._to_refuse: tuple[Seat, float] | None = None
        """The seat of such a click, and the seconds until it counts as a single click."""
        # For `_repeats`: real time, because a slow frame does not make the player's hand slower.
        self._now = time.monotonic
        self._moved: tuple[int, bool, float] | None = None
        """The pile of the last click that moved cards, whether it was a right click, its time."""
        self._hint: _Hint = None, None
        self.shortcut_tip: Tip | None = None
        """The tip about a shorter way than the last gesture; None: there is none."""
        self.followed_tip: Tip | None = None
        """The tip that the last gesture did what it says; None: there is none."""
        self.hovered: Seat | None = None
        """What lies under the mouse."""

    @property
    def dragging(self) -> bool:
        """True while cards are held."""
        return self._pointer.dragging

    def reset(self) -> None:
        """The table has changed under the mouse, or another scene has had the events."""
        self._pointer.reset()
        self._pointer.forget_keys()
        self._pointer.forget_click()
        self._redeal_armed = False
        self._to_refuse = self._moved = None
        self.hovered = None

    def let_go(self) -> None:
        """Let held cards go back to their seats, then reset."""
        if self.dragging:
            self._view.let_go()
        self.reset()

    def _refuses_drag(self, seat: Seat) -> bool:
        """Whether to refuse a drag of a card that cannot be moved. Not on the stock, nor where a
        redeal is needed: a press there is a click even if the mouse trembles.
        """
        session = self._session
        if session.needs_redeal or session.position.card(seat) is None:
            return False
        return not session.is_stock(seat)

    def note_key(self, event: pygame.event.Event) -> None:
        """A key goes down: it may be Shift, for the next click."""
        self._pointer.note_key(event)

    @property
    def due(self) -> float | None:
        """The seconds until a waiting click counts as a single one; None: none is waiting."""
        return None if self._to_refuse is None else self._to_refuse[1]

    def update(self, seconds: float) -> Outcome | None:
        """Let time pass: refuse a waiting click that no second one has followed."""
        self._clock += seconds
        if self._to_refuse is None:
            return None
        seat, left = self._to_refuse
        self._to_refuse = seat, left - seconds
        if left > seconds:
            return None
        self._to_refuse = None
        return self._session.click(seat) if self._session.needs_redeal else None

    def handle(self, event: pygame.event.Event, hint: _Hint = (None, None)) -> Outcome | None:
        """What an event did; None if nothing has changed. A click on a `hint` plays it."""
        self._hint, self.shortcut_tip, self.followed_tip = hint, None, None
        if event.type == pygame.WINDOWFOCUSLOST:
            # The release of a button or of Shift may be made over another window.
            dragged = self.dragging
            self.let_go()
            return NOTHING if dragged else None
        self._pointer.density = self._view.appearance.density
        gesture = self._pointer.handle(event)
        return None if gesture is None else self._gesture(gesture)

    def _gesture(self, gesture: Gesture) -> Outcome | None:
        match gesture:
            case Click() if self._repeats(gesture):
                return NOTHING
            case Click():
                outcome = self._click(gesture)
                if outcome.steps:
                    if self._session.rules.one_click:
                        self.followed_tip = Tip.CLICK
                    if gesture.seat is not None:
                        self._moved = gesture.seat.pile, gesture.right, self._now()
                    # Both halves of a double click must be made on the same position.
                    self._pointer.forget_click()
                return outcome
            case Drag():
                return self._drag(gesture)
            case Drop(seat, at):
                return self._drop(seat, at)
            case RefusedDrag(seat):
                self._session.cancel()
                return self._session.click(seat)
            case Hover(seat):
                changed = seat != self.hovered
                self.hovered = seat
                return NOTHING if changed else None

    # Clicks

    def _repeats(self, click: Click) -> bool:
        """True for the second half of a double click whose first half has moved cards. Never where
        a redeal is needed, because that takes a double click.
        """
        session = self._session
        if self._moved is None or click.seat is None or not session.rules.one_click:
            return False
        pile, right, at = self._moved
        quick = self._now() - at < NO_SECOND_MOVE_S
        same = (click.seat.pile, click.right) == (pile, right)
        return quick and same and not session.needs_redeal

    def _click(self, click: Click) -> Outcome:
        session = self._session
        armed, self._redeal_armed = self._redeal_armed, False
        self._to_refuse = None
        seat = click.seat
        if seat is None:
            session.cancel()
            return NOTHING
        move, mark = self._hint
        if move is not None and mark is not None and mark.means(seat) and not click.second:
            return session.play(move)
        if session.needs_redeal and not click.right:
            return self._click_for_redeal(seat, click, armed=armed)
        if click.double and not session.rules.one_click and not session.is_stock(seat):
            session.cancel()
            outcome, self.followed_tip = session.send_home(seat), Tip.HOME
            return NOTHING if outcome.refusal else outcome
        taken = session.selection is not None
        outcome = session.click(seat, second=click.second)
        if taken and outcome.steps:
            self._note_long_way_home(seat.pile)
        return outcome

    def _note_long_way_home(self, pile: int) -> None:
        """A card was taken to a pile by two clicks, or by dragging."""
        rules = self._session.rules
        if not rules.one_click and rules.piles[pile].kind is PileKind.FOUNDATION:
            self.shortcut_tip = Tip.HOME

    def _click_for_redeal(self, seat: Seat, click: Click, *, armed: bool) -> Outcome:
        """Handle a click where a redeal is needed: a double click redeals. A single click is
        refused after `DOUBLE_CLICK_S`.
        """
        if self._session.position.card(seat) is None:
            return self._session.click(seat)
        if armed and click.double:
            return self._session.redeal()
        self._redeal_armed, self._to_refuse = True, (seat, DOUBLE_CLICK_S)
        return NOTHING

    # Drags

    def _drag(self, drag: Drag) -> Outcome:
        if drag.begins:
            self._session.cancel()
            taken = self._session.rules.run(self._session.position, drag.seat)
            self._view.hold(drag.seat, taken, drag.grip)
        self._view.drag(drag.at)
        return NOTHING

    def _drop(self, seat: Seat, at: tuple[int, int]) -> Outcome:
        session = self._session
        self._view.drag(at)
        pile = self._drop_pile(seat, at)
        by_click = _after_clicks(seat, session)
        outcome = NOTHING if pile is None else session.drop(seat, pile)
        if not outcome.steps:
            self._view.let_go()
        elif session.rules.key(outcome.steps[0]) in by_click:
            self.shortcut_tip = Tip.CLICK
        elif pile is not None:
            self._note_long_way_home(pile)
        return outcome

    def _drop_pile(self, seat: Seat, at: tuple[int, int]) -> int | None:
        """The pile that a drop means: the target covered most, else what is under the mouse."""
        box = self._view.held_box()
        if box is None:
            return None
        pile = self._view.arrangement.nearest(box, self._session.targets(seat), self._view.position)
        if pile is not None:
            return pile
        under = self._view.hit(*at)
        return under.pile if under is not None and under.pile != seat.pile else None

    # The cursor

    def set_cursor(self, marks: TableMarks, look: Look) -> None:
        """A hand over what can be taken or clicked, a down arrow over a target."""
        seat, shape, selects = self.hovered, Shape.ARROW, self._session.selection is not None
        if self._view.held is not None:
            shape = Shape.DOWN if marks.has_target else Shape.HAND
        elif seat is not None and selects and seat.pile in marks.glowing:
            shape = Shape.DOWN
        elif seat is not None and _is_live(self._session, seat):
            shape = Shape.HAND
        self._cursors.show(shape, look)


def _after_clicks(seat: Seat, session: Session) -> set[Hashable]:
    """One-click games: the keys of the positions that a click on a seat can lead to."""
    rules, position = session.rules, session.position
    moves = session.choices(seat)[:2] if rules.one_click else []
    return {rules.key(rules.apply(position, move)) for move in moves}


def _is_live(session: Session, seat: Seat) -> bool:
    """True if a click there does something."""
    if session.rules.one_click:
        return bool(session.choices(seat))
    if session.is_stock(seat):
        return can_draw(session.rules, session.position)
    return session.is_selectable(seat)
