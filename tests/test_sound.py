"""Sounds: the mixer is opened when it is needed, closed when it is quiet, and never in the way."""

from __future__ import annotations

import os
import wave
from pathlib import Path

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from stage import ART

from game import sound
from game.sound import QUIET_S, SAME_S, Sfx, Sound


@pytest.fixture(autouse=True)
def closed_mixer():
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def made(folder: Path = ART.folder / "sounds", volume: int = 60, *, mute: bool = False) -> Sound:
    found = Sound(folder, mute=mute)
    found.set_volume(volume)
    return found


class Played:
    """Notes which files are played, and how loud."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        self.volumes: list[float] = []
        monkeypatch.setattr(sound.pygame.time, "get_ticks", lambda: self.now)
        played = self

        class Note:
            def __init__(self, file: Path) -> None:
                self.file = file

            def set_volume(self, volume: float) -> None:
                self.volume = volume

            def play(self) -> None:
                played.volumes.append(self.volume)

        monkeypatch.setattr(sound.pygame.mixer, "Sound", Note)


@pytest.mark.parametrize("sfx", list(Sfx))
def test_every_sound_has_a_file_that_can_be_played(sfx: Sfx) -> None:
    files = sorted((ART.folder / "sounds").glob(f"{sfx}-*.wav"))
    assert files
    for file in files:
        with wave.open(str(file)) as opened:
            assert 0 < opened.getnframes() / opened.getframerate() < 5
    player = made()
    player.play(sfx)
    assert pygame.mixer.get_init() is not None


def test_the_mixer_is_opened_at_the_first_sound_only() -> None:
    player = made()
    assert player.due is None and pygame.mixer.get_init() is None
    player.play(Sfx.SLIDE)
    assert player.due == QUIET_S and pygame.mixer.get_init() is not None


def test_the_mixer_is_closed_when_it_has_been_quiet_and_opened_again() -> None:
    player = made()
    player.play(Sfx.SLIDE)
    player.update(QUIET_S - 1)
    assert player.due == pytest.approx(1.0)
    player.update(1.0)
    assert player.due is None and pygame.mixer.get_init() is None
    player.play(Sfx.PLACE)
    assert player.due == QUIET_S


def test_each_sound_puts_the_closing_off(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(monkeypatch)
    player = made()
    player.play(Sfx.SLIDE)
    player.update(QUIET_S - 1)
    played.now += 1000
    player.play(Sfx.SLIDE)
    assert player.due == QUIET_S
    player.update(QUIET_S - 1)
    assert player.due is not None


@pytest.mark.parametrize(("volume", "mute"), [(0, False), (80, True), (-5, False)])
def test_without_volume_the_device_is_left_alone(volume: int, mute: bool) -> None:
    player = made(volume=volume, mute=mute)
    player.play(Sfx.WIN)
    assert player.due is None and pygame.mixer.get_init() is None


def test_volume_is_that_of_the_setting_and_varies_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(monkeypatch)
    player = made(volume=50)
    for number in range(20):
        played.now = number * 1000
        player.play(Sfx.SLIDE)
    assert len(played.volumes) == 20
    assert all(0.4 <= volume <= 0.5 for volume in played.volumes)
    assert len(set(played.volumes)) > 1
    player.set_volume(0)
    played.now += 1000
    player.play(Sfx.SLIDE)
    assert len(played.volumes) == 20


def test_the_same_sound_is_not_played_twice_at_once_but_another_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(monkeypatch)
    player = made()
    for sfx in (Sfx.SLIDE, Sfx.SLIDE, Sfx.PLACE, Sfx.PLACE):
        player.play(sfx)
    assert len(played.volumes) == 2
    played.now += round(SAME_S * 1000) + 1
    player.play(Sfx.SLIDE)
    assert len(played.volumes) == 3


def test_a_machine_without_a_device_plays_silently_and_is_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def refuse(*how: int) -> None:
        asked.append(how)
        raise pygame.error("no audio device")

    monkeypatch.setattr(sound.pygame.mixer, "init", refuse)
    player = made()
    for _ in range(3):
        player.play(Sfx.WIN)
        player.update(1.0)
    player.close()
    assert len(asked) == 1 and player.due is None


def test_a_folder_without_sounds_is_silent(tmp_path: Path) -> None:
    player = made(tmp_path / "nowhere")
    for sfx in Sfx:
        player.play(sfx)
    player.close()


def test_a_file_that_is_no_sound_is_silent(tmp_path: Path) -> None:
    (tmp_path / "slide-1.wav").write_bytes(b"this is no sound")
    player = made(tmp_path)
    player.play(Sfx.SLIDE)
    player.play(Sfx.SLIDE)


def test_closing_twice_does_no_harm() -> None:
    player = made()
    player.play(Sfx.SLIDE)
    player.close()
    player.close()
    assert pygame.mixer.get_init() is None
