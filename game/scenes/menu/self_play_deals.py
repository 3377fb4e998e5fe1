"""Deals with their answers that come with the program, for the menu's tables to play."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.core.deals import Deck
from game.play.notation import answer_words, split_shared
from game.rules import Rules


class DemoDeal(NamedTuple):
    """A deal with the words of its answer, which whoever plays it reads: that takes some time."""

    rules: Rules
    deck: Deck
    words: tuple[str, ...]


def demo_file(assets: Path) -> Path:
    """The file of these deals in the folder of assets."""
    return assets / "menu" / "demos.txt"


def read_demos(assets: Path) -> list[str]:
    """The sharing lines of all games."""
    lines = demo_file(assets).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class DemoDeals:
    """The demo deals of one game and policy, in a shuffled order that repeats."""

    def __init__(self, rules: Rules, lines: Iterable[str], choose: Random) -> None:
        """`lines` are sharing lines, also of other games. `choose` shuffles those of this game."""
        self._lines = [line for line in lines if split_shared(line)[0] == rules]
        choose.shuffle(self._lines)
        self._coming = cycle(self._lines)

    def next(self) -> DemoDeal | None:
        """The next deal with its answer; None where there is none."""
        line = next(self._coming, None)
        if line is None:
            return None
        rules, _, deck, answer = split_shared(line)
        return DemoDeal(rules, deck, tuple(answer_words(rules, answer)))
