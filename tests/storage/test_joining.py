"""Histories of a deal are joined by value: it matters neither in which order nor how often."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from storage_player import DEAL, act

from game.core.moves import action_text
from game.history import EdgeRow, SavedLine
from game.storage import (
    About,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    StoredAnswer,
    StoredDeal,
    ToldMove,
)
from game.storage.database_files import open_memory
from game.storage.tables import Tables

TEXTS = [action_text(act(card)) for card in range(4)]
PLACES = range(1, 5)


@st.composite
def sides(draw: st.DrawFn) -> StoredDeal[str]:
    """What one window, machine or backup may hold of a deal."""
    ends = st.tuples(st.sampled_from(PLACES), st.sampled_from((0, *PLACES)))
    some = draw(st.sets(ends.filter(lambda each: each[0] != each[1]), max_size=5))
    walks = st.integers(0, 6)
    edges = []
    for source, target in sorted(some):
        first = draw(walks)
        walked = draw(st.integers(first, 9)) if first else 0
        cost = 1 + (source + target) % 2
        edges.append(EdgeRow(source, target, draw(st.sampled_from(TEXTS)), cost, first, walked))
    helped = st.sampled_from(HelpKind)
    told = {(s, t): draw(helped) for s, t in draw(st.sets(ends, max_size=4)) if s != t}
    saved = draw(st.integers(0, 5))
    lines = st.builds(
        lambda texts: SavedLine(tuple(texts), len(texts)),
        st.lists(st.sampled_from(TEXTS), max_size=3),
    )
    marks = draw(st.lists(lines, max_size=3, unique=True))
    answers = st.builds(
        StoredAnswer, st.integers(50, 53), st.sampled_from("ab"), st.none(), st.just(1), helped
    )
    plays = []
    for id in draw(st.sets(st.integers(1, 4), max_size=3)):
        outcome = draw(st.sampled_from(PlayOutcome))
        how = draw(helped) if outcome is PlayOutcome.WON else None
        seconds = float(draw(st.integers(0, 3)))
        plays.append(Play(id, outcome, 5, seconds, when=draw(walks), how=how, id=id))
    seen = draw(st.dictionaries(st.integers(0, 3), walks, max_size=3))
    return StoredDeal(
        DEAL,
        5,
        "p",
        tuple(edges),
        SavedLine(tuple(TEXTS[:saved]), saved // 2) if saved < 5 else SavedLine(),
        tuple(marks),
        tuple(ToldMove(*pair, how) for pair, how in sorted(told.items())),
        tuple(sorted(seen.items())),
        DealState(float(saved), attempt=saved, ordinal=max(1, saved)),
        saved=saved,
        last_opened=draw(walks),
        moves=saved,
        answers=tuple(draw(st.lists(answers, max_size=3))),
        plays=tuple(plays),
        ordered=tuple((each, draw(walks)) for each in sorted(draw(st.sets(st.sampled_from("ab"))))),
    )


def joined(*deals: StoredDeal[str]) -> StoredDeal[str]:
    tables = open_memory()
    for deal in deals:
        tables.join(deal, 1)
    return _read(tables)


def _read(tables: Tables) -> StoredDeal[str]:
    found = tables.load(DEAL)
    assert found is not None
    return found._replace(edges=tuple(sorted(found.edges)))


def unordered(deal: StoredDeal[str]) -> StoredDeal[str]:
    """Without the order of the bookmarks below, which is that of the joins."""
    return deal._replace(bookmarks=tuple(sorted(deal.bookmarks)))


@given(sides(), sides())
def test_either_side_may_come_first(one: StoredDeal[str], other: StoredDeal[str]) -> None:
    first, second = joined(one, other), joined(other, one)
    if one.saved != other.saved:
        assert first == second
    assert unordered(first) == unordered(second)


@given(sides(), sides(), sides())
def test_any_two_of_three_may_be_joined_first(
    one: StoredDeal[str], two: StoredDeal[str], three: StoredDeal[str]
) -> None:
    left = joined(joined(one, two), three)
    right = joined(one, joined(two, three))
    assert unordered(left) == unordered(right)


@given(sides(), sides())
def test_what_comes_twice_changes_nothing(one: StoredDeal[str], other: StoredDeal[str]) -> None:
    once = joined(one, other)
    assert joined(one, other, other) == once == joined(one, other, once)


@given(sides(), sides())
def test_all_edges_stay_and_the_line_is_that_saved_last(
    one: StoredDeal[str], other: StoredDeal[str]
) -> None:
    both = joined(one, other)
    assert {row[:2] for row in both.edges} == {row[:2] for row in one.edges + other.edges}
    last = max(one, other, key=lambda deal: deal.saved)
    assert (both.line, both.state, both.moves) == (last.line, last.state, last.moves)
    if one.saved != other.saved and last.bookmarks:
        assert both.bookmarks[-len(last.bookmarks) :] == last.bookmarks
    assert set(both.bookmarks) == {*one.bookmarks, *other.bookmarks}
    assert len(set(both.bookmarks)) == len(both.bookmarks)


@given(sides(), sides())
def test_help_is_the_lesser_and_none_with_a_move_made_before_it_was_told(
    one: StoredDeal[str], other: StoredDeal[str]
) -> None:
    both = {told[:2]: told.how for told in joined(one, other).told}
    for ends in {told[:2] for told in one.told + other.told}:
        ranks = []
        for side in (one, other):
            how = {told[:2]: told.how for told in side.told}.get(ends)
            alone = how is None and any(row[:2] == ends and row[4] > 0 for row in side.edges)
            ranks += [-1] if alone else [] if how is None else [how.rank]
        assert (both[ends].rank if ends in both else -1) == min(ranks)


def test_an_import_moves_the_player_only_where_the_deal_has_no_line() -> None:
    line, other = SavedLine((TEXTS[0],), 1), SavedLine((TEXTS[1], TEXTS[2]), 2)
    theirs = StoredDeal(DEAL, line=other, saved=9, state=DealState(5.0, attempt=2))
    tables = open_memory()
    tables.join(theirs, 1, moves_player=False)
    assert _read(tables).line == other
    tables = open_memory()
    tables.join(StoredDeal(DEAL, line=line, saved=3, state=DealState(1.0, attempt=1)), 1)
    tables.join(theirs, 1, moves_player=False)
    here = _read(tables)
    assert (here.line, here.state.attempt) == (line, 1)


def test_notes_that_are_here_stay_and_others_are_filled_in() -> None:
    one = StoredDeal[str](DEAL, number=None, about=About("Kings", "", None))
    other = StoredDeal[str](DEAL, number=0, pack="p 3", about=About("Queens", "Left first", 50))
    both = joined(one, other)
    assert (both.number, both.pack, both.about) == (0, "p 3", About("Kings", "Left first", 50))


def test_a_play_of_another_deal_is_not_taken_from_it() -> None:
    tables = open_memory()
    play = Play(1, PlayOutcome.OPEN, 5, 1.0, id=7)
    tables.join(StoredDeal(DEAL, plays=(play,)), 1)
    other = DEAL._replace(game="gaps")
    tables.join(StoredDeal(other, plays=(play._replace(seconds=9.0),)), 1)
    assert tables.plays(tables.id_of(DEAL)) == [play] and tables.plays(tables.id_of(other)) == []
