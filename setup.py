"""Builds the solver's modules with mypyc, where that is possible; all else is in pyproject.toml.

An older Python than the program needs must get as far as the metadata, where pip says so: what is
newer is imported only to compile.

A wheel without compiled code is right too, only slower. So nothing here may make an install
fail: without a compiler, or with FOURFOLD_PURE set, the wheel is plain Python, and says so.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
os.chdir(ROOT)
sys.path.insert(0, str(ROOT))
COMPILING = {"bdist_wheel", "build", "build_ext", "install"}
"""The commands that take compiled modules. Metadata, source package and editable install do not,
and must not wait half a minute for a translation that is thrown away.
"""
# Looking at the list of modules must not load compiled ones.
WANTED = not os.environ.get("FOURFOLD_PURE") and not COMPILING.isdisjoint(sys.argv)
os.environ["FOURFOLD_PURE"] = "1"


def say(what: str) -> None:
    """A line for whoever reads the build's output."""
    print(f"fourfold: {what}", file=sys.stderr, flush=True)


def extensions() -> list[Extension]:
    """What mypyc makes of the solver's modules; nothing where it cannot."""
    if not WANTED:
        return []
    try:
        from tools.translate_solver import translated

        return translated(ROOT / "build" / "mypyc")
    except (Exception, SystemExit) as error:
        say(f"the solver stays plain Python, mypyc could not translate it ({error})")
        return []


class AllOrNothing(build_ext):
    """Compiles every extension or, where one fails, none: they only run together."""

    def run(self) -> None:
        """Build into the wheel; never into the source tree, where files would go stale."""
        if self.inplace or getattr(self, "editable_mode", False):
            self.extensions = []
            return
        try:
            super().run()
        except Exception as error:
            say(f"the solver stays plain Python, it could not be compiled ({error})")
            self.remove_all()
            self.extensions = []

    def remove_all(self) -> None:
        """Take back the extensions that were built before the failure."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)


def description() -> str:
    """README for those who read it elsewhere: without its pictures, and with whole addresses."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (home,) = re.findall(r'^Homepage = "(.+)"$', project, flags=re.MULTILINE)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"^!\[[^\]]*\]\([^)]*\)\n+", "", text, flags=re.MULTILINE)
    return re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({home}/blob/main/\1)", text)


# What an earlier build left there would otherwise go into this wheel.
for leftover in (ROOT / "build").glob("lib*"):
    shutil.rmtree(leftover, ignore_errors=True)

setup(
    long_description=description(),
    long_description_content_type="text/markdown",
    packages=[*find_packages(include=["game", "game.*"]), "game.assets", "game.levels"],
    package_dir={"game.assets": "assets", "game.levels": "levels"},
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing},
)
