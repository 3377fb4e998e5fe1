"""Print what the bridge to screen readers costs while no reader is on.

    python tools/bench/reader.py [RUNS]

In turn, so many times each (6): a deal with AccessKit installed, and with an `accesskit` that
cannot be imported; on a session bus of its own that says that no reader is on. To the first frame
by the clock, then processor time at rest as a share of the clock's, and resident memory.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.program import Program
from harness.reader import Bus
from harness.screen import Screen

RUNS = 6
SETTLED_S = 6.0
"""By then all scenes are imported, and the solver has answered."""
REST_S = 8.0
MOST_START_MS, MOST_IDLE, MOST_MEMORY_MB = 5.0, 0.1, 3.0
"""More than these would be no noise: milliseconds, per cent, megabytes (the module itself, 1.6)."""
WITH, WITHOUT = "with accesskit", "without"

Measured = tuple[float, float, float]


def cpu_s(pid: int) -> float:
    """Processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def measure(screen: Screen, folder: Path) -> Measured:
    """First frame in ms, processor at rest in per cent, memory in MB."""
    with Program(screen, folder, "lapeau", "617", "--reduced-motion") as program:
        shown = program.trace.named("frame")[0]["t"] * 1000
        time.sleep(SETTLED_S)
        before = cpu_s(program.pid)
        time.sleep(REST_S)
        idle = (cpu_s(program.pid) - before) / REST_S * 100
        return shown, idle, memory_mb(program.pid)


def main(words: list[str]) -> int:
    """Print the table; returns 1 where the difference is no noise."""
    runs = int(words[0]) if words else RUNS
    found: dict[str, list[Measured]] = {WITH: [], WITHOUT: []}
    with tempfile.TemporaryDirectory() as kept, Screen() as screen:
        folder, bus = Path(kept), Bus()
        (folder / "none").mkdir()
        (folder / "none" / "accesskit.py").write_text("raise ImportError('none here')\n")
        os.environ.update(bus.environment)
        for _run in range(runs):
            for name in found:
                os.environ["PYTHONPATH"] = str(folder / "none") if name is WITHOUT else ""
                found[name].append(measure(screen, folder / "data"))
        bus.close()
    middle = {
        name: [statistics.median(column) for column in zip(*rows, strict=True)]
        for name, rows in found.items()
    }
    print(f"{'':<16}{'first frame':>14}{'at rest':>10}{'memory':>10}")
    for name, (shown, idle, memory) in middle.items():
        print(f"{name:<16}{shown:>11.1f} ms{idle:>8.2f} %{memory:>7.1f} MB")
    more = [one - other for one, other in zip(middle[WITH], middle[WITHOUT], strict=True)]
    limits = (MOST_START_MS, MOST_IDLE, MOST_MEMORY_MB)
    return int(any(by > most for by, most in zip(more, limits, strict=True)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
