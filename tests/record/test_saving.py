"""What the player is told of errors that last: each kind once, and no more than is true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core import deals
from game.record.game_store import GameStore
from game.record.saving import StorageErrorReports
from game.rules import rules_for
from game.storage import Storage, StorageError, StorageTrouble
from game.storage.tables import Tables
from game.system.console import Tracer

FULL = StorageError(StorageTrouble.FULL, "no room")
LOST = "; they could not be kept elsewhere either, and will be lost if you quit now"


def test_each_kind_is_told_once_and_again_where_moves_are_only_in_memory() -> None:
    told: list[str] = []
    reports = StorageErrorReports(told.append, str)
    for lost in (False, False, True, True, False):
        reports.report(FULL, lost=lost)
    assert told == [FULL.sentence(), FULL.sentence() + LOST]
    reports.end()
    reports.report(FULL)
    assert len(told) == 3


def test_of_damage_nothing_is_told_that_passes() -> None:
    told: list[str] = []
    damaged = StorageError(StorageTrouble.DAMAGED, "damaged")
    StorageErrorReports(told.append, str).report(damaged, lost=True)
    assert told == [damaged.sentence()]


@pytest.mark.parametrize("kept", [True, False])
def test_moves_that_no_place_takes_are_not_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    def refuse(tables: Tables, *what: object, **how: object) -> None:
        if tables is main:
            raise FULL
        write(tables, *what, **how)

    told: list[str] = []
    storage = Storage(tmp_path / "data", spare_folders=[tmp_path / "spare"] if kept else [])
    main = storage.tables
    store = GameStore(storage, Tracer(), told.append)
    session = store.open(rules_for("brainjam"), deals.deck_of(1), 1)
    write: Callable[..., None] = Tables.write
    monkeypatch.setattr(Tables, "write", refuse)
    session.play(session.rules.moves(session.position)[0])
    assert told == [FULL.sentence() + ("" if kept else LOST)]
