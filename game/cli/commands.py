"""Carries out a command line; a window opens only if one is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from errno import EINVAL
from io import TextIOWrapper
from typing import Final

from game.app.launch_options import LaunchOptions, set_environment
from game.cli.arguments import Arguments, UsageError, help_text, read_arguments
from game.cli.deal_arguments import given_dir, launch_of
from game.core.translatable_texts import WordedError, why
from game.system.console import INTERRUPTED, complain, one_line, write_nothing_more
from game.system.fault_report import said_here, show_where_unseen, wants_window

_PIPE_CLOSED: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    if getattr(sys, "frozen", False):
        # Worker processes start here only in a frozen program; the import takes a while.
        from multiprocessing import freeze_support
        from warnings import filterwarnings

        # Python's helper would tell of semaphores that are left when the program is killed.
        filterwarnings("ignore", "resource_tracker")
        freeze_support()
    argv = sys.argv[1:] if argv is None else argv
    # Only the player may read what the program writes.
    os.umask(0o077)
    try:
        _speak_utf8()
        arguments = read_arguments(argv)
        if sys.stdout is None and arguments.prints:
            return complain("no standard output to write to")
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (UsageError, WordedError) as error:
        return _refuse(argv, error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        write_nothing_more()
        return _PIPE_CLOSED if is_closed_pipe(error) else _refuse(argv, error)


def _refuse(argv: Sequence[str], error: Exception) -> int:
    """Print an error and return the exit code. Show it in a dialog too if the window was asked for,
    since a file may have been opened by a double click.
    """
    told = str(error)
    if isinstance(error, OSError):
        # One without a file name comes from the standard output.
        where = error.filename if error.filename is not None else "standard output"
        told = f"{where}: {why(error)}"
    status = complain(told)
    if wants_window(argv):
        seen = said_here(error) if isinstance(error, WordedError) else told
        show_where_unseen(one_line(seen))
    return status


def _speak_utf8() -> None:
    """Write UTF-8 to pipes and files, whatever encoding Windows or the locale prefer. Bytes that
    are not valid text, as in a folder's name, are escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8")


def is_closed_pipe(error: OSError) -> bool:
    """True for the error of writing to a closed pipe.

    Windows reports it like an invalid file name, but without the name.
    """
    return isinstance(error, BrokenPipeError) or (
        sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    )


def _run(arguments: Arguments) -> int:
    """Carry out a command; only the modules that it needs are imported."""
    if arguments.help:
        print(help_text(arguments.command), end="")
        return 0
    given_dir(arguments)
    if not arguments.prints:
        return _open_window(launch_of(arguments))
    return _command(arguments.command)(arguments)


def _open_window(launch: LaunchOptions) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    set_environment()
    from game.app.loop import run
    from game.app.video_driver import NoScreenError, begin_display, tell_no_screen

    try:
        begin_display()
        return run(launch)
    except NoScreenError as error:
        return tell_no_screen(error)


def _command(name: str) -> Callable[[Arguments], int]:
    """The function that prints what is asked for by a command, or an option in its place."""
    if name == "play":
        from game.cli.text_play import play_in_words

        return play_in_words
    if name in ("solve", "review"):
        from game.cli import solver_commands

        return solver_commands.solve_deals if name == "solve" else solver_commands.review_line
    from game.cli import short_commands

    return {
        "dirs": short_commands.print_folders,
        "version": short_commands.print_version,
        "validate": short_commands.print_validation,
        "deal": short_commands.print_deal,
        "verify": short_commands.verify_answer,
        "export": short_commands.export_data,
        "import": short_commands.import_data,
    }[name]
