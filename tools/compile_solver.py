"""Compile the solver for this checkout: `python tools/compile_solver.py`.

Needs mypy[mypyc], setuptools and a C compiler. The result goes to a folder of its own under
`build/solver/` and is used by every later run until one of its sources changes. With
`--if-possible` a machine that lacks something of that is told so, and it is no failure: the
solver then runs as plain Python. Python's own code files of the game are made meanwhile, so that
the first start is as quick as later ones, also where Python is told to keep none.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
sys.path.insert(0, str(ROOT))
os.environ["FOURFOLD_PURE"] = "1"

from game.solver.compiled import build_folder  # noqa: E402 (needs the path)

ON_ALL_PROCESSORS = ["-flto=auto"]
"""Has gcc divide the one large file of the solver among the processors: a third less to wait."""


def compiler() -> list[str]:
    """The words that call the C compiler; none on Windows, where only setuptools knows it."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")


def what_is_missing() -> str:
    """What a C compiler would lack here, or nothing: to translate takes a while, and would be in
    vain.
    """
    words = compiler()
    if words and shutil.which(words[0]) is None:
        return f"there is no C compiler {words[0]}"
    if words and not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are not there; on Debian they are in python3-dev"
    return ""


def compile_into(folder: Path) -> None:
    """Translate, compile, and put everything in place at once."""
    if missing := what_is_missing():
        raise SystemExit(missing)
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    from tools.translate_solver import translated

    with tempfile.TemporaryDirectory() as work:
        made = Path(work) / "made"
        extensions = translated(Path(work) / "c")
        if any(Path(word).name.endswith("gcc") for word in compiler()[:1]):
            extensions[0].extra_compile_args += ON_ALL_PROCESSORS
            extensions[0].extra_link_args += ON_ALL_PROCESSORS
        command = build_ext(Distribution({"name": "fourfold", "ext_modules": extensions}))
        command.build_lib = str(made)
        command.build_temp = str(Path(work) / "o")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)


def main() -> None:
    """Compile unless it is done already; folders of other sources go."""
    folder = build_folder()
    if not folder.exists():
        for old in folder.parent.glob("*"):
            shutil.rmtree(old)
        compile_into(folder)
    print(folder)


def main_if_possible() -> None:
    """The same, but what is missing costs only speed."""
    try:
        main()
    except (Exception, SystemExit) as error:  # setuptools ends with SystemExit
        reason = str(error).strip().splitlines()[-1:] or [type(error).__name__]
        print(f"the solver is not compiled ({reason[0]}); it runs as plain Python")


if __name__ == "__main__":
    with subprocess.Popen([sys.executable, "-m", "compileall", "-q", "game"]):
        if "--if-possible" in sys.argv[1:]:
            main_if_possible()
        else:
            main()
