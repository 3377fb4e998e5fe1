"""Everything played, as a list: its order, and what a search finds."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from unicodedata import normalize

import pytest

from game.core import deals
from game.core.deals import DECK_SHOWN
from game.record.library_filter_and_sort import Library, LibraryColumn
from game.storage import DealKey, LibraryRow


def test_last_played_sorts_by_date_and_of_one_day_by_what_was_opened_last(tmp_path: Path) -> None:
    played = {1: (4000, 9), 2: (5000, 1), 3: (5000, 2)}
    rows = [
        LibraryRow(
            DealKey("klondike", "", deals.deck_text(deals.deck_of(number))),
            number,
            when=when,
            last_opened=opened,
        )
        for number, (when, opened) in played.items()
    ]
    library = Library(rows, tmp_path, lambda rules: {})
    library.arrange()
    assert [deal.row.number for deal in library.rows] == [3, 2, 1]


@pytest.mark.parametrize("column", ["best", "time", "played"])
def test_descending_is_the_order_of_the_values_shown(column: str, tmp_path: Path) -> None:
    rows = [
        LibraryRow(
            DealKey("klondike", "", deals.deck_text(deals.deck_of(n))),
            *(n, 10 * n, 10.0 * n, 1000 * n),
            best=100 + n,
        )
        for n in (2, 3, 1)
    ]
    library = Library(rows, tmp_path, lambda rules: {})
    library.sorted_by = LibraryColumn.GAME
    for again in (False, True):
        library.sort(LibraryColumn(column))
        library.arrange()
        numbers = [deal.row.number for deal in library.rows]
        assert numbers == ([3, 2, 1] if library.descending else [1, 2, 3])
        assert again or library.descending is (column != "best"), "the useful order first"


def test_who_has_won_alone_is_shown_the_best_answer_found_alone(tmp_path: Path) -> None:
    key = DealKey("lapeau", "", deals.deck_text(deals.deck_of(286)))
    rows = [LibraryRow(key, 286, best=69, alone=71), LibraryRow(key, 286, best=69)]
    library = Library(rows, tmp_path, lambda rules: {})
    library.arrange()
    told = {
        (deal.standing.value, deal.best, deal._replace(shortest=69).over) for deal in library.rows
    }
    assert told == {("alone", 71, 2), ("opened", 69, 0)}


DECK = deals.deck_text(deals.deck_of(5))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("none", False),
        (DECK[:2], False),
        (DECK[: DECK_SHOWN - 1], False),
        (DECK[1 : DECK_SHOWN + 1], False),
        (DECK[:DECK_SHOWN].swapcase(), False),
        (DECK[:DECK_SHOWN], True),
        (f"{DECK[:DECK_SHOWN]}…", True),
        (DECK, True),
        ("HARD-7", True),
        ("klon easter", True),
    ],
)
def test_a_search_finds_a_deck_only_by_how_it_begins(
    text: str, found: bool, tmp_path: Path
) -> None:
    row = LibraryRow(DealKey("klondike", "", DECK), note="from Easter", pack="hard-7 mine.txt")
    library = Library([row], tmp_path, lambda rules: {})
    library.text = text
    library.arrange()
    assert [deal.row for deal in library.rows] == ([row] if found else [])


@pytest.mark.parametrize("name", ["Été à Ölten", normalize("NFD", "Été à Ölten")])
@pytest.mark.parametrize("text", ["ete", "Été", "ÉTÉ", normalize("NFD", "Été"), "olt a", "ölten"])
def test_a_search_minds_no_accents_however_they_are_encoded(
    name: str, text: str, tmp_path: Path
) -> None:
    library = Library(
        [LibraryRow(DealKey("gaps", "", DECK), name=name)], tmp_path, lambda rules: {}
    )
    library.text = text
    library.arrange()
    assert len(library.rows) == 1


def test_names_are_sorted_without_their_accents(tmp_path: Path) -> None:
    decks = [deals.deck_text(deals.deck_of(n)) for n in range(3)]
    names = ("Zola", "Émile", "denis")
    rows = [
        LibraryRow(DealKey("gaps", "", deck), name=name)
        for deck, name in zip(decks, names, strict=True)
    ]
    library = Library(rows, tmp_path, lambda rules: {})
    library.sort(LibraryColumn.DEAL)
    library.arrange()
    assert [deal.row.name for deal in library.rows] == ["denis", "Émile", "Zola"]


def test_a_deal_tells_whose_days_daily_deal_it_is(tmp_path: Path) -> None:
    day = date(2026, 11, 22)
    rows = [
        LibraryRow(DealKey("klondike", "", deals.deck_text(deals.deck_of(n))), number)
        for n, number in ((617, 617), (618, 618), (619, None))
    ]
    library = Library(rows, tmp_path, lambda rules: {617: day})
    assert [deal.daily for deal in library.deals] == [day, None, None]


@pytest.mark.parametrize(("game", "shortest"), [("gaps", None), ("klondike", 90)])
def test_a_par_that_more_redeals_can_undercut_is_not_the_minimum(
    game: str, shortest: int | None, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text(f"# game: {game}\n5 {DECK} 90 1\n", encoding="utf-8")
    row = LibraryRow(DealKey(game, "", DECK), best=90)
    (deal,) = Library([row], tmp_path, lambda rules: {}).deals
    assert deal.shortest == shortest
