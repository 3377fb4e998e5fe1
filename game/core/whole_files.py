"""Files that are replaced as a whole: at every instant they hold the old content or the new."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def replace_whole(path: Path, content: bytes) -> None:
    """Replace a file's content, or make the file, also over a crash or a power cut. Raises OSError;
    then nothing has changed.
    """
    import tempfile  # Imported here: few starts write a file this way.

    handle, name = tempfile.mkstemp(dir=path.parent, prefix="fourfold-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise
