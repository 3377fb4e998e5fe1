"""The command `deal`: prints a deal."""

from __future__ import annotations

from game.cli.arguments import Arguments
from game.cli.deal_arguments import choose
from game.play import notation


def print_deal(arguments: Arguments) -> int:
    """Print the deal that the command line names; returns the exit code."""
    chosen = choose(arguments)
    dealt = chosen.one()
    print(notation.deal_text(chosen.rules, dealt.deck, dealt.number))
    return chosen.status
