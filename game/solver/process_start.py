"""Starts a process that Ctrl+C does not interrupt."""

from __future__ import annotations

import signal
from multiprocessing.process import BaseProcess


def start_uninterrupted(process: BaseProcess) -> None:
    """Start a process of the method `spawn`. Ctrl+C in a terminal reaches all processes of a
    program; this one has SIGINT blocked from its first instruction on, before it can ignore it.
    Raises OSError or RuntimeError if it cannot be started. Windows cannot block signals.
    """
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    from multiprocessing import resource_tracker

    # Its first start unblocks SIGINT.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
