"""A file replaced as a whole: the old content or the new one, and nothing beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from game.core.whole_files import replace_whole


def test_a_link_stays_and_what_it_names_is_replaced_or_made(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real", tmp_path / "link"
    link.symlink_to(Path("there") / "real")
    for content in (b"first", b"second"):
        replace_whole(link, content)
        assert link.is_symlink() and real.read_bytes() == content
    assert [path.name for path in real.parent.iterdir()] == ["real"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_permissions_of_a_file_stay_and_a_new_one_is_the_players_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    replace_whole(file, b"first")
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    replace_whole(file, b"second")
    assert file.stat().st_mode & 0o777 == 0o644 and file.read_bytes() == b"second"


def test_where_it_fails_nothing_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> NoReturn:
        raise OSError(28, "No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        replace_whole(tmp_path / "a", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"
