"""Builds the standalone program: python packaging/build.py, the result is dist/fourfold/.

Needs `pip install pyinstaller`. Prints where the program is and how large.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "dist" / "fourfold"


def main() -> int:
    """Run PyInstaller on the spec; returns its exit code."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(ROOT / "dist"), "--workpath", str(ROOT / "build" / "pyinstaller")]
    status = subprocess.run([*command, *places, str(ROOT / "packaging" / "fourfold.spec")])
    if status.returncode == 0:
        files = [path for path in RESULT.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files) / 1e6
        print(f"{RESULT}: {size:.1f} MB in {len(files)} files")
    return status.returncode


if __name__ == "__main__":
    raise SystemExit(main())
