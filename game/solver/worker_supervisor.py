"""A worker process as the client sees it: start it, write to it, read from it, detect that it
hangs, end it. For use by one thread only.
"""

from __future__ import annotations

import multiprocessing
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final

from game.solver.first_winnable import FoundDeal, Seek
from game.solver.line_messages import Weigh, Weighed
from game.solver.process_start import start_uninterrupted
from game.solver.worker import Cancel, Message, Noted, Reply, Request, serve

GRACE: Final = 4.0
"""Seconds within which a worker must note a message, or it counts as hung. It polls every few
milliseconds, but a busy machine may delay it.
"""
START_GRACE: Final = 15.0
"""The same before its first reply, as it has to start."""
QUIET: Final = 2.0
"""Seconds of silence after which a worker that owes a reply is pinged."""
END: Final = 2.0
"""Seconds to wait for the end of a killed process."""
TRIES: Final = 2
"""How many workers may be lost over one request, or in a row without any result."""


@dataclass(slots=True)
class WorkerProcess:
    """One worker, and what it has been sent; times are of the monotonic clock. A message is sent
    only after the worker has noted the one before, so it always fits into the pipe and sending
    never blocks.
    """

    process: BaseProcess
    pipe: Connection
    heard: float
    """When its last reply came."""
    spoke: bool = False
    """True once the worker has replied."""
    sent: float | None = None
    """When the message was sent that the worker has not noted yet; None: it has noted all."""
    number: int = 0
    """The number of the request that the worker works on; 0: none."""
    seeks: set[Seek] = field(default_factory=set)
    """The deals that the worker has been sent to look for and has not found yet."""
    line: tuple[int, int] = (0, 0)
    """The number of the line that it weighs (0: none), and how many parts it was sent."""

    @property
    def due(self) -> float | None:
        """When the worker counts as hung or, if it has noted all messages, is to be pinged. None:
        no reply is expected.
        """
        if self.sent is not None:
            return self.sent + (GRACE if self.spoke else START_GRACE)
        asked = self.number or self.line[0] or not all(seek.idle for seek in self.seeks)
        return self.heard + QUIET if asked else None

    def send(self, message: Message) -> None:
        """Send a message. Only while `sent` is None."""
        self.sent = time.monotonic()
        if isinstance(message, Request):
            self.number = message.number
        elif isinstance(message, Cancel):
            self.number = 0
        elif isinstance(message, Seek):
            self.seeks.add(message)
        elif isinstance(message, Weigh):
            self.line = message.number, message.part + 1
        # If the worker has just died, `receive` finds out.
        with suppress(OSError):
            self.pipe.send(message)

    def receive(self) -> Reply:
        """Read a reply; the pipe must be ready. Raises EOFError or OSError if the worker is dead,
        and whatever unpickling raises.
        """
        reply: Reply = self.pipe.recv()
        self.heard, self.spoke = time.monotonic(), True
        if isinstance(reply, Noted):
            self.sent = None
        elif isinstance(reply, FoundDeal):
            self.seeks.discard(reply.seek)
        elif isinstance(reply, Weighed):
            if reply.final and reply.number == self.line[0]:
                self.line = 0, 0
        elif reply.final and reply.number == self.number:
            self.number = 0
        return reply

    def end(self) -> None:
        """Kill the worker, even a stopped one, and wait up to END seconds for its end."""
        self.process.kill()
        self.process.join(END)
        self.pipe.close()


def start_worker() -> WorkerProcess | None:
    """Start a worker; None if the machine allows no more processes or pipes."""
    spawn = multiprocessing.get_context("spawn")
    try:
        ours, theirs = spawn.Pipe()
    except OSError:
        return None
    # The worker also ends when this process ends without calling `end`.
    process = spawn.Process(target=serve, args=(theirs,), daemon=True, name="solver")
    try:
        start_uninterrupted(process)
    except (OSError, RuntimeError):
        ours.close()
        return None
    finally:
        theirs.close()
    return WorkerProcess(process, ours, time.monotonic())
