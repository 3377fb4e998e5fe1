"""The games: RULES names them all, `rules_for` makes one from its name and option words.

One module a game, each a pure function of immutable positions; no game builds on another.
Knows `core` only. Public: `RULES`, `rules_for`, `policies`, `Rules`, `Refusal`, `IllegalMove`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from game.core.messages import WordedError, Wording
from game.rules.base import IllegalMove, Refusal, Rules
from game.rules.brainjam import BrainJam
from game.rules.gaps import Gaps
from game.rules.klondike import Klondike
from game.rules.lapeau import LaPeau

__all__ = [
    "RULES", "BrainJam", "Gaps", "IllegalMove", "Klondike", "LaPeau", "Refusal", "Rules",
    "policies", "rules_for",
]  # fmt: skip

# In the order of the menu.
RULES: Final[Mapping[str, Callable[[], Rules]]] = {
    BrainJam.name: BrainJam,
    LaPeau.name: LaPeau,
    Gaps.name: Gaps,
    Klondike.name: Klondike,
}

_OPTIONS: Final[Mapping[str, Mapping[str, Callable[[], Rules]]]] = {
    LaPeau.name: {"alternate": LaPeau, "same": lambda: LaPeau(same_suit=True)},
    Gaps.name: {"random-gaps": lambda: Gaps(random_gaps=True)},
}


def policies(game: str) -> tuple[str, ...]:
    """The policies of a game, the usual one first; one empty text for a game without any."""
    made = (RULES[game], *_OPTIONS.get(game, {}).values())
    return tuple(dict.fromkeys(make().policy for make in made))


def rules_for(game: str, options: Iterable[str] = ()) -> Rules:
    """The rules of a game under its option words (`same`, `alternate`, `random-gaps`).

    Raises WordedError that says which name or word is unknown.
    """
    if game not in RULES:
        known = ", ".join(RULES)
        raise WordedError(
            Wording("unknown game '{game}' (the games are {known})", game=game, known=known)
        )
    rules = RULES[game]()
    for word in options:
        if word not in _OPTIONS.get(game, {}):
            raise WordedError(Wording("{game} has no option '{word}'", game=game, word=word))
        rules = _OPTIONS[game][word]()
    return rules
