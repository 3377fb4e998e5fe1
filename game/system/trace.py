"""The trace, for tests and measurements: one line of JSON for each event, flushed at once."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Final, TextIO

from game.core.error_reasons import why
from game.system.console import complain

_BEGINNING: Final = b'{"event": "'
"""The beginning of every line."""


def is_trace(file: Path) -> bool:
    """Whether a trace may overwrite a file: that is a trace or empty. Raises OSError."""
    with file.open("rb") as found:
        return found.read(len(_BEGINNING)) in (b"", _BEGINNING)


class Tracer:
    """Writes events to a file, or nowhere. Times are seconds since the tracer was made."""

    def __init__(self, path: Path | None = None) -> None:
        self._start = time.monotonic()
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("w", encoding="utf-8", errors="backslashreplace", buffering=1)

    @property
    def on(self) -> bool:
        """True if events are written. Ask before collecting costly fields."""
        return self._file is not None

    def event(self, event: str, **fields: object) -> None:
        """Write one event. If writing fails, the trace ends, and that is said on the terminal."""
        if self._file is None:
            return
        line = {"event": event, "t": round(time.monotonic() - self._start, 4), **fields}
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            complain(f"--trace {self._file.name}: {why(error)}, it ends here")
            self._file = None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
