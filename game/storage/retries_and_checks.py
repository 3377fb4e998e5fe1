"""Looks after the player's file during play: checks and backs it up now and then, and retries what
could not be saved.

A thread checks and backs up. The main thread does whatever changes the file.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from game.core.threads_and_memory import started_thread
from game.core.translatable_texts import said_in_turn
from game.storage import Storage, StorageError, StorageTrouble
from game.storage.salvage_and_backup import BACK_UP_S

CHECKPOINT_S: Final = 20.0
"""Seconds of quiet after which the log is written into the file."""
RETRY_S: Final = 3.0
"""Seconds between two attempts to save what could not be saved."""
LONG_REST: Final = 30
"""After an attempt to save that took longer than `RETRY_S`, the pause is its time multiplied by
this.
"""

_MENDED: Final = (StorageTrouble.SET_ASIDE, StorageTrouble.LOST)


class Maintenance:
    """Maintains the file during play: call `begin` after the first frame, `close` at the end."""

    def __init__(
        self,
        storage: Storage,
        tell: Callable[[str], None],
        wake: Callable[[], None],
        words: Callable[[str], str],
        mended: Callable[[], None] = lambda: None,
    ) -> None:
        """`tell` shows the player a message, which `words` translates. `wake` is called from the
        thread, and has the main thread call `collect`. `mended` is called after the file was
        mended: an open deal may be ahead of it then.
        """
        self._storage, self._tell, self._wake, self._words = storage, tell, wake, words
        self._mended = mended
        self._stop = Event()
        self._thread: Thread | None = None
        self._found: list[str] = []
        """What the thread found wrong; the main thread reads it after `wake`."""
        self._unsaved = False
        self._to_retry = RETRY_S
        self._to_checkpoint = CHECKPOINT_S
        self._to_back_up = BACK_UP_S

    # In the thread

    def _look(self) -> None:
        """Check the file and, if it is good, back it up."""
        with suppress(StorageError):
            self._found = self._storage.check(self._stop)
            if not self._found and not self._stop.is_set():
                self._storage.back_up(self._stop)
        if not self._stop.is_set():
            self._wake()

    # On the main thread

    def begin(self) -> None:
        """Start the check and the backup in a thread, unless one is running."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = started_thread(self._look, "file check")

    def collect(self) -> None:
        """Mend the file if the thread has found damage, and tell the player."""
        found, self._found = self._found, []
        if not found:
            return
        try:
            self._storage.mend()
        except StorageError as error:
            self._tell(error.sentence(self._words))
        self.tell_notices()

    def tell_notices(self) -> None:
        """Show the player the storage's notices, each once."""
        notices = self._storage.take_notices()
        if any(notice.trouble in _MENDED for notice in notices):
            self._mended()
        if notices:
            told = [notice.sentence(self._words) for notice in notices]
            self._tell(said_in_turn(told, self._words))

    @property
    def due(self) -> float | None:
        """In how many seconds `update` has something to do; None if there is nothing."""
        if self._storage.wants_file:
            return self._to_retry
        return self._to_checkpoint if self._storage.wants_checkpoint else None

    def update(self, seconds: float) -> None:
        """Advance the timers by seconds in which nothing moved, and do what is due."""
        storage = self._storage
        self._unsaved = self._unsaved or storage.wants_file
        self._to_retry = self._to_retry - seconds if storage.wants_file else RETRY_S
        self._to_checkpoint = (
            self._to_checkpoint - seconds if storage.wants_checkpoint else CHECKPOINT_S
        )
        if min(self._to_retry, self._to_checkpoint) <= 0:
            begun = time.perf_counter()
            storage.idle()
            taken = time.perf_counter() - begun
            self._to_retry = RETRY_S if taken < RETRY_S else LONG_REST * taken
            self._to_checkpoint = CHECKPOINT_S
        self._to_back_up -= seconds
        if self._to_back_up <= 0:
            self._to_back_up = BACK_UP_S
            self.begin()
        self._tell_saved()

    def _tell_saved(self) -> None:
        if self._unsaved and not self._storage.wants_file:
            self._unsaved = False
            _ = self._words
            self._tell(_("Saving works again: all your moves are saved"))
        self.tell_notices()

    def close(self) -> None:
        """Stop the thread, and wait for it to end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
