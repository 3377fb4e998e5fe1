"""Files read in threads: whoever waits for a disk that does not answer goes on all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from game.core import deals, threads_and_memory, untrusted_input
from game.play import level_packs
from game.play.level_packs import Pack
from game.record import pack_files
from game.record.dropped_content import DropReading, read_file
from game.record.pack_files import SMALL, PackFolder, find_packs

LINE = f"{{}} {deals.deck_text(deals.deck_of(1))} -\n"


def written(folder: Path, name: str = "mine.txt", count: int = 900) -> Path:
    file = folder / name
    file.write_text("".join(LINE.format(n) for n in range(1, count + 1)))
    return file


def whole(file: Path) -> DropReading:
    reading = DropReading(file)
    reading.work()
    return reading


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """One that answers when the event is set."""
    answers, read = Event(), untrusted_input.read_text

    def wait(path: Path, most: int, *how: object) -> str:
        answers.wait(60)
        return read(path, most, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(untrusted_input, "read_text", wait)
    yield answers
    answers.set()


def test_a_large_pack_read_in_a_thread_is_what_it_is_at_once(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert file.stat().st_size > SMALL
    assert whole(file).found == level_packs.read_pack(file) == find_packs([tmp_path])[0]


@pytest.mark.parametrize("content", [b"\xff", b"a b\n", b"# game: chess\n", b"x" * 60_000])
def test_what_is_wrong_is_the_same_in_a_thread_as_at_once(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(content)
    reading = whole(file)
    with pytest.raises(ValueError) as error:
        read_file(file)
    assert reading.found is None
    assert str(reading.trouble) == str(error.value)


def test_a_disk_that_does_not_answer_is_not_waited_for(slow_disk: Event, tmp_path: Path) -> None:
    reading = DropReading(written(tmp_path))
    reading.work(0.0)
    assert not reading.done and reading.read == 0
    reading.close()
    assert reading.done and reading.found is None
    slow_disk.set()


def test_where_no_thread_can_be_had_a_file_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(threads_and_memory, "started_thread", lambda *work: None)
    assert DropReading(written(tmp_path)).found is not None


def test_a_fault_of_ours_is_no_trouble_of_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*asked: object) -> Pack:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(level_packs, "parse_pack", broken)
    reading = DropReading(written(tmp_path))
    with pytest.raises(RuntimeError, match="on purpose"):
        reading.work()


# The player's own packs


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read, as they are begun."""
    names: list[str] = []

    def read(file: Path) -> Pack:
        names.append(file.name)
        return real(file)

    real = pack_files._read
    monkeypatch.setattr(pack_files, "_read", read)
    return names


def filled(shelf: PackFolder) -> PackFolder:
    shelf.look()
    shelf.reading.work()
    return shelf


def names(shelf: PackFolder) -> list[str]:
    return [pack.name for pack in shelf.packs]


def test_a_pack_is_read_once_and_again_when_it_has_changed(
    begun: list[str], tmp_path: Path
) -> None:
    one, other = written(tmp_path, "a.txt", 3), written(tmp_path, "b.fourfold", 4)
    (tmp_path / "notes.md").write_text("no pack")
    shelf = filled(PackFolder(tmp_path))
    filled(shelf)
    assert begun == ["a.txt", "b.fourfold"] == names(shelf)
    written(tmp_path, "b.fourfold", 5)
    one.unlink()
    filled(shelf)
    assert begun == ["a.txt", "b.fourfold", "b.fourfold"]
    assert [(pack.name, len(pack.levels)) for pack in shelf.packs] == [(other.name, 5)]


def test_a_pack_that_was_kept_just_now_is_not_read(begun: list[str], tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    written(tmp_path / "own", "mine.txt", 2)
    shelf = filled(PackFolder(tmp_path / "own"))
    file = written(tmp_path, "mine.txt", 3)
    for _ in range(2):
        shelf.keep(file, level_packs.read_pack(file))
    assert names(filled(shelf)) == ["mine-2.txt", "mine.txt"] and begun == ["mine.txt"]
    assert (tmp_path / "own" / "mine-2.txt").read_bytes() == file.read_bytes()


def test_how_far_it_is_and_that_it_can_be_stopped(slow_disk: Event, tmp_path: Path) -> None:
    written(tmp_path, "a.txt")
    slow_disk.set()
    shelf = filled(PackFolder(tmp_path))
    slow_disk.clear()
    written(tmp_path, "b.txt")
    shelf.look()
    reading = shelf.reading
    reading.work(0.0001)
    assert (reading.done, reading.read, reading.count) == (False, 0, 1)
    reading.close()
    assert reading.done and names(shelf) == ["a.txt"]
    slow_disk.set()
    assert names(filled(shelf)) == ["a.txt", "b.txt"]


def test_what_cannot_be_read_or_is_too_much_is_a_pack_that_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "b.txt").symlink_to(tmp_path / "gone")
    (tmp_path / "c.txt").mkdir()
    monkeypatch.setattr(pack_files, "MOST_PACKS", 3000)
    written(tmp_path, "a.txt", 20)
    written(tmp_path, "d.txt", 50)
    told = [
        str(problem) for pack in filled(PackFolder(tmp_path)).packs for problem in pack.problems
    ]
    assert [one.partition(":")[0] for one in told] == ["b.txt", "c.txt", "d.txt"]
    assert "no such file" in told[0] and "it is a folder" in told[1] and "skipped" in told[2]
    assert [len(pack.levels) for pack in filled(PackFolder(tmp_path)).packs] == [20, 0, 0, 0]
