"""`NamedTuple` for the modules that the first frame waits for.

`typing.NamedTuple` checks each annotation when a class is made, although a type checker has done
so already, and compiles a constructor. That takes 0.2 ms a class, and the first frame needs a
hundred classes: a fifth of what a bare window takes. Here classes with the same number of fields
share a constructor, and a class takes a tenth of that. Type checkers see `typing`'s own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    class _Tuple(tuple):
        """The methods of all named tuples, under the names that `collections.namedtuple` uses."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012 (never changed)

        @classmethod
        def _make(cls, values):
            return tuple.__new__(cls, values)

        def _replace(self, **changes):
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no field {sorted(changes)[0]}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            told = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({told})"

    class _Maker(type):
        """Makes a plain subclass of `_Tuple` with the fields and defaults of the class body."""

        def __new__(kind, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            body.update((field, _tuplegetter(n, None)) for n, field in enumerate(fields))
            new = _constructor(fields, tuple(defaults.values()))
            body |= {"__slots__": (), "__match_args__": fields, "__new__": new}
            body |= {"_fields": fields, "_field_defaults": defaults}
            return type(name, (_Tuple, *bases[1:]), body)

    def _constructor(fields, defaults):
        """The `__new__` of a class with these fields."""
        known = _nameless_constructor(len(fields))
        code = known.__code__.replace(co_varnames=("cls", *fields), co_name="__new__")
        return FunctionType(code, known.__globals__, "__new__", defaults)

    make = tuple.__new__
    # Enough for nearly all classes. Compiling these at run time would take longer than everything
    # else here.
    _NAMELESS = (
        lambda cls: make(cls, ()),
        lambda cls, a: make(cls, (a,)),
        lambda cls, a, b: make(cls, (a, b)),
        lambda cls, a, b, c: make(cls, (a, b, c)),
        lambda cls, a, b, c, d: make(cls, (a, b, c, d)),
        lambda cls, a, b, c, d, e: make(cls, (a, b, c, d, e)),
        lambda cls, a, b, c, d, e, f: make(cls, (a, b, c, d, e, f)),
        lambda cls, a, b, c, d, e, f, g: make(cls, (a, b, c, d, e, f, g)),
        lambda cls, a, b, c, d, e, f, g, h: make(cls, (a, b, c, d, e, f, g, h)),
        lambda cls, a, b, c, d, e, f, g, h, i: make(cls, (a, b, c, d, e, f, g, h, i)),
        lambda cls, a, b, c, d, e, f, g, h, i, j: make(cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k: make(cls, (a, b, c, d, e, f, g, h, i, j, k)),
    )

    @cache
    def _nameless_constructor(count):
        """The constructor for `count` positional fields, which all such classes share."""
        if count < len(_NAMELESS):
            return _NAMELESS[count]
        listed = "".join(f"field_{number}, " for number in range(count))
        return eval(f"lambda cls, {listed}: make(cls, ({listed}))", {"make": make})

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
