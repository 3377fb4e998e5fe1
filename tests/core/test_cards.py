"""Cards: numbers, names, colours, and what is no card."""

import pytest

from game.core import cards


def test_a_card_is_its_rank_times_four_plus_its_suit():
    assert cards.parse_card("Ac") == 0
    assert cards.parse_card("As") == 3
    assert cards.parse_card("2c") == 4
    assert cards.parse_card("Ks") == 51


@pytest.mark.parametrize("card", cards.FULL_DECK)
def test_every_card_reads_back_from_its_name(card: int):
    assert cards.parse_card(cards.name(card)) == card
    assert cards.card(cards.rank(card), cards.suit(card)) == card


def test_names_are_rank_and_suit():
    assert [cards.name(card) for card in (0, 27, 38, 51)] == ["Ac", "7s", "Th", "Ks"]


def test_a_card_is_read_in_either_case_and_the_ten_as_a_number():
    assert (
        cards.parse_card("10h")
        == cards.parse_card("th")
        == cards.parse_card("TH")
        == cards.parse_card("Th")
    )


def test_diamonds_and_hearts_are_red():
    assert [cards.is_red(cards.card(6, suit)) for suit in range(4)] == [False, True, True, False]


@pytest.mark.parametrize(
    "text", ["", "7", "h7", "1h", "7x", "77h", "7hh", "1010", "７h", "7 h", "0s"]
)
def test_what_is_no_card_is_said_by_its_text(text: str):
    with pytest.raises(ValueError, match=f"'{text}' is not a card"):
        cards.parse_card(text)


def test_letters_of_a_deck_run_from_the_ace_of_clubs_to_the_king_of_spades():
    assert cards.LETTERS[cards.parse_card("Ac")] == "A"
    assert cards.LETTERS[cards.parse_card("Ad")] == "B"
    assert cards.LETTERS[cards.parse_card("2c")] == "E"
    assert cards.LETTERS[cards.parse_card("Ks")] == "z"
    assert len(set(cards.LETTERS)) == 52
