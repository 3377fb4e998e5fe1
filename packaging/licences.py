"""Collects the licences of all that the standalone program holds, when it is built.

The texts of packages come from the packages, Python's from Python, those of the libraries inside
pygame and of the Rust crates inside modules from the folder that `fetch_licence_texts.py` fills.
`libraries.toml` and `crates.toml` say which library and which crate has which text. Where one of
them is not known or a text is missing, whoever builds by hand is warned; in CI (`CI`), where
releases are made, the build stops. Nothing of it is kept in the repository.

Rust keeps in the code the paths of the sources that can fail. They name the crates and their
versions. Crates that leave no path are reported too: `crates.toml` names all that a module is made
of.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
PACKAGES: Final = {
    "pygame-ce": "LGPL-2.1-or-later",
    "font-source-sans-pro": "OFL-1.1",
    "font-source-serif-pro": "OFL-1.1",
    "platformdirs": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "librt": "MIT (the compiled solver's vectors)",
    "mypy_extensions": "MIT (the vectors' types)",
    "accesskit": "MIT OR Apache-2.0",
}
"""The packages whose code or data are inside."""
COMPILER: Final = "mypy"
"""Its run-time part is in the compiled solver; it need not be installed where that is packed."""

_TEXTS: Final = re.compile(r"(?:LICEN[CS]E|COPYING|AUTHORS|NOTICE|LGPL)[^/]*", re.IGNORECASE)
_LIBRARY: Final = re.compile(r".*\.(?:so[.0-9]*|dll|dylib)")
_REFERENCE: Final = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9])")
# Those of a registry lie in a folder named after it; those of Rust's own library do not.
_CRATE: Final = re.compile(
    rb"(?:registry[/\\]src[/\\][^/\\]{1,80}|/rust[/\\]deps)[/\\]"
    rb"([A-Za-z][A-Za-z0-9_-]*?)-([0-9]+\.[0-9]+\.[0-9]+[A-Za-z0-9.+-]*)"
)
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

The texts of libraries are those that Debian has collected from their sources; where such a text
refers to /usr/share/common-licenses, that licence is at the end.
"""


class Crates(NamedTuple):
    """Rust crates of one licence and holder, as `crates.toml` tells of them."""

    names: tuple[str, ...]
    licence: str
    """An expression of SPDX."""
    holder: str
    text: str
    """Which of the texts that `fetch_licence_texts.py` fetches has their terms."""
    systems: tuple[str, ...] = ()
    """The systems (`sys.platform`) whose modules have them; none: all."""


Compiled = Mapping[Crates, Mapping[str, str]]
"""Crates inside modules, with their versions (`crates_inside`)."""


class Library(NamedTuple):
    """A library that comes along, as `libraries.toml` tells of it."""

    files: re.Pattern[str]
    name: str
    licence: str
    """An expression of SPDX."""
    holder: str
    source: str
    debian: tuple[str, ...]
    """The packages of Debian whose texts are its own, each perhaps with others that serve as
    well (`a|b`). None: the text is in that of Python.
    """
    holds: tuple[str, ...] = ()
    """The names of libraries that may be inside its file."""


def libraries() -> list[Library]:
    """All that are known."""
    table = tomllib.loads((HERE / "libraries.toml").read_text(encoding="utf-8"))
    return [_library(**entry) for entry in table["library"]]


def _library(files: str, debian: list[str], holds: Iterable[str] = (), **words: str) -> Library:
    return Library(re.compile(files), debian=tuple(debian), holds=tuple(holds), **words)


def known_crates() -> list[Crates]:
    """All that may be inside a module, on any system."""
    table = tomllib.loads((HERE / "crates.toml").read_text(encoding="utf-8"))
    return [_crates(**entry) for entry in table["crate"]]


def _crates(names: list[str], systems: Iterable[str] = (), **words: str) -> Crates:
    return Crates(tuple(names), systems=tuple(systems), **words)


def complain(told: str) -> None:
    """Stop what is built in CI; warn whoever builds by hand."""
    if os.environ.get("CI"):
        raise SystemExit(told)
    print(f"warning, this would stop a release: {told}", file=sys.stderr)


def inside(binaries: Iterable[str]) -> list[Library]:
    """The libraries of a program with these binaries, and those that are within them. Complains of
    those that are not known: nobody may ship what he cannot name.
    """
    known = libraries()
    found: dict[Library, None] = {}
    strange = []
    for name in sorted(filter(_is_library, binaries)):
        file = Path(name).name.lower()
        library = next((library for library in known if library.files.fullmatch(file)), None)
        if library is None:
            strange.append(name)
        else:
            found[library] = None
    if strange:
        complain(f"libraries.toml does not know {', '.join(strange)}")
    held = {name for library in found for name in library.holds}
    return [*found, *(one for one in known if one.name in held and one not in found)]


def crates_inside(files: Iterable[Path], system: str = sys.platform) -> Compiled:
    """The crates in a program of these files, each with the version that its code tells, or with
    none; empty where nothing is written in Rust. Complains of those that are not known.
    """
    versions = versions_of_crates(files)
    if not versions:
        return {}
    here = [crates for crates in known_crates() if not crates.systems or system in crates.systems]
    strange = versions.keys() - {name for crates in here for name in crates.names}
    if strange:
        complain(f"crates.toml does not know {', '.join(sorted(strange))}")
    return {crates: {name: versions.get(name, "") for name in crates.names} for crates in here}


def versions_of_crates(files: Iterable[Path]) -> Mapping[str, str]:
    """The crates whose paths are in some files, with their versions."""
    found: dict[str, set[str]] = {}
    for file in files:
        for name, version in _CRATE.findall(file.read_bytes()):
            found.setdefault(name.decode(), set()).add(version.decode())
    return {name: " and ".join(sorted(found[name])) for name in sorted(found)}


def write(target: Path, found: list[Library], compiled: Compiled, texts: Path) -> Path:
    """Write the licences of a program with these libraries, and these crates compiled into its
    modules; `texts` is what `fetch_licence_texts.py` has filled.

    Returns the file. Complains where a text is not there.
    """
    page = _page(found, compiled, texts)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, encoding="utf-8")
    return target


def text_file(texts: Path, name: str) -> Path:
    """The file of a text in a folder of texts."""
    return texts / f"{name.replace('|', ' or ')}.txt"


def referred(text: str) -> list[str]:
    """The names of the common licences that a text of Debian's refers to."""
    return sorted(set(_REFERENCE.findall(text)))


def _is_library(name: str) -> bool:
    """True for shared libraries; Python's own modules and ours are none."""
    path = Path(name)
    module = any(tag in path.name for tag in (".cpython-", ".abi3."))
    if "lib-dynload" in path.parts or module or path.suffix == ".pyd":
        return False
    return _LIBRARY.fullmatch(path.name) is not None


def _page(found: list[Library], compiled: Compiled, texts: Path) -> str:
    parts = [_HEAD, "Libraries in binary form:\n\n" + "\n".join(map(_line, found))]
    parts.append(_section("Fourfold: MIT", [HERE.parent / "LICENSE"]))
    parts.append(_section(f"Python {sys.version.split()[0]}: PSF-2.0", _of_python()))
    for name, licence in PACKAGES.items():
        package = distribution(name)
        parts.append(_section(f"{name} {package.version}: {licence}", of_package(package)))
    parts.append(_section("mypyc: MIT", [text_file(texts, COMPILER)]))
    parts += _of_libraries(found, texts)
    parts += _of_crates(compiled, texts)
    for common in referred("\n".join(parts)):
        parts.append(_section(common, [text_file(texts / "common", common)]))
    return "\n\n".join(parts) + "\n"


def _of_libraries(found: list[Library], texts: Path) -> Iterator[str]:
    """A section for each library that has a text of its own."""
    for library in found:
        if library.debian:
            files = [text_file(texts, name) for name in library.debian]
            yield _section(f"{library.name}: {library.licence}", files)


def _of_crates(compiled: Compiled, texts: Path) -> Iterator[str]:
    """A section for the crates of each licence and holder."""
    for crates, versions in compiled.items():
        named = ", ".join(f"{name} {version}".strip() for name, version in versions.items())
        told = f"Compiled into modules: {named}: {crates.licence}. (C) {crates.holder}"
        head = textwrap.fill(told, 78, break_on_hyphens=False)
        yield _section(head, [text_file(texts, crates.text)])


def _line(library: Library) -> str:
    told = f"{library.name}: {library.licence}. (C) {library.holder}. {library.source}"
    return textwrap.fill(told, 92, initial_indent="* ", subsequent_indent="  ")


def _section(head: str, files: Iterable[Path]) -> str:
    """The texts under a head. Complains where there is none, or one is missing or empty."""
    texts = [_read(head, file) for file in files]
    if not texts:
        complain(f"no text of the licence was found for {head}")
    return "\n\n".join([f"{_RULE}\n{head}\n{_RULE}", *texts])


def _read(head: str, file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        text = ""
    if not text:
        hint = "packaging/fetch_licence_texts.py fetches it on Debian or Ubuntu"
        complain(f"no text of the licence was found for {head}: {file} ({hint})")
    return text


def of_package(package: Distribution) -> list[Path]:
    """The package's own texts, each once; those of what it was tested with are not for us."""
    files = [file for file in package.files or () if _TEXTS.fullmatch(file.name)]
    return [Path(str(package.locate_file(file))) for file in files if "typeshed" not in file.parts]


def _of_python() -> list[Path]:
    """Python's licence, wherever this system keeps it."""
    library = Path(sysconfig.get_path("stdlib"))
    places = [library / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt"]
    places.append(Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"))
    return [next((place for place in places if place.is_file()), places[0])]
