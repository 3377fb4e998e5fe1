"""Worker processes: what a function raises there."""

from __future__ import annotations

import pytest

from game.solver.process_pool import Pool


def test_what_is_raised_in_a_process_is_raised_here_and_not_taken_for_a_killed_process() -> None:
    with Pool(1, int, lambda thing: -1) as pool:
        results = pool.results(iter(["3", "three", "4"]))
        assert next(results) == 3
        with pytest.raises(ValueError, match="three"):
            next(results)


def test_an_exception_that_no_pipe_takes_is_told_in_words() -> None:
    raising = "class Odd(Exception): pass\nraise Odd('why')"
    with Pool(1, exec, str) as pool, pytest.raises(RuntimeError, match=r"Odd\('why'\)"):
        list(pool.results(iter([raising])))
