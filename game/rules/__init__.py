"""The rules of all games: `RULES` lists them, `rules_for` makes them from a name and option words.

Each game has one module of pure functions of immutable positions; no game builds on another. Other
packages distinguish the games by data, `Rules.facts`; only `solver` names a game, and the few
modules that `tests/rules/test_game_names.py` lists with their reasons. Imports `core` only. Public:
`RULES`, `read_game`, `rules_for`, `policies`, `chosen_words`, `variants`, `with_redeals`,
`stock_of`, `stock_move`, `can_draw`, `LISTED`, `Rules`, and from `base` `Refusal`
and `IllegalMove`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from game.core.translatable_texts import WordedError, Wording
from game.rules.base import IllegalMove, Refusal, Rules, can_draw, stock_move, stock_of
from game.rules.brainjam import BrainJam
from game.rules.gaps import Gaps
from game.rules.klondike import Klondike
from game.rules.lapeau import LaPeau

__all__ = [
    "LISTED", "RULES", "BrainJam", "Gaps", "IllegalMove", "Klondike", "LaPeau", "Refusal", "Rules",
    "can_draw", "chosen_words", "policies", "read_game", "rules_for", "stock_move",
    "stock_of", "variants", "with_redeals",
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


def read_game(words: Sequence[str]) -> list[str]:
    """Some words, with a game's name as `RULES` has it in place of the name that they begin with:
    a player may write it as its title, and in any letter case (`la peau`).
    """
    for count in (1, 2):
        name = "".join(words[:count]).lower()
        if name in RULES:
            return [name, *words[count:]]
    return [*words]


def policies(game: str) -> tuple[str, ...]:
    """The policies of a game, the usual one first; one empty text for a game without any."""
    return tuple(rules.policy for rules in variants() if rules.name == game)


def variants() -> tuple[Rules, ...]:
    """The rules of every game under each of its policies. Each of these has its own history."""
    return tuple(
        rules_for(game, words)
        for game, make in RULES.items()
        for words in product(*([c.word for c in option.choices] for option in make.facts.policies))
    )


def chosen_words(game: str, settings: object) -> tuple[str, ...]:
    """The option words for what the player last chose for a game. `settings` has an attribute with
    the name of each option's `setting`.
    """
    if game not in RULES:
        return ()
    return tuple(getattr(settings, option.setting) for option in RULES[game].facts.policies)


def with_redeals(rules: Rules, most: int) -> Rules | None:
    """The rules with at most `most` redeals; None for a game without redeals."""
    return Gaps(rules.placement, redeals=most) if isinstance(rules, Gaps) else None


def rules_for(game: str, options: Iterable[str] = ()) -> Rules:
    """The rules of a game under its option words (`same`, `alternate`, `random-gaps`); an option
    without a word has its default.

    Raises WordedError that says which name or word is unknown, or excludes another one.
    """
    if game not in RULES:
        known = ", ".join(RULES)
        raise WordedError(Wording("unknown game '{game}' (games: {known})", game=game, known=known))
    make: Callable[..., Rules] = RULES[game]
    settings = {c.word: o.setting for o in RULES[game].facts.policies for c in o.choices}
    values: dict[str, str] = {}
    for word in options:
        if word not in settings:
            raise WordedError(Wording("{game} has no option '{word}'", game=game, word=word))
        if values.setdefault(settings[word], word) != word:
            wording = Wording("{game}: '{word}' conflicts with another option")
            raise WordedError(wording.filled(game=game, word=word))
    return make(**values)
