"""What the first frame shows, kept in a file from one start of the program to the next.

Rasterising, writing and blurring take half of the time to the first frame, and what comes of them
is the same as last time. So whoever makes such a piece for the first frame asks the album first:
under a key that says all that decides what the piece looks like, apart from the program itself and
its files. Of those the album makes sure: one of another program, or from before a file was
changed, is empty, as is one that is damaged.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import IO, Any, Final, NamedTuple

import pygame

from game import __version__

MOST_BYTES: Final = 24 * 2**20
"""Of pixels in a file; what goes beyond, as the cloth of a very large window may, is left out."""
SMALL_BYTES: Final = 64 * 2**10
PIECE_BYTES: Final = 32 * 2**10
"""So much is written at once, if a row is not longer."""
MISSED_MOST: Final = 16
"""From so many pieces on that were not there, or so many bytes, the file is written anew."""
UNUSED_BYTES: Final = 2**20
UNUSED_NUMBERS: Final = 1000
_HEAD: Final = struct.Struct("<8sII")
"""What the file is, how long its index is, and the checksum of all that follows."""
_SIGN: Final = b"4FALBUM1"


class _Picture(NamedTuple):
    """Where in the file the pixels of a surface are."""

    width: int
    height: int
    begins: int
    """From the first of all."""
    alpha: bool

    @property
    def ends(self) -> int:
        """From the first of all."""
        return self.begins + 4 * self.width * self.height


class Album:
    """Pieces of the first frame; `close` it after that frame.

    Without a file it keeps nothing. Nothing that is wrong with the file is an error: what is not
    in the album is made anew.
    """

    def __init__(self, file: Path | None = None, *, read_only: bool = False) -> None:
        self._file = file
        self._open = file is not None
        self._read_only = read_only
        self._saving: Thread | None = None
        self._pixels = memoryview(b"")
        self._pictures: dict[str, _Picture] = {}
        self._numbers: dict[str, int] = {}
        self._used: dict[str, pygame.Surface] = {}
        self._counted: dict[str, int] = {}
        self._sources: set[str] = set()
        self._missed = 0
        """Pieces that were asked for and not there."""
        self._missed_bytes = 0
        if file is not None:
            with suppress(OSError, ValueError, KeyError, TypeError, struct.error):
                self._read(file.read_bytes())

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of a key, made where the album does not hold it. Do not draw on it."""
        if not self._open:
            return make()
        name = repr(key)
        if name not in self._used:
            found = self._pictures.get(name)
            self._used[name] = self._missing(make()) if found is None else self._surface(found)
        return self._used[name]

    def number(self, key: Hashable, make: Callable[[], int]) -> int:
        """The number of a key, worked out where the album does not hold it."""
        if not self._open:
            return make()
        name = repr(key)
        if name not in self._counted:
            found = self._numbers.get(name)
            self._missed += found is None
            self._counted[name] = make() if found is None else found
        return self._counted[name]

    def _missing(self, made: pygame.Surface) -> pygame.Surface:
        self._missed += 1
        self._missed_bytes += _bytes_of(made)
        return made

    def rely_on(self, file: Path) -> None:
        """Note a file that pieces were made from: once it is changed they are made anew."""
        if self._open:
            self._sources.add(str(file))

    def close(self) -> None:
        """The first frame has been shown: hold nothing from now on, and save in a thread what that
        frame needed where much of it was not in the file. A few texts are others each time.
        """
        self._open = False
        lacking = self._missed >= MISSED_MOST or self._missed_bytes >= SMALL_BYTES
        if self._file is None or self._read_only or not lacking:
            self._used = {}
        else:
            self._keep_unused()
            self._saving = Thread(target=self._save, args=[self._file], name="album", daemon=True)
            self._saving.start()
        self._pixels = memoryview(b"")
        self._pictures, self._numbers = {}, {}

    def _keep_unused(self) -> None:
        """Keep some of what was not needed this time: the menu shows other cards the next."""
        room = UNUSED_BYTES
        for name, found in self._pictures.items():
            size = found.ends - found.begins
            if name not in self._used and size <= min(room, SMALL_BYTES):
                self._used[name] = self._surface(found)
                room -= size
        if len(self._numbers) < UNUSED_NUMBERS:
            self._counted = {**self._numbers, **self._counted}

    def wait(self) -> None:
        """Return once all is saved."""
        if self._saving is not None:
            self._saving.join()

    def _save(self, path: Path) -> None:
        """Replace the file in one step. Where that is not possible the next start takes as long
        as this one. Two programs may do so at once: the checksum tells what is of both.
        """
        aside = path.with_suffix(".new")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with aside.open("wb") as file:
                self._write(file)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        self._used = {}

    # The file

    def _read(self, content: bytes) -> None:
        sign, length, checksum = _HEAD.unpack_from(content)
        body = memoryview(content)[_HEAD.size :]
        if sign != _SIGN or zlib.crc32(body) != checksum:
            return
        index: dict[str, Any] = json.loads(bytes(body[:length]))
        sources: dict[str, int] = index["sources"]
        if index["program"] != _program() or sources != _changed(sources):
            return
        self._pixels, self._numbers = body[length:], index["numbers"]
        self._pictures = {name: _Picture(*found) for name, found in index["pictures"].items()}
        self._sources = {*sources}

    def _write(self, file: IO[bytes]) -> None:
        """Write all of it, a little at a time: what a thread has taken at once stays with it."""
        pictures: dict[str, _Picture] = {}
        drawn, ends = [], 0
        for name, surface in self._used.items():
            alpha = bool(surface.get_flags() & pygame.SRCALPHA)
            picture = _Picture(*surface.get_size(), ends, alpha)
            if surface.get_bytesize() == 4 and picture.ends <= MOST_BYTES:
                pictures[name], ends = picture, picture.ends
                drawn.append(surface)
        index = self._index(pictures)
        checksum = zlib.crc32(index)
        file.seek(_HEAD.size)
        file.write(index)
        for piece in chain.from_iterable(map(_pixels, drawn)):
            checksum = zlib.crc32(piece, checksum)
            file.write(piece)
        file.seek(0)
        file.write(_HEAD.pack(_SIGN, len(index), checksum))

    def _index(self, pictures: dict[str, _Picture]) -> bytes:
        """What the file begins with, after its head."""
        index = {
            "program": _program(),
            "sources": _changed(self._sources),
            "numbers": self._counted,
            "pictures": pictures,
        }
        return json.dumps(index).encode()

    def _surface(self, found: _Picture) -> pygame.Surface:
        pixels = self._pixels[found.begins : found.ends]
        picture = pygame.image.frombuffer(pixels, (found.width, found.height), "BGRA")
        if not found.alpha:
            picture.set_alpha(None)
        # A small one must not keep the content of the whole file in memory.
        return picture.copy() if len(pixels) < SMALL_BYTES else picture


