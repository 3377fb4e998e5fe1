"""Reports faults that end the program, also before its window opens. The details go into a file,
and a plain message goes to the terminal or, where there is none, into a dialog.

Needs only Python itself: any other module may be the broken part.
"""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.core.translatable_texts import WordedError

TITLE: Final = "Fourfold"
FAULT: Final = 1
"""The exit code after a fault."""
NO_MEMORY: Final = 2
"""The exit code where the system gives no more memory: that of any error that is no fault."""
UNSEEN_DRIVERS: Final = ("dummy", "offscreen")
DIALOG_LETTERS: Final = 80
"""Maximum characters in a line of a dialog."""


WITHOUT_WINDOW: Final = frozenset(("deal", "verify", "solve", "review", "play", "export", "import"))
"""The commands that print: their errors need no dialog."""
PRINTING: Final = frozenset(("--help", "-h", "--version", "--dirs", "--validate"))


def wants_window(argv: Sequence[str]) -> bool:
    """Whether a command line, valid or not, asks for the window. A command may come after options,
    and together with its words in one argument.
    """
    first = {word.split()[0] for word in argv if word.strip()}
    return first.isdisjoint(WITHOUT_WINDOW) and PRINTING.isdisjoint(argv)


def report_fault(folders: Iterable[Path], *, window: bool = True) -> int:
    """Report the exception that is being handled, and return the exit code. The details go into the
    first folder that can be written. `window`: the user expects a window, not output.
    """
    details = traceback.format_exc()
    file = _written(details, folders)
    _ = _translate()
    where = _("details are in {file}").format(file=file)
    if file is None:
        where = details.strip().splitlines()[-1]
    tell(_in_turn(_plain(_, sys.exc_info()[1]), where, _), window=window)
    return FAULT


def report_no_memory(*, window: bool = True) -> int:
    """Report that the system gives no more memory, and return the exit code."""
    tell(_translate()("not enough memory"), window=window)
    return NO_MEMORY


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error says that the system gives no more memory. SDL and the loader of compiled
    modules say so in words, and a thread needs some for its stack.
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, ImportError):
        return "failed to map segment" in str(error) or "cannot allocate memory" in str(error)
    return str(error) in ("Out of memory", "can't start new thread")


def _in_turn(first: str, then: str, _: Callable[[str], str]) -> str:
    """Two sentences joined into one text."""
    with suppress(Exception):
        from game.core.translatable_texts import said_in_turn

        return said_in_turn((first, then), _)
    return f"{first}; {then}"


def write_fault(folders: Iterable[Path]) -> Path | None:
    """Write the details of the exception that is being handled, for a fault after which the program
    goes on. Returns the file; None if none can be written.
    """
    return _written(traceback.format_exc(), folders)


def tell(text: str, *, window: bool = True) -> None:
    """Print a message on the error output and, with `window`, show it in a dialog if there is no
    terminal.
    """
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"fourfold: {' '.join(text.split())}", file=sys.stderr)
    if window:
        show_where_unseen(text)


def show_where_unseen(text: str) -> None:
    """Show a message in a dialog if there is no terminal."""
    if not has_terminal():
        with suppress(Exception):
            from game.core.translatable_texts import capitalised

            text = capitalised(text)
        _show(_in_lines(" ".join(text.split())))


def _in_lines(text: str) -> str:
    """Break a text into lines for a small screen, which SDL's dialog under X11 does not do. The
    name of a file stays in one piece.
    """
    return textwrap.fill(text, DIALOG_LETTERS, break_on_hyphens=False, break_long_words=False)


def said_here(error: WordedError) -> str:
    """The text of an error in the system's language."""
    return error.translated(_translate())


def has_terminal() -> bool:
    """Whether a standard stream is a terminal, so that somebody may see what is printed."""
    for stream in (sys.stderr, sys.stdout, sys.stdin):
        with suppress(OSError, ValueError, AttributeError):
            if stream.isatty():
                return True
    return False


def _plain(_: Callable[[str], str], error: BaseException | None) -> str:
    """What happened, in words that help a player."""
    if lacks_memory(error):
        return _("not enough memory")
    part = _missing_part(error)
    if part:
        return _("part of the program is missing ({part}); please reinstall it").format(part=part)
    return _("a program error stopped it")


def _missing_part(error: BaseException | None) -> str:
    """The module or file of the program that an error misses; empty if it misses none."""
    if isinstance(error, ImportError) or type(error).__name__ == "MissingAssetError":
        return getattr(error, "name", None) or str(error)
    if isinstance(error, FileNotFoundError):
        with suppress(Exception):
            from game.system.folders import asset_folder

            return Path(error.filename).relative_to(asset_folder()).as_posix()
    return ""


def _translate() -> Callable[[str], str]:
    """The translation into the system's language; without catalogues texts stay English."""
    with suppress(Exception):
        from game.system.language import AUTO, language_for

        return language_for(AUTO)
    return str


def _written(details: str, folders: Iterable[Path]) -> Path | None:
    """Write the details into the first folder that can be written. Returns the file, or None."""
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
    """The folders for a report: the data folder, and the spare one if that cannot be written."""
    from game.system.folders import make_own_folder, spare_data_dir

    return [folder, make_own_folder(spare_data_dir())]


def likely_folders(argv: Sequence[str]) -> list[Path]:
    """The folders for a report if only the command line is known: the data folder that it names, or
    else the usual one, and then the spare one; a new one if the module that knows them is missing.
    """
    found: list[Path] = []
    with suppress(OSError):  # the working folder may be gone
        for word, following in pairwise([*argv, ""]):
            option, _, value = word.partition("=")
            name = value or following
            if option == "--data-dir" and name:
                found.append(Path(name).absolute())
    with suppress(Exception):
        from game.system.folders import usual_data_dir

        usual = usual_data_dir()
        if not found and usual is not None:
            found.append(usual)
    with suppress(Exception):
        from game.system.folders import make_own_folder, spare_data_dir

        found.append(make_own_folder(spare_data_dir()))
    with suppress(OSError):
        if not found:
            import tempfile

            found.append(Path(tempfile.mkdtemp(prefix="fourfold-")))
    return found


def _show(text: str) -> None:
    """Show a dialog and wait until it is closed; none without a screen or pygame. The program's own
    window goes. Signals that end the program end it here at once, whatever handled them before.
    """
    if sys.stderr is not None and not _is_seen():
        return
    _leave_signals_to_system()
    with suppress(Exception):
        # Keeps pygame's greeting out of the standard output.
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame.display

        pygame.display.quit()
        if sys.platform.startswith("linux"):
            # On Wayland SDL runs zenity, and crashes if that finds no screen.
            os.environ["SDL_VIDEODRIVER"] = "x11"
        pygame.display.message_box(TITLE, text, "error")


def _leave_signals_to_system() -> None:
    """Let the signals that end a program end it at once, but those that are ignored."""
    if not sys.platform.startswith("linux"):
        return
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def _is_seen() -> bool:
    """Whether there may be a screen that somebody looks at."""
    if os.environ.get("SDL_VIDEODRIVER") in UNSEEN_DRIVERS:
        return False
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
