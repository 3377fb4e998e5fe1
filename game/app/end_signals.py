"""Signals that end the program. A thread receives them even while the main one sleeps in SDL."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final

from game.core.background_threads import started_thread

_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGBREAK")
"""For the end of a session, a closed terminal, Ctrl+C and Ctrl+\\; not every system has all."""


def handle_end_signals(end: Callable[[], None]) -> None:
    """Have `end` called, in a thread, for each signal that ends the program. A signal that was
    ignored stays ignored. Call this on the main thread.
    """
    named = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    heard = [each for each in named if signal.getsignal(each) is not signal.SIG_IGN]
    listen = _new_listener()
    for each in heard:
        signal.signal(each, _left_to_thread)

    def wait_for_signals() -> None:
        while (got := listen()) is not None:
            if got in heard:
                end()

    if started_thread(wait_for_signals, "signals") is None:
        for each in heard:
            signal.signal(each, lambda number, frame: end())


def _left_to_thread(number: int, frame: Any) -> None:
    """Do nothing: the thread reacts. Python calls this on the main thread once that runs again."""


def _new_listener() -> Callable[[], int | None]:
    """Have Python write the number of each signal to a pipe. Returns a function that waits for the
    next number and returns it, None at the end of the pipe.
    """
    if sys.platform == "win32":
        from socket import socketpair  # there it must be a socket

        reader, writer = socketpair()
        writer.setblocking(False)
        signal.set_wakeup_fd(writer.detach(), warn_on_full_buffer=False)
        return lambda: next(iter(reader.recv(1)), None)
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    return lambda: next(iter(os.read(read, 1)), None)
