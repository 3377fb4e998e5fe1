import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game.solver import compiled

ROOT = Path(__file__).resolve().parents[2]
CI_ONLY = pytest.mark.skipif(
    not os.environ.get("FOURFOLD_BUILD"),
    reason="builds wheels, which takes minutes and the network: set FOURFOLD_BUILD=1",
)


def copied_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The solver's sources in a checkout of their own, which `compiled` now looks at."""
    here = folder / "game" / "solver"
    here.mkdir(parents=True)
    for source in [*compiled.sources(), ROOT / "game" / "solver" / "vectors.pyi"]:
        shutil.copy(source, here)
    monkeypatch.setattr(compiled, "_HERE", here)
    return here


def test_every_compiled_module_has_its_source() -> None:
    assert [path for path in compiled.sources() if not path.is_file()] == []


def test_an_edit_of_any_source_leaves_the_compiled_code_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = copied_sources(tmp_path, monkeypatch)
    before = compiled.build_folder()
    assert before == compiled.build_folder()
    assert before.is_relative_to(tmp_path / "build")
    for name in compiled.MODULES:
        source = here / f"{name}.py"
        text = source.read_text()
        source.write_text(text + "\n")
        assert compiled.build_folder() != before
        source.write_text(text)
    assert compiled.build_folder() == before


def test_without_a_matching_folder_the_package_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied_sources(tmp_path, monkeypatch)
    monkeypatch.delenv(compiled.PURE, raising=False)
    package = type(sys)("package")
    package.__path__ = ["there"]
    compiled.use(package)
    assert package.__path__ == ["there"]


def test_plain_python_can_be_asked_for() -> None:
    code = (
        "from game.solver import compiled, search_structures"
        "; print(compiled.is_compiled(), search_structures.__file__)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, compiled.PURE: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told, file = ran.stdout.split(maxsplit=1)
    assert told == "False"
    assert file.strip().endswith("search_structures.py")


@pytest.mark.parametrize("without", ["librt", "librt.vecs", "mypy_extensions"])
def test_where_the_vectors_of_compiled_code_are_missing_the_solver_is_plain(without: str) -> None:
    code = (
        f"import sys; sys.modules[{without!r}] = None\n"
        "from game.cli.commands import main; sys.exit(main(['solve', 'gaps', '105']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert '"verdict": "won"' in ran.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there setuptools looks for the compiler")
def test_without_a_compiler_that_is_told_at_once_and_is_no_failure(tmp_path: Path) -> None:
    for name in ("game/__init__.py", "game/solver", "tools/compile_solver.py"):
        copy = tmp_path / name
        copy.parent.mkdir(exist_ok=True)
        copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copied(ROOT / name, copy)
    # Nothing is translated: that mypyc is not there either makes no difference.
    none = {**os.environ, "CC": "a-compiler-that-is-not-there -g", "PYTHONPATH": ""}
    command = [sys.executable, "-S", "tools/compile_solver.py"]
    asked = {"cwd": tmp_path, "env": none, "capture_output": True, "text": True}
    told = subprocess.run([*command, "--if-possible"], **asked, check=True).stdout
    assert "not compiled (there is no C compiler a-compiler-that-is-not-there)" in told
    failed = subprocess.run(command, **asked)
    assert failed.returncode != 0
    assert not (tmp_path / "build").exists()


def wheel_of(folder: Path, **environment: str) -> Path:
    """The wheel that pip builds from a copy of the checkout, a stale build left in it."""
    source = folder / "source"
    leave_out = shutil.ignore_patterns(".*", "__pycache__", "build")
    shutil.copytree(ROOT, source, ignore=leave_out)
    stale = source / "build" / "lib.old" / "game" / "solver"
    stale.mkdir(parents=True)
    (stale / "stale.so").touch()
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), "."]
    subprocess.run(command, cwd=source, env={**os.environ, **environment}, check=True)
    return next(folder.glob("*.whl"))


def extensions_in(wheel: Path) -> set[str]:
    names = (Path(name) for name in zipfile.ZipFile(wheel).namelist())
    return {path.name.split(".")[0] for path in names if path.suffix in (".so", ".pyd")}


@CI_ONLY
def test_what_an_earlier_build_left_gets_into_no_plain_wheel(tmp_path: Path) -> None:
    wheel = wheel_of(tmp_path, FOURFOLD_PURE="1")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert extensions_in(wheel) == set()
