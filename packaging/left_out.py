"""What the standalone program can do without: modules, fonts, debugging symbols, and libraries
that must be the system's own.

PyInstaller takes in everything that an import could lead to. The modules named here are never
reached by the game; `tests/packaging/test_left_out.py` holds that it imports none of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

Entry = tuple[str, str, str]
"""PyInstaller's own: name in the program, file on this machine, kind."""

_NETWORK: Final = (
    *("asyncio", "email", "ftplib", "html", "http", "mimetypes", "netrc"),
    *("socketserver", "ssl", "_ssl", "urllib.error", "urllib.request", "urllib.response"),
    *("webbrowser", "xml", "xmlrpc", "pyexpat", "plistlib"),
)
# hashlib and shutil do without: Python has the hashes itself, and nothing here is packed so.
_CRYPTO_AND_PACKERS: Final = ("_hashlib", "bz2", "_bz2", "lzma", "_lzma", "tarfile", "gzip")
_DEVELOPING: Final = (
    *("distutils", "doctest", "lib2to3", "optparse", "pdb", "profile", "pydoc", "test"),
    *("cProfile", "code", "codeop", "cmd", "unittest", "setuptools", "pkg_resources"),
    *("numpy", "tkinter", "_tkinter", "curses", "readline", "OpenGL", "PIL"),
)
_PYGAME: Final = tuple(
    f"pygame.{name}"
    for name in (
        *("_camera", "_camera_opencv", "_camera_vidcapture", "_freetype", "_render", "_sdl2"),
        *("camera", "docs", "examples", "freetype", "ftfont", "geometry", "gfxdraw", "macosx"),
        *("midi", "newbuffer", "pypm", "sndarray", "surfarray", "tests"),
    )
)
# The program runs in Python's UTF-8 mode, whatever the system's locale.
_EAST_ASIAN: Final = (
    *("_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"),
    "_multibytecodec",
    *(
        f"encodings.{name}"
        for name in (
            *("big5", "big5hkscs", "cp932", "cp949", "cp950", "euc_jis_2004", "euc_jisx0213"),
            *("euc_jp", "euc_kr", "gb18030", "gb2312", "gbk", "hz", "iso2022_jp", "iso2022_jp_1"),
            *("iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_3", "iso2022_jp_ext", "iso2022_kr"),
            *("johab", "shift_jis", "shift_jis_2004", "shift_jisx0213"),
        )
    ),
)

EXCLUDED: Final = _NETWORK + _CRYPTO_AND_PACKERS + _DEVELOPING + _PYGAME + _EAST_ASIAN
"""Modules that stay out, each with what is inside it."""

_UNUSED_DATA: Final = ("pygame/freesansbold.ttf",)
"""Every text is drawn in the game's own typefaces, and those are inside."""

_FOR_MAKING: Final = (".po", ".pot", ".ico", ".icns")
"""What translators edit, and icons that are in the program's own file."""

_OF_THE_SYSTEM: Final = ("libgcc_s.so", "libstdc++.so")
"""The drivers of the screen need these as new as the system has them. In a newer system than the
one that built the program they do not load with ours, and on Wayland SDL crashes then.
"""


def is_wanted(entry: Entry) -> bool:
    """False for files that nobody opens at run time, and for what the system must bring."""
    name = Path(entry[0])
    if name.as_posix() in _UNUSED_DATA or name.suffix in _FOR_MAKING:
        return False
    return not name.name.startswith(_OF_THE_SYSTEM)


def stripped(binaries: Iterable[Entry], folder: Path) -> list[Entry]:
    """The same with copies in `folder` that lack debugging symbols, where strip can make them.

    What a wheel brings is left alone: its libraries were edited after linking, and strip may
    damage those; they have no symbols anyway.
    """
    tool = shutil.which("strip") if sys.platform == "linux" else None
    if tool is None:
        return list(binaries)
    shutil.rmtree(folder, ignore_errors=True)
    return [_strip(tool, entry, folder) for entry in binaries]


def _strip(tool: str, entry: Entry, folder: Path) -> Entry:
    name, source, kind = entry
    if kind not in ("BINARY", "EXTENSION") or "site-packages" in Path(source).parts:
        return entry
    copy = folder / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, copy)
    done = subprocess.run([tool, "--strip-unneeded", str(copy)], capture_output=True)
    return (name, str(copy), kind) if done.returncode == 0 else entry
