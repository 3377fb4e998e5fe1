"""Lists of deals: how each deal stands, which are shown, and in what order."""

from __future__ import annotations

import pytest

from game.core import deals
from game.play.level_packs import Level, Pack
from game.record.deal_list import DealFilter, ListColumn, ListedDeal, Listing
from game.record.pack_files import packs_of
from game.rules import BrainJam, Gaps
from game.system.folders import levels_folder

PARS = (82, None, 90, 75, 88)
DIFFICULTIES = (3, None, 1, 5, 3)
BEST = {1: 82, 3: 95, 5: 90}
"""Deal 1 in as few moves as can be, deals 3 and 5 in more."""
PLAYED = {1: 300, 2: 500, 3: 100}
SOLVED = {"0001", "0003", "0005"}


def text_of(number: int) -> str:
    return deals.deck_text(deals.deck_of(number))


def five_deals(*, proved: bool = True) -> Pack:
    levels = tuple(
        Level(f"{number:04}", deals.deck_of(number), par, difficulty)
        for number, (par, difficulty) in enumerate(zip(PARS, DIFFICULTIES, strict=True), 1)
    )
    return Pack("five", BrainJam.name, (), levels, (), proved)


def listing() -> Listing:
    best = {text_of(number): moves for number, moves in BEST.items()}
    played = {text_of(number): when for number, when in PLAYED.items()}
    return Listing(five_deals(), best, played)


def ids(shown: Listing) -> list[str]:
    return [entry.level.id for entry in shown.rows]


def test_an_entry_knows_solved_star_and_how_many_moves_over_the_minimum() -> None:
    stands = [(entry.solved, entry.star, entry.over) for entry in listing().entries]
    assert stands == [
        (True, True, 0),
        (False, False, None),
        (True, False, 5),
        (False, False, None),
        (True, False, 2),
    ]
    assert ListedDeal(0, Level("x", deals.deck_of(2), None), best=99).over is None


def test_a_par_that_more_redeals_can_undercut_has_no_star() -> None:
    pack = five_deals()._replace(game=Gaps.name)
    best = {text_of(1): 82, text_of(2): 70, text_of(3): 80, text_of(5): 90}
    shown = Listing(pack, best, {})
    stands = [(entry.star_sign, entry.least, entry.over) for entry in shown.entries]
    assert stands == [("", 82, 0), ("", 70, None), ("", 80, 0), ("", 75, None), ("", 88, 2)]
    assert shown.stars == 0


def test_what_is_proved_comes_before_what_a_pack_claims_and_an_own_answer_refutes_a_claim() -> None:
    best = {text_of(1): 82, text_of(3): 95, text_of(4): 74}
    proved = {text_of(1): 80, text_of(2): 70}
    shown = Listing(five_deals(proved=False), best, {}, shortest=proved)
    stands = [(entry.par, entry.least, entry.over, entry.star) for entry in shown.entries]
    assert stands == [
        (80, 80, 2, False),
        (70, 70, None, False),
        (90, 90, 5, False),
        (None, None, None, False),
        (88, 88, None, False),
    ]


def test_a_list_counts_solved_deals_and_stars() -> None:
    assert (listing().solved, listing().stars) == (3, 1)


def test_a_deal_won_with_help_is_solved_in_sign_count_filters_and_on_the_way_to_the_next() -> None:
    best = {text_of(1): 82, text_of(3): 95}
    shown = Listing(five_deals(), best, {}, {text_of(3): 95})
    assert [entry.check_sign for entry in shown.entries[:3]] == ["check-hollow", "", "check"]
    assert (shown.solved, shown.unaided) == (2, 1)
    for show, expected in ((DealFilter.SOLVED, "13"), (DealFilter.UNSOLVED, "245")):
        shown.show = show
        shown.arrange()
        assert "".join(id[-1] for id in ids(shown)) == expected
    shown.show_all()
    shown.arrange()
    assert (shown.unsolved_from(4, 1), shown.unsolved_from(1, -1)) == (1, 4)


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        (DealFilter.ALL, "12345"),
        (DealFilter.UNSOLVED, "24"),
        (DealFilter.SOLVED, "135"),
        (DealFilter.NOT_A_STAR, "2345"),
    ],
)
def test_a_filter_shows_what_it_says(show: DealFilter, expected: str) -> None:
    shown = listing()
    shown.show = show
    shown.arrange()
    assert "".join(id[-1] for id in ids(shown)) == expected


def test_difficulties_are_filtered_and_deals_without_one_always_shown() -> None:
    shown = listing()
    shown.difficulties = frozenset([1, 5])
    shown.arrange()
    assert ids(shown) == ["0002", "0003", "0004"]


def test_hiding_the_last_difficulty_shows_all() -> None:
    shown = listing()
    *others, last = shown.difficulties
    for difficulty in others:
        shown.toggle_difficulty(difficulty)
    assert shown.difficulties == {last}
    shown.toggle_difficulty(last)
    assert shown.difficulties == {*others, last}


