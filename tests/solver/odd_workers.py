"""What a worker process could do instead of its work: entry points for it."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection

from game.solver.worker import FoundDeal, Seek


def babble(messages: Connection, replies: Connection) -> None:
    """Reply what makes no sense."""
    os.write(replies.fileno(), (5).to_bytes(4, "big") + b"babel")
    time.sleep(600)


def stop_in_the_middle(messages: Connection, replies: Connection) -> None:
    """Begin a reply and never end it."""
    os.write(replies.fileno(), (1000).to_bytes(4, "big") + b"half")
    time.sleep(600)


def find_nothing(messages: Connection, replies: Connection) -> None:
    """Fail in every search for a deal."""
    while True:
        message = messages.recv()
        if isinstance(message, Seek):
            replies.send(FoundDeal(message, None))


def read_nothing(messages: Connection, replies: Connection) -> None:
    """Hang before the first message."""
    time.sleep(600)
