"""Drives one table scene without a window, as the loop of the program does."""

from __future__ import annotations

from pathlib import Path

import pygame
from input_events import CTRL, LEFT, down, key, letter, motion, up
from recording_services import (
    NOWHERE,
    RecordingServices,
    made,
    recording_services,
)

from game.core import deals
from game.core.cards import Card
from game.core.deals import Deck
from game.core.moves import PULL, TURN, Move
from game.core.position import Seat
from game.rules import Rules
from game.scenes.common.base import Change
from game.scenes.table.scene import TableScene
from game.table.card_sprites import CardSprites
from game.table.table_picture import TablePicture
from game.widgets.mouse import DoubleClick

SIZES = (
    (640, 400),
    (733, 517),
    (1280, 800),
    (1920, 1080),
    (2560, 1080),
    (1000, 1400),
    (3840, 2160),
    (900, 560),
    (899, 559),
    (700, 900),
)
"""Every form of a table, and both sides of its thresholds."""


STEP = 1 / 120


class Clock:
    """Stands in for the scene's clock, so that double clicks do not depend on the machine."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def told_by_figures(picture: TablePicture) -> dict[str, str]:
    """What the figures beside a table tell, by name."""
    return {figure.name: figure.told or figure.value for figure in picture.figures}


class TableDriver:
    """One table scene, driven as the loop of the program drives it."""

    def __init__(
        self,
        rules: Rules,
        number: int = 1,
        size: tuple[int, int] = (1280, 800),
        *,
        settle: bool = True,
        held: RecordingServices | None = None,
        deck: Deck | None = None,
        folder: Path = NOWHERE,
        **choices: bool | int | float | str,
    ) -> None:
        pygame.display.init()
        self.recording = held or recording_services(folder, **choices)
        self.rules = rules
        self.clock = Clock()
        self.change: Change | None = None
        """What the scene asked of the stack last."""
        self.ui = self.recording.services.settings.ui_scale
        self.recording.followers.append(self.follow)
        self.watch(self.opened(deck or deals.deck_of(number), None if deck else number), size)
        if settle:
            self.settle()

    def opened(self, deck: Deck, number: int | None) -> TableScene:
        """The scene to drive."""
        return TableScene(self.recording.services, self.rules, deck, number)

    def watch(self, scene: TableScene, size: tuple[int, int]) -> None:
        """Drive this scene from now on, in a window of a size."""
        self.scene = scene
        parts = (scene, *vars(scene).values())
        (mouse,) = (part for part in parts if getattr(part, "_pointer", None) is not None)
        mouse._pointer._clicks = DoubleClick(self.clock)
        mouse._now = self.clock
        scene.place(size)
        scene.resume()

    @property
    def view(self) -> CardSprites:
        return self.scene.table_picture.cards

    def follow(self) -> None:
        """A choice has changed, as the program tells its scenes."""
        self.scene.follow_settings()
        if self.ui != (ui := self.recording.services.settings.ui_scale):
            self.ui = ui
            self.scene.place(self.scene.size)
        self.scene.refresh()

    # Time

    def wait(self, seconds: float) -> None:
        """Let time pass in the steps of the loop."""
        self.clock.now += seconds
        for _ in range(round(seconds / STEP)):
            self.take(self.scene.update(STEP))

    def settle(self) -> None:
        """Until every card sits. AssertionError if that takes for ever."""
        for _ in range(1200):
            if not self.view.moving:
                return
            self.take(self.scene.update(STEP))
        raise AssertionError("cards are still moving after ten seconds")

    # Input

    def take(self, change: Change | None) -> None:
        if change is not None:
            self.change = made(self.recording.services, change)

    def send(self, *events: pygame.event.Event) -> Change | None:
        """Hand events over; returns what the last one asked of the stack."""
        change = None
        for event in events:
            self.change, before = None, self.change
            self.take(self.scene.handle(event))
            change, self.change = self.change, self.change or before
        return change

    def press(self, at: tuple[int, int], button: int = LEFT, *, later: float = 1.0) -> None:
        """A click somewhere, so long after the last one."""
        self.clock.now += later
        self.send(motion(at), down(at, button), up(at, button))

    def click(self, pile: str, depth: int = -1, button: int = LEFT, *, later: float = 1.0) -> None:
        """A click on a card of a pile, counted from its end, or on the empty pile."""
        self.press(self.point(self.seat(pile, depth)), button, later=later)

    def double_click(self, pile: str, depth: int = -1) -> None:
        """Two quick clicks on one place."""
        at = self.point(self.seat(pile, depth))
        self.press(at)
        self.press(at, later=0.1)

    def drag(self, seat: Seat, goal: tuple[int, int], *, drop: bool = True) -> None:
        """Take a card at the part that shows and move its corner to a place."""
        start = self.point(seat)
        box = self.view.arrangement.seat(self.view.position, seat)
        end = goal[0] + start[0] - box.x, goal[1] + start[1] - box.y
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        self.clock.now += 1.0
        self.send(motion(start), down(start), motion(middle, held=True), motion(end, held=True))
        if drop:
            self.send(up(end))

    def drag_to(self, pile: str, target: str, depth: int = -1, *, drop: bool = True) -> None:
        """Drag a card onto the end of another pile."""
        position = self.view.position
        index = self.pile(target)
        box = self.view.arrangement.seat(position, position.end(index))
        self.drag(self.seat(pile, depth), box[:2], drop=drop)

    def type(self, text: str) -> None:
        """Character keys one after another."""
        for char in text:
            self.send(letter(char))

    def play(self, move: Move) -> None:
        """Make a move by hand: pull and turn over by a click, redeal by its key, else drag."""
        position = self.view.position
        if move.card is None:
            if move.onto in (PULL, TURN):
                self.click("reserve-1")
            else:
                self.send(key(pygame.K_d, CTRL))
            return
        seat = position.seat(move.card)
        goal = self.rules.apply(position, move).seat(move.card)
        assert seat is not None
        assert goal is not None
        box = self.view.arrangement.seat(position, position.end(goal.pile))
        self.drag(seat, box[:2])

    def button(self, name: str) -> None:
        """Click a control of the bars."""
        self.press(self.scene.table_picture.focus.named(name).rect.center)

    # Places

    def pile(self, name: str) -> int:
        """The index of a pile by its name in traces."""
        return next(i for i, pile in enumerate(self.rules.piles) if pile.id == name)

    def seat(self, pile: str, depth: int = -1) -> Seat:
        index = self.pile(pile)
        held = len(self.view.position.piles[index])
        return Seat(index, max(0, depth if depth >= 0 else held + depth))

    def point(self, seat: Seat) -> tuple[int, int]:
        """The middle of the part of a card that can be clicked."""
        position = self.view.position
        if not position.piles[seat.pile]:
            return self.view.arrangement.piles[seat.pile].centre
        return self.view.arrangement.shown(position, seat).centre

    # What must hold

    def check_seats(self) -> None:
        """Every card is exactly on its seat, with the right side up, and nothing moves."""
        check_seats(self.view)
        assert self.view.position == self.scene.session.position


def check_seats(view: CardSprites) -> None:
    assert view.settled
    position = view.position
    for pile, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            seat, sprite = Seat(pile, depth), view.sprites[card]
            box = view.arrangement.seat(position, seat)
            assert (sprite.x, sprite.y) == (box.x, box.y), (card, seat)
            assert sprite.face_up == position.is_up(seat), (card, seat)
            assert (sprite.flip, sprite.shift(view.now)) == (1.0, 0.0), (card, seat)
    assert not view.in_motion()


def lies_still(view: CardSprites, card: Card) -> bool:
    """True if a card lies still, and on cards that do."""
    return card in view._still()
