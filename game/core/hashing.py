"""Hashes of texts and of keys in 64 bits, the same on every machine and in every version.

The hash is blake2b, imported from its own module: `hashlib` also loads OpenSSL, which would delay
the first frame.
"""

from __future__ import annotations

from collections.abc import Hashable

try:
    from _blake2 import blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b", "hash_text", "key_hash_of"]


def hash_text(text: str) -> int:
    """The signed 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def key_hash_of(key: Hashable) -> int:
    """The signed 64-bit hash of a key, which is made of int, bool, str and bytes in tuples and
    frozensets.
    """
    return hash_text(_text(key))


def _text(key: object) -> str:
    """One text per key, independent of the order in which sets are iterated."""
    if isinstance(key, frozenset):
        return "{" + ",".join(sorted(map(_text, key))) + "}"
    if isinstance(key, tuple):
        # Most items of a key are cards: a recursive call for each would take most of the time.
        return "(" + ",".join([str(k) if type(k) is int else _text(k) for k in key]) + ")"
    return repr(key)
