"""Answers files taken over a piece at a time: nothing is lost, whenever it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_many_answers import lines, pack, spoilt

from game.core import deals
from game.core.untrusted_input import TOO_MANY_WRONG
from game.play.legacy_answers_file import HEADING
from game.record.legacy_answers_import import MOST_TOLD, Importing
from game.storage import DealKey, Storage, StorageError
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


def worked(found: Importing, pieces: int = 10_000) -> list[str]:
    """Its report after so many pieces, each as short as can be."""
    for _ in range(pieces):
        if not found.done:
            found.work(0.0)
    return found.lines()


def test_a_file_read_in_pieces_gives_what_it_gives_at_once(tmp_path: Path) -> None:
    few = [line for line, _ in spoilt()][:120]
    file = written(tmp_path, "mine.sol", *few)
    at_once, in_pieces = storage_in(tmp_path / "a"), storage_in(tmp_path / "b")
    first = importing(at_once, file)
    first.work(1e9)
    assert first.done and first.read == first.count == 120
    assert worked(importing(in_pieces, file)) == first.lines()
    kept = at_once.answers.all("brainjam", "")
    assert len(kept) == 120 - 18
    found = {deck: answer[:3] for deck, answer in in_pieces.answers.all("brainjam", "").items()}
    assert found == {deck: answer[:3] for deck, answer in kept.items()}


def test_of_many_problems_the_result_names_the_first_and_the_last(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.sol", *["0001=000abcdefgh(8)"] * 1500)
    found = importing(storage_in(tmp_path), file)
    found.work(1e9)
    told = found.lines()
    assert told[MOST_TOLD].startswith(f"mine.sol, line {MOST_TOLD + 1}: ")
    last = f"mine.sol, line 1002: {TOO_MANY_WRONG.text}"
    assert told[MOST_TOLD + 1 :] == ["and 800 more", last]


def test_each_piece_is_on_disk_when_it_is_read(tmp_path: Path) -> None:
    storage = storage_in(tmp_path / "data")
    found = importing(storage, written(tmp_path, "mine.sol", *lines()[:20]))
    for piece in range(1, 6):
        found.work(0.0)
        other = storage_in(tmp_path / "data", read_only=True)
        assert len(other.answers.all("brainjam", "")) == piece == found.read
        other.close()
    assert not found.done


def test_pieces_have_a_least_number_of_lines_and_go_on_in_the_next_file(tmp_path: Path) -> None:
    files = [written(tmp_path, f"{n}.sol", *lines()[3 * n : 3 * n + 3]) for n in range(3)]
    storage = storage_in(tmp_path / "data")
    found = importing(storage, *files)
    found.work(0.0, 8)
    assert found.read == 8 and not found.done
    assert worked(found) == [f"{n}.sol: 3 valid solutions, 3 better than before" for n in range(3)]


def test_files_that_cannot_be_read_are_named_and_the_others_taken(tmp_path: Path) -> None:
    (tmp_path / "a.sol").write_text("no heading")
    (tmp_path / "b.sol").write_bytes(b"[Solutions]\n\xff")
    good = written(tmp_path, "d.sol", lines()[0])
    files = [tmp_path / "a.sol", tmp_path / "b.sol", tmp_path / "c.sol", good]
    told = worked(importing(storage_in(tmp_path / "data"), *files))
    assert [line.split(": ")[0] for line in told] == ["a.sol", "b.sol", "c.sol", "d.sol"]
    assert told[3].startswith("d.sol: 1 valid")


def test_a_file_ends_where_its_answers_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = storage_in(tmp_path / "data")
    found = importing(
        storage,
        written(tmp_path, "a.sol", *lines()[:5]),
        written(tmp_path, "b.sol", *lines()[5:7]),
    )
    found.work(0.0)

    def full(*what: object) -> int:
        raise StorageError(StorageTrouble.FULL, "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(storage.answers, "offer", full)
        found.work(0.0)
    told = worked(found)
    assert told[0].startswith("a.sol: ") and "full" in told[0]
    assert told[1:] == ["b.sol: 2 valid solutions, 2 better than before"]
    first = deals.deck_text(pack().levels[0].deck)
    assert storage.answers.best(DealKey("brainjam", "", first)) is not None
