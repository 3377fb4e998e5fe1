"""The trace: lines of JSON, each on disk as soon as it is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.system.console import Tracer


def test_each_event_is_a_line_on_disk_at_once(tmp_path: Path) -> None:
    file = tmp_path / "trace"
    tracer = Tracer(file)
    for number in range(3):
        tracer.event("action", number=number)
        lines = file.read_text(encoding="utf-8").splitlines()
        assert len(lines) == number + 1
        assert json.loads(lines[-1])["number"] == number


def test_times_count_from_the_start_and_never_run_back(tmp_path: Path) -> None:
    tracer = Tracer(tmp_path / "trace")
    for _ in range(5):
        tracer.event("frame")
    times = [json.loads(line)["t"] for line in (tmp_path / "trace").read_text().splitlines()]
    assert 0 <= times[0] < 5
    assert times == sorted(times)


@pytest.mark.parametrize("text", ['plein\u202fécran "é"\n', "/home/\udcff"])
def test_every_letter_survives_and_what_is_no_text(tmp_path: Path, text: str) -> None:
    Tracer(tmp_path / "trace").event("error", text=text)
    (line,) = (tmp_path / "trace").read_bytes().splitlines()
    assert json.loads(line)["text"] == text


def test_without_a_file_nothing_is_written_and_it_says_so() -> None:
    tracer = Tracer()
    tracer.event("frame")
    assert not tracer.on
    tracer.close()


def test_a_trace_that_cannot_be_written_any_more_is_given_up_and_that_is_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    full = Path("/dev/full")
    if not full.exists():
        return
    tracer = Tracer(full)
    for _ in range(3):
        tracer.event("frame")
    assert not tracer.on
    tracer.close()
    said = "fourfold: --trace /dev/full: the disk is full, it ends here\n"
    assert capsys.readouterr().err == said


def test_a_closed_trace_takes_no_more_and_can_be_closed_again(tmp_path: Path) -> None:
    tracer = Tracer(tmp_path / "trace")
    tracer.event("frame")
    tracer.close()
    tracer.event("frame")
    tracer.close()
    assert len((tmp_path / "trace").read_text().splitlines()) == 1
