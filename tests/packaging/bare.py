"""A place to run a program in where there is no Python and no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from harness.screen import DEADLINE_S
from harness.trace import Trace

ROOT = Path(__file__).resolve().parents[2]

_HIDING = """\
#!/bin/sh
# Runs a program in a mount namespace of its own, without Python and without the checkout.
export program="$1" home="{home}"
shift
exec unshare --mount {rights} /bin/sh -eu -c '
for folder in {hidden}; do mount -t tmpfs nothing "$folder"; done
cd "$home"
exec env -i DISPLAY="${{DISPLAY-}}" LANG=C.UTF-8 HOME="$home" TMPDIR="$home/tmp" \\
    SDL_VIDEODRIVER="${{SDL_VIDEODRIVER-}}" SDL_AUDIODRIVER=dummy PATH="{path}" "$program" "$@"
' sh "$@"
"""


class Bare:
    """A home and a program in it; all that it runs sees neither Python nor the checkout."""

    def __init__(self, home: Path, program: Path) -> None:
        self.home = home
        self.temporary = home / "tmp"
        self.temporary.mkdir(parents=True)
        self._hide = home / "hide.sh"
        self._hide.write_text(
            _HIDING.format(
                home=home,
                rights="" if os.geteuid() == 0 else "--map-root-user",
                hidden=" ".join(map(str, _python_folders())),
                path="/usr/bin:/bin",
            )
        )
        self._hide.chmod(0o755)
        self.command = (str(self._hide), str(program))
        """Starts the program, for words to be added."""

    def run(self, *words: str, program: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run the program, or another one, to its end."""
        command = [self.command[0], program or self.command[1], *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)


def laid_out(file: Path, program: subprocess.Popen[bytes]) -> Trace:
    """The trace of a program that was just started, once its first scene is laid out."""
    trace, deadline = Trace(file), time.monotonic() + DEADLINE_S
    while not trace.layout:
        assert time.monotonic() < deadline and program.poll() is None, f"no layout in {file}"
        time.sleep(0.05)
        trace.poll()
    return trace


def _python_folders() -> list[Path]:
    """Where this machine's Pythons have their modules, and the checkout."""
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    found = {Path(path) for path in sysconfig.get_paths().values()}
    found |= {Path(path) for path in sysconfig.get_paths(vars=base).values()}
    found |= {Path(sys.prefix), *Path("/usr/lib").glob("python3*"), ROOT}
    found |= set(Path("/usr/local/lib").glob("python3*"))
    if Path(sys.base_prefix) not in (Path("/usr"), Path("/usr/local")):
        found.add(Path(sys.base_prefix))
    kept = {Path("/usr/bin"), Path("/usr/local/bin"), Path("/usr"), Path("/usr/local")}
    folders = sorted(path for path in found - kept if path.is_dir())
    # Inside one that is hidden nothing is left to hide.
    return [
        path for path in folders if not any(path.is_relative_to(o) for o in folders if o < path)
    ]
