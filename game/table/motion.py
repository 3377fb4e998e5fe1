"""How cards get to their seats: flights that can be interrupted at any instant.

Times are seconds on the view's own clock, places are pixels.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from game.cards import Card

SHORTEST: Final = 0.12
LONGEST: Final = 0.22
FAR: Final = 900.0
"""From so many dp on a flight takes longest."""
STAGGER: Final = 0.07
"""Between the single moves of an action."""
STEPS_TAKE_AT_MOST: Final = 0.9
SHAKE_TIME: Final = 0.24
SHAKE_REACH: Final = 5.0
"""Pixels at scale 1."""


@dataclass(slots=True)
class Leg:
    """One flight: from wherever the card is when it starts, to a place."""

    start: float
    duration: float
    x: float
    y: float
    face_up: bool
    order: int
    """Its card's, from the moment the leg begins."""
    turns: bool = False
    """The card turns over on the way."""
    origin: tuple[float, float] | None = None
    """Where the card was when the leg began; None until then."""


@dataclass(slots=True)
class Sprite:
    """A card on the screen."""

    card: Card
    x: float = 0.0
    y: float = 0.0
    face_up: bool = True
    legs: deque[Leg] = field(default_factory=deque)
    order: int = 0
    """Among flying cards the greater one is drawn above."""
    flip: float = 1.0
    """1 lying flat; towards 0 while it turns over."""
    shaken: float | None = None
    """When a refusal began to shake it."""

    @property
    def moving(self) -> bool:
        """True while it is on its way or shaking."""
        return bool(self.legs) or self.shaken is not None

    @property
    def goal(self) -> tuple[float, float, bool]:
        """Where it will lie, and with which side up."""
        if self.legs:
            last = self.legs[-1]
            return last.x, last.y, last.face_up
        return self.x, self.y, self.face_up

    def halt(self) -> None:
        """Stay where it is, to be sent somewhere else."""
        if self.legs and self.flip < 1.0:
            self.face_up, self.flip = self.legs[0].face_up, 1.0
        self.legs.clear()

    def place(self, x: float, y: float, face_up: bool) -> None:
        """Put it down at once."""
        self.legs.clear()
        self.x, self.y, self.face_up, self.flip, self.shaken = x, y, face_up, 1.0, None

    def advance(self, now: float) -> None:
        """Move it to where it is at a time."""
        while self.legs and now >= self.legs[0].start:
            leg = self.legs[0]
            origin = leg.origin or self._begin(leg)
            done = min(1.0, (now - leg.start) / leg.duration) if leg.duration > 0 else 1.0
            self._along(leg, origin, done)
            if done < 1.0:
                break
            self.x, self.y, self.flip = leg.x, leg.y, 1.0
            self.legs.popleft()
        if self.shaken is not None and now - self.shaken >= SHAKE_TIME:
            self.shaken = None

    def _begin(self, leg: Leg) -> tuple[float, float]:
        leg.turns = self.face_up != leg.face_up
        self.order = leg.order
        leg.origin = (self.x, self.y)
        return leg.origin

    def _along(self, leg: Leg, origin: tuple[float, float], done: float) -> None:
        share = ease_out(done)
        self.x = origin[0] + (leg.x - origin[0]) * share
        self.y = origin[1] + (leg.y - origin[1]) * share
        if leg.turns:
            self.flip = abs(math.cos(math.pi * done))
            self.face_up = leg.face_up if done >= 0.5 else not leg.face_up

    def shift(self, now: float) -> float:
        """How far a refusal has pushed it sideways, in pixels at scale 1."""
        if self.shaken is None:
            return 0.0
        done = (now - self.shaken) / SHAKE_TIME
        return SHAKE_REACH * math.sin(done * 4 * math.pi) * (1 - done)


def ease_out(done: float) -> float:
    """0 to 1, quick at first and gentle at the end."""
    return float(1 - (1 - done) ** 3)


def duration(distance: float, speed: float) -> float:
    """Seconds of a flight over so many dp; `speed` 1 is normal, 0 is at once."""
    if speed <= 0:
        return 0.0
    share = min(1.0, distance / FAR)
    return (SHORTEST + (LONGEST - SHORTEST) * share) / speed


def stagger(steps: int, speed: float) -> float:
    """Seconds between the single moves of an action of so many."""
    if speed <= 0 or steps < 2:
        return 0.0
    return min(STAGGER, STEPS_TAKE_AT_MOST / steps) / speed
