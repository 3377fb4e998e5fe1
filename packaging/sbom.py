"""What the standalone program is made of, for programs to read: a CycloneDX list of parts."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
import zlib
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final

from licences import PACKAGES, Compiled, Library

from game import __version__

SCHEMA: Final = "http://cyclonedx.org/schema/bom-1.6.schema.json"
Component = dict[str, Any]
Found = Mapping[Library, list[str]]


def write(target: Path, found: Found, compiled: Compiled, sources: Mapping[str, str]) -> Path:
    """Write the parts of a program with these libraries (`licences.inside`) and these crates in
    its modules (`crates.inside`); `sources` leads from a file's name in the program to the file on
    this machine. Returns the file written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(
        json.dumps(listed(found, compiled, sources), indent=1) + "\n", encoding="utf-8"
    )
    return target


def listed(found: Found, compiled: Compiled, sources: Mapping[str, str]) -> Component:
    """The same as an object of JSON. Nothing in it depends on time or chance."""
    return {
        "$schema": SCHEMA,
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "fourfold",
                "name": "fourfold",
                "version": __version__,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [*_packages(), *_libraries(found, sources), *_crates(compiled)],
    }


def _packages() -> Iterator[Component]:
    yield {
        "type": "platform",
        "bom-ref": "python",
        "name": "Python",
        "version": sys.version.split()[0],
        "licenses": [{"expression": "PSF-2.0"}],
    }
    for name, licence in PACKAGES.items():
        version = distribution(name).version
        yield {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
            "name": name,
            "version": version,
            "licenses": [{"expression": licence}],
            "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
        }


def _libraries(found: Found, sources: Mapping[str, str]) -> Iterator[Component]:
    versions = _versions()
    for library, files in found.items():
        component: Component = {
            "type": "library",
            "bom-ref": f"library:{library.name}",
            "name": library.name,
            "licenses": [{"expression": library.licence}],
            "externalReferences": [{"type": "website", "url": library.source}],
            "components": [_file(name, Path(sources[name])) for name in files],
        }
        if library.name in versions:
            component["version"] = versions[library.name]
        yield component


def _crates(compiled: Compiled) -> Iterator[Component]:
    for crates, versions in compiled.items():
        for name, version in versions.items():
            component = {
                "type": "library",
                "bom-ref": f"crate:{name}",
                "name": name,
                "licenses": [{"expression": crates.licence}],
            }
            yield component | ({"version": version} if version else {})


def _versions() -> dict[str, str]:
    """Of the libraries that tell it; the others are known by the sums of their files."""
    import pygame

    return {
        "SDL": ".".join(map(str, pygame.get_sdl_version())),
        "SQLite": sqlite3.sqlite_version,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def _file(name: str, source: Path) -> Component:
    name = name.replace("\\", "/")
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    hashes = [{"alg": "SHA-256", "content": digest}]
    return {"type": "file", "bom-ref": f"file:{name}", "name": name, "hashes": hashes}
