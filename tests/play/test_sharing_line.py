"""Sharing lines: what they look like, and what is said of a wrong one."""

import pytest

from game.core import cards, deals
from game.core.translatable_texts import WordedError
from game.play.notation import read_shared, write_shared
from game.rules import BrainJam, LaPeau, rules_for

BRAINJAM = BrainJam()


@pytest.mark.parametrize(
    ("game", "options", "number", "answer"),
    [
        ("brainjam", (), 1, "ab"),
        ("lapeau", (), 1, "5h>6c"),
        ("lapeau", ("same",), 3, ""),
        ("gaps", (), 1, ""),
        ("klondike", (), 1, "pull pull"),
    ],
)
def test_a_sharing_line_reads_back(game: str, options: tuple[str, ...], number: int, answer: str):
    rules, deck = rules_for(game, options), deals.deck_of(number)
    start = rules.deal(deck)
    moves = rules.moves(start)[:1] if answer else []
    line = write_shared(rules, number, deck, moves)
    assert line.startswith("fourfold ")
    assert "\n" not in line
    shared = read_shared(line)
    assert (shared.rules, shared.number, shared.deck) == (rules, number, deck)
    assert [rules.apply(start, move) for move in shared.moves] == [
        rules.apply(start, move) for move in moves
    ]


def test_a_sharing_line_looks_like_this():
    deck = deals.deck_of(484227)
    line = write_shared(LaPeau("same"), 484227, deck, ())
    assert line == "fourfold lapeau same 484227"
    other = deals.parse_deck(cards.LETTERS)
    assert write_shared(BRAINJAM, None, other, ()) == f"fourfold brainjam {cards.LETTERS}"


def test_a_number_that_means_other_cards_is_not_shared():
    other = deals.parse_deck(cards.LETTERS)
    assert write_shared(BRAINJAM, 5, other, ()) == f"fourfold brainjam {cards.LETTERS}"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "begins with the name of a game"),
        ("fourfold", "begins with the name of a game"),
        ("freecell 5", "unknown game 'freecell'"),
        ("lapeau", "has no deal"),
        ("lapeau same", "has no deal"),
        ("lapeau sideways 5", "lapeau has no option 'sideways'"),
        ("brainjam 9999999", "is not a deal number"),
        ("brainjam " + "A" * 52, "letter 2 of the deck"),
        ("brainjam 5 zz", "move 1, 'z'"),
    ],
)
def test_a_wrong_sharing_line_says_what_is_wrong(line: str, complaint: str):
    with pytest.raises(WordedError, match=complaint):
        read_shared(line)
