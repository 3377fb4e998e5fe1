"""The deal that follows a won one: the next unsolved deal of the same list."""

from __future__ import annotations

from game.core import deals
from game.core.deals import Deck
from game.core.level_packs import number_of
from game.core.named_tuple import NamedTuple
from game.play.session import Session
from game.record.deal_list import Listing
from game.record.packs import packs_of
from game.rules import Rules
from game.scenes.common.own_packs import read_one_slice
from game.scenes.common.services import Services
from game.storage import StorageError
from game.system.folders import levels_folder


class Next(NamedTuple):
    """A deal of a list, with what the list says of it."""

    deck: Deck
    number: int | None
    par: tuple[int, bool] | None
    """The moves of a short answer, and whether no shorter one is possible."""


def next_unsolved(services: Services, session: Session) -> Next | None:
    """The next unsolved deal after the session's, which is won, in the first list that contains it
    and has one; else None. If answers cannot be read, no other deal counts as solved.
    """
    rules, deck = session.rules, deals.deck_text(session.deck)
    if not rules.facts.graded_list:
        return None
    best = {**_solved(services, rules), deck: session.moves}
    for pack in packs_of(rules, levels_folder(), read_one_slice(services)):
        listing = Listing(pack, best, {})
        row = listing.row_of(deck)
        if row < 0:
            continue
        entry = listing.rows[listing.unsolved_from(row, 1)]
        if not entry.solved:
            level = entry.level
            par = None if level.par is None else (level.par, pack.proved)
            return Next(level.deck, number_of(level.id, level.deck), par)
    return None


def _solved(services: Services, rules: Rules) -> dict[str, int]:
    """The moves of the best answers found without help, by the deck's 52 letters. If they cannot
    be read, the player is told and the result is empty.
    """
    try:
        answers = services.game_store.storage.answers.all(rules.name, rules.policy, alone=True)
    except StorageError as error:
        services.tell(error.sentence(services.language))
        return {}
    return {solved: answer.moves for solved, answer in answers.items()}
