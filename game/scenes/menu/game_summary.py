"""The player's results in each game, in words and as a share, for the menu's cards."""

from __future__ import annotations

from typing import NamedTuple

from game.record.pack_files import listed_pars
from game.record.statistics import success, whole_percent
from game.rules import Rules
from game.scenes.common.deal_and_day_words import policy_words
from game.scenes.common.services import Services
from game.storage import PlayOutcome, StorageError
from game.system.folders import levels_folder


class GameSummary(NamedTuple):
    """The player's results in one game."""

    words: tuple[str, ...]
    """The most important first."""
    done: float | None = None
    """The share, 0 to 1, that the card's line shows as progress; None: it shows none."""
    short: str = ""
    """Shown if there is no room even for the first of the words."""


def game_summary(services: Services, rules: Rules) -> GameSummary:
    """The player's results in a game and policy, counted anew."""
    try:
        count = _solved if rules.facts.graded_list else _won
        found = count(services, rules)
    except StorageError:
        # Opening a deal tells what is wrong with the file.
        found = GameSummary(())
    return found if found.words else GameSummary((services.language("not solved yet"),))


def _solved(services: Services, rules: Rules) -> GameSummary:
    """For a game with a graded list: how many of its deals were solved without help; as long as
    there is none, what was won elsewhere.
    """
    _ = services.language
    solved_decks = services.game_store.storage.answers.solved(rules.name, rules.policy)
    listed = frozenset(listed_pars(rules, levels_folder()) if solved_decks else ())
    solved, count = len(listed & solved_decks), len(listed)
    if not solved:
        return _won(services, rules)
    told = _.plural("{n} of {count} deals solved", "{n} of {count} deals solved", solved)
    short = _("{n} of {count}").format(n=_.number(solved), count=_.number(count))
    return GameSummary(
        (told.format(n=_.number(solved), count=_.number(count)),), solved / count, short
    )


def _won(services: Services, rules: Rules) -> GameSummary:
    """For other games: the deals won without help, their share, or the policy; that there
    are only wins with help.
    """
    _ = services.language
    tallies = services.game_store.storage.plays.tallies(rules.name, rules.policy)
    found = success(tallies, count_abandoned=services.settings.count_abandoned)
    words = [_.plural("{n} won", "{n} won", found.won).format(n=found.won)] if found.won else []
    if not found.won and any(each.outcome is PlayOutcome.WON for each in tallies):
        words.append(_("solved with help"))
    if rules.facts.policies:
        words.append(policy_words(rules, _))
    elif found.won and found.rate is not None:
        words.append(_("{rate}%").format(rate=whole_percent(found.rate)))
    return GameSummary(tuple(words), found.rate if found.won else None)
