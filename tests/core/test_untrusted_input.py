"""The gate: what comes from outside is looked at before it is read, and never waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.core import deals, untrusted_input
from game.core.deals import DealError
from game.core.translatable_texts import WordedError
from game.core.untrusted_input import MEGABYTE, InputError, entries_in, pasted_line, read_text
from game.play import level_packs

has_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def test_a_text_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("éa\r\nb".encode())
    assert read_text(tmp_path / "a", MEGABYTE) == "éa\r\nb"


@has_pipes
def test_a_pipe_that_nobody_writes_to_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="it is not a regular file"):
        read_text(tmp_path / "pipe", MEGABYTE)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_device_is_refused_behind_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/zero")
    with pytest.raises(InputError, match="it is not a regular file"):
        read_text(tmp_path / "link", MEGABYTE)


def test_a_folder_in_one_that_may_not_be_entered_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.txt", "a.txt", "c"):
        (tmp_path / name).touch()
    assert entries_in(tmp_path, "*.txt") == [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert entries_in(tmp_path / "absent") == []

    def refusing(*words: object, **named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "stat", refusing)
    assert entries_in(tmp_path / "absent") == []


def test_a_folder_is_refused_as_the_system_would(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        read_text(tmp_path, MEGABYTE)


def test_a_file_may_have_the_most_bytes_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"a" * MEGABYTE)
    assert len(read_text(file, MEGABYTE)) == MEGABYTE
    file.write_bytes(b"a" * (MEGABYTE + 1))
    with pytest.raises(InputError, match=r"too large \(at most 1 MB\)"):
        read_text(file, MEGABYTE)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_a_file_that_does_not_tell_its_size_is_counted_while_it_is_read() -> None:
    with pytest.raises(InputError, match="too large"):
        read_text(Path("/proc/self/maps"), 10)


def test_what_is_no_utf_8_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"caf\xe9")
    with pytest.raises(UnicodeDecodeError):
        read_text(tmp_path / "a", MEGABYTE)


@has_pipes
def test_a_pack_that_is_a_pipe_is_named_and_why(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pack.txt")
    with pytest.raises(DealError, match=r"pack\.txt: it is not a regular file"):
        level_packs.read_pack(tmp_path / "pack.txt")


def test_a_pack_of_wrong_lines_is_given_up_soon(tmp_path: Path) -> None:
    good = f"1 {deals.deck_text(deals.deck_of(1))} 80\n"
    file = tmp_path / "pack.txt"
    file.write_text(good + "a b\n" * 200_000)
    pack = level_packs.read_pack(file)
    assert [level.id for level in pack.levels] == ["1"]
    assert len(pack.problems) == untrusted_input.MOST_WRONG + 1
    assert str(pack.problems[-1]) == (
        "pack.txt, line 1002: too many lines are wrong; the rest were skipped"
    )


@pytest.mark.parametrize("text", ["a\0b", "a\x1bb", "caf\ufffd", "x" * 20_001])
def test_what_no_line_of_ours_can_be_is_not_pasted(text: str) -> None:
    with pytest.raises(WordedError):
        pasted_line(text)


def test_marks_that_are_not_seen_are_left_out_of_what_is_pasted() -> None:
    assert pasted_line("\ufefffourfold \u202egaps\u200f 5\r\n") == "fourfold gaps 5\r\n"
