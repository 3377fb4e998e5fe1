"""What the player has done with each deal of a list: tries, time, positions kept."""

from __future__ import annotations

from typing import NamedTuple

from game.rules import Rules
from game.scenes.common.deal_and_day_words import clock_text
from game.storage import DealFigures, DealKey, Storage, StorageError
from game.system.language import Language


class PlayRecord(NamedTuple):
    """The record of one deal."""

    tries: int
    seconds: float
    """Played, all tries together."""
    kept: DealFigures | None
    """What its history holds; None if there is none."""

    def text(self, _: Language) -> str:
        """The record in one line; empty if the deal was never played."""
        words = []
        if self.tries:
            words.append(_.plural("{n} attempt", "{n} attempts", self.tries).format(n=self.tries))
        if self.seconds >= 1:
            words.append(_("{time} in total").format(time=clock_text(int(self.seconds))))
        if self.kept is not None and self.kept.positions:
            count = self.kept.positions + 1  # with the deal, as the map counts
            text = _.plural("{n} position saved", "{n} positions saved", count)
            words.append(text.format(n=_.number(count)))
        return " · ".join(words)


class PlayRecords:
    """The records of one game and policy, by the 52 letters of the deal, read on demand."""

    def __init__(self, storage: Storage, rules: Rules) -> None:
        self._storage, self._rules = storage, rules
        self._efforts = storage.attempt_totals(rules.name, rules.policy)
        self._kept: dict[str, DealFigures | None] = {}

    def of(self, deck: str) -> PlayRecord:
        """The record of a deal."""
        tries, seconds = self._efforts.get(deck, (0, 0.0))
        return PlayRecord(tries, seconds, self.kept(deck))

    def kept(self, deck: str) -> DealFigures | None:
        """What the history of a deal holds, cached; None if there is none, or it cannot be read."""
        if deck not in self._kept:
            key = DealKey(self._rules.name, self._rules.policy, deck)
            try:
                self._kept[deck] = self._storage.deal_figures(key)
            except StorageError:
                self._kept[deck] = None
        return self._kept[deck]
