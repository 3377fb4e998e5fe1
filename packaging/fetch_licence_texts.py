"""Fetches the texts of licences that the binaries need beside them:
python packaging/fetch_licence_texts.py.

The libraries inside pygame's wheel, and the Rust crates inside AccessKit's, come without their
texts. Debian and Ubuntu carry each of them in a package, so there the texts are taken, package by
package as `libraries.toml` and `crates.toml` name them, into a folder that is kept. On other
systems that folder is brought along (`FOURFOLD_TEXTS`), as the release workflow does for macOS.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import Final

import licences
from build_paths import cache

COMMON: Final = Path("/usr/share/common-licenses")
"""What the texts of Debian's packages refer to by this path."""
_IN_COMMON: Final = "common/"


def main() -> None:
    """Fetch what is missing; complains where something could not be had."""
    missing = collect(folder())
    if missing:
        licences.complain(f"no text of a licence was found for {', '.join(missing)}")
    print(folder())


def folder() -> Path:
    """Where the texts are, or are to be."""
    return Path(os.environ.get("FOURFOLD_TEXTS") or cache() / "licences").absolute()


def collect(target: Path) -> list[str]:
    """Have the texts of all known libraries and crates in a folder; returns those that could not
    be had.
    """
    target.mkdir(parents=True, exist_ok=True)
    _of_mypy(target)
    return [lost for name in sorted(_wanted()) for lost in _lay(target, name)]


def _lay(target: Path, name: str) -> list[str]:
    """Have one text in a folder; returns what could not be had of it and of those it refers to."""
    if name.startswith(_IN_COMMON):
        common = name.removeprefix(_IN_COMMON)
        return [] if _of_common(target, common) else [common]
    file = licences.text_file(target, name)
    text = file.read_text(encoding="utf-8") if file.is_file() else _of_debian(name)
    if text is None:
        return [name]
    file.write_text(text, encoding="utf-8")
    return [common for common in licences.referred(text) if not _of_common(target, common)]


def _wanted() -> set[str]:
    """The names of all texts, on whatever system the program will run."""
    of_libraries = {name for library in licences.libraries() for name in library.debian}
    return of_libraries | {one.text for one in licences.known_crates()}


def _of_mypy(target: Path) -> None:
    """The licence of what mypyc puts into the compiled solver; the Windows program is built by a
    Python that has no mypy.
    """
    texts = licences.of_package(distribution("mypy"))
    text = "\n\n".join(file.read_text(encoding="utf-8").strip() for file in texts)
    licences.text_file(target, "mypy").write_text(text, encoding="utf-8")


def _of_common(target: Path, name: str) -> bool:
    """Copy a common licence; False where this system has none of the name."""
    copy = licences.text_file(target / "common", name)
    if not copy.is_file() and (COMMON / name).is_file():
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(COMMON / name, copy)
    return copy.is_file()


def _of_debian(names: str) -> str | None:
    """The text of the first of some packages (`a|b`) that can be had."""
    for name in names.split("|"):
        installed = Path("/usr/share/doc") / name / "copyright"
        if installed.is_file():
            return installed.read_text(encoding="utf-8", errors="replace")
        if text := _fetched(name):
            return text
    return None


def _fetched(name: str) -> str | None:
    """The text inside a package that is not installed."""
    if shutil.which("apt-get") is None:
        return None
    with tempfile.TemporaryDirectory() as work:
        # apt's own user may not write here, and says so, and goes on.
        download = ["apt-get", "download", "-q", name]
        if subprocess.run(download, cwd=work, capture_output=True).returncode:
            return None
        (package,) = Path(work).glob("*.deb")
        unpack = ["dpkg-deb", "--fsys-tarfile", str(package)]
        unpacked = subprocess.run(unpack, capture_output=True, check=True)
        with tarfile.open(fileobj=BytesIO(unpacked.stdout)) as files:
            try:
                held = files.extractfile(f"./usr/share/doc/{name}/copyright")
            except KeyError:
                return None
            return held.read().decode(errors="replace") if held else None


if __name__ == "__main__":
    main()
