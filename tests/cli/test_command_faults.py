"""Commands without a window when something goes wrong around them: one line, a code that says so,
and no process left behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAIN = (sys.executable, str(ROOT / "main.py"))
DEADLINE_S = 60.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

HARD = [str(number) for number in range(1, 20)]
"""Gaps, which take far longer than a test."""


def family_of(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] not in "ZX":
            found.append(int(folder.name))
    return found


def wait_until(true: Callable[[], bool], what: str, rest: float = 0.05) -> None:
    end = time.monotonic() + DEADLINE_S
    while not true():
        assert time.monotonic() < end, what
        time.sleep(rest)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    return [
        pid
        for pid in family_of(process.pid)
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def are_at_work(pids: list[int]) -> bool:
    """Whether there are processes, and all of them have started."""
    return bool(pids) and all(map(is_at_work, pids))


def is_at_work(pid: int) -> bool:
    """Whether a process searches already: its second thread is there."""
    try:
        return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1
    except OSError:
        return False


Started = Callable[[Sequence[str]], "subprocess.Popen[str]"]


@pytest.fixture
def started() -> Iterator[Started]:
    """Starts a command as the leader of a session of its own, with processes at work."""
    running: list[subprocess.Popen[str]] = []
    # Under nohup the tests, and all that they start, would ignore it.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)

    def start(words: Sequence[str]) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*MAIN, *words, "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        wait_until(
            lambda: bool(workers := workers_of(process)) and all(map(is_at_work, workers)), "work"
        )
        return process

    yield start
    signal.signal(signal.SIGHUP, before)
    for process in running:
        for pid in family_of(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.communicate()


SOLVE = ["solve", "gaps", *HARD, "--optimal"]
REVIEW = ["review", "gaps", "1", "--answer", "6s>5s"]


@pytest.mark.parametrize(
    ("command", "number"),
    [
        (SOLVE, signal.SIGTERM),
        (SOLVE, signal.SIGKILL),
        (SOLVE, signal.SIGHUP),
        (REVIEW, signal.SIGTERM),
        (REVIEW, signal.SIGKILL),
    ],
)
def test_no_process_is_left_after_a_signal(
    started: Started, command: list[str], number: signal.Signals
) -> None:
    process = started(command)
    os.kill(process.pid, number)
    assert process.wait(DEADLINE_S) == -number
    wait_until(lambda: family_of(process.pid) == [], "the end of all")
    assert process.communicate() == ("", "")  # and nobody holds the output open


def test_no_process_is_left_when_the_reader_has_gone(started: Started) -> None:
    process = started(["solve", "lapeau", *map(str, range(1, 3000))])
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(DEADLINE_S) == 141
    wait_until(lambda: family_of(process.pid) == [], "the end of all")
    assert process.stderr is not None and process.stderr.read() == ""


@pytest.mark.parametrize("game", ["klondike", "lapeau", "gaps"])
def test_an_interrupt_ends_a_search_without_a_word(game: str) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [*MAIN, "solve", game, *map(str, range(1, 1000)), "--optimal"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    wait_until(lambda: seconds_used(process.pid) > 1, "a search")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=DEADLINE_S)
    assert (process.returncode, said) == (-signal.SIGINT, "")


def seconds_used(pid: int) -> float:
    """Of the processor, by a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_over_a_deal_that_kills_two_processes_it_is_undecided(started: Started) -> None:
    process = started(["solve", "gaps", "1", "4", "--optimal"])
    killed: set[int] = set()
    while process.poll() is None:
        for pid in workers_of(process):
            if pid not in killed and is_at_work(pid):
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    out, said = process.communicate()
    assert (process.returncode, said) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    assert [(line["id"], line["verdict"]) for line in found] == [
        ("1", "undecided"),
        ("4", "undecided"),
    ]
    # Both of the first two, or the system ended the second; then each deal's alone.
    assert len(killed) in (3, 4)


