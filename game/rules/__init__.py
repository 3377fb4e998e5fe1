"""The rules of all games: `RULES` lists them, `rules_for` makes them from a name and option words.

Each game has one module of pure functions of immutable positions; no game builds on another. Other
packages distinguish the games by data, `Rules.facts`; only `solver` names a game, and the few
modules that `tests/rules/test_game_names.py` lists with their reasons. Imports `core` only. Public:
`RULES`, `rules_for`, `policies`, `chosen_words`, `variants`, `with_redeals`, `fewest_moves`,
`stock_of`, `LISTED`, `Rules`, and from `illegal_move` `Refusal` and `IllegalMove`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from game.core.translatable_texts import WordedError, Wording
from game.rules.base import Rules, stock_of
from game.rules.brainjam import BrainJam
from game.rules.gaps import Gaps
from game.rules.illegal_move import IllegalMove, Refusal
from game.rules.klondike import Klondike
from game.rules.lapeau import LaPeau

__all__ = [
    "LISTED", "RULES", "BrainJam", "Gaps", "IllegalMove", "Klondike", "LaPeau", "Refusal", "Rules",
    "chosen_words", "fewest_moves", "policies", "rules_for", "stock_of", "variants", "with_redeals",
]  # fmt: skip

# In the order of the menu.
RULES: Final[Mapping[str, type[Rules]]] = {
    BrainJam.name: BrainJam,
    LaPeau.name: LaPeau,
    Gaps.name: Gaps,
    Klondike.name: Klondike,
}

LISTED: Final = next(name for name, make in RULES.items() if make.facts.graded_list)
"""The game that has a graded list; an unreadable pack is shown as one of this game."""


def policies(game: str) -> tuple[str, ...]:
    """The policies of a game, the usual one first; one empty text for a game without any."""
    return tuple(RULES[game].facts.policies) or ("",)


def variants() -> tuple[Rules, ...]:
    """The rules of every game under each of its policies. Each of these has its own history."""
    return tuple(
        rules_for(game, [policy] if policy else []) for game in RULES for policy in policies(game)
    )


def chosen_words(game: str, settings: object) -> tuple[str, ...]:
    """The option words for what the player last chose for a game; a default has no word.

    `settings` has a bool attribute with the name of each option's `setting`.
    """
    if game not in RULES:
        return ()
    return tuple(
        option.words[True]
        for option in RULES[game].facts.options
        if True in option.words and getattr(settings, option.setting)
    )


def with_redeals(rules: Rules, most: int) -> Rules | None:
    """The rules with at most `most` redeals; None for a game without redeals."""
    if not isinstance(rules, Gaps):
        return None
    return Gaps(random_gaps=rules.random_gaps, redeals=most)


def rules_for(game: str, options: Iterable[str] = ()) -> Rules:
    """The rules of a game under its option words (`same`, `alternate`, `random-gaps`).

    Raises WordedError that says which name or word is unknown, or excludes another one.
    """
    if game not in RULES:
        known = ", ".join(RULES)
        raise WordedError(Wording("unknown game '{game}' (games: {known})", game=game, known=known))
    known_words = {
        word: (option.setting, value)
        for option in RULES[game].facts.options
        for value, word in option.words.items()
    }
    values: dict[str, bool] = {}
    for word in options:
        if word not in known_words:
            raise WordedError(Wording("{game} has no option '{word}'", game=game, word=word))
        setting, value = known_words[word]
        if values.setdefault(setting, value) is not value:
            wording = Wording("{game}: '{word}' conflicts with another option")
            raise WordedError(wording.filled(game=game, word=word))
    make: Callable[..., Rules] = RULES[game]
    return make(**values)


def fewest_moves(game: str, options: Iterable[str]) -> int:
    """`Rules.fewest_moves` by name and option words; 0 for an unknown game or word."""
    try:
        return rules_for(game, options).fewest_moves
    except WordedError:
        return 0
