"""Reads the desktop's accessibility settings: reduced motion and high contrast.

They are read once, in a thread, after the first frame, because asking takes longer than a frame. A
setting that cannot be read counts as not set.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from game.core import untrusted_input
from game.core.threads_and_memory import started_thread

WAIT_S: Final = 2.0
"""Seconds that a program of the desktop may take to answer."""

Ask = Callable[[Sequence[str]], str]
"""Runs a program and returns its output; empty if it fails."""


class AccessibilitySettings(NamedTuple):
    """The desktop's accessibility settings, for all programs."""

    reduced_motion: bool = False
    high_contrast: bool = False


class DesktopSettings:
    """Holds the desktop's settings; the defaults until they are known."""

    def __init__(self, read: Callable[[], AccessibilitySettings] | None = None) -> None:
        """`read` replaces the system's own way in tests."""
        self.accessibility = AccessibilitySettings()
        self._read = read or read_accessibility_settings
        self._found: AccessibilitySettings | None = None

    def begin(self, wake: Callable[[], None]) -> None:
        """Read the settings in a thread, which calls `wake` if they change anything."""
        started_thread(self._ask, "desktop", wake)

    def _ask(self, wake: Callable[[], None]) -> None:
        found = self._read()
        if found != self.accessibility:
            self._found = found
            wake()

    def take(self) -> bool:
        """Apply what the thread has read; True if that is new."""
        found, self._found = self._found, None
        if found is None:
            return False
        self.accessibility = found
        return True


def read_accessibility_settings() -> AccessibilitySettings:
    """Read the settings of this system."""
    if sys.platform == "win32":
        return _of_windows()
    if sys.platform == "darwin":
        return of_macos(printed)
    return of_linux(printed, Path("~/.config/kdeglobals"))


def of_linux(ask: Ask, kde: Path) -> AccessibilitySettings:
    """GNOME and its relatives through `gsettings`, KDE through its file."""
    interface, access = "org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface"
    still = ask(("gsettings", "get", interface, "enable-animations")).strip() == "false"
    contrast = ask(("gsettings", "get", access, "high-contrast")).strip() == "true"
    return AccessibilitySettings(still or _kde_is_still(kde), contrast)


def _kde_is_still(kde: Path) -> bool:
    # RuntimeError: the user has no home folder.
    with suppress(OSError, ValueError, RuntimeError):
        text = untrusted_input.read_text(kde.expanduser(), untrusted_input.MOST_SETTINGS)
        for line in text.splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "AnimationDurationFactor":
                return float(value) == 0
    return False


def of_macos(ask: Ask) -> AccessibilitySettings:
    """The accessibility page of the system settings."""
    domain = ("defaults", "read", "com.apple.universalaccess")
    still, contrast = (
        ask((*domain, name)).strip() == "1" for name in ("reduceMotion", "increaseContrast")
    )
    return AccessibilitySettings(still, contrast)


def printed(words: Sequence[str]) -> str:
    """What a program of the desktop prints; empty if it fails."""
    import subprocess  # Imported here: nothing before the first frame needs it.

    with suppress(OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return subprocess.run(
            list(words), capture_output=True, text=True, timeout=WAIT_S, check=False
        ).stdout
    return ""


def _of_windows() -> AccessibilitySettings:
    """SPI_GETCLIENTAREAANIMATION and SPI_GETHIGHCONTRAST."""
    import ctypes  # Imported here: nothing before the first frame needs it.

    class HighContrast(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint), ("flags", ctypes.c_uint), ("scheme", ctypes.c_wchar_p),
        )  # fmt: skip

    with suppress(AttributeError, OSError):
        ask = ctypes.windll.user32.SystemParametersInfoW  # type: ignore[attr-defined, unused-ignore]
        moves, contrast = ctypes.c_int(1), HighContrast()
        contrast.size = ctypes.sizeof(contrast)
        ask(0x1042, 0, ctypes.byref(moves), 0)
        ask(0x0042, contrast.size, ctypes.byref(contrast), 0)
        return AccessibilitySettings(not moves.value, bool(contrast.flags & 1))
    return AccessibilitySettings()
