"""The key under which a deal is stored."""

from __future__ import annotations

from game.core import deals
from game.core.deals import Deck
from game.rules import Rules
from game.storage import DealKey


def deal_key(rules: Rules, deck: Deck) -> DealKey:
    """The key of a deal: the game, its policy and the 52 letters of the deck."""
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))
