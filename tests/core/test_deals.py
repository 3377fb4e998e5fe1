"""Numbers, decks and packs: which cards they mean, and what is said of wrong ones."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.cwrap import create_gen
from pysol_cards.random import LCRandom31

from game.cli.short_commands import deal_text
from game.core import cards, deals
from game.core.cards import Card
from game.core.deals import DealError, Deck
from game.rules import BrainJam, Klondike, Rules

# As published for the Microsoft FreeCell deals 1 and 617, row by row.
MICROSOFT_1 = """\
JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C
TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"""
MICROSOFT_617 = """\
7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H
9S 3C 8S 7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H"""
# The tool deals by another generator for any other word here.
MICROSOFT = 0
ORDERED = deals.deck_text(cards.FULL_DECK)
SWAPPED = ORDERED[::-1]


def microsoft(seed: int) -> list[int]:
    """The cards as pysol_cards shuffles them; it deals from the end of its list."""
    generator = LCRandom31()
    generator.setSeed(seed)
    shuffled = generator.shuffle(ms_rearrange(createCards(1)))
    suits = "cshd"
    return [cards.parse_card(cards.RANKS[c.rank - 1] + suits[c.suit]) for c in reversed(shuffled)]


@pytest.mark.parametrize(("number", "published"), [(1, MICROSOFT_1), (617, MICROSOFT_617)])
def test_a_number_is_the_microsoft_deal_of_that_number(number: int, published: str):
    assert list(deals.deck_of(number)) == [cards.parse_card(word) for word in published.split()]


@given(st.integers(1, 999_999))
def test_every_number_deals_the_cards_of_pysol_cards(number: int):
    assert list(deals.deck_of(number)) == microsoft(number)


def test_number_0_is_microsoft_deal_1000000():
    assert list(deals.deck_of(0)) == microsoft(1_000_000)


@pytest.mark.parametrize("number", [1, 617, 11982, 999_999])
def test_brain_jam_lies_as_the_board_tool_of_pysol_cards_lays_freecell(number: int):
    tool = create_gen("freecell", MICROSOFT)
    laid = [line.replace("10", "T").split() for line in tool(number).splitlines()]
    start = BrainJam().deal(deals.deck_of(number))
    assert [[cards.name(card).upper() for card in pile] for pile in start.piles[8:]] == laid


def test_the_deck_of_a_number_holds_every_card_once():
    assert sorted(deals.deck_of(123_456)) == list(range(52))


@pytest.mark.parametrize("number", [-1, 1_000_000])
def test_a_number_out_of_range_is_refused(number: int):
    with pytest.raises(DealError, match=r"out of range \(0 to 999999\)"):
        deals.deck_of(number)


def test_1000000_is_microsofts_name_of_number_0():
    assert deals.parse_number("1000000") == deals.parse_number("0001000000") == 0


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("000617", 617), ("0" * 99, 0)])
def test_a_number_may_have_leading_zeros(text: str, number: int):
    assert deals.parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "+1",
        "1.0",
        "1e3",
        "1_000",
        "١٢",
        "²",
        "1000001",
        "0000000000001234567",
        "9" * 5000,
        "0" * 12 + "9" * 5000,
        " 1",
        "1 ",
    ],
)
def test_what_is_no_number_is_refused(text: str):
    with pytest.raises(DealError, match="is not a deal number"):
        deals.parse_number(text)


@given(st.permutations(range(52)))
def test_every_deck_reads_back_from_its_letters(deck: list[int]):
    assert deals.parse_deck(deals.deck_text(tuple(deck))) == tuple(deck)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a deck has 52 letters, but this one has 0"),
        (ORDERED[:-1], "this one has 51"),
        (ORDERED + "A", "letter 53 of the deck, 'A', appears twice"),
        ("AA" + ORDERED[2:], "letter 2 of the deck, 'A', appears twice"),
        ("A?" + ORDERED[2:], r"letter 2 of the deck, '\?', is not a card"),
        ("Aé" + ORDERED[2:], "letter 2 of the deck, 'é', is not a card"),
    ],
)
def test_a_wrong_deck_is_told_by_its_letter(text: str, complaint: str):
    with pytest.raises(DealError, match=complaint):
        deals.parse_deck(text)


def test_a_deal_as_text_has_its_name_its_deck_and_its_rows():
    lines = deal_text(BrainJam(), deals.deck_of(1), 1).splitlines()
    assert lines[0] == "brainjam 1"
    assert lines[1] == f"deck {deals.deck_text(deals.deck_of(1))}"
    assert lines[2] == "Jd 2d 9h Jc 5d 7h 7c 5h"
    assert lines[-1] == "6s 9c 2h 6h"


class Heaped(BrainJam):
    """Deals a heap, four columns and the rest."""

    def rows(self, deck: Sequence[Card]) -> list[Sequence[Card]]:
        return [deck[:13], deck[13:17], deck[17:]]


def test_only_rows_that_begin_further_right_each_are_shown_so():
    deck = deals.deck_of(1)
    lines = [len(line) - len(line.lstrip()) for line in _rows(Klondike(), deck)]
    assert lines == [0, 3, 6, 9, 12, 15, 18, 0]
    assert not any(line.startswith(" ") for line in _rows(Heaped(), deck))


def _rows(rules: Rules, deck: Deck) -> list[str]:
    return deal_text(rules, deck, 1).splitlines()[2:]
