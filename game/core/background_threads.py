"""Threads that a program without memory for them does without."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread


def started_thread(work: Callable[..., object], name: str, *arguments: object) -> Thread | None:
    """A thread that works beside the others and does not outlive the main one. None if it cannot be
    started: the system has no memory for its stack, or allows no further one.
    """
    thread = Thread(target=work, name=name, args=arguments, daemon=True)
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        return None
    return thread
