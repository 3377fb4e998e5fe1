"""Packed arrays that stand for mypyc's native vectors where the solver is plain Python.

Compiled code reads `vectors.pyi` instead. There `vec` is the vector of `librt.vecs`, whose items
lie side by side in memory and are no objects. Here it is Python's own array, which takes the same
memory, is slower, and needs neither `librt` nor `mypy_extensions`. Only what both support may be
used: creating one from items, reading and writing an item, the length. Compiled, vectors are two to
five times as fast as lists.
"""

from array import array
from functools import partial

i64 = int
"""A signed 64-bit integer."""


class u8(int):  # noqa: N801 (the name that mypyc knows)
    """An unsigned 8-bit integer."""


class vec:  # noqa: N801 (the name that mypyc knows)
    """`vec[i64](items)` is a vector of the items."""

    def __class_getitem__(cls, item: type) -> partial:
        return partial(array, "B" if item is u8 else "q")
