"""Worker processes: what a function raises there, and what is done where one is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from functools import partial
from pathlib import Path

import pytest

from game.solver.process_pool import in_processes


def number(text: str) -> int:
    """The number, but a word that is not one kills the process."""
    if not text.isdigit():
        os.kill(os.getpid(), signal.SIGKILL)
    return int(text)


def number_at_the_second_try(file: Path, text: str) -> int:
    """The number; the first process that tries it is killed."""
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return int(text)


def test_what_is_raised_in_a_process_is_raised_here_and_not_taken_for_a_killed_process() -> None:
    results = in_processes(1, int, partial(next, iter(["3", "three", "4"]), None), lambda _: -1)
    assert next(results) == 3
    with pytest.raises(ValueError, match="three"):
        next(results)
    assert multiprocessing.active_children() == []


def test_an_item_that_kills_its_processes_is_lost_and_costs_no_other_one() -> None:
    items = iter(["1", "two", "3", "four", "5"])
    found = list(in_processes(2, number, partial(next, items, None), lambda text: -len(text)))
    assert sorted(found) == [-4, -3, 1, 3, 5]


def test_an_item_whose_process_was_killed_once_is_tried_again(tmp_path: Path) -> None:
    work = partial(number_at_the_second_try, tmp_path / "tried")
    assert list(in_processes(2, work, partial(next, iter(["7"]), None), lambda _: -1)) == [7]
