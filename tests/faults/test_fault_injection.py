"""Faults at system-call level while the real program saves, mends, backs up, keeps choices: every
action that was shown is there after the next start, or the player was told how many are lost.

Some of the call sites are tried, others each day: `FOURFOLD_FAULTS` says how many, 0 all, and
`FOURFOLD_SEED` repeats those of another day (20261126).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from game.core.moves import Action, action_text
from game.history import SavedLine
from game.storage import Storage
from game.storage.database_files import BACKUP, MAIN

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")

PROGRAM = Path(__file__).with_name("klondike_player.py")
DEADLINE_S = 120
SEED = int(os.environ.get("FOURFOLD_SEED") or date.today().strftime("%Y%m%d"))
CALLS = ("pwrite64", "write", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "mkdir")
ERRORS = ("ENOSPC", "EIO", "EACCES")
WAYS = ("hand", "SIGTERM", "SIGHUP", "SIGINT")
SEEN = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\(", re.M)


class Fault(NamedTuple):
    """What becomes of one call, or of it and all after it."""

    call: str
    number: int
    what: str
    for_good: bool

    def __str__(self) -> str:
        return f"{self.call}-{self.number}{'+' * self.for_good}-{self.what}"

    @property
    def option(self) -> str:
        """For strace."""
        kind = "signal=KILL" if self.what == "KILL" else f"error={self.what}"
        return f"inject={self.call}:{kind}:when={self.number}{'+' * self.for_good}"


class House:
    """A data folder with some moves in it, and all that belongs to the user beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def prepare(self, state: str) -> None:
        """Two plays, a backup; perhaps the main file is damaged, or gone."""
        self.run("SIGTERM")
        self.before = len(self.line())
        if state == "damaged":
            (self.data / BACKUP).unlink(missing_ok=True)
            shutil.copy(self.data / MAIN, self.data / BACKUP)
            with (self.data / MAIN).open("r+b") as file:
                file.write(b"no database")

    def run(self, way: str, *strace: str) -> subprocess.CompletedProcess[str]:
        """The program, under strace where there is something for it."""
        command = [sys.executable, str(PROGRAM), str(self.data), way]
        if strace:
            paths = [self.data, *(self.data / n for n in self.files())]
            command = ["strace", "-f", "-qq", *strace, *_on(paths), *command]
        environment = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "LANGUAGE": "en"}
        return subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            check=False,
        )

    def files(self) -> list[str]:
        """What the program writes in its folder."""
        wal = [f"{name}{end}" for name in (MAIN, BACKUP) for end in ("-wal", "-shm", "-journal")]
        return [MAIN, BACKUP, *wal, "fourfold-backup.tmp", "fourfold-new.sqlite3", "settings.json"]

    def line(self) -> list[str]:
        """The actions from the deal to where it was left, as the next start shows them."""
        storage = Storage(self.data, spare_folders=[self.folder / "state" / "fourfold" / "spare"])
        last = storage.last_played()
        found = SavedLine[Action]() if last is None else storage.line(last.key)
        storage.close()
        return [action_text(action) for action in found.actions[: found.place]]


def _on(paths: list[Path]) -> list[str]:
    return [word for path in paths for word in ("-P", str(path))]


def judged(house: House, done: subprocess.CompletedProcess[str], killed: bool) -> None:
    """Every action that was shown is there, or it was said that it is not."""
    told = done.stdout.split()
    shown = [word for word in told if word != "asked"]
    lost = re.search(r"(\d+) moves? could not be saved anywhere", done.stderr)
    known = house.line()[house.before :]
    wanted = len(shown) - (int(lost[1]) if lost else 0)
    assert known[:wanted] == shown[:wanted], f"{shown} were shown, {known} are there {done.stderr}"
    assert "Traceback" not in done.stderr
    if not killed:
        assert done.returncode in (0, 3), done.stderr
        assert (done.returncode == 3) is ("could not be saved" in done.stderr)


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Counter[str]]:
    """How often a run calls what, in the thread that calls it most often."""
    found = {}
    for state in ("well", "damaged"):
        house = House(tmp_path_factory.mktemp(state))
        house.prepare(state)
        done = house.run("SIGTERM", "-e", f"trace={','.join(CALLS)}", "-o", str(house.folder / "s"))
        assert done.returncode == 0, done.stderr
        found[state] = Counter(SEEN.findall((house.folder / "s").read_text()))
    return found


def faults(counted: Counter[str]) -> Iterator[Fault]:
    """All call sites with all that may become of them; or, by the way, some."""
    every = [
        Fault(call, number, what, for_good)
        for call in CALLS
        for number in range(1, counted[call] + 1)
        for what, for_good in (("KILL", False), *((e, f) for e in ERRORS for f in (False, True)))
    ]
    count = int(os.environ.get("FOURFOLD_FAULTS", "20"))
    return iter(Random(SEED).sample(every, min(count, len(every)) if count else len(every)))


@pytest.mark.parametrize("state", ["well", "damaged"])
def test_every_action_that_was_shown_is_there_after_the_next_start(
    state: str, counts: dict[str, Counter[str]], tmp_path: Path
) -> None:
    house = House(tmp_path / "pattern")
    house.folder.mkdir()
    house.prepare(state)
    tried: Counter[str] = Counter()
    hit = 0
    for place, fault in enumerate(faults(counts[state])):
        way = WAYS[place % len(WAYS)]
        one = House(tmp_path / "one")
        shutil.rmtree(one.folder, ignore_errors=True)
        shutil.copytree(house.folder, one.folder)
        one.before = house.before
        traced = ("-e", f"trace={fault.call}", "-e", fault.option, "-o", str(tmp_path / "calls"))
        done = one.run(way, *traced)
        hit += "INJECTED" in (tmp_path / "calls").read_text() or done.returncode < 0
        try:
            judged(one, done, killed=fault.what == "KILL")
        except AssertionError as error:
            raise AssertionError(f"FOURFOLD_SEED={SEED}, {fault}, {way}: {error}") from error
        tried[f"{fault.what} {done.returncode}"] += 1
    print(f"FOURFOLD_SEED={SEED}, {state}: {tried.total()} faults, {hit} came about: {dict(tried)}")
    assert tried.total() >= 10 and hit >= tried.total() // 2
