"""What benches share: time by the clock and by the processor, and figures of many times."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Cost = tuple[float, float]
"""Milliseconds of the clock and of the processor."""


def timed(act: Callable[[], object]) -> Cost:
    """What an act costs."""
    clock, processor = time.perf_counter(), time.process_time()
    act()
    return (time.perf_counter() - clock) * 1e3, (time.process_time() - processor) * 1e3


def mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
