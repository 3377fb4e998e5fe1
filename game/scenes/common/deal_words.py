"""A deal in words: its number, its policy, the day whose daily deal it is."""

from __future__ import annotations

from typing import Final

from game.core import deals
from game.core.level_packs import pack_named
from game.play.session import Session
from game.record.pack_files import short_name
from game.rules import Rules
from game.scenes.common.clock_and_day_words import day_words
from game.scenes.common.services import Services
from game.system.language import Language

ACES: Final = deals.deck_text((0, 1, 2, 3))


def deal_words(rules: Rules, label: int | str | None, _: Language, more: str = "") -> str:
    """A deal's label (`label_of`), if it is told, the policy, and `more` words."""
    words = []
    if label is not None:
        words.append(_("Deal {number}").format(number=label))
    return "  ·  ".join(text for text in (*words, policy_words(rules, _), more) if text)


def pack_words(place: str) -> str:
    """The name of a pack, from a deal's place in it (`Pack.place_of`), without its ending."""
    return short_name(pack_named(place))


def policy_words(rules: Rules, _: Language) -> str:
    """The policy; empty in a game without any."""
    return ", ".join(choice.text.translated(_) for choice in rules.chosen)


def ordered_words(done: str, _: Language) -> str:
    """An 'ordered' record: `done` has the letters of the cards that were on the foundations."""
    if not done:
        return _("In order with no cards home")
    if done == ACES:
        return _("In order with only the aces home")
    told = _.plural("In order with {n} card home", "In order with {n} cards home", len(done))
    return told.format(n=len(done))


def daily_words(session: Session, services: Services) -> str:
    """The words that say of which day this is the daily deal; empty if it is none."""
    _, daily, rules = services.language, services.daily, session.rules
    day = daily.day_of(rules, session.number)
    if day is None:
        return ""
    return _("daily deal for {day}").format(day=day_words(day, daily.today, _))
