"""The cards of a small table, and their flights. Positions are in pixels, times in seconds."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from game.core.cards import Card
from game.graphics.scale import clamp
from game.table.card_motion import ease_out

FLIGHT: Final = 0.45
"""The time of every flight."""

LittleGoal = tuple[float, float, bool]
"""A place, and whether the card lies face up there."""


class Flight(NamedTuple):
    """A card's flight from one place to another."""

    start: float
    origin: LittleGoal
    goal: LittleGoal
    order: int

    def share(self, now: float) -> float:
        """The share of the flight's time that has passed, 0 to 1."""
        return clamp((now - self.start) / FLIGHT, 0, 1)


class SelfPlaySprite:
    """A card on the table."""

    __slots__ = ("card", "flight", "flip", "order", "up", "x", "y")

    def __init__(self, card: Card) -> None:
        self.card = card
        self.x = self.y = 0.0
        self.up = True
        self.order = 0
        """Of two flying cards the one with the greater order is drawn above."""
        self.flip = 1.0
        """The drawn share of the card's width; it reaches 0 in the middle of a turn-over."""
        self.flight: Flight | None = None

    @property
    def goal(self) -> LittleGoal:
        """Where it will lie."""
        return self.flight.goal if self.flight else (self.x, self.y, self.up)

    def place(self, goal: LittleGoal) -> None:
        """Put it down at once."""
        self.x, self.y, self.up = goal
        self.flip, self.flight = 1.0, None

    def advance(self, now: float) -> None:
        """Move the card along its flight to the time `now`."""
        flight = self.flight
        if flight is None or now < flight.start:
            return
        done = flight.share(now)
        self.order = flight.order
        if done >= 1:
            self.place(flight.goal)
            return
        share = ease_out(done)
        (x, y, was_up), (to_x, to_y, up) = flight.origin, flight.goal
        self.x, self.y = x + (to_x - x) * share, y + (to_y - y) * share
        if up != was_up:
            self.up = up if share > 0.5 else was_up
            self.flip = abs(math.cos(math.pi * share))
