"""Answers files taken over in a thread: nothing is lost, whenever it ends."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from test_many_answers import lines, pack, spoilt

from game.core import threads_and_memory
from game.core.untrusted_input import TOO_MANY_WRONG
from game.play.legacy_answers_file import HEADING
from game.record.answers_files import MOST_TOLD, Importing
from game.storage import Storage, StorageError
from game.storage.errors import StorageTrouble
from game.system.language import Language


def storage_in(folder: Path, *, read_only: bool = False) -> Storage:
    return Storage(folder, read_only=read_only)


def written(folder: Path, name: str, *answers: str) -> Path:
    file = folder / name
    file.write_text("\n".join((HEADING, *answers)) + "\n", encoding="utf-8")
    return file


def importing(storage: Storage, *files: Path) -> Importing:
    return Importing(files, pack(), storage, Language())


def worked(found: Importing) -> list[str]:
    """Its report at its end."""
    found.work()
    found.keep()
    return found.lines()


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads_and_memory, "started_thread", lambda *work: None)


def test_what_is_right_in_a_file_is_kept_and_counted(tmp_path: Path) -> None:
    few = [line for line, _ in spoilt()][:120]
    storage = storage_in(tmp_path / "a")
    found = importing(storage, written(tmp_path, "mine.sol", *few))
    told = worked(found)
    assert found.done and found.read == found.count == 120
    assert told[0] == "mine.sol: 102 valid solutions, 102 better than before"
    assert len(storage.answers.all("brainjam", "")) == 102 and len(told) == 1 + 18


def test_without_a_thread_it_is_done_at_once(no_threads: None, tmp_path: Path) -> None:
    found = importing(storage_in(tmp_path / "a"), written(tmp_path, "mine.sol", *lines()[:40]))
    assert found.ended() and found.read == 40


def test_of_many_problems_the_result_names_the_first_and_the_last(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.sol", *["0001=000abcdefgh(8)"] * 1500)
    told = worked(importing(storage_in(tmp_path), file))
    assert told[MOST_TOLD].startswith(f"mine.sol, line {MOST_TOLD + 1}: ")
    last = f"mine.sol, line 1002: {TOO_MANY_WRONG.text}"
    assert told[MOST_TOLD + 1 :] == ["and 800 more", last]


def test_what_was_read_until_it_is_stopped_is_kept(
    no_threads: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = iter([False] * 7 + [True])
    monkeypatch.setattr(Event, "is_set", lambda event: next(asked))
    storage = storage_in(tmp_path / "data")
    files = [written(tmp_path, f"{n}.sol", *lines()[30 * n : 30 * n + 30]) for n in range(3)]
    found = importing(storage, *files)
    monkeypatch.undo()
    found.close()
    found.keep()
    assert found.done and (found.read, found.count) == (7, 90)
    assert found.lines()[0] == "0.sol: 7 valid solutions, 7 better than before"
    assert len(storage.answers.all("brainjam", "")) == 7


def test_files_that_cannot_be_read_are_named_and_the_others_taken(tmp_path: Path) -> None:
    (tmp_path / "a.sol").write_text("no heading")
    (tmp_path / "b.sol").write_bytes(b"[Solutions]\n\xff")
    good = written(tmp_path, "d.sol", lines()[0])
    files = [tmp_path / "a.sol", tmp_path / "b.sol", tmp_path / "c.sol", good]
    told = worked(importing(storage_in(tmp_path / "data"), *files))
    assert [line.split(": ")[0] for line in told] == ["a.sol", "b.sol", "c.sol", "d.sol"]
    assert told[3].startswith("d.sol: 1 valid")


def test_a_file_whose_answers_cannot_be_kept_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = storage_in(tmp_path / "data")
    offer = storage.answers.offer
    files = [written(tmp_path, f"{n}.sol", *lines()[3 * n : 3 * n + 3]) for n in range(2)]
    found = importing(storage, *files)
    calls: list[object] = []

    def full(answers: object) -> int:
        calls.append(answers)
        if len(calls) == 1:
            raise StorageError(StorageTrouble.FULL, "the disk is full")
        return offer(answers)  # type: ignore[arg-type]

    monkeypatch.setattr(storage.answers, "offer", full)
    told = worked(found)
    assert told[0].startswith("0.sol: ") and "full" in told[0]
    assert told[1:] == ["1.sol: 3 valid solutions, 3 better than before"]
