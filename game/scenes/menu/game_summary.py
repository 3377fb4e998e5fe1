"""The player's results in each game, in words and as a share, for the menu's cards."""

from __future__ import annotations

from game.core.named_tuple import NamedTuple
from game.graphics.assets import levels_folder
from game.record.packs import listed_pars
from game.record.statistics import success
from game.rules import Rules
from game.scenes.common.services import Services
from game.storage import StorageError


class GameSummary(NamedTuple):
    """The player's results in one game."""

    words: tuple[str, ...]
    """The most important first."""
    done: float | None = None
    """The share, 0 to 1, that the card's line shows as progress; None: it shows none."""
    short: str = ""
    """Shown if there is no room even for the first of the words."""


class GameSummaries:
    """Counts the results at each call; only the decks of the graded list are cached."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._listed: frozenset[str] | None = None
        """The decks of the graded list, once they are needed."""

    def of(self, rules: Rules) -> GameSummary:
        """The player's results in a game and policy."""
        listed = rules.facts.graded_list
        try:
            found = self._solved(rules) if listed else self._won(rules)
        except StorageError:
            # Opening a deal tells what is wrong with the file.
            found = GameSummary(())
        return found if found.words else GameSummary((self._services.language("not solved yet"),))

    def _solved(self, rules: Rules) -> GameSummary:
        """For a game with a graded list: how many of its deals were solved without help."""
        _ = self._services.language
        solved_decks = self._services.game_store.storage.answers.solved(rules.name, rules.policy)
        if not solved_decks:
            return GameSummary(())
        if self._listed is None:
            self._listed = frozenset(listed_pars(rules, levels_folder()))
        solved, count = len(self._listed & solved_decks), len(self._listed)
        told = _.plural("{n} of {count} deals solved", "{n} of {count} deals solved", solved)
        if not solved:
            return GameSummary(())
        short = _("{n} of {count}").format(n=solved, count=count)
        return GameSummary((told.format(n=solved, count=count),), solved / count, short)

    def _won(self, rules: Rules) -> GameSummary:
        """For other games: the deals won without help, their share, the policy or redeals."""
        _ = self._services.language
        storage = self._services.game_store.storage
        count_abandoned = self._services.settings.count_abandoned
        tallies = storage.plays.tallies(rules.name, rules.policy)
        found = success(tallies, count_abandoned=count_abandoned)
        words = [_.plural("{n} won", "{n} won", found.won).format(n=found.won)] if found.won else []
        if rules.policy:
            words.append(rules.facts.policies[rules.policy].text.translated(_))
        elif rules.facts.redeals:
            turns = rules.turns
            words.append(_.plural("{n} redeal a game", "{n} redeals a game", turns).format(n=turns))
        elif found.won and found.rate is not None:
            words.append(_("{rate} %").format(rate=round(100 * found.rate)))
        return GameSummary(tuple(words), found.rate if found.won else None)
