"""What ends the program before or after its time: the details go into a file, plain words to
whoever started it, at the terminal or, where there is none, in a dialog.

Needs nothing but Python: what else is there may be what is broken.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.core.messages import WordedError

TITLE: Final = "Fourfold"
FAULT: Final = 1
"""The exit code."""
UNSEEN_DRIVERS: Final = ("dummy", "offscreen")
DIALOGS: Final = (
    ("zenity", "--error", "--no-markup", f"--title={TITLE}", "--text"),
    ("kdialog", "--title", TITLE, "--error"),
    ("xmessage", "-center"),
)
"""Programs that show a text, where SDL cannot."""
DIALOG_LETTERS: Final = 80
"""In a line of a dialog."""


WITHOUT_WINDOW: Final = ("deal", "verify", "solve", "review", "play", "export", "import")
"""The commands that print: nobody waits for a dialog."""
PRINTING: Final = frozenset(("--help", "-h", "--version", "--dirs", "--validate"))


def wants_window(argv: Sequence[str]) -> bool:
    """Whether a command line, sensible or not, asks for the window."""
    return not argv or (argv[0] not in WITHOUT_WINDOW and PRINTING.isdisjoint(argv))


def report_fault(folders: Iterable[Path], *, window: bool = True) -> int:
    """Tell of the exception that is being handled; returns the exit code. The details go into the
    first folder that can be written. `window`: somebody waits for a window, not for output.
    """
    import traceback

    details = traceback.format_exc()
    file = _written(details, folders)
    _ = _translate()
    where = _("the details are in {file}").format(file=file)
    if file is None:
        where = details.strip().splitlines()[-1]
    tell(f"{_plain(_, sys.exc_info()[1])}; {where}", window=window)
    return FAULT


def write_fault(folders: Iterable[Path]) -> Path | None:
    """The file with the details of the exception that is being handled, None where none can be
    written: the program goes on.
    """
    import traceback

    return _written(traceback.format_exc(), folders)


def tell(text: str, *, window: bool = True) -> None:
    """Say something at the terminal, and in a dialog where there is none."""
    text = " ".join(text.split())
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"fourfold: {text}", file=sys.stderr)
    if window:
        show_where_unseen(text)


def show_where_unseen(text: str) -> None:
    """A dialog where nobody sees what is printed."""
    if not has_terminal():
        _show(_in_lines(text[:1].upper() + text[1:]))


def _in_lines(text: str) -> str:
    """A text that fits a small screen, which SDL's dialog under X11 does not see to. A file's name
    stays whole.
    """
    import textwrap

    return textwrap.fill(text, DIALOG_LETTERS, break_on_hyphens=False, break_long_words=False)


def said_here(error: WordedError) -> str:
    """What is wrong, in the system's language."""
    return error.said(_translate())


def has_terminal() -> bool:
    """Whether somebody may see what is printed."""
    for stream in (sys.stderr, sys.stdout, sys.stdin):
        with suppress(OSError, ValueError, AttributeError):
            if stream.isatty():
                return True
    return False


def _plain(_: Callable[[str], str], error: BaseException | None) -> str:
    """What happened, in words that help a player."""
    if isinstance(error, ImportError) or type(error).__name__ == "MissingAssetError":
        part = getattr(error, "name", None) or str(error)
        return _("a part of the program is missing ({part}), please install it again").format(
            part=part
        )
    return _("a fault of the program ended it")


def _translate() -> Callable[[str], str]:
    """The system's language, where the catalogues are still there."""
    with suppress(Exception):
        from game.system.language import AUTO, language_for

        here = Path(__file__).parents[1]
        places = (here / "assets", here.parent / "assets")
        assets = next(place for place in places if place.is_dir())
        return language_for(AUTO, os.environ, assets / "locale")
    return str


def _written(details: str, folders: Iterable[Path]) -> Path | None:
    """The file with the details, None where none can be written."""
    name = time.strftime("fault-%Y-%m-%d-%H%M%S.txt")
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(0o700, parents=True, exist_ok=True)
            handle = os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(details)
            return folder / name
    return None


def report_folders(folder: Path) -> list[Path]:
    """Where a report goes: the data folder, or where one may write if not there."""
    from game.system.folders import claimed, spare_data_dir

    return [folder, claimed(spare_data_dir())]


def likely_folders(argv: Sequence[str]) -> list[Path]:
    """Where a report belongs if nothing is known but the command line: the data folder, or else
    where everybody may write.
    """
    found: list[Path] = []
    for word, following in zip(argv, [*argv[1:], ""], strict=True):
        if word.startswith("--data-dir="):
            found.append(Path(word.partition("=")[2]).absolute())
        elif word == "--data-dir" and following:
            found.append(Path(following).absolute())
    with suppress(Exception):
        from game.system.folders import usual_data_dir

        usual = usual_data_dir()
        if not found and usual is not None:
            found.append(usual)
    with suppress(Exception):
        from game.system.folders import claimed, spare_data_dir

        found.append(claimed(spare_data_dir()))
    return found


def _show(text: str) -> None:
    """A dialog, in the first way that works; none where there is no screen."""
    if sys.stderr is not None and not _is_seen():
        return
    with suppress(Exception):
        import pygame.display

        if sys.platform.startswith("linux"):
            # Its way for Wayland is zenity, and it dies of one that finds no screen.
            os.environ["SDL_VIDEODRIVER"] = "x11"
        pygame.display.message_box(TITLE, text, "error")
        return
    if sys.platform == "win32":
        _show_on_windows(text)
        return
    import shutil
    import subprocess

    script = f"display alert {_quoted(TITLE)} message {_quoted(text)} as critical"
    mac = (("osascript", "-e", script),) if sys.platform == "darwin" else ()
    for words in (*mac, *((*words, text) for words in DIALOGS)):
        if shutil.which(words[0]) is not None:
            with suppress(OSError):
                if subprocess.run(words, check=False, capture_output=True).returncode in (0, 1):
                    return


def _is_seen() -> bool:
    """Whether there may be a screen that somebody looks at."""
    if os.environ.get("SDL_VIDEODRIVER") in UNSEEN_DRIVERS:
        return False
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _show_on_windows(text: str) -> None:
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.windll.user32.MessageBoxW(None, text, TITLE, 0x10)  # type: ignore[attr-defined, unused-ignore]
