"""The stand-in for mypyc's vectors does what these do."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from game.solver import vectors as plain

native = pytest.importorskip("librt.vecs")
WHOLE = pytest.importorskip("mypy_extensions").i64
BYTE = pytest.importorskip("mypy_extensions").u8


@pytest.mark.parametrize(
    ("ours", "theirs", "highest"),
    [(plain.i64, WHOLE, (1 << 63) - 1), (plain.u8, BYTE, 255)],
    ids=["i64", "u8"],
)
def test_items_are_read_and_written_alike(ours: type, theirs: type, highest: int) -> None:
    made = [plain.vec[ours]([1, 2] * 3), native.vec[theirs]([1, 2] * 3)]
    for vector in made:
        vector[0] = highest
        vector[-1] = 7
        assert list(vector) == [highest, 2, 1, 2, 1, 7]
        assert len(vector) == 6
        with pytest.raises(IndexError):
            vector[6]
        with pytest.raises(OverflowError):
            vector[0] = highest + 1


def test_the_stand_in_needs_nothing_that_plain_python_lacks() -> None:
    file = Path(plain.__file__ or "")
    assert file.suffix == ".py"
    text = file.read_text(encoding="utf-8")
    assert "librt import" not in text and "import librt" not in text
    assert importlib.util.find_spec("array")
