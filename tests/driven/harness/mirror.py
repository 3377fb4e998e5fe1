"""Replays the actions of a trace by the rules alone, to check what the program says of them."""

from __future__ import annotations

from game.core.deals import Deck
from game.core.moves import Action, parse_action
from game.core.position import Position
from game.rules import Rules
from harness.trace import Event


class Mirror:
    """One line of actions and where in it the player is: history without branches."""

    def __init__(self, rules: Rules, deck: Deck) -> None:
        self.rules = rules
        self._line: list[Action] = []
        self._passed: list[tuple[Position, int]] = [(rules.deal(deck), 0)]
        """The positions along the line, each with its counted moves."""
        self._at = 0

    @property
    def position(self) -> Position:
        """Where the player is."""
        return self._passed[self._at][0]

    @property
    def moves(self) -> int:
        """Counted moves from the deal to here."""
        return self._passed[self._at][1]

    @property
    def depth(self) -> int:
        """Actions from the deal to here."""
        return self._at

    def follow(self, event: Event) -> None:
        """Do what an `action` event tells, and hold its figures against the rules."""
        self.go(event["move"])
        told = event["moves"], event["won"], event["stuck"]
        here = self.position
        expected = self.moves, self.rules.is_won(here), self.rules.is_stuck(here)
        assert told == expected, f"{event} is not {expected}"

    def go(self, word: str) -> None:
        """Do what the text of an action says: travel, or play it."""
        places = {
            "undo": self._at - 1,
            "redo": self._at + 1,
            "start": 0,
            "end": len(self._line),
        }
        if word in places:
            self._at = places[word]
            assert 0 <= self._at <= len(self._line), f"{word} goes beyond what was played"
        else:
            self._play(parse_action(word))

    def _play(self, action: Action) -> None:
        """An action played; it forgets what lay ahead, unless redo would have made it."""
        if self._line[self._at : self._at + 1] != [action]:
            position, moves = self._passed[self._at]
            for move in action:
                steps = self.rules.steps(position, move)
                position, moves = steps[-1], moves + len(steps)
            del self._line[self._at :], self._passed[self._at + 1 :]
            self._line.append(action)
            self._passed.append((position, moves))
        self._at += 1
