"""A version in the forms that others want it in."""

from __future__ import annotations

import re


def windows_version(version: str) -> tuple[int, int, int, int]:
    """A version as Windows wants it, four numbers; the last tells betas and candidates apart:
    1.0.0rc1 is 1.0.0.401, and what follows it, 1.0.0, is 1.0.0.1000.
    """
    found = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?", version)
    if found is None:
        raise ValueError(f"'{version}' is no version such as 1.2.3 or 1.2.3rc1")
    stage = {"a": 0, "b": 200, "rc": 400}.get(found[4], 1000) + int(found[5] or 0)
    return int(found[1]), int(found[2]), int(found[3]), stage


def debian_version(version: str) -> str:
    """1.0.0rc1 as 1.0.0~rc1, which Debian and AppStream know to be older than 1.0.0."""
    for stage in ("rc", "a", "b"):
        head, found, tail = version.partition(stage)
        if found:
            return f"{head}~{found}{tail}"
    return version
