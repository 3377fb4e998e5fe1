"""Finds the Rust crates that are compiled into a module: the module's file names no library of
its own for them.

Rust keeps in the code the paths of the sources that can fail. They name the crates and their
versions, and a crate that `crates.toml` does not know stops the build. Crates that leave no path
are reported too: `crates.toml` names all that a module is made of.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

TABLE: Final = Path(__file__).resolve().parent / "crates.toml"
# Those of a registry lie in a folder named after it; those of Rust's own library do not.
_PATH: Final = re.compile(
    rb"(?:registry[/\\]src[/\\][^/\\]{1,80}|/rust[/\\]deps)[/\\]"
    rb"([A-Za-z][A-Za-z0-9_-]*?)-([0-9]+\.[0-9]+\.[0-9]+[A-Za-z0-9.+-]*)"
)


class Crates(NamedTuple):
    """Crates of one licence and holder, as `crates.toml` tells of them."""

    names: tuple[str, ...]
    licence: str
    """An expression of SPDX."""
    holder: str
    text: str
    """Which of the texts that `fetch_licence_texts.py` fetches has their terms."""
    systems: tuple[str, ...] = ()
    """The systems (`sys.platform`) whose modules have them; none: all."""


def known() -> list[Crates]:
    """All that may be inside a module, on any system."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [_crates(**entry) for entry in table["crate"]]


def _crates(names: list[str], systems: Iterable[str] = (), **words: str) -> Crates:
    return Crates(tuple(names), systems=tuple(systems), **words)


def inside(files: Iterable[Path], system: str = sys.platform) -> dict[Crates, dict[str, str]]:
    """The crates in a program of these files, each with the version that its code tells, or with
    none; empty where nothing is written in Rust.

    Exits where a crate is not known on that system: nobody may ship what he cannot name.
    """
    versions = told_by(files)
    if not versions:
        return {}
    here = [crates for crates in known() if not crates.systems or system in crates.systems]
    strange = versions.keys() - {name for crates in here for name in crates.names}
    if strange:
        raise SystemExit(f"crates.toml does not know {', '.join(sorted(strange))}")
    return {crates: {name: versions.get(name, "") for name in crates.names} for crates in here}


def told_by(files: Iterable[Path]) -> Mapping[str, str]:
    """The crates whose paths are in some files, with their versions."""
    found: dict[str, set[str]] = {}
    for file in files:
        for name, version in _PATH.findall(file.read_bytes()):
            found.setdefault(name.decode(), set()).add(version.decode())
    return {name: " and ".join(sorted(found[name])) for name in sorted(found)}
