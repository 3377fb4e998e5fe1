"""Icon files as Windows (.ico) and macOS (.icns) want them: containers of the PNG pictures."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Final

ICO_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES: Final = (
    (b"icp4", 16),
    (b"icp5", 32),
    (b"ic11", 32),
    (b"icp6", 64),
    (b"ic12", 64),
    (b"ic07", 128),
    (b"ic08", 256),
    (b"ic13", 256),
    (b"ic09", 512),
    (b"ic14", 512),
)
"""Apple's names and the pixels that each holds; ic11 to ic14 are for screens of double density."""

_ICO_HEAD: Final = struct.Struct("<HHH")
_ICO_ENTRY: Final = struct.Struct("<BBBBHHII")
_ICNS_HEAD: Final = struct.Struct(">4sI")
_PICTURES: Final = 1
_PLANES, _BITS = 1, 32


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """An .ico of PNG pictures by their side in pixels."""
    sizes = [size for size in ICO_SIZES if size in pictures]
    offset = _ICO_HEAD.size + _ICO_ENTRY.size * len(sizes)
    entries = b""
    for size in sizes:
        length = len(pictures[size])
        # A side of 256 is written as 0.
        entries += _ICO_ENTRY.pack(size % 256, size % 256, 0, 0, _PLANES, _BITS, length, offset)
        offset += length
    head = _ICO_HEAD.pack(0, _PICTURES, len(sizes))
    return head + entries + b"".join(pictures[size] for size in sizes)


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """An .icns of PNG pictures by their side in pixels."""
    parts = [
        _ICNS_HEAD.pack(name, _ICNS_HEAD.size + len(pictures[size])) + pictures[size]
        for name, size in ICNS_TYPES
        if size in pictures
    ]
    body = b"".join(parts)
    return _ICNS_HEAD.pack(b"icns", _ICNS_HEAD.size + len(body)) + body
