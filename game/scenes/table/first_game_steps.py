"""A first game as data: its deal, its steps, and what each of them waits for.

`assets/lessons/<game>.txt` holds the deal and one step a line: what it waits for, then the place
that its line speaks of. `assets/lessons/<language>/<game>.txt` holds the lines, one a step; after
` | ` the same for a touch screen, and after another one for the card cursor, where these differ.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from game.core import deals
from game.core.deals import Deck
from game.core.moves import Move, parse_action
from game.core.position import PileKind, Position
from game.desktop.commands import Command
from game.rules import Rules
from game.system.language import ENGLISH

_PULLED: Final = (PileKind.RESERVE, PileKind.PULL)
"""The piles that pulls change."""
BETWEEN: Final = " | "
"""Stands between the wordings of a line."""


class Wait(StrEnum):
    """What a step waits for."""

    READ = "read"
    """The player has read the line."""
    MOVE = "move"
    """A move of the rules is made, in whatever way."""
    UNDO = "undo"
    """The last move is taken back."""
    DO = "do"
    """A command is done."""
    HINT = "hint"
    """A hint is shown."""
    PLAY = "play"
    """The hint is played."""
    EMPTY = "empty"
    """The stock is empty."""
    WON = "won"


class LessonStep(NamedTuple):
    """One step of a lesson."""

    wait: Wait
    place: str
    """What the line speaks of: a pile's id, a control's name, `card 7h`, or some of these with
    ` + ` between them; empty: the table.
    """
    line: str
    by_finger: str
    """The line in the words of a touch screen."""
    by_arrows: str
    """The line in the words of the card cursor."""
    before: Position | None
    """Where the player must be; None: anywhere."""
    after: Position | None = None
    """The position that completes the step; None: it is completed otherwise."""
    move: Move | None = None
    command: Command | None = None


class Lesson(NamedTuple):
    """The deal of a first game, and its steps in order."""

    deck: Deck
    steps: tuple[LessonStep, ...]


def read_lesson(folder: Path, rules: Rules, language: str) -> Lesson:
    """The first game of the rules' game, in a language or else in English."""
    lessons = folder / "lessons"
    script = (lessons / f"{rules.name}.txt").read_text(encoding="utf-8").splitlines()
    texts = lessons / language / f"{rules.name}.txt"
    if not texts.exists():
        texts = lessons / ENGLISH / f"{rules.name}.txt"
    lines = texts.read_text(encoding="utf-8").splitlines()
    deck = deals.parse_deck(script[0])
    steps: list[LessonStep] = []
    at: Position | None = rules.deal(deck)
    gone: list[Position] = []
    for words, line in zip(script[1:], lines, strict=True):
        step, at = _step(rules, words, line, at, gone)
        steps.append(step)
    return Lesson(deck, tuple(steps))


def _step(
    rules: Rules, words: str, line: str, at: Position | None, gone: list[Position]
) -> tuple[LessonStep, Position | None]:
    """Read a step that begins at the position `at`; returns it with the position after it (None:
    not known). `gone` is the stack of positions that undo steps return to.
    """
    head, _, place = words.partition(" @ ")
    by_mouse, *others = line.split(BETWEEN)
    by_finger, by_arrows = [*others, "", ""][:2]
    lines = by_mouse, by_finger or by_mouse, by_arrows or by_mouse
    name, _, text = head.partition(" ")
    wait = Wait(name)
    if wait is Wait.MOVE and at is not None:
        (move,) = parse_action(text)
        after = rules.apply(at, move)
        gone.append(at)
        return LessonStep(wait, place, *lines, at, after, move), after
    if wait is Wait.UNDO:
        after = gone.pop()
        return LessonStep(wait, place, *lines, at, after), after
    if wait is Wait.DO:
        return LessonStep(wait, place, *lines, at, command=Command(text)), at
    if wait is Wait.READ:
        return LessonStep(wait, place, *lines, at), at
    if wait in (Wait.HINT, Wait.PLAY):
        return LessonStep(wait, place, *lines, at), at
    return LessonStep(wait, place, *lines, None), None


