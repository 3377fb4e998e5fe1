"""Why a file could not be read or written."""

from __future__ import annotations

import errno
import os

import pytest

from game.core.translatable_texts import WordedError, Wording, why


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (WordedError(Wording("'{text}' is odd", text=7)), "'7' is odd"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "odd"), "it is not a text file"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "the disk is full"),
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "it is a folder"),
        (OSError(errno.ECHILD, "the system's words"), "the system's words"),
        (OSError("odd"), "odd"),
        (RuntimeError("odd"), "odd"),
    ],
)
def test_why_a_file_cannot_be_read(error: Exception, reason: str) -> None:
    assert str(why(error)) == reason


@pytest.mark.parametrize(("of_windows", "reason"), [(5, "permission denied"), (32, "another")])
def test_what_windows_says_of_a_file_in_use(of_windows: int, reason: str) -> None:
    error = PermissionError(errno.EACCES, "denied")
    error.winerror = of_windows  # type: ignore[attr-defined, unused-ignore]
    assert str(why(error)).startswith(reason)
