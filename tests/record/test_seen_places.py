"""What was first seen today."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recording_services import NOWHERE

from game.record.seen_places import Today
from game.storage import DealKey, Storage

KEY = DealKey("gaps", "", "A" * 52)


def open_storage(folder: Path) -> Storage:
    return Storage(folder, read_only=folder is NOWHERE)


@contextmanager
def opened(folder: Path, day: list[str]) -> Iterator[Today]:
    """What was first seen on the day in `day`, until the program ends."""
    storage = open_storage(folder)
    yield Today(storage, lambda: day[0])
    storage.close()


def test_what_was_there_when_the_day_began_is_older(tmp_path: Path) -> None:
    day = ["2026-11-22"]
    with opened(tmp_path, day) as today:
        today.open(KEY, 1)
        today.played(2)
        assert today.before == 1
        today.open(KEY, 40)
        assert today.before == 1
    with opened(tmp_path, day) as today:
        today.open(KEY, 40)
        assert today.before == 1
        day[0] = "2026-11-23"
        today.open(KEY, 41)
        assert today.before == 41


def test_a_day_that_begins_during_play_begins_with_what_is_played_then(tmp_path: Path) -> None:
    day = ["2026-11-22"]
    with opened(tmp_path, day) as today:
        today.open(KEY, 1)
        today.played(30)
        day[0] = "2026-11-23"
        assert today.before == 30
        today.played(31)
        today.played(40)
        assert today.before == 30
    with opened(tmp_path, day) as today:
        today.open(KEY, 40)
        assert today.before == 30


def test_only_looking_at_a_deal_begins_no_day() -> None:
    storage = open_storage(NOWHERE)
    today = Today(storage, lambda: "2026-11-22")
    today.open(KEY, 5)
    assert storage.facts("today") == {}
    today.played(6)
    today.played(7)
    assert list(storage.facts("today").values()) == ["2026-11-22 5"]


def test_every_deal_has_a_day_of_its_own() -> None:
    storage = open_storage(NOWHERE)
    today = Today(storage, lambda: "2026-11-22")
    today.open(KEY, 5)
    today.played(6)
    today.open(KEY._replace(options="same"), 9)
    assert today.before == 9


def test_a_day_that_cannot_be_read_begins_anew() -> None:
    storage = open_storage(NOWHERE)
    storage.set_fact(f"today gaps  {KEY.deck}", "2026-11-22 soon")
    today = Today(storage, lambda: "2026-11-22")
    today.open(KEY, 7)
    assert today.before == 7


def test_before_a_deal_is_open_nothing_is_kept() -> None:
    storage = open_storage(NOWHERE)
    Today(storage, lambda: "2026-11-22").played(2)
    assert storage.fact("") is None
