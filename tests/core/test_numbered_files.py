"""New files: names that are taken, folders and disks that take none."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from game.core.whole_files import write_new


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path):
    folder = tmp_path / "not" / "there"
    names = [write_new(folder, "a.png", bytes([n])).name for n in range(3)]
    assert names == ["a.png", "a-2.png", "a-3.png"]
    assert [(folder / name).read_bytes() for name in names] == [b"\0", b"\1", b"\2"]


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        write_new(tmp_path / "file", "a.png", b"")


def test_a_file_for_which_the_disk_has_no_room_is_not_left_there_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Full(io.FileIO):
        def write(self, content: object) -> int:
            super().write(b"begun")
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "open", lambda path, mode: Full(path, mode))
    (tmp_path / "a.png").touch()
    with pytest.raises(OSError, match="No space"):
        write_new(tmp_path, "a.png", b"more")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
