"""Which deal lies on a table: a new one, one typed by its number, the same from its start, or under
another policy.
"""

from __future__ import annotations

from game.core import deals
from game.play.session import Session
from game.rules import rules_for
from game.scenes.common.base import Change, OpenTable, Replace
from game.scenes.common.deal_sources import new_number
from game.scenes.table.table_protocol import TableProtocol


class NewDeal:
    """Puts deals on one table."""

    def __init__(self, table: TableProtocol) -> None:
        self._table, self._services = table, table.services
        self._ = table.services.language

    @property
    def _session(self) -> Session:
        return self._table.session

    def new(self) -> Change | None:
        """Put a new deal on the table."""
        rules, present = self._table.rules_of_next, self._session.number
        return self._put(new_number(self._services, rules, present))

    def _put(self, number: int, *, typed: bool = False) -> Change | None:
        """Put another deal on the table; under another policy it needs a table of its own."""
        rules, deck = self._table.rules_of_next, deals.deck_of(number)
        if rules.policy == self._session.rules.policy:
            self._table.start(deck, number, typed=typed)
            return None
        return Replace(OpenTable(rules, deck, number, typed=typed))

    def start_again(self) -> None:
        """Restart the present deal and say so: the number field was confirmed while empty, or with
        this deal's own number.
        """
        if self._session.history.can_undo:
            self.restart()
        self._services.tell(self._("Deal restarted"))

    def start_number(self, number: int) -> Change | None:
        """Put the deal of a number on the table from its start, with its history. Under another
        policy it opens as it was left.
        """
        before = self._session
        change = self._put(number, typed=True)
        if change is not None:
            return change
        if (number, self._session.rules) == (before.number, before.rules):
            self.start_again()
        elif self._session.history.can_undo:
            self.restart()
        return None

    def restart(self) -> None:
        """Back to the deal, for another attempt."""
        self._services.game_store.begin_again(self._session)
        self._table.show(self._session.to_start())

    def switch_policy(self) -> Change | None:
        """Put the same deal on the table under the next policy, unless it is being played."""
        rules = self._session.rules
        if not rules.facts.policies:
            return None
        if self._session.in_progress:
            told = self._("You can change the rule only before the first move or after a win")
            self._services.tell(told)
            return None
        option = rules.facts.policies[0]
        words = [choice.word for choice in option.choices]
        word = words[(words.index(rules.chosen[0].word) + 1) % len(words)]
        self._services.change(**{option.setting: word})
        session = self._session
        changed = rules_for(rules.name, [word])
        return Replace(OpenTable(changed, session.deck, session.number, pack=session.pack))
