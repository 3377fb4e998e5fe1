"""The programs that packaging/build.py has made, and a place where there is no Python."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "driven"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from bare import Bare
from build_paths import FOLDER
from harness.fixtures import screen

from build import PORTABLE

__all__ = ["screen"]


MARKS = {"built": "FOURFOLD_BUILD", "windows": "FOURFOLD_WINDOWS"}
"""What tests need, and the variable that says that it is there."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where nothing was built, only what needs nothing built is tested."""
    for mark, variable in MARKS.items():
        skip = pytest.mark.skip(reason=f"tests what packaging/ has built: set {variable}=1")
        for item in items:
            if item.get_closest_marker(mark) and not os.environ.get(variable):
                item.add_marker(skip)


@pytest.fixture(scope="session", params=["one folder", "one file"])
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Each of the two programs, far from where it was built."""
    built = FOLDER if request.param == "one folder" else PORTABLE
    if not built.exists():
        pytest.fail(f"{built} is not there: run packaging/build.py")
    place = tmp_path_factory.mktemp("program")
    if built.is_dir():
        yield shutil.copytree(built, place / built.name, symlinks=True) / "fourfold"
    else:
        yield Path(shutil.copy(built, place))
    shutil.rmtree(place)


@pytest.fixture
def bare(program: Path, tmp_path: Path) -> Bare:
    """The program in a home where nothing else is."""
    return Bare(tmp_path / "home", program)
