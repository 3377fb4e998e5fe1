"""Hashes of texts in 64 bits, the same on every machine and in every version.

The hash is blake2b, imported from its own module: `hashlib` also loads OpenSSL, which would delay
the first frame.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b", "hash_text"]


def hash_text(text: str) -> int:
    """The signed 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
