"""Builds the source package and both wheels: python packaging/wheels.py.

Needs `pip install -e ".[package]"` and the network. In dist/ are then the source package, the
wheel with the compiled solver for this system, and the one for every system. Both wheels are
built from the source package, so nothing that only lies in the checkout gets into them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"


def main() -> int:
    """Build all three; returns 1 where one of them did not come out."""
    for old in [*DIST.glob("fourfold-*.whl"), *DIST.glob("fourfold-*.tar.gz")]:
        old.unlink()
    with tempfile.TemporaryDirectory() as work:
        source = _build(_checkout(Path(work)), "--sdist", "fourfold-*.tar.gz")
        with tarfile.open(source) as packed:
            packed.extractall(work, filter="data")
        unpacked = Path(work) / source.name.removesuffix(".tar.gz")
        made = {
            source,
            _build(unpacked, "--wheel", "fourfold-*.whl"),
            _build(unpacked, "--wheel", "fourfold-*-py3-none-any.whl", FOURFOLD_PURE="1"),
        }
    for file in sorted(made):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    if len(made) < 3:
        print("there is no compiled wheel: see above why", file=sys.stderr)
    return int(len(made) < 3)


def _checkout(work: Path) -> Path:
    """A copy of the files that git knows, so nothing that was built or written in passing."""
    listed = subprocess.run(
        ["git", "ls-files"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode:
        return ROOT
    for name in filter(None, listed.stdout.splitlines()):
        if (ROOT / name).is_file():
            copy = work / "checkout" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy)
    return work / "checkout"


def _build(source: Path, kind: str, pattern: str, **environment: str) -> Path:
    """What `python -m build` makes of a folder of sources; exits where it cannot."""
    before = set(DIST.glob(pattern))
    command = [sys.executable, "-m", "build", kind, "--outdir", str(DIST), str(source)]
    status = subprocess.run(command, env={**os.environ, **environment}).returncode
    if status:
        raise SystemExit(status)
    made = set(DIST.glob(pattern)) - before
    if not made:
        raise SystemExit(f"nothing new is called {pattern} in {DIST}")
    return made.pop()


if __name__ == "__main__":
    raise SystemExit(main())
