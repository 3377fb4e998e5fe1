"""The deal that follows a won one: the next unsolved one of the list that it is of."""

from __future__ import annotations

from typing import NamedTuple

from game import deals
from game.assets import levels_folder
from game.catalogue import Listing, number_of, packs_of
from game.deals import Deck
from game.rules import BrainJam
from game.scenes.base import Services
from game.session import Session


class Next(NamedTuple):
    """A deal of a list, with what the list says of it."""

    deck: Deck
    number: int | None
    par: tuple[int, bool] | None
    """The moves of a short answer, and whether no shorter one is possible."""


def next_unsolved(services: Services, session: Session) -> Next | None:
    """The next unsolved deal of the first list that holds the session's (Brain Jam); None if
    there is none.
    """
    rules = session.rules
    if rules.name != BrainJam.name:
        return None
    answers = services.keeper.storage.answers(rules.name, rules.policy)
    best = {solved: answer.moves for solved, answer in answers.items()}
    for pack in packs_of(rules, levels_folder(), services.folders.levels):
        listing = Listing(pack, best, {})
        row = listing.row_of(deals.deck_text(session.deck))
        if row < 0:
            continue
        entry = listing.rows[listing.unsolved_from(row, 1)]
        if not entry.solved:
            level = entry.level
            par = None if level.par is None else (level.par, pack.proved)
            return Next(level.deck, number_of(level), par)
    return None
