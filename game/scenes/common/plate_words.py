"""What the plate of a table says of the deal: its number, its policy, its day."""

from __future__ import annotations

from game.play.session import Session
from game.rules import Rules
from game.system.language import Language


def plate_number(session: Session, _: Language, daily: str = "") -> str:
    """The deal's number and the policy, as the plate shows them under the name. `daily`: the words
    of a daily deal (`daily_words`), or empty.
    """
    words = deal_words(session.rules, session.number, _)
    return f"{words}  ·  {daily}" if daily else words


def deal_words(rules: Rules, number: int | None, _: Language) -> str:
    """A deal's number, where it has one, and the policy."""
    words = []
    if number is not None and rules.facts.graded_list:
        words.append(_("No. {number}").format(number=number))
    elif number is not None:
        words.append(_("deal {number}").format(number=number))
    if rules.policy:
        words.append(rules.facts.policies[rules.policy].text.translated(_))
    return "  ·  ".join(words)
