"""`NamedTuple` for the modules that the first frame waits for.

`typing.NamedTuple` checks each annotation when a class is made, although a type checker has done
so already, and compiles a constructor. That takes 0.2 ms a class, and the first frame needs a
hundred classes: a fifth of what a bare window takes. Here the constructor is compiled when the
first value is made, so that a class takes a tenth. Type checkers see `typing`'s own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import _tuplegetter

    class _Tuple(tuple):
        """What all named tuples can do, under the names that `collections.namedtuple` gives."""

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
        """Makes a plain class on `_Tuple`; fields and defaults are those that its body states."""

        def __new__(kind, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            body.update((field, _tuplegetter(n, None)) for n, field in enumerate(fields))

            def make_first(cls, *values, **named):
                new = _constructor(fields, defaults)
                made.__new__ = staticmethod(new)
                return new(cls, *values, **named)

            body |= {"__slots__": (), "__match_args__": fields, "__new__": make_first}
            body |= {"_fields": fields, "_field_defaults": defaults}
            made = type(name, (_Tuple, *bases[1:]), body)
            return made

    def _constructor(fields, defaults):
        """The `__new__` of a class with these fields: as quick as can be, as it is called often."""
        listed = "".join(f"{field}, " for field in fields)
        new = eval(f"lambda cls, {listed}: make(cls, ({listed}))", {"make": tuple.__new__})
        new.__name__, new.__defaults__ = "__new__", tuple(defaults.values())
        return new

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
