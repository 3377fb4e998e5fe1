"""Where Python is too old pip says so: what it runs to find that out runs there."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN_BY_PIP = ("setup.py", "packaging/backend.py")
OLDER = ("python3.8", "python3.9", "python3.10")
STUB = """
import runpy, sys, types
made = types.ModuleType("setuptools")
made.setup = lambda **told: print(len(told["long_description"]))
made.Extension, made.find_packages = object, lambda include: []
made.build_meta = types.ModuleType("setuptools.build_meta")
made.build_meta.get_requires_for_build_wheel = lambda settings: []
command = types.ModuleType("setuptools.command.build_ext")
command.build_ext = object
sys.modules.update({"setuptools": made, "setuptools.build_meta": made.build_meta, "tomllib": None,
    "setuptools.command": types.ModuleType("c"), "setuptools.command.build_ext": command})
told = runpy.run_path(sys.argv.pop())
if "get_requires_for_build_wheel" in told:
    print(len(told["get_requires_for_build_wheel"]()))
"""
"""Runs a file as setuptools would, without what Python 3.11 brought."""


def has(python: str) -> bool:
    try:
        return not subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode
    except OSError:
        return False


@pytest.mark.parametrize("file", RUN_BY_PIP)
def test_what_pip_runs_is_written_for_older_pythons(file: str) -> None:
    ast.parse((ROOT / file).read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("python", [sys.executable, *OLDER])
@pytest.mark.parametrize("file", RUN_BY_PIP)
def test_what_pip_runs_ends_well_on_older_pythons(file: str, python: str) -> None:
    if python != sys.executable and not has(python):
        pytest.skip(f"there is no {python}")
    run = subprocess.run(
        [python, "-c", STUB, str(ROOT / file)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0 and int(run.stdout) > 1, run.stderr
