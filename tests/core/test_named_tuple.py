"""Our NamedTuple does what `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import pickle
from typing import Generic, TypeVar

import pytest

from game.core.named_tuple import NamedTuple

T = TypeVar("T")


class Pair(NamedTuple):
    """Two things."""

    left: int
    right: tuple[str, ...] = ("default",)

    @property
    def total(self) -> int:
        """The left one and how many are right."""
        return self.left + len(self.right)


class Box(NamedTuple, Generic[T]):
    """Holds one thing."""

    held: T


def test_fields_come_by_place_by_name_and_by_default() -> None:
    assert Pair(1, ("a",)) == Pair(left=1, right=("a",)) == (1, ("a",))
    assert Pair(1).right == ("default",)
    assert Pair(1).total == 2
    assert Box("held").held == "held"
    for wrong in ((), (1, (), 2)):
        with pytest.raises(TypeError):
            Pair(*wrong)


def test_a_field_is_replaced_and_an_unknown_one_refused() -> None:
    assert Pair(1)._replace(left=2) == Pair(2)
    assert Pair._field_defaults == {"right": ("default",)}
    assert Pair(1)._asdict() == {"left": 1, "right": ("default",)}
    with pytest.raises(ValueError, match="middle"):
        Pair(1)._replace(middle=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Pair(1).left = 2  # type: ignore[misc]


def test_it_is_matched_copied_and_pickled_and_says_what_it_holds() -> None:
    match Pair(3):
        case Pair(left, right=right):
            assert (left, right) == (3, ("default",))
    for again in (copy.copy(Pair(3)), copy.deepcopy(Pair(3)), pickle.loads(pickle.dumps(Pair(3)))):
        assert again == Pair(3) and type(again) is Pair
    assert repr(Pair(3)) == "Pair(left=3, right=('default',))"
    assert not hasattr(Pair(3), "__dict__")
