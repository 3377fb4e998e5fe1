"""What older versions kept in the data folder moves once; a kill meanwhile loses nothing."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.system import folders as folders_module
from game.system.folder_migration import migrate_settings, settings_in_use
from game.system.folders import Folders, make_own_folder, make_private

TEXT = '{"volume": 7, "felt": "blue"}'
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and signals of POSIX")


@pytest.fixture
def found(tmp_path: Path) -> Folders:
    made = Folders(tmp_path / "data", tmp_path / "config" / "fourfold", tmp_path / "cache")
    made.data.mkdir()
    (made.data / "settings.json").write_text(TEXT)
    (made.data / "settings.broken-1.json").write_text("{")
    (made.data / "fourfold.sqlite3").write_text("games")
    (made.data / "cache" / "in").mkdir(parents=True)
    (made.data / "cache" / "in" / "a").write_text("made")
    return made


def refuse_entry(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Have the system refuse to look into a folder; root would not be refused."""
    stat = os.stat

    def refusing(path: Any, *words: Any, **named: Any) -> os.stat_result:
        if folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, *words, **named)

    monkeypatch.setattr(os, "stat", refusing)


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_settings_move_caches_go_and_games_stay(found: Folders) -> None:
    migrate_settings(found)
    assert names(found.data) == {"fourfold.sqlite3"}
    assert names(found.settings.parent) == {"settings.json", "settings.broken-1.json"}
    assert not (found.data / "cache").exists() and not names(found.cache)
    assert settings_in_use(found).read_text() == TEXT
    migrate_settings(found)
    assert settings_in_use(found).read_text() == TEXT


def test_what_is_in_the_new_place_is_never_overwritten(found: Folders) -> None:
    found.settings.parent.mkdir(parents=True)
    found.settings.write_text("{}")
    migrate_settings(found)
    assert found.settings.read_text() == "{}"
    assert (found.data / "settings.json").read_text() == TEXT
    assert settings_in_use(found) == found.settings


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_old_place_is_not_waited_for(found: Folders) -> None:
    migrate_settings(found)
    os.mkfifo(found.data / "settings.json")
    found.settings.write_text("{}")
    migrate_settings(found)
    assert found.settings.read_text() == "{}"


def test_in_one_folder_nothing_moves(found: Folders) -> None:
    before = names(found.data)
    migrate_settings(Folders(found.data))
    migrate_settings(Folders(found.data, found.data, found.data / "cache"))
    assert names(found.data) == before


def test_where_the_new_place_cannot_be_made_the_old_one_is_used(found: Folders) -> None:
    found.settings.parent.parent.write_text("a file where the folder should be")
    migrate_settings(found)
    assert settings_in_use(found).read_text() == TEXT


def test_a_folder_that_may_not_be_entered_is_left_alone(
    found: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the program ran as root once, and made the folder."""
    refuse_entry(monkeypatch, found.data)
    migrate_settings(found)
    make_private(found)
    monkeypatch.undo()
    assert (found.data / "settings.json").read_text() == TEXT


@on_posix
@pytest.mark.parametrize("target", ["../elsewhere.json", "missing.json"])
def test_a_link_stays_a_link(found: Folders, tmp_path: Path, target: str) -> None:
    old = found.data / "settings.json"
    old.rename(tmp_path / "elsewhere.json")
    old.symlink_to(target)
    migrate_settings(found)
    assert found.settings.is_symlink() and not old.is_symlink()
    if target.startswith(".."):
        assert found.settings.read_text() == TEXT


def kill_at(step: int, work: Callable[[], None], *, other_disk: bool) -> bool:
    """Do it in a process of its own, which is killed at a step; False if it came to its end."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    passed = [0]

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def calling(*words: Any, **named: Any) -> Any:
            passed[0] += 1
            if passed[0] > step:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*words, **named)

        return calling

    rename = Path.rename

    def renaming(old: Path, new: Path) -> Path:
        if other_disk and old.parent != new.parent:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(old, new)

    Path.rename = counted(renaming)  # type: ignore[method-assign]
    for name in ("mkdir", "unlink", "rmdir", "replace"):
        setattr(Path, name, counted(getattr(Path, name)))
    for name in ("open", "fdopen", "fsync"):
        setattr(os, name, counted(getattr(os, name)))
    work()
    os._exit(0)


@on_posix
@pytest.mark.parametrize("other_disk", [False, True])
def test_killed_at_any_step_nothing_is_lost(found: Folders, *, other_disk: bool) -> None:
    steps = 0
    while kill_at(steps, lambda: migrate_settings(found), other_disk=other_disk):
        assert settings_in_use(found).read_text() == TEXT
        assert (found.data / "fourfold.sqlite3").read_text() == "games"
        steps += 1
        # The next start goes on; so that every step has its turn, all is as it was before.
        migrate_settings(found)
        assert found.settings.read_text() == TEXT
        assert not (found.data / "settings.json").exists()
        for name in ("settings.json", "settings.broken-1.json"):
            (found.settings.parent / name).rename(found.data / name)
        for path in found.settings.parent.iterdir():
            path.unlink()
        found.settings.parent.rmdir()
    assert steps >= (8 if other_disk else 4)
    assert found.settings.read_text() == TEXT


# Without a home, and open to nobody else


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@on_posix
def test_a_spare_folder_is_the_users_alone(tmp_path: Path) -> None:
    folder = tmp_path / "fourfold-1000"
    assert make_own_folder(folder) == folder
    assert mode(folder) == 0o700
    folder.chmod(0o777)
    assert make_own_folder(folder) == folder
    assert mode(folder) == 0o700


@on_posix
@pytest.mark.parametrize("trap", ["link", "file", "other"])
def test_a_folder_that_somebody_prepared_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    folder = tmp_path / "fourfold-1000"
    (tmp_path / "theirs").mkdir()
    if trap == "link":
        folder.symlink_to(tmp_path / "theirs")
    elif trap == "file":
        folder.touch()
    else:
        folder.mkdir()
        monkeypatch.setattr(folders_module.os, "getuid", lambda: 4711)
    used = make_own_folder(folder)
    assert used not in (folder, tmp_path / "theirs")
    assert mode(used) == 0o700 and not any(used.iterdir())
    used.rmdir()


@on_posix
def test_what_was_open_to_others_is_closed(found: Folders) -> None:
    games, mine = found.data / "fourfold.sqlite3", found.data / "notes"
    mine.write_text("not ours")
    for path in (games, mine):
        path.chmod(0o644)
    found.data.chmod(0o755)
    make_private(Folders(found.data))
    assert (mode(games), mode(mine), mode(found.data)) == (0o600, 0o644, 0o755)
    make_private(found)
    assert mode(found.data) == 0o700
