"""The changelog, taken apart: what a release says of itself comes from there and nowhere else;
and its version as others write it.

`python packaging/changelog.py VERSION` prints a version's section; the release workflow does so.
"""

from __future__ import annotations

import re
import sys
from typing import Final, NamedTuple

from build_paths import ROOT

FILE: Final = ROOT / "CHANGELOG.md"
_HEAD: Final = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?[ \t]*\n", re.MULTILINE)


class Release(NamedTuple):
    """One version."""

    version: str
    date: str
    """As 2026-11-22."""
    text: str
    """Its section, in Markdown, without the head."""

    @property
    def items(self) -> list[str]:
        """What is new, an entry each, as plain text."""
        lines = [line[2:] for line in self.text.splitlines() if line.startswith("- ")]
        return [line.replace("`", "") for line in lines]


def releases(text: str | None = None) -> list[Release]:
    """All versions with a date, the newest first; Unreleased has none."""
    content = FILE.read_text(encoding="utf-8") if text is None else text
    heads = list(_HEAD.finditer(content))
    ends = [head.start() for head in heads[1:]] + [len(content)]
    return [
        Release(head[1], head[2], content[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=True)
        if head[2]
    ]


def release(version: str) -> Release:
    """That of a version. Exits where the changelog has no section for it, or an empty one."""
    found = next((one for one in releases() if one.version == version), None)
    if found is None or not found.items:
        raise SystemExit(f"{FILE.name} has no section for {version} with a date and entries")
    return found


def notes(version: str) -> str:
    """A version's section. Exits where entries are still told as unreleased: the release would
    hold what they tell of, and say nothing of it.
    """
    _, found, after = FILE.read_text(encoding="utf-8").partition("## [Unreleased]")
    if found and re.search(r"^- ", after.partition("\n## ")[0], re.MULTILINE):
        raise SystemExit(f"{FILE.name}: what is under Unreleased belongs under {version}")
    return release(version).text


# A version in the forms that others want it in


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


if __name__ == "__main__":
    print(notes(sys.argv[1].removeprefix("v")))
