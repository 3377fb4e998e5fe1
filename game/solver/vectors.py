"""Packed arrays: what stands for mypyc's native vectors where the solver is plain Python.

Compiled code reads `vectors.pyi` instead: there `vec` is the vector of `librt.vecs`, items side
by side in memory and without objects. Here it is an array of Python's own, which takes the same
memory, is slower, and needs neither `librt` nor `mypy_extensions`. Only what both do alike may be
used: making one of given items, reading and writing an item, the length. Compiled, vectors are
two to five times as fast as lists.
"""

from array import array
from functools import partial

i64 = int
"""A whole number of 64 bits with its sign."""


class u8(int):  # noqa: N801 (the name that mypyc knows)
    """A whole number from 0 to 255."""


class vec:  # noqa: N801 (the name that mypyc knows)
    """`vec[i64](items)` is a vector of the items."""

    def __class_getitem__(cls, item: type) -> partial:
        return partial(array, "B" if item is u8 else "q")
