"""Sharing lines are found in whatever text they are pasted or dropped in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core import deals
from game.core.deals import DealError
from game.core.level_packs import MOST_PACK
from game.core.translatable_texts import WordedError
from game.play.notation import Shared
from game.record.dropped_content import AnswersFile, read_file, read_line, read_pasted

LINE = "fourfold gaps 5"


@pytest.mark.parametrize("read", [read_line, read_pasted])
@pytest.mark.parametrize(
    "text",
    [
        f"hello:\n{LINE}\n",
        f"hello:\r{LINE}\rbye",
        f"On Monday Ann wrote:\n> Try this:\n> {LINE}\n> Ann",
        f">> {LINE}",
        f"\u200b{LINE}",
    ],
)
def test_a_line_is_found_where_it_does_not_begin_the_text(
    read: Callable[[str], Shared], text: str
) -> None:
    shared = read(text)
    assert (shared.rules.name, shared.number, shared.more_follow) == ("gaps", 5, False)


def test_a_line_that_begins_the_text_may_be_broken_and_quoted() -> None:
    deck = deals.deck_text(deals.deck_of(1))
    for text in (f"fourfold brainjam\n{deck}\na", f"\n> fourfold brainjam\n> {deck}\n> a\n"):
        shared = read_pasted(text)
        assert shared.deck == deals.deck_of(1) and len(shared.moves) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}\nCan you beat that?",
        f"{LINE}\n\nCheers, Bob",
        f"> {LINE} \n>\n> ed",
        f"{LINE}\r\n\r\ned",
    ],
)
def test_words_below_a_line_are_left_out(text: str) -> None:
    shared = read_pasted(text)
    assert (shared.rules.name, shared.number, shared.moves) == ("gaps", 5, ())


def test_a_move_below_a_line_that_is_wrong_is_told() -> None:
    with pytest.raises(WordedError, match="move 1"):
        read_pasted("fourfold klondike 5\nXx>done\n")


def test_of_several_lines_the_first_is_taken() -> None:
    assert read_pasted(f"> {LINE}\n> fourfold gaps 6\n").more_follow


@pytest.mark.parametrize("read", [read_line, read_pasted])
@pytest.mark.parametrize("text", ["hello", "hello fourfold gaps 5", "chess 1", f"# {LINE}"])
def test_a_text_without_a_line_is_said_to_have_none(
    read: Callable[[str], Shared], text: str
) -> None:
    with pytest.raises(WordedError, match="there is no share code in this text"):
        read(text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_an_answers_file_is_known_by_its_first_line(tmp_path: Path, end: str) -> None:
    file = tmp_path / "brainjam.sol"
    file.write_bytes(f"[Solutions]{end}0001=000abc(3){end}".encode())
    assert read_file(file) == AnswersFile(file)


def test_a_root_is_told_by_its_path() -> None:
    root = Path(Path.cwd().anchor)
    with pytest.raises(DealError) as told:
        read_file(root)
    assert str(told.value).startswith(f"{root}: ")


def test_a_file_that_is_too_large_for_a_pack_is_told_how_large_one_may_be(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("a\n" * (MOST_PACK // 2 + 1))
    with pytest.raises(DealError, match=r"it is too large for a list \(at most 1 MB\)$"):
        read_file(large)