def _pixels(surface: pygame.Surface) -> Iterator[bytes]:
    """The pixels of a surface from the top down, some rows at a time."""
    width, height = surface.get_size()
    rows = max(1, PIECE_BYTES // max(1, 4 * width))
    for top in range(0, height, rows):
        part = surface.subsurface((0, top, width, min(rows, height - top)))
        yield pygame.image.tobytes(part, "BGRA")


def _program() -> list[Any]:
    """What of the program decides how things look: its version, when its code was changed last,
    and what rasterises.
    """
    frozen = getattr(sys, "frozen", False)
    changed = (
        _changed_at(sys.executable) if frozen else _newest_below(str(Path(__file__).parents[1]))
    )
    libraries = pygame.version.ver, pygame.get_sdl_version(), pygame.font.get_sdl_ttf_version()
    return [__version__, repr(libraries), changed]


def _bytes_of(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


def _newest_below(folder: str) -> int:
    """When the youngest of the sources below a folder was changed, as `_changed` says it."""
    newest = -1
    for entry in os.scandir(folder):
        if entry.name.endswith(".py"):
            newest = max(newest, entry.stat().st_mtime_ns)
        elif entry.name != "__pycache__" and entry.is_dir():
            newest = max(newest, _newest_below(entry.path))
    return newest


def _changed(files: Iterable[str]) -> dict[str, int]:
    """When files were changed last, in nanoseconds since 1970; -1 for one that is not there."""
    return {file: _changed_at(file) for file in files}


def _changed_at(file: str) -> int:
    try:
        # Seventy files at each start: paths would take three times as long.
        return os.stat(file).st_mtime_ns  # noqa: PTH116
    except OSError:
        return -1
