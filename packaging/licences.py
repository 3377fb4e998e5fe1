"""Collects the licences of all that the standalone program holds, when it is built.

The texts come from the installed packages, from Python itself and, on Debian, from the system's
own files; libraries that bring no text are named with their licence, holder and source
(`libraries.toml`). Nothing of it is kept in the repository.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import textwrap
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
PACKAGES: Final = {
    "pygame-ce": "LGPL-2.1-or-later",
    "font-source-sans-pro": "OFL-1.1",
    "font-source-serif-pro": "OFL-1.1",
    "pysol_cards": "BSD-3-Clause",
    "platformdirs": "MIT",
    "mypy": "MIT (its run-time part is in the compiled solver)",
    "librt": "MIT (the compiled solver's vectors)",
}
"""The packages whose code or data are inside."""

_TEXTS: Final = re.compile(r"(?:LICEN[CS]E|COPYING|AUTHORS|NOTICE|LGPL)[^/]*", re.IGNORECASE)
_LIBRARY: Final = re.compile(r".*\.(?:so[.0-9]*|dll|dylib)")
_RULE: Final = "=" * 78
_HEAD: Final = """\
Fourfold is free software under the MIT licence, which comes first. This program also holds the
work of others; each part is named with its licence, and the texts follow.

Libraries under the LGPL are shared files that you may replace by your own: in the folder
`_internal`, and for the program in one file in that folder of the other one. Their source is at
the addresses given. Portions of this software are copyright The FreeType Project
(www.freetype.org), all rights reserved; it is based in part on the work of the Independent JPEG
Group. The file that starts the program is PyInstaller's (GPL-2.0-or-later with an exception that
allows any program to be made with it).
"""


class Library(NamedTuple):
    """A library that comes along, as `libraries.toml` tells of it."""

    files: re.Pattern[str]
    name: str
    licence: str
    holder: str
    source: str


def libraries() -> list[Library]:
    """All that are known."""
    table = tomllib.loads((HERE / "libraries.toml").read_text(encoding="utf-8"))
    return [Library(re.compile(entry.pop("files")), **entry) for entry in table["library"]]


def write(target: Path, binaries: Iterable[str]) -> Path:
    """Write the licences of a program with these binaries, named as in the program.

    Returns the file. Exits where a library is not known: nobody may ship what he cannot name.
    """
    known, inside, strange = libraries(), {}, []
    for name in sorted(filter(_is_library, binaries)):
        file = Path(name).name.lower()
        found = next((library for library in known if library.files.fullmatch(file)), None)
        if found is None:
            strange.append(name)
        else:
            inside[found.name] = found
    if strange:
        raise SystemExit(f"libraries.toml does not know {', '.join(strange)}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_page(list(inside.values())), encoding="utf-8")
    return target


def _is_library(name: str) -> bool:
    """True for shared libraries; Python's own modules and ours are none."""
    path = Path(name)
    if "lib-dynload" in path.parts or ".cpython-" in path.name or path.suffix == ".pyd":
        return False
    return _LIBRARY.fullmatch(path.name) is not None


def _page(inside: list[Library]) -> str:
    parts = [_HEAD, "Libraries in binary form:\n\n" + "\n".join(map(_line, inside))]
    parts.append(_section("Fourfold: MIT", [HERE.parent / "LICENSE"]))
    parts.append(_section(f"Python {sys.version.split()[0]}: PSF-2.0", _of_python()))
    for name, licence in PACKAGES.items():
        found = distribution(name)
        parts.append(_section(f"{name} {found.version}: {licence}", _of_package(found)))
    return "\n\n".join(parts) + "\n"


def _line(library: Library) -> str:
    told = f"{library.name}: {library.licence}. (C) {library.holder}. {library.source}"
    return textwrap.fill(told, 92, initial_indent="* ", subsequent_indent="  ")


def _section(head: str, files: Iterable[Path]) -> str:
    texts = [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]
    if not texts:
        raise SystemExit(f"no text of the licence was found for {head}")
    return "\n\n".join([f"{_RULE}\n{head}\n{_RULE}", *texts])


def _of_package(package: Distribution) -> list[Path]:
    """The package's own texts, each once; those of what it was tested with are not for us."""
    files = [file for file in package.files or () if _TEXTS.fullmatch(file.name)]
    return [Path(str(package.locate_file(file))) for file in files if "typeshed" not in file.parts]


def _of_python() -> list[Path]:
    """Python's licence, wherever this system keeps it."""
    library = Path(sysconfig.get_path("stdlib"))
    places = [library / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt"]
    places.append(Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"))
    return [next((place for place in places if place.is_file()), places[0])]
