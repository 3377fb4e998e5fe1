"""Cut the power at every write: strace records what a playing program writes, cuts and syncs; the
files are built again as they could stand after each of these calls, and opened.

What a program has written and not synced may be on the disk, or not, in any part. Whatever of it
is: the player's file must not be damaged, and all that was played before the last sync must be
there. Names of files (new, renamed, deleted) are taken to be as the program left them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.core import deals
from game.play.session import Session, new_history
from game.record.game_store import GameStore
from game.rules import RULES, Rules
from game.storage import DealKey, Storage
from game.system.console import Tracer

ROOT = Path(__file__).resolve().parents[2]
PLAYER = """import sys
from pathlib import Path
from power_loss import play
play(Path(sys.argv[1]), int(sys.argv[2]))"""

USUAL, FULL = 200, 5000
CALLS = "openat,pwrite64,write,ftruncate,truncate,fsync,fdatasync,rename,unlink,unlinkat"
ACTIONS = 60
"""Actions in one recording."""
CHECKPOINT_EVERY = 20
MARK = "marks"
"""The file into which the player writes a line after each action that was saved."""
NUMBER = 5

_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?(?: .*)?$")
_FD = re.compile(r"^(?:\d+|AT_FDCWD)<(.*?)>")
_DATA = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(?:, (\d+)(?:, (\d+))?)?$')


class Call(NamedTuple):
    """A call that changes a file, or makes its content certain."""

    kind: str
    """`write`, `cut`, `sync`, `rename`, `unlink` or `mark`."""
    path: str
    at: int = 0
    """Where the data goes; the new length; the number of actions of a mark."""
    data: bytes = b""
    target: str = ""


class File:
    """A file as it is on the disk for certain, and what was written since."""

    def __init__(self) -> None:
        self.certain = bytearray()
        self.waiting: list[Call] = []

    def sync(self) -> None:
        for call in self.waiting:
            _apply(self.certain, call)
        self.waiting.clear()


def _apply(content: bytearray, call: Call) -> None:
    if call.kind == "cut":
        del content[call.at :]
        content.extend(bytes(call.at - len(content)))
    else:
        content.extend(bytes(max(0, call.at - len(content))))
        content[call.at : call.at + len(call.data)] = call.data


def play(folder: Path, seed: int) -> None:
    """Play some actions at a deal, each saved, now and then a checkpoint and a backup."""
    pick, storage = Random(seed), Storage(folder)
    store = GameStore(storage, Tracer(None), lambda text: None)
    rules: Rules = pick.choice([make() for make in RULES.values()])
    session = store.open(rules, deals.deck_of(NUMBER), NUMBER, branching=True)
    mark = os.open(folder.parent / MARK, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for count in range(1, ACTIONS + 1):
        _act(session, pick)
        os.write(mark, f"{count} {session.history.here} {rules.name}\n".encode())
        if count % CHECKPOINT_EVERY == 0:
            storage.idle()
            storage.back_up()
    store.close()


def _act(session: Session, pick: Random) -> None:
    if pick.random() < 0.2:
        session.undo(pick.choice([1, 10]))
    elif moves := session.rules.moves(session.position):
        session.play(pick.choice(moves))


def recorded(folder: Path, seed: int) -> list[Call]:
    """What a program that plays in a folder does to its files."""
    listing = folder / "strace"
    # -P would hide calls on files that are opened later, so all are recorded.
    subprocess.run(
        ["strace", "-f", "-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", str(listing),
         sys.executable, "-B", "-c", PLAYER, str(folder / "data"), str(seed)],
        check=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{Path(__file__).parent}"},
    )  # fmt: skip
    found: list[Call] = []
    with listing.open() as lines:
        for line in lines:
            if call := _call_of(line, str(folder)):
                found.append(call)
    return found


def _call_of(line: str, folder: str) -> Call | None:
    told = _CALL.match(line)
    if told is None or int(told[3]) < 0:
        return None
    name, words = told[1], told[2]
    if name == "openat":
        path = _text(told[4] or "")
        is_cut = "O_TRUNC" in words and path.startswith(folder)
        return Call("cut", path) if is_cut else None
    if name in ("rename", "unlink", "unlinkat", "truncate"):
        return _named(name, words, folder)
    opened = _FD.match(words)
    path = _text(opened[1]) if opened else ""
    if not path.startswith(folder) or path.endswith("-shm"):
        return None
    if name in ("fsync", "fdatasync"):
        return Call("sync", path)
    if name == "ftruncate":
        return Call("cut", path, int(words.rsplit(", ", 1)[1]))
    data = _DATA.search(words)
    assert data is not None, words[:200]
    content = bytes.fromhex(data[1].replace("\\x", ""))
    if path.endswith(MARK):
        return Call("mark", path, int(content.split()[0]), content)
    at = int(data[3]) if name == "pwrite64" else -1
    return Call("write", path, at, content)


def _named(name: str, words: str, folder: str) -> Call | None:
    """A call that names files by paths."""
    paths = [_text(text) for text in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', words)]
    if not paths[0].startswith(folder):
        return None
    if name == "truncate":
        return Call("cut", paths[0], int(words.rsplit(", ", 1)[1]))
    return Call("rename" if name == "rename" else "unlink", paths[0], target=paths[-1])


def _text(told: str) -> str:
    return bytes.fromhex(told.replace("\\x", "")).decode() if "\\x" in told else told


class Disk:
    """All files of a recording, as far as its calls have come."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._ends: dict[str, int] = {}
        self.saved = 0
        """Actions that the player was shown."""
        self.certain = 0
        """Those of them that a sync has made certain."""

    def do(self, call: Call) -> None:
        if call.kind == "sync" and call.path not in self._files:
            return  # a folder
        file = self._files.setdefault(call.path, File())
        match call.kind:
            case "mark":
                self.saved = call.at
            case "sync":
                file.sync()
                if call.path.endswith("-wal"):
                    self.certain = self.saved
            case "rename":
                self._files[call.target] = self._files.pop(call.path)
            case "unlink":
                del self._files[call.path]
            case _:
                if call.at < 0:
                    call = call._replace(at=self._ends.get(call.path, 0))
                    self._ends[call.path] = call.at + len(call.data)
                file.waiting.append(call)

    def lay_down(self, target: Path, pick: Random) -> None:
        """Write the files as they could stand after a power cut: of each what is certain, and of
        the rest nothing, all, or any part.
        """
        for path, file in self._files.items():
            if path.endswith(MARK):
                continue
            content = bytearray(file.certain)
            share = pick.choice([0.0, 0.5, 1.0])
            for call in file.waiting:
                if pick.random() < share or share == 1.0:
                    _apply(content, call)
            place = target / Path(path).relative_to(self._folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


def look(folder: Path, rules: Rules, keys: list[int], certain: int) -> str:
    """What is wrong with the files in a folder; empty if nothing is. `keys`: the positions in which
    the player stood after each action.
    """
    storage = Storage(folder / "data")
    try:
        notices = [str(notice) for notice in storage.take_notices()]
        if problems := [*notices, *storage.check()]:
            return f"damaged: {problems[0]}"
        deck = deals.deck_of(NUMBER)
        saved = storage.deal(DealKey(rules.name, rules.policy, deals.deck_text(deck)))
    finally:
        storage.close()
    history = new_history(rules, deck)
    history.restore(saved.edges, saved.line, saved.bookmarks)
    if history.problem is not None or saved.unread:
        return f"a line that the rules refuse: {history.problem}"
    known = {history.graph.start.key, *keys[:certain]} <= history.graph.nodes.keys()
    if not known or (certain and history.here not in keys[certain - 1 :]):
        return f"{certain} actions were certain, not all are there"
    return ""


def run(count: int, seed: int = 1) -> list[str]:
    """Cut the power so many times; returns what was damaged or lost."""
    problems: list[str] = []
    done = 0
    while done < count:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "data").mkdir()
            calls = recorded(folder, seed)
            marks = [call for call in calls if call.kind == "mark"]
            keys = [int(call.data.split()[1]) for call in marks]
            rules = RULES[marks[0].data.split()[2].decode()]()
            wanted = min(count - done, len(calls))
            chosen = set(Random(seed).sample(range(len(calls)), wanted))
            disk = Disk(name)
            for n, call in enumerate(calls):
                disk.do(call)
                if n not in chosen:
                    continue
                with tempfile.TemporaryDirectory() as cut:
                    disk.lay_down(Path(cut), Random(n))
                    if found := look(Path(cut), rules, keys, disk.certain):
                        problems.append(f"seed {seed}, call {n} ({call.kind}): {found}")
            done += wanted
        print(f"power_loss: {done} cuts, seed {seed}, {len(calls)} calls", flush=True)
        seed += 1
    return problems
