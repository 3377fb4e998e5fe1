"""How the program ends."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from threading import current_thread, main_thread
from typing import Final

from game.core.threads_and_memory import started_thread
from game.desktop import x11
from game.record.saving import tell_unsaved
from game.scenes.common.services import Services
from game.system.fault_report import FAULT, report_folders, write_fault

PATIENCE_S: Final = 3.0
"""Seconds for closing the storage once the screen is gone. What was shown is on disk anyway."""
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGBREAK")
"""For the end of a session, a closed terminal, Ctrl+C and Ctrl+\\; not every system has all."""


class ProgramEnd:
    """How the program is to end, and the causes of its end other than the player."""

    def __init__(self, services: Services, wake: Callable[[], None]) -> None:
        """`wake` may be called from any thread."""
        self._services, self._wake = services, wake
        self.forced = False
        """True if the program must end without asking, whatever is unsaved."""
        self.window_lost = False
        """True if another program has destroyed the window."""
        self.closing = False
        """The window is being closed: SDL's QUIT that follows says nothing new."""

    @property
    def is_to_ask(self) -> bool:
        """Whether the player is to be asked, as the end would leave moves unsaved."""
        return any(self._services.game_store.storage.unsaved) and not self.forced

    def force(self) -> None:
        """End soon, without asking. May be called from any thread."""
        self.forced = True
        self._wake()

    def handle_x11_errors(self) -> None:
        """From now on follow the X server where it ends the program."""

        def lose_window() -> None:
            self.window_lost = True
            self.force()

        x11.handle_x11_errors(lose_window, self.end_without_screen)

    def end_without_screen(self) -> None:
        """End the process at once, after closing the storage and telling what is unsaved: SDL would
        wait for ever for a window or a server that is gone. Never returns, whatever fails or hangs.

        Xlib calls this in any thread that loses the server. Only the main thread, which loses it
        too, may close the storage: another one gives it PATIENCE_S to do so.
        """
        if current_thread() is not main_thread():
            time.sleep(PATIENCE_S)
            self._exit()
        try:
            started_thread(self.end_without_screen, "end")  # if closing hangs
            self._services.game_store.close()
            self._services.tracer.close()
        except Exception:
            write_fault(report_folders(self._services.game_store.storage.path.parent))
        finally:
            self._exit()

    def _exit(self) -> None:
        """End the process, after telling what is unsaved."""
        code = FAULT
        try:
            code = tell_unsaved(self._services.game_store.storage)
        finally:
            os._exit(code)


def handle_end_signals(end: Callable[[], None]) -> None:
    """Have `end` called, in a thread, for each signal that ends the program. A signal that was
    ignored stays ignored. Call this on the main thread.
    """
    named = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    heard = [each for each in named if signal.getsignal(each) is not signal.SIG_IGN]
    listen = _new_listener()
    for each in heard:
        # The thread reacts. Python calls this on the main thread once that runs again.
        signal.signal(each, lambda number, frame: None)

    def wait_for_signals() -> None:
        while (got := listen()) is not None:
            if got in heard:
                end()

    if started_thread(wait_for_signals, "signals") is None:
        for each in heard:
            signal.signal(each, lambda number, frame: end())


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