class LessonProgress:
    """Where the player is in a lesson."""

    def __init__(self, lesson: Lesson, rules: Rules, begun: int) -> None:
        """`begun` is the number of steps done already."""
        self.lesson, self._rules = lesson, rules
        self.at = min(begun, len(lesson.steps) - 1)
        """The number of the present step, from 0."""
        self.over = False
        self._began: dict[int, tuple[int, Position]] = {}
        """The actions made and the position at the beginning of steps, up to the present one."""

    @property
    def step(self) -> LessonStep:
        """The present step."""
        return self.lesson.steps[self.at]

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self.lesson.steps)

    def begin(self, position: Position, made: int) -> None:
        """The present step begins here, after so many actions; one to which a later step has led
        back began where it did before.
        """
        self._began = {at: began for at, began in self._began.items() if at <= self.at}
        self._began.setdefault(self.at, (made, position))

    def is_astray(self, position: Position, made: int) -> bool:
        """True if the step cannot be made: the player, after `made` actions, has played something
        else. Until the stock is empty cards may only be pulled from it; then every action must
        bring a card to its place.
        """
        if self.step.before is not None:
            return not self._same(position, self.step.before)
        rules, (begun, start) = self._rules, self._began[self.at]
        if self.step.wait is Wait.EMPTY:
            stay = (n for n, pile in enumerate(rules.piles) if pile.kind not in _PULLED)
            return made < begun or any(position.piles[n] != start.piles[n] for n in stay)
        return rules.score(position) - rules.score(start) < made - begun or made < begun

    def _same(self, position: Position, other: Position) -> bool:
        return self._rules.key(position) == self._rules.key(other)

    def go_back(self) -> tuple[Move, ...]:
        """Go back to the latest step whose beginning is known, at most the present one: that of the
        hint, if this was played or is to be. Returns the moves that lead there from the deal.
        """
        while self.step.before is None or self.step.wait is Wait.PLAY:
            self.at -= 1
        self._began.clear()
        made: list[Move] = []
        for step in self.lesson.steps[: self.at]:
            if step.wait is Wait.MOVE and step.move is not None:
                made.append(step.move)
            elif step.wait is Wait.UNDO:
                made.pop()
        return tuple(made)

    # What happens

    def note_position(self, position: Position, *, hint: bool, empty: bool) -> bool:
        """Note the position on the table, whether a hint is shown and whether the stock is `empty`.
        True if that changes the present step.
        """
        step, before = self.step, self.at
        if self.has_emptied and not empty:
            # A click has turned the cards over: the step before is to be done again.
            self.at -= 1
            return True
        if step.wait is Wait.PLAY and not hint:
            # Played, or taken away: then it is to be asked for again.
            self.at += 1 if self.is_astray(position, 0) else -1
            return True
        won = self._rules.is_won(position)
        reached = step.after is not None and self._same(position, step.after)
        if reached or {Wait.HINT: hint, Wait.EMPTY: empty, Wait.WON: won}.get(step.wait):
            self._next()
        self.over = self.over or won
        return self.at != before

    @property
    def has_emptied(self) -> bool:
        """True if the player has emptied the stock and is to end the game."""
        before = self.lesson.steps[max(0, self.at - 1)]
        return not self.over and self.step.wait is Wait.WON and before.wait is Wait.EMPTY

    def note_read(self) -> None:
        """The player has read the line of a step that waits for that."""
        self._next()

    def note_command(self, command: Command) -> None:
        """The table has done a command."""
        if self.step.wait is Wait.DO and self.step.command is command:
            self._next()

    def _next(self) -> None:
        if self.at + 1 < self.count:
            self.at += 1
        else:
            self.over = True
