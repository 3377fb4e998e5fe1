"""The deal that follows a won one: the next unsolved deal of the same list."""

from __future__ import annotations

from game.core import deals
from game.core.level_packs import number_of, pack_named
from game.play.session import Session
from game.record.deal_list import Listing, moves_by_deck
from game.record.pack_files import packs_of, proved_lengths
from game.rules import Rules
from game.scenes.common.base import OpenTable
from game.scenes.common.reading_own_packs import read_one_slice
from game.scenes.common.services import Services
from game.storage import StorageError
from game.system.folders import levels_folder


def next_unsolved(services: Services, session: Session) -> OpenTable | None:
    """The next unsolved deal after the session's, which is won, in the list that the session names,
    else in the first that contains it and has one. None: there is none, or the game has no graded
    list and the session names none. If answers cannot be read, no other deal counts as solved.
    """
    rules, deck, named = session.rules, deals.deck_text(session.deck), pack_named(session.pack)
    if not (rules.facts.graded_list or named):
        return None
    best = {**_solved(services, rules), deck: session.history.moves_without_circles()}
    packs = packs_of(rules, levels_folder(), read_one_slice(services))
    shortest = proved_lengths(rules, levels_folder(), services.game_store.storage)
    for pack in sorted(packs, key=lambda pack: pack.name != named):
        listing = Listing(pack, best, {}, shortest=shortest)
        row = listing.row_of(deck)
        if row < 0:
            continue
        entry = listing.rows[listing.unsolved_from(row, 1)]
        if not entry.solved:
            level = entry.level
            number = number_of(level.id, level.deck)
            par, place = listing.par_of(entry), pack.place_of(level)
            return OpenTable(rules, level.deck, number, par=par, pack=place)
    return None


def _solved(services: Services, rules: Rules) -> dict[str, int]:
    """The moves of the best answers found without help, by the deck's 52 letters. If they cannot
    be read, the player is told and the result is empty.
    """
    try:
        answers = services.game_store.storage.answers
        return moves_by_deck(answers.all(rules.name, rules.policy, alone=True))
    except StorageError as error:
        services.tell(error.sentence(services.language))
        return {}
