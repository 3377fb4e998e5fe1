"""Other solitaires that may be installed, started and looked at from outside."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from harness.processes import family
from harness.screen import Screen, end

PEERS = {"kpat": ("kpat",), "aisleriot": ("sol",)}
"""The Debian package of each, and its command."""
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
DEADLINE_S = 60.0
LOOK_AGAIN_S = 0.002


def installed() -> dict[str, tuple[str, ...]]:
    return {name: words for name, words in PEERS.items() if shutil.which(words[0], path=PATH)}


def missing() -> list[str]:
    return sorted(set(PEERS) - set(installed()))


def spent(pid: int) -> float:
    """Seconds of processor time of a process and its children so far, with those of threads that
    have ended.
    """
    return sum(time.clock_gettime(_clock(one)) for one in family(pid))


def _clock(pid: int) -> int:
    """The clock of a process's processor time, as Linux numbers them."""
    return (~pid << 3) | 2


def resident(pid: int) -> float:
    """Megabytes of memory of a process alone."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise ValueError(f"process {pid} has no memory")


@contextmanager
def running(screen: Screen, words: tuple[str, ...]) -> Iterator[tuple[int, float]]:
    """A peer with a home of its own: its process id, and seconds until its window was mapped.

    Mapped is before anything is drawn in it: the figure favours the peer.
    """
    with _home() as home:
        environment = {**screen.environment, "HOME": home, "XDG_RUNTIME_DIR": home, "PATH": PATH}
        quiet = subprocess.DEVNULL
        began = time.perf_counter()
        # Both want a message bus of their own where there is one to be had.
        bus = ("dbus-run-session", "--") if shutil.which("dbus-run-session") else ()
        process = subprocess.Popen([*bus, *words], env=environment, stdout=quiet, stderr=quiet)
        try:
            pid = _wait_for_window(screen, process, words[0])
            yield pid, time.perf_counter() - began
        finally:
            for one in reversed(family(process.pid)):
                # Ending one may end others.
                with suppress(ProcessLookupError):
                    os.kill(one, 15)
            end(process)


@contextmanager
def _home() -> Iterator[str]:
    """A folder that is gone afterwards, with what a peer's desktop services have mounted in it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        try:
            yield home
        finally:
            for line in reversed(Path("/proc/self/mounts").read_text().splitlines()):
                # Blanks in a path are written as octal numbers; there are none in ours.
                place = line.split()[1]
                if place.startswith(f"{home}/"):
                    for command in (("fusermount", "-uz"), ("umount", "-l")):
                        if shutil.which(command[0]):
                            subprocess.run([*command, place], check=False, capture_output=True)


def _command(pid: int) -> str:
    """The name of a process; empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _wait_for_window(screen: Screen, process: subprocess.Popen[bytes], name: str) -> int:
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until and process.poll() is None:
        for pid in family(process.pid):
            look = ("search", "--onlyvisible", "--pid", str(pid))
            if _command(pid) == name and screen.xdotool(*look, check=False).stdout.strip():
                return pid
        time.sleep(LOOK_AGAIN_S)
    raise RuntimeError(f"{name} opened no window")
