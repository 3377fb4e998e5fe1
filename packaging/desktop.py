"""Describes the program to a Linux desktop: menu entry, software centre, type of file, icons.

The texts are templates in packaging/linux/, filled in here.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from build_paths import ROOT

sys.path.insert(0, str(ROOT))

import changelog
import identity

from game import __version__

HERE: Final = ROOT / "packaging" / "linux"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)


def filled(name: str, **more: str) -> str:
    """A template of packaging/linux/ with what stands for its words in @."""
    values = {
        "APP_ID": identity.APP_ID,
        "AUTHORS": identity.AUTHORS,
        "HOMEPAGE": identity.HOMEPAGE,
        "MIME": identity.MIME,
        "SUFFIX": identity.SUFFIX,
        "PICTURES": identity.PICTURES.format(version=__version__),
        "VERSION": __version__,
        "DATE": changelog.release(__version__).date,
        **more,
    }
    text = (HERE / name).read_text(encoding="utf-8")
    for word, value in values.items():
        text = text.replace(f"@{word}@", value)
    return text


def metainfo() -> str:
    """What software centres show; what is new comes from the changelog."""
    return filled("metainfo.xml", RELEASES="\n".join(_release(one) for one in changelog.releases()))


def _release(one: changelog.Release) -> str:
    version = changelog.debian_version(one.version)
    kind = "development" if "~" in version else "stable"
    items = [f"          <li>{escape(item)}</li>" for item in one.items]
    head = f'    <release version="{version}" date="{one.date}" type="{kind}">'
    lines = [head, "      <description>", "        <ul>", *items]
    return "\n".join([*lines, "        </ul>", "      </description>", "    </release>"])


def integration() -> Mapping[str, str]:
    """The files that tell a desktop of the program, by name."""
    return {
        f"{identity.APP_ID}.desktop": filled("fourfold.desktop"),
        f"{identity.APP_ID}.metainfo.xml": metainfo(),
        f"{identity.APP_ID}.xml": filled("mime.xml"),
    }


def lay_shared(share: Path) -> None:
    """The same files and the icons where a system looks for them, below a `share`."""
    places = {".desktop": "applications", ".metainfo.xml": "metainfo", ".xml": "mime/packages"}
    for name, text in integration().items():
        ending = name.removeprefix(identity.APP_ID)
        write(share / places[ending] / name, text)
    icons = share / "icons" / "hicolor"
    for source, target in _icons():
        (icons / target).parent.mkdir(parents=True)
        shutil.copyfile(source, icons / target)


def _icons() -> Iterator[tuple[Path, str]]:
    logo = ROOT / "assets" / "logo"
    for size in SIZES:
        yield logo / f"icon-{size}.png", f"{size}x{size}/apps/fourfold.png"
    yield logo / "icon.svg", "scalable/apps/fourfold.svg"


def write(file: Path, text: str) -> None:
    """Write a file, and the folders to it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
