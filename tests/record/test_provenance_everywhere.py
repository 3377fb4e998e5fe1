"""Whether a deal was solved alone: list, library, menu, statistics and the game itself agree."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from history_lines import made
from made_deals import easy_deck
from recording_services import NOWHERE
from test_statistics import tallied

from game.core import deals
from game.core.moves import Action
from game.history import HistoryChanges
from game.play.level_packs import Level, Pack
from game.play.session import Session, flatten
from game.record.deal_list import Listing
from game.record.game_store import GameStore
from game.record.library_filter_and_sort import Standing, standing_of
from game.record.statistics import game_figures, success
from game.rules import BrainJam, LaPeau, Rules
from game.storage import (
    DealChanges,
    DealKey,
    DealState,
    HelpKind,
    LibraryRow,
    Play,
    PlayOutcome,
    Storage,
    StoredAnswer,
)
from game.system.console import Tracer

MANY = 60


def win(session: Session) -> None:
    for _ in range(200):
        if session.is_won:
            return
        if session.purge().refusal:
            session.play(session.rules.moves(session.position)[0])
    raise AssertionError("the easy deal is not won")


def play_somehow(store: GameStore, rules: Rules, chance: Random) -> None:
    """Some attempts at the easy deal, each with or without help, some given up."""
    deck = easy_deck(rules)
    for _ in range(chance.randrange(1, 4)):
        session = store.open(rules, deck, None, branching=True, autoplay=False)
        store.begin_again(session)
        session.to_start()
        helped = chance.choice(("", "", "hint", "shown", "pasted"))
        first = rules.moves(session.position)[: chance.randrange(1, 3)]
        if helped == "hint":
            store.count_hint(session, first[0])
        if helped == "shown":
            store.note_shown(session, session.position, first[:1])
        if chance.random() < 0.5:
            session.play(first[0])
        if chance.random() < 0.7:
            win(session)
            if helped == "pasted":
                store.add_line(session, flatten(made(session.history)))


@pytest.mark.parametrize("seed", range(MANY))
def test_all_that_tell_of_a_deal_agree(seed: int) -> None:
    chance = Random(seed)
    rules = chance.choice((BrainJam(), LaPeau()))
    storage = Storage(NOWHERE, read_only=True)
    store = GameStore(storage, Tracer(), lambda text: None)
    play_somehow(store, rules, chance)
    deck = deals.deck_text(easy_deck(rules))
    alone = storage.answers.best_alone(DealKey(rules.name, rules.policy, deck)) is not None
    rows = {row.key.deck: row for row in storage.library()}
    standing = standing_of(rows[deck]) if deck in rows else Standing.OPENED
    assert (standing is Standing.ALONE) is alone
    pack = Pack("x", rules.name, (), (Level("1", easy_deck(rules), None),), ())
    best = {d: a.moves for d, a in storage.answers.all(rules.name, rules.policy).items()}
    assert storage.answers.solved(rules.name, rules.policy) == set(best)
    own = storage.answers.all(rules.name, rules.policy, alone=True)
    begun = storage.begun(rules.name, rules.policy)
    (entry,) = Listing(pack, best, {}, {d: a.moves for d, a in own.items()}, begun).entries
    assert entry.check_sign == standing.check_sign
    figures = game_figures(storage.plays.all(rules.name, rules.policy))
    counted = success(storage.plays.tallies(rules.name, rules.policy))
    assert figures.won == counted.won
    assert (figures.won > 0) is alone


def test_the_table_counts_help_as_a_play_does_in_every_case() -> None:
    """The query that counts plays tells help as `Play.helped`, which is the rule."""
    storage = Storage(NOWHERE, read_only=True)
    plays = []
    ends: list[tuple[PlayOutcome, HelpKind | None]]
    ends = [(outcome, None) for outcome in PlayOutcome if outcome is not PlayOutcome.WON]
    ends += [(PlayOutcome.WON, how) for how in HelpKind]
    cases = product(ends, (0, 2), (False, True), (False, True), (1, 2))
    none: HistoryChanges[Action] = HistoryChanges()
    for when, ((outcome, how), hints, shown, redone, attempt) in enumerate(cases, 1):
        play = Play(attempt, outcome, 9, 1.0, hints, shown, redone, when=when, how=how, id=when)
        key = DealKey("gaps", "", deals.deck_text(deals.deck_of(when)))
        storage.save(key, DealChanges(none, DealState(), plays=[play]), lambda: none)
        plays.append(play)
    assert sorted(storage.plays.tallies("gaps", "")) == sorted(tallied(plays))


@pytest.mark.parametrize("how", HelpKind)
def test_an_answer_is_full_or_hollow_alike_in_list_and_library(how: HelpKind) -> None:
    storage = Storage(NOWHERE, read_only=True)
    deck = deals.deck_of(5)
    key = DealKey("gaps", "", deals.deck_text(deck))
    storage.answers.offer([(key, StoredAnswer(70, "x", 5, 1, how))])
    (row,) = storage.library()
    alone = {key.deck: 70} if how.is_alone else {}
    pack = Pack("x", "gaps", (), (Level("5", deck, 70),), ())
    (entry,) = Listing(pack, {key.deck: 70}, {}, alone).entries
    assert entry.check_sign == standing_of(row).check_sign
    assert entry.solved and storage.answers.solved("gaps", "") == {key.deck}
    assert standing_of(LibraryRow(key)) is Standing.OPENED
