"""What takes long is done between frames, and can be stopped: answers imported and exported."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from recording_services import RecordingServices, recording_services
from scene_driver import SceneDriver
from test_many_answers import HERE, pack

from game.desktop.key_bindings import Command
from game.rules import BrainJam
from game.scenes.common import progress
from game.scenes.common.base import Change, Push, Replace
from game.scenes.common.progress import ProgressScene, ResultPage
from game.scenes.deals.copy_import_export_and_clear import RecordCommands


@pytest.fixture
def held(tmp_path: Path) -> RecordingServices:
    held = recording_services(tmp_path)
    folder = held.services.folders.levels
    folder.mkdir(parents=True, exist_ok=True)
    head, *lines = (HERE / "answers" / "brainjam.sol").read_text(encoding="ascii").splitlines()
    (folder / "mine.sol").write_text("\n".join([head, *lines[:200]]))
    return held


@pytest.fixture
def driver(held: RecordingServices, monkeypatch: pytest.MonkeyPatch) -> SceneDriver:
    monkeypatch.setattr(progress, "SLICE_S", 0.0)
    change = RecordCommands(held.services, BrainJam(), pack(), None).do(Command.IMPORT)
    assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
    return SceneDriver(change.scene, held)


def taken(held: RecordingServices) -> int:
    return len(held.services.game_store.storage.answers.all("brainjam", ""))


def report(change: Change | None, held: RecordingServices) -> list[str]:
    assert isinstance(change, Replace) and isinstance(change.scene, ResultPage)
    return [line.text for line in SceneDriver(change.scene, held).written()]


def texts(driver: SceneDriver) -> list[str]:
    return [line.text for line in driver.written()]


def test_between_two_frames_one_piece_is_read_however_often_time_passes(
    driver: SceneDriver, held: RecordingServices
) -> None:
    assert "8 of 200 lines read" in texts(driver)
    for _ in range(12):
        assert driver.scene.update(1 / 120) is None
    assert taken(held) == 9 and driver.scene.stale and driver.scene.busy
    assert "9 of 200 lines read" in texts(driver)


def test_it_ends_with_the_report(driver: SceneDriver, held: RecordingServices) -> None:
    change = None
    while change is None:
        driver.draw()
        change = driver.scene.update(1 / 120)
    assert taken(held) == 200
    assert "mine.sol: 200 valid solutions, 200 better than before" in report(change, held)


@pytest.mark.parametrize("by_mouse", [False, True])
def test_stopped_it_keeps_what_was_read(
    driver: SceneDriver, held: RecordingServices, by_mouse: bool
) -> None:
    driver.draw()
    driver.scene.update(1 / 120)
    traced = driver.scene.traced()
    assert traced is not None
    button = pygame.Rect(traced["buttons"][Command.BACK]).center
    change = driver.click(button) if by_mouse else driver.press(pygame.K_ESCAPE)
    told = report(change, held)
    assert "Stopped after 9 of 200 lines; what was read so far is kept" in told
    assert "mine.sol: 9 valid solutions, 9 better than before" in told
    assert taken(held) == 9


# Export


@pytest.fixture
def exporting(held: RecordingServices, monkeypatch: pytest.MonkeyPatch) -> SceneDriver:
    """Two hundred answers on their way into a file, eight of them there."""
    RecordCommands(held.services, BrainJam(), pack(), None).do(Command.IMPORT).scene._work.work(60)  # type: ignore[union-attr]
    monkeypatch.setattr(progress, "SLICE_S", 0.0)
    change = RecordCommands(held.services, BrainJam(), pack(), None).do(Command.EXPORT)
    assert isinstance(change, Push) and isinstance(change.scene, ProgressScene)
    return SceneDriver(change.scene, held)


def exported(held: RecordingServices) -> Path:
    return held.services.folders.data / "brainjam.sol"


def test_an_export_is_written_at_its_end_and_holds_what_was_imported(
    exporting: SceneDriver, held: RecordingServices
) -> None:
    assert "8 of 200 solutions written" in texts(exporting)
    change = None
    while change is None:
        assert not exported(held).exists()
        exporting.draw()
        change = exporting.scene.update(1 / 120)
    assert f"200 solutions saved to {exported(held)}" in report(change, held)
    lines = (held.services.folders.levels / "mine.sol").read_text().splitlines()
    assert sorted(exported(held).read_text().splitlines()) == sorted(lines)
    assert [file.name for file in exported(held).parent.glob("brainjam*")] == ["brainjam.sol"]


def test_an_export_that_is_stopped_leaves_the_file_before_alone(
    exporting: SceneDriver, held: RecordingServices
) -> None:
    exported(held).write_text("before")
    exporting.draw()
    exporting.scene.update(1 / 120)
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


def to_its_end(exporting: SceneDriver) -> Change:
    """Draw and work in turns until the export is done."""
    while True:
        exporting.draw()
        change = exporting.scene.update(1 / 120)
        if change is not None:
            return change
