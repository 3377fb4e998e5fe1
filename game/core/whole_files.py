"""Files that are replaced as a whole: at every instant they hold the old content or the new."""

from __future__ import annotations

import os
from contextlib import suppress
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
