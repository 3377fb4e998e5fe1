"""The keyboard on the cards of a table, while the card cursor is on."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.core.moves import Move
from game.core.position import Seat
from game.play.session import Outcome, Session
from game.scenes.common.services import Services
from game.table.card_cursor import CardCursor, Direction
from game.table.card_sprites import CardSprites
from game.table.window_layout import room_for_bar
from game.widgets.base import ARROWS, ENTER_KEYS, Widget
from game.widgets.focus import FocusGroup, nearest
from game.widgets.mouse import DoubleClick
from game.widgets.number_entry import NumberEntry

OTHER_KEYS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_GUI
NOTHING = Outcome()
MOST_BY_CLICK = 2
"""The number of choices that a click and a right click can tell apart."""


class PilePlace(NamedTuple):
    """A pile as arrows see it from a control."""

    pile: int
    rect: pygame.Rect


class ArrowKeys:
    """Arrow keys move the cursor over the cards and on to the controls of the bars. Enter clicks
    the card, Shift+Enter takes its second choice. Esc leads from a control back to the cards.
    """

    def __init__(self, services: Services, view: CardSprites, controls: FocusGroup) -> None:
        self._services, self._view, self._controls = services, view, controls
        self.cursor = CardCursor()
        self.is_covered = False
        """A panel lies over the table, and has the focus: the cursor does not show."""
        self._presses = DoubleClick()
        """The presses on cards where a redeal is needed."""

    @property
    def seat(self) -> Seat | None:
        """Where the cursor shows; None if it does not."""
        shown = self.cursor.shown and self._services.card_cursor and not self.is_covered
        free = shown and self._controls.focused is None
        return self.cursor.at(self._view.position) if free else None

    def begin(self) -> None:
        """Show the cursor, if the card cursor is on."""
        if self._services.card_cursor:
            self.show()

    def show(self) -> Seat:
        """Show the cursor where it is, or put it on the first seat; returns the seat."""
        return self.cursor.begin(self._view.position, self._view.arrangement)

    def follow(self) -> None:
        """The cards have changed."""
        self.cursor.follow(self._view.position)

    def point(self, seat: Seat | None) -> None:
        """Move the cursor to a seat that the mouse has clicked, and hide it."""
        if seat is not None:
            self.cursor.seat = seat
        self.cursor.shown = False

    def handle(self, event: pygame.event.Event, session: Session) -> Outcome | None:
        """What a key does; None if it means nothing to the cursor."""
        field = self._controls.focused
        dials = isinstance(field, NumberEntry) and field.is_dialled
        if not self._services.card_cursor or event.mod & OTHER_KEYS or dials:
            return None
        if event.key in ARROWS:
            session.missed = None
            # A card that is taken up can only go to the end of a pile, so other cards are skipped.
            takes = session.selection is not None
            by_pile = bool(event.mod & pygame.KMOD_SHIFT) or takes
            # Enter is meant for the cards while one is taken up, or after a key was held too long.
            stays = takes or getattr(event, "repeated", False)
            return self._arrow(ARROWS[event.key], by_pile=by_pile, stays=stays)
        if self._controls.focused is not None:
            if event.key != pygame.K_ESCAPE:
                return None
            self._controls.focus(None)
            self.begin()
            return NOTHING
        if event.key in ENTER_KEYS:
            return self.press(session, second=bool(event.mod & pygame.KMOD_SHIFT))
        return None

    def press(self, session: Session, *, second: bool) -> Outcome:
        """Do what a click on the cursor's card does, or with `second` a right click. Two quick
        presses redeal, as two clicks do.
        """
        seat = self.show()
        if self._redeals(session, seat, second=second):
            return session.redeal()
        if not session.rules.one_click:
            return session.click(seat, second=second)
        if session.selection is not None:
            return session.place_on(seat.pile)
        choices = session.choices(seat) if second else []
        if len(choices) > MOST_BY_CLICK:
            return self._take_up(session, seat, choices[1])
        return session.click(seat, second=second)

    def _redeals(self, session: Session, seat: Seat, *, second: bool) -> bool:
        """True for the second of two quick presses on a card where a redeal is needed."""
        needed = session.needs_redeal and not second
        if not needed or session.position.card(seat) is None:
            self._presses.forget()
            return False
        return self._presses.is_second(seat)

    def _take_up(self, session: Session, seat: Seat, second: Move) -> Outcome:
        """Take up a card with more choices than clicks can tell apart; the cursor goes to the
        second choice.
        """
        outcome = session.take_up(seat)
        goal = session.rules.apply(session.position, second)
        landed = None if second.card is None else goal.seat(second.card)
        if outcome.refusal is None and landed is not None:
            self.cursor.put(session.position.end(landed.pile))
        return outcome

    # Arrows

    def _arrow(self, direction: Direction, *, by_pile: bool, stays: bool) -> Outcome:
        """Move the cursor; past the last pile to the controls, unless it `stays` on the cards."""
        focused = self._controls.focused
        if focused is not None:
            return self._from_control(focused.rect, direction)
        position, table = self._view.position, self._view.arrangement
        if not self.cursor.shown:
            self.show()
        elif not self.cursor.towards(position, table, direction, by_pile=by_pile) and not stays:
            self._to_control(direction)
        return NOTHING

    def _to_control(self, direction: Direction) -> None:
        """Past the last pile come the controls; up and down, only those straight ahead."""
        origin = pygame.Rect(self._view.arrangement.seat(self._view.position, self.show()))
        others = self._controls.reachable()
        if direction[1]:
            area = self._view.frame.area
            others = [each for each in others if area.x <= each.rect.centerx < area.right]
        found = nearest(origin, others, direction)
        if found is not None:
            self._controls.focus(found, ring=True)

    def _from_control(self, origin: pygame.Rect, direction: Direction) -> Outcome:
        """To the next control, or onto the cards where those are nearer."""
        controls = self._controls
        places: list[Widget | PilePlace] = [
            widget for widget in controls.reachable() if widget is not controls.focused
        ]
        places += [pile for pile in self._pile_places() if _is_ahead(origin, pile.rect, direction)]
        found = nearest(origin, places, direction)
        if isinstance(found, PilePlace):
            controls.focus(None)
            self.cursor.put(self._view.position.end(found.pile))
        elif found is not None:
            controls.focus(found, ring=True)
        return NOTHING

    def _pile_places(self) -> list[PilePlace]:
        """Every pile with all its cards, except where a bar lies over them: arrows lead from one
        control of the bar to the next, not to the cards under it.
        """
        position, table = self._view.position, self._view.arrangement
        lowest = table.frame.area.bottom - self._view.room.bar * room_for_bar(table.frame)
        found = []
        for pile, box in enumerate(table.piles):
            last = table.seat(position, position.end(pile))
            rect = pygame.Rect(box).union(pygame.Rect(last))
            rect.height = min(rect.height, lowest - rect.top)
            found.append(PilePlace(pile, rect))
        return found


def _is_ahead(origin: pygame.Rect, other: pygame.Rect, direction: Direction) -> bool:
    """Up and down lead only to piles straight ahead; left and right to all on that side."""
    if direction[0]:
        return True
    return other.left < origin.right and origin.left < other.right
