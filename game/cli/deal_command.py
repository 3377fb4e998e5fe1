"""The command `deal`: prints a deal."""

from __future__ import annotations

from game.cli.arguments import Arguments
from game.cli.deal_arguments import choose
from game.core import cards, deals
from game.core.deals import Deck
from game.rules import Rules


def print_deal(arguments: Arguments) -> int:
    """Print the deal that the command line names; returns the exit code."""
    chosen = choose(arguments)
    dealt = chosen.one()
    print(deal_text(chosen.rules, dealt.deck, dealt.number))
    return chosen.status


def deal_text(rules: Rules, deck: Deck, number: int | None) -> str:
    """A deal as lines of text: its name, its 52 letters, then its cards row by row as they are
    dealt. If the second row is one shorter than the first, each row begins one card further right.
    """
    name = f"{rules.name} {number}" if number is not None else rules.name
    rows = rules.rows(deck)
    widest = len(rows[0]) if len(rows[0]) == len(rows[1]) + 1 else 0
    lines = [("   " * (widest - len(row)) + " ".join(map(cards.name, row))) for row in rows]
    return "\n".join((name, f"deck {deals.deck_text(deck)}", *lines))
