"""A screen of the tests' own: Xvfb on a free display, and a window manager on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

NEEDED = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "xclip": "xclip",
    "import": "imagemagick",
    "weston": "weston",
    "wmctrl": "wmctrl",
    "xprop": "x11-utils",
    "xrdb": "x11-xserver-utils",
}
"""Each tool, and the Debian package that has it."""

SIZE = (2600, 1500)
DEADLINE_S = 60.0
"""For anything that happens in well under a second on an idle machine."""

# No key or button of the window manager stands between the tests and the program.
# Above all none that gives a clicked window the focus: for that openbox holds the mouse back at
# each press, and where the next click comes meanwhile a release and a press get lost.
_OPENBOX_RC = """\
<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <keyboard/>
  <mouse/>
</openbox_config>
"""


def missing_tools() -> list[str]:
    """The packages that would have to be installed before anything can be driven."""
    return [package for tool, package in NEEDED.items() if shutil.which(tool) is None]


class Screen:
    """A running X server without a monitor. Close it, or use it in a `with`."""

    def __init__(self, size: tuple[int, int] = SIZE, depth: int = 24) -> None:
        self.size, self._depth = size, depth
        self._folder = Path(tempfile.mkdtemp(prefix="fourfold-screen-"))
        self._running: list[subprocess.Popen[bytes]] = []
        try:
            self.display = self._start_server()
            self._start_window_manager()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of what runs on this screen."""
        return {**os.environ, "DISPLAY": self.display}

    def _start_server(self) -> str:
        """Start Xvfb; the server itself picks a display that is free, and says which."""
        reading, writing = os.pipe()
        geometry = f"{self.size[0]}x{self.size[1]}x{self._depth}"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", geometry]
        server = self._start([*command, "-nolisten", "tcp", "-noreset"], pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb did not start: {self._log('Xvfb')} ({server.wait()})")
        return f":{number}"

    def _start_window_manager(self) -> None:
        config = self._folder / "openbox.xml"
        config.write_text(_OPENBOX_RC, encoding="utf-8")
        self._start(["openbox", "--sm-disable", "--config-file", str(config)])
        deadline = time.monotonic() + DEADLINE_S
        # Without a window manager there is no desktop to ask for.
        while self.xdotool("get_num_desktops", check=False).returncode:
            if time.monotonic() > deadline:
                raise RuntimeError(f"openbox did not start: {self._log('openbox')}")
            time.sleep(0.05)

    def _start(
        self, command: list[str], *, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        environment = dict(self.environment) if self._running else dict(os.environ)
        with self._log_file(command[0]).open("wb") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                pass_fds=pass_fds,
            )
        self._running.append(process)
        return process

    def kill_server(self) -> None:
        """The X server is gone at once, as when it crashes."""
        self._running[0].kill()

    def _log_file(self, tool: str) -> Path:
        return self._folder / f"{tool}.log"

    def _log(self, tool: str) -> str:
        return self._log_file(tool).read_text(errors="replace").strip()

    def xdotool(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run one xdotool command and wait for what it says."""
        return subprocess.run(
            ["xdotool", *words],
            env=dict(self.environment),
            capture_output=True,
            text=True,
            check=check,
            timeout=DEADLINE_S,
        )

    def shoot(self, window: str, file: Path) -> None:
        """A picture of a window (`root`: of all there is) as a file."""
        subprocess.run(
            ["import", "-silent", "-window", window, str(file)],
            env=dict(self.environment),
            check=True,
            timeout=DEADLINE_S,
        )

    def close(self) -> None:
        """End window manager and server."""
        for process in reversed(self._running):
            end(process)
        self._running.clear()
        shutil.rmtree(self._folder, ignore_errors=True)


def end(process: subprocess.Popen[bytes], patience: float = 5.0) -> None:
    """End a process of ours, however little it wants to."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
