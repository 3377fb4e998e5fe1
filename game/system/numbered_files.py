"""New files that replace none: where a name is taken, a number is added to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path


def numbered(wanted: Path) -> Iterator[Path]:
    """A path, and then endless others with a number before its suffix, from 2 on."""
    yield wanted
    for number in count(2):
        yield wanted.with_stem(f"{wanted.stem}-{number}")


def write_new(folder: Path, name: str, content: bytes) -> Path:
    """Write a new file and return its path; if the name is taken, a number is added before its
    suffix.

    The folder is made if needed. Raises OSError; then there is no new file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in numbered(folder / name):
        try:
            file = path.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(content)
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise
        return path
    raise AssertionError("there is always another number")