NO_FILE = "it is not a regular file"
NO_TRACE = "this file exists and is not a trace; it was left unchanged"


def run(command: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, in which `fourfold` is the program."""
    line = command.replace("fourfold", f"'{MAIN[0]}' '{MAIN[1]}'")
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, timeout=DEADLINE_S, check=False
    )


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("fourfold deal gaps 5 > /dev/full", 2, "standard output: the disk is full"),
        ("fourfold solve lapeau 1 > /dev/full", 2, "standard output: the disk is full"),
        ("fourfold --version >&-", 2, "no standard output to write to"),
        ("fourfold solve lapeau 1 --same >&-", 2, "no standard output to write to"),
        ("fourfold verify gaps 5 --answer - <&-", 2, "--answer -: there is no standard input"),
        ("fourfold --validate --data-dir /no/such", 2, "/no/such: no such folder"),
        ("fourfold verify gaps 5 --answer @/dev/zero", 2, f"--answer @/dev/zero: {NO_FILE}"),
        ("fourfold deal gaps --pack /dev/zero 1", 2, f"/dev/zero: {NO_FILE}"),
        ("fourfold --trace /etc/passwd", 2, f"--trace /etc/passwd: {NO_TRACE}"),
        ("fourfold --trace /etc", 2, "--trace /etc: it is a folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_line(command: str, code: int, said: str) -> None:
    done = run(command)
    assert (done.returncode, done.stderr, done.stdout) == (code, f"fourfold: {said}\n", "")


def test_without_an_error_output_an_error_goes_nowhere() -> None:
    done = run("fourfold deal nope 7 2>&-")
    assert (done.returncode, done.stderr, done.stdout) == (2, "", "")


def test_no_file_gets_the_number_of_a_standard_stream_that_is_closed(tmp_path: Path) -> None:
    code = (
        "import os, game.cli.commands as commands; from game.__main__ import begin_program\n"
        f"def opened(): return os.open({str(tmp_path / 'file')!r}, os.O_CREAT)\n"
        "commands.main = opened; raise SystemExit(begin_program())"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *words], cwd=ROOT)
    assert done.returncode > 2


def test_an_interrupt_while_modules_are_imported_prints_nothing() -> None:
    code = (
        "import sys; from game.__main__ import begin_program\n"
        "class Interrupt:\n"
        "    def find_spec(name, *of):\n"
        "        if name == 'game.cli.commands': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt); raise SystemExit(begin_program())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_reader_who_left_is_told_nothing() -> None:
    done = run("set -o pipefail; fourfold solve lapeau 1 2 3 4 5 6 7 8 9 --same | head -1")
    assert (done.returncode, done.stderr) in [(141, ""), (0, "")]
    assert len(done.stdout.splitlines()) == 1


def test_interrupts_while_the_solver_starts_neither_stop_it_nor_print_anything(
    tmp_path: Path,
) -> None:
    shown = tmp_path / "shown"
    with shown.open("wb") as output:
        process = subprocess.Popen(
            [*MAIN, "play", "klondike", "5", "--text", "--data-dir", str(tmp_path / "data")],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
    assert process.stdin is not None
    process.stdin.write(b"verdict\n")
    process.stdin.flush()

    def is_solved() -> bool:
        """What Ctrl+C in a terminal does to the other processes, from their first instant on."""
        for pid in family_of(process.pid):
            if pid != process.pid and "-c" in arguments_of(pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)
        return b"can still be won" in shown.read_bytes()

    try:
        wait_until(is_solved, "the verdict", 0.0)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=DEADLINE_S)[1] == b""
    finally:
        process.kill()
    assert process.returncode == 130


def arguments_of(pid: int) -> list[str]:
    """The command line of a process; one that Python has spawned has `-c` in it. Before its `exec`
    a process has that of its parent, and is not hit: its handlers are not its own yet.
    """
    with suppress(OSError):
        return (Path("/proc") / str(pid) / "cmdline").read_text().split("\0")
    return []
