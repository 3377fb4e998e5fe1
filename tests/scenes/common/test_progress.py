"""What takes long is done in a thread, and can be stopped: answers imported and exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pygame
import pytest
from recording_services import RecordingServices, recording_services
from scene_driver import SceneDriver
from test_many_answers import HERE, pack

from game.desktop.commands import Command
from game.record import answers_files
from game.record.answers_files import Importing
from game.rules import BrainJam
from game.scenes.common import progress
from game.scenes.common.base import Change, Push, Replace
from game.scenes.common.progress import ProgressScene, ResultPage
from game.scenes.deals.copy_import_export_and_clear import export_answers, import_found


@pytest.fixture
def held(tmp_path: Path) -> RecordingServices:
    held = recording_services(tmp_path)
    folder = held.services.folders.levels
    folder.mkdir(parents=True, exist_ok=True)
    head, *lines = (HERE / "answers" / "brainjam.sol").read_text(encoding="ascii").splitlines()
    (folder / "mine.sol").write_text("\n".join([head, *lines[:200]]))
    return held


class Gate:
    """Lets a thread go on by steps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
        self._open, self._waits = Semaphore(steps), Event()
        monkeypatch.setattr(answers_files, "_offered", self._held(answers_files._offered))
        monkeypatch.setattr(answers_files, "answer_line", self._held(answers_files.answer_line))
        monkeypatch.setattr(progress, "SLICE_S", 0.0)

    def _held(self, what: Callable[..., Any]) -> Callable[..., Any]:
        def after_gate(*words: Any) -> Any:
            if not self._open.acquire(blocking=False):
                self._waits.set()
                self._open.acquire()
            return what(*words)

        return after_gate

    def reached(self) -> None:
        """Wait until the thread stands at the gate."""
        assert self._waits.wait(60)

    def open(self) -> None:
        self._open.release(10_000)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """It stops the first thread after eight answers."""
    gate = Gate(monkeypatch, 8)
    yield gate
    gate.open()


@pytest.fixture
def driver(held: RecordingServices, gate: Gate) -> SceneDriver:
    """Two hundred answers on their way in, eight of them read."""
    change = import_found(held.services, pack())
    assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
    gate.reached()
    driver = SceneDriver(change.scene, held)
    driver.draw()
    driver.scene.update(1 / 120)
    return driver


def taken(held: RecordingServices) -> int:
    return len(held.services.game_store.storage.answers.all("brainjam", ""))


def report(change: Change | None, held: RecordingServices) -> list[str]:
    assert isinstance(change, Replace) and isinstance(change.scene, ResultPage)
    return [line.text for line in SceneDriver(change.scene, held).written()]


def texts(driver: SceneDriver) -> list[str]:
    return [line.text for line in driver.written()]


def test_it_is_told_how_far_it_is_and_nothing_is_stored_before_the_end(
    driver: SceneDriver, held: RecordingServices
) -> None:
    assert "8 of 200 lines read" in texts(driver)
    assert driver.scene.busy and taken(held) == 0


def test_it_ends_with_the_report(driver: SceneDriver, held: RecordingServices, gate: Gate) -> None:
    gate.open()
    change = to_its_end(driver)
    assert taken(held) == 200
    assert "mine.sol: 200 valid solutions, 200 better than before" in report(change, held)


@pytest.mark.parametrize("by_mouse", [False, True])
def test_stopped_it_keeps_what_was_read(
    driver: SceneDriver, held: RecordingServices, by_mouse: bool
) -> None:
    traced = driver.scene.traced()
    assert traced is not None
    button = pygame.Rect(traced["buttons"][Command.BACK]).center
    change = driver.click(button) if by_mouse else driver.press(pygame.K_ESCAPE)
    told = report(change, held)
    assert "Stopped after 8 of 200 lines; what was read so far is kept" in told
    assert "mine.sol: 8 valid solutions, 8 better than before" in told
    assert taken(held) == 8


# Export


@pytest.fixture
def exporting(held: RecordingServices, monkeypatch: pytest.MonkeyPatch) -> Iterator[SceneDriver]:
    """Two hundred answers on their way into a file, eight of them there."""
    services = held.services
    files = [services.folders.levels / "mine.sol"]
    work = Importing(files, pack(), services.game_store.storage, services.language)
    work.work()
    work.keep()
    gate = Gate(monkeypatch, 8)
    change = export_answers(services, BrainJam(), pack())
    assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
    gate.reached()
    driver = SceneDriver(change.scene, held)
    driver.gate = gate  # type: ignore[attr-defined]
    driver.draw()
    driver.scene.update(1 / 120)
    yield driver
    gate.open()


def exported(held: RecordingServices) -> Path:
    return held.services.folders.data / "brainjam.sol"


def test_an_export_is_written_at_its_end_and_holds_what_was_imported(
    exporting: SceneDriver, held: RecordingServices
) -> None:
    assert "8 of 200 solutions written" in texts(exporting)
    assert not exported(held).exists()
    change = to_its_end(exporting)
    assert f"200 solutions saved to {exported(held)}" in report(change, held)
    lines = (held.services.folders.levels / "mine.sol").read_text().splitlines()
    assert sorted(exported(held).read_text().splitlines()) == sorted(lines)
    assert [file.name for file in exported(held).parent.glob("brainjam*")] == ["brainjam.sol"]


def test_an_export_that_is_stopped_leaves_the_file_before_alone(
    exporting: SceneDriver, held: RecordingServices
) -> None:
    exported(held).write_text("before")
    assert report(exporting.press(pygame.K_ESCAPE), held)[1:] == ["Stopped; no file was written"]
    assert exported(held).read_text() == "before"


def test_an_export_that_cannot_be_written_says_why(
    exporting: SceneDriver, held: RecordingServices
) -> None:
    exported(held).mkdir()
    told = report(to_its_end(exporting), held)
    assert any("brainjam.sol: " in line for line in told)


def test_an_export_writes_the_file_that_a_link_names_and_no_other(
    exporting: SceneDriver, held: RecordingServices, tmp_path: Path
) -> None:
    real, beside = tmp_path / "real.sol", exported(held).with_suffix(".new")
    exported(held).symlink_to(real)
    beside.write_text("somebody's")
    report(to_its_end(exporting), held)
    assert exported(held).is_symlink() and real.read_text().count("\n") >= 200
    assert beside.read_text() == "somebody's"


def to_its_end(driver: SceneDriver) -> Change:
    """Draw and look in turns until the work is done."""
    if hasattr(driver, "gate"):
        driver.gate.open()
    while True:
        driver.draw()
        change = driver.scene.update(1 / 120)
        if change is not None:
            return change
