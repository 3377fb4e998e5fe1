"""Dropped files are told apart by their content."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.deals import DealError
from game.play.level_packs import MOST_PACK
from game.record.dropped_content import AnswersFile, read_file


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
