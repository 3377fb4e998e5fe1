"""Level packs: their lines, the numbers of their deals, and which game they are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core import cards, deals
from game.core.deals import DealError
from game.play.level_packs import number_of, parse_pack, read_pack

ORDERED = deals.deck_text(cards.FULL_DECK)
SWAPPED = ORDERED[::-1]
DEAL = f"1 {deals.deck_text(deals.deck_of(1))} -\n"


def test_a_level_has_its_number_where_the_cards_are_those_of_the_number() -> None:
    assert number_of("0417", deals.deck_of(417)) == 417
    assert number_of("0", deals.deck_of(0)) == 0
    for id in ("0418", "easy", "٤١٧", "1000000", "-1", "4" * 5000, ""):
        assert number_of(id, deals.deck_of(417)) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"# by me\n# game: lapeau same\n{DEAL}", 2),
        (f"# Game: lapeau same\n{DEAL}", 1),
        (f"\n#GAME : gaps\n{DEAL}", 2),
        (f"# game:\n{DEAL}", 1),
        (f"{DEAL}# game: gaps\n", 2),
    ],
)
def test_a_line_that_names_the_game_but_is_not_the_head_is_a_problem(text: str, line: int) -> None:
    pack = parse_pack(text, "mine.txt")
    assert (pack.game, len(pack.levels)) == ("brainjam", 1)
    wanted = "only the first line may name the game, as in '# game: lapeau same'"
    assert list(map(str, pack.problems)) == [f"mine.txt, line {line}: {wanted}"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_head_ends_as_the_other_lines_do(end: str) -> None:
    pack = parse_pack(f"# game: lapeau same\n{DEAL}".replace("\n", end), "mine.txt")
    assert (pack.game, pack.options, len(pack.levels)) == ("lapeau", ("same",), 1)


@pytest.mark.parametrize("comment", ["# a game: of mine", "# gameplay: hard", "# the game"])
def test_other_comments_are_none(comment: str) -> None:
    pack = parse_pack(f"# game: lapeau same\n{comment}\n{DEAL}", "mine.txt")
    assert (pack.game, pack.problems) == ("lapeau", ())


def test_a_pack_is_lines_of_id_deck_and_par():
    pack = parse_pack(f"0001 {ORDERED} 80 3\n0002 {SWAPPED} -\n", "mine.txt")
    assert (pack.game, pack.options, pack.problems) == ("brainjam", (), ())
    first, second = pack.levels
    assert (first.id, first.deck, first.par, first.difficulty) == ("0001", cards.FULL_DECK, 80, 3)
    assert (second.par, second.difficulty) == (None, None)


@pytest.mark.parametrize("head", ["# game: lapeau same", "# game: LaPeau Same"])
def test_a_pack_says_its_game_and_options_in_the_first_line(head: str):
    pack = parse_pack(f"{head}\na {ORDERED} -", "mine.txt")
    assert (pack.game, pack.options) == ("lapeau", ("same",))


def test_comments_empty_lines_and_further_fields_of_a_pack_are_ignored():
    text = f"# a comment\n\n  7 {ORDERED} 80 4 and more # why\n#{ORDERED}\n"
    pack = parse_pack(text, "mine.txt")
    assert [(level.id, level.difficulty) for level in pack.levels] == [("7", 4)]
    assert pack.problems == ()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("only two", "a deal needs an id, a deck and a par, but this line has only 2 of them"),
        (f"1 {SWAPPED} 80", "the id '1' is used twice"),
        (f"2 {ORDERED} many", "'many' is not a par (a number of moves, or -)"),
        *((f"2 {ORDERED} {par}", "is not a par") for par in ("0", "-1", "10000", "٣", "9" * 5000)),
        (f"2 {ORDERED} 51", "a par of 51 is impossible: every solution takes at least 52 moves"),
        ("3 ABC 80", "a deck has 52 letters, but this one has 3"),
        (f"4 {SWAPPED} 80 9", "'9' is not a difficulty (1 to 5)"),
        (f"4 {SWAPPED} 80 x", "'x' is not a difficulty (1 to 5)"),
        (f"a\x1bb {SWAPPED} -", "an id cannot contain control characters"),
        (f"a\0b {SWAPPED} -", "an id cannot contain control characters"),
        (f"{'9' * 41} {SWAPPED} -", f"the id '{'9' * 40}...' is too long (at most 40 characters)"),
    ],
)
def test_a_broken_line_of_a_pack_is_told_and_the_others_are_used(line: str, complaint: str):
    pack = parse_pack(f"1 {ORDERED} 80\n{line}\n{'9' * 40} {SWAPPED} -", "mine.txt")
    assert [level.id for level in pack.levels] == ["1", "9" * 40]
    (told,) = map(str, pack.problems)
    assert told.startswith("mine.txt, line 2: ") and complaint in told


def test_a_deal_of_a_pack_is_found_with_or_without_leading_zeros():
    pack = parse_pack(f"0012 {ORDERED} -\nx {SWAPPED} -", "mine.txt")
    assert pack.level("12") is pack.level("0012") is pack.levels[0]
    assert pack.level("x") is pack.levels[1]
    with pytest.raises(DealError, match=r"mine.txt: no deal '13' in this list"):
        pack.level("13")


def test_an_id_as_it_is_written_comes_before_one_with_other_zeros():
    pack = parse_pack(f"01 {ORDERED} -\n1 {SWAPPED} -", "mine.txt")
    assert pack.level("1") is pack.levels[1]


def test_a_pack_with_a_byte_order_mark_is_read_like_one_without(tmp_path: Path):
    file = tmp_path / "mine.txt"
    file.write_bytes(b"\xef\xbb\xbf" + f"1 {ORDERED} 80\r\n2 {SWAPPED} 81\r\n".encode())
    assert [level.id for level in read_pack(file).levels] == ["1", "2"]


def test_a_pack_that_cannot_be_read_is_told_with_its_path(tmp_path: Path):
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x80\xff\x00")
    for path, reason in ((tmp_path, "it is a folder"), (tmp_path / "no", "no such file")):
        with pytest.raises(DealError, match=f"{path}: {reason}"):
            read_pack(path)
    with pytest.raises(DealError, match="binary: it is not a text file"):
        read_pack(binary)