@pytest.mark.parametrize(
    ("column", "up", "down"),
    [
        (ListColumn.NUMBER, "12345", "54321"),
        (ListColumn.SOLVED, "13524", "24135"),
        (ListColumn.STAR, "12345", "23451"),
        (ListColumn.DIFFICULTY, "31542", "41532"),
        (ListColumn.BEST, "15324", "35124"),
        (ListColumn.MINIMUM, "41532", "35142"),
        (ListColumn.OVER, "15324", "35124"),
        (ListColumn.PLAYED, "21345", "31245"),
    ],
)
def test_a_list_is_sorted_by_any_column_both_ways_with_the_unknown_last(
    column: ListColumn, up: str, down: str
) -> None:
    shown = listing()
    shown.sorted_by = ListColumn.MINIMUM if column is ListColumn.NUMBER else ListColumn.NUMBER
    shown.sort(column)
    assert "".join(id[-1] for id in ids(shown)) == up
    shown.sort(column)
    assert "".join(id[-1] for id in ids(shown)) == down


@pytest.mark.parametrize(
    ("written", "shown"),
    [(["20", "3", "0100"], ["3", "20", "0100"]), (["20", "hard", "3"], ["20", "hard", "3"])],
)
def test_numbers_sort_as_numbers_and_names_stay_in_the_order_of_their_file(
    written: list[str], shown: list[str]
) -> None:
    levels = tuple(Level(id, deals.deck_of(place), None) for place, id in enumerate(written))
    found = Listing(Pack("own", BrainJam.name, (), levels, ()), {}, {})
    found.arrange()
    assert ids(found) == shown


def test_the_next_unsolved_deal_goes_round_the_end_and_stays_where_it_is_the_only_one() -> None:
    shown = listing()
    assert [shown.unsolved_from(row, 1) for row in (-1, 0, 1, 3, 4)] == [1, 1, 3, 1, 1]
    assert [shown.unsolved_from(row, -1) for row in (0, 1, 2, 3)] == [3, 3, 1, 1]
    shown.difficulties = frozenset([1])
    shown.arrange()
    assert ids(shown) == ["0002", "0003"]
    assert shown.unsolved_from(0, 1) == shown.unsolved_from(0, -1) == 0


def test_where_all_is_solved_or_nothing_shown_the_row_stays() -> None:
    shown = listing()
    shown.show = DealFilter.SOLVED
    shown.arrange()
    assert shown.unsolved_from(1, 1) == shown.unsolved_from(1, -1) == 1
    assert shown.random_unsolved() == -1
    empty = Listing(Pack("empty", "brainjam", (), (), ()), {}, {})
    assert empty.unsolved_from(-1, 1) == -1 and empty.random_unsolved() == -1


def test_a_random_unsolved_deal_is_any_of_the_unsolved_ones() -> None:
    shown = listing()
    assert {shown.random_unsolved() for _ in range(100)} == {1, 3}


def test_a_random_unsolved_deal_is_another_than_the_one_selected_if_there_is_one() -> None:
    shown = listing()
    assert {shown.random_unsolved(1) for _ in range(100)} == {3}
    shown.difficulties = frozenset([1])
    shown.arrange()
    assert shown.random_unsolved(0) == 0


def test_a_deal_is_found_by_its_cards_and_by_its_id_with_or_without_zeros() -> None:
    shown = listing()
    assert shown.row_of(text_of(4)) == shown.row_of_id("4") == shown.row_of_id("0004") == 3
    assert shown.row_of(text_of(9)) == shown.row_of_id("9") == shown.row_of_id("") == -1
    shown.show = DealFilter.SOLVED
    shown.arrange()
    assert shown.row_of(text_of(4)) == shown.row_of_id("4") == -1
    assert shown.row_of_id("5") == 2


def test_a_number_means_the_deal_of_that_id_else_its_cards_shown_or_not() -> None:
    levels = (Level("2", deals.deck_of(7), None), Level("x", deals.deck_of(4), None))
    listing = Listing(Pack("p", "brainjam", (), levels, ()), {}, {})
    listing.show = DealFilter.SOLVED
    listing.arrange()
    found = [listing.entry_of(number) for number in (2, 7, 4, 5)]
    assert [entry and entry.level.id for entry in found] == ["2", "2", "x", None]


def test_of_two_deals_with_one_id_but_for_zeros_the_one_shown_is_meant() -> None:
    levels = (Level("007", deals.deck_of(7), None), Level("7", deals.deck_of(8), None))
    listing = Listing(Pack("p", "brainjam", (), levels, ()), {}, {})
    for shown in levels:
        listing.rows = [entry for entry in listing.entries if entry.level is shown]
        meant = listing.entry_of(7)
        assert meant is not None and meant.level is shown
        assert listing.rows[listing.row_of_id("7")] is meant


def test_deal_0_is_found_by_its_id() -> None:
    pack = Pack("p", "brainjam", (), (Level("0000", deals.deck_of(0), None),), ())
    assert Listing(pack, {}, {}).row_of_id("0") == 0


def test_the_next_harder_deal_is_unsolved_and_goes_by_difficulty_then_par() -> None:
    pack = packs_of(BrainJam(), levels_folder())[0]
    listing = Listing(pack, {}, {})
    walked, row = [], -1
    for _ in range(40):
        row = listing.next_harder(row)
        walked.append(listing.rows[row].level)
    hardness = [(level.difficulty, level.par) for level in walked]
    assert hardness == sorted(hardness) and hardness[0][0] == 1
    solved = Listing(pack, {listing.rows[listing.next_harder()].deck: 99}, {})
    assert solved.rows[solved.next_harder()].level is walked[1]
    hardest = max(range(len(listing.rows)), key=lambda n: hardness_of(listing, n))
    assert listing.next_harder(hardest) == -1


def hardness_of(listing: Listing, row: int) -> tuple[int, int, int]:
    level = listing.rows[row].level
    return level.difficulty or 0, level.par or 0, row
