"""Numbers, decks and packs: which cards they mean, and what is said of wrong ones."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.cwrap import create_gen
from pysol_cards.random import LCRandom31

from game.cli.short_commands import deal_text
from game.core import cards, deals, level_packs
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


def test_a_pack_is_lines_of_id_deck_and_par():
    pack = level_packs.parse_pack(f"0001 {ORDERED} 80 3\n0002 {SWAPPED} -\n", "mine.txt")
    assert (pack.game, pack.options, pack.problems) == ("brainjam", (), ())
    first, second = pack.levels
    assert (first.id, first.deck, first.par, first.difficulty) == ("0001", cards.FULL_DECK, 80, 3)
    assert (second.par, second.difficulty) == (None, None)


@pytest.mark.parametrize("head", ["# game: lapeau same", "# game: LaPeau Same"])
def test_a_pack_says_its_game_and_options_in_the_first_line(head: str):
    pack = level_packs.parse_pack(f"{head}\na {ORDERED} -", "mine.txt")
    assert (pack.game, pack.options) == ("lapeau", ("same",))


def test_comments_empty_lines_and_further_fields_of_a_pack_are_ignored():
    text = f"# a comment\n\n  7 {ORDERED} 80 4 and more # why\n#{ORDERED}\n"
    pack = level_packs.parse_pack(text, "mine.txt")
    assert [(level.id, level.difficulty) for level in pack.levels] == [("7", 4)]
    assert pack.problems == ()


def test_broken_lines_of_a_pack_are_told_and_the_others_used():
    lines = ["only two", f"1 {ORDERED} 80", f"1 {SWAPPED} 80", f"2 {ORDERED} many", "3 ABC 80"]
    lines += [f"4 {SWAPPED} 80 {difficulty}" for difficulty in ("9", "x")]
    pack = level_packs.parse_pack("\n".join(lines), "mine.txt")
    assert [level.id for level in pack.levels] == ["1"]
    assert tuple(map(str, pack.problems)) == (
        "mine.txt, line 1: a deal needs an id, a deck and a par, but this line has only 2 of them",
        "mine.txt, line 3: the id '1' is used twice",
        "mine.txt, line 4: 'many' is not a par (a number of moves, or -)",
        "mine.txt, line 5: a deck has 52 letters, but this one has 3",
        "mine.txt, line 6: '9' is not a difficulty (1 to 5)",
        "mine.txt, line 7: 'x' is not a difficulty (1 to 5)",
    )


@pytest.mark.parametrize("sign", ["\x1b", "\0"])
def test_an_id_can_be_printed(sign: str):
    pack = level_packs.parse_pack(f"a{sign}b {ORDERED} -\nab {SWAPPED} -", "mine.txt")
    assert [level.id for level in pack.levels] == ["ab"]
    told = "mine.txt, line 1: an id cannot contain control characters"
    assert str(pack.problems[0]) == told


def test_an_id_has_a_length_that_can_be_read():
    pack = level_packs.parse_pack(f"{'9' * 5000} {ORDERED} -\n{'9' * 40} {SWAPPED} -", "mine.txt")
    assert [level.id for level in pack.levels] == ["9" * 40]
    told = f"mine.txt, line 1: the id '{'9' * 40}...' is too long (at most 40 characters)"
    assert str(pack.problems[0]) == told


@pytest.mark.parametrize("par", ["0", "-1", "10000", "٣", "9" * 5000])
def test_a_par_is_a_possible_number_of_moves(par: str):
    assert len(level_packs.parse_pack(f"1 {ORDERED} {par}", "mine.txt").problems) == 1


def test_a_deal_of_a_pack_is_found_with_or_without_leading_zeros():
    pack = level_packs.parse_pack(f"0012 {ORDERED} -\nx {SWAPPED} -", "mine.txt")
    assert pack.level("12") is pack.level("0012") is pack.levels[0]
    assert pack.level("x") is pack.levels[1]
    with pytest.raises(DealError, match=r"mine.txt: no deal '13' in this list"):
        pack.level("13")


def test_an_id_as_it_is_written_comes_before_one_with_other_zeros():
    pack = level_packs.parse_pack(f"01 {ORDERED} -\n1 {SWAPPED} -", "mine.txt")
    assert pack.level("1") is pack.levels[1]


def test_a_pack_with_a_byte_order_mark_is_read_like_one_without(tmp_path: Path):
    file = tmp_path / "mine.txt"
    file.write_bytes(b"\xef\xbb\xbf" + f"1 {ORDERED} 80\r\n2 {SWAPPED} 81\r\n".encode())
    assert [level.id for level in level_packs.read_pack(file).levels] == ["1", "2"]


def test_a_pack_that_cannot_be_read_is_told_with_its_path(tmp_path: Path):
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x80\xff\x00")
    for path, reason in ((tmp_path, "it is a folder"), (tmp_path / "no", "no such file")):
        with pytest.raises(DealError, match=f"{path}: {reason}"):
            level_packs.read_pack(path)
    with pytest.raises(DealError, match="binary: it is not a text file"):
        level_packs.read_pack(binary)


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
