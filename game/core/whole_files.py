"""Files that are replaced as a whole: at every instant they hold the old content or the new. Also
new files that replace none, and whether a folder is of the user's own.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path


def replace_whole(path: Path, content: bytes) -> None:
    """Replace a file's content, or make the file, also over a crash or a power cut. A link stays:
    its target is replaced. The permissions stay; those of a new file are the player's alone. Raises
    OSError; then nothing has changed.
    """
    import tempfile  # Imported here: few starts write a file this way.

    target = behind_link(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix="fourfold-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # there is no old file, or the file system has no permissions
            Path(name).chmod(target.stat().st_mode & 0o777)
        Path(name).replace(target)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


def behind_link(path: Path) -> Path:
    """The target of a link; the path itself if that is no regular file."""
    target = Path(os.path.realpath(path))
    return path if target.exists() and not target.is_file() else target


def is_own_folder(path: Path) -> bool:
    """Whether a path is a folder that belongs to this user, and no link: another user may have
    prepared either. Raises OSError if nothing is there.
    """
    about = path.lstat()
    if not stat.S_ISDIR(about.st_mode):
        return False
    return not hasattr(os, "getuid") or about.st_uid == os.getuid()


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
