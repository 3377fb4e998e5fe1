"""Sounds: the mixer is opened when it is needed, closed when it is quiet, and never in the way."""

from __future__ import annotations

import ctypes
import os
import queue
import subprocess
import sys
import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pygame.base
import pytest
from recording_services import ART

from game.desktop import sound_effects as mixer_module
from game.desktop.sdl import loaded, sdl
from game.desktop.sound_effects import AUDIO, CHANNELS, RATE, SAME_S, SOFTEST, Mixer, Sfx, Sound
from tools.sounds import loudness

SOUNDS = ART.folder / "sounds"
PYTHON_API = 4
"""ctypes' flag of functions that are called with Python's lock."""


@pytest.fixture(autouse=True)
def closed_mixer() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def made(folder: Path = SOUNDS, volume: int = 60, *, mute: bool = False) -> Sound:
    found = Sound(folder, mute=mute)
    found.set_volume(volume)
    return found


def comes_true(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


def is_open() -> bool:
    return pygame.mixer.get_init() is not None


def not_there(*args: int) -> None:
    """What pygame says where a part of it could not be imported."""
    raise NotImplementedError("mixer module not available")


@pytest.mark.parametrize("missing", [False, True], ids=["mixer", "no mixer"])
def test_the_mixer_is_used_where_pygame_has_one(
    missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing:
        monkeypatch.setattr(mixer_module, "_open_device", not_there)
    mixer, played = Mixer(SOUNDS), []
    monkeypatch.setattr(mixer, "_play", lambda *asked: played.append(asked))
    mixer.ask(Sfx.SLIDE, 1.0, 0.0)
    mixer.close()
    assert len(played) == (not missing)
    monkeypatch.undo()


class Played:
    """Notes which files are played, and how loud, at a time of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.volumes: list[float] = []
        self.files: list[str] = []
        monkeypatch.setattr("game.desktop.sound_effects.monotonic", lambda: self.now)
        played = self

        class Note:
            def __init__(self, file: Path) -> None:
                self.file = file

            def set_volume(self, volume: float) -> None:
                self.volume = volume

            def play(self) -> None:
                played.volumes.append(self.volume)
                played.files.append(self.file.name)

        monkeypatch.setattr(mixer_module.pygame.mixer, "Sound", Note)


@pytest.mark.parametrize("sfx", list(Sfx))
def test_every_sound_has_files_that_can_be_played(sfx: Sfx) -> None:
    files = sorted(SOUNDS.glob(f"{sfx}-*.wav"))
    assert files
    for file in files:
        with wave.open(str(file)) as opened:
            assert 0 < opened.getnframes() / opened.getframerate() < 5
    player = made()
    player.play(sfx)
    assert comes_true(pygame.mixer.get_busy if is_open() else is_open)
    player.close()


@pytest.mark.parametrize("sfx", [Sfx.SLIDE, Sfx.PLACE, Sfx.FLIP, Sfx.SHUFFLE, Sfx.REFUSAL])
def test_what_is_heard_often_has_variants_that_are_all_heard(
    sfx: Sfx, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, player = Played(monkeypatch), made()
    for number in range(60):
        played.now = number
        player.play(sfx)
    player.close()
    assert set(played.files) == {file.name for file in SOUNDS.glob(f"{sfx}-*.wav")}
    assert len(set(played.files)) > 1


def test_the_mixer_is_opened_at_the_first_sound_only_and_closed_at_the_end() -> None:
    player = made()
    assert not is_open()
    player.play(Sfx.SLIDE)
    assert comes_true(is_open)
    player.close()
    assert not is_open()


def test_the_mixer_is_closed_when_it_has_been_quiet_and_opened_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened: list[str] = []
    opened, closed = mixer_module._open_device, pygame.mixer.quit
    monkeypatch.setattr(
        mixer_module, "_open_device", lambda *to: (opened(*to), happened.append("open"))[0]
    )
    monkeypatch.setattr(pygame.mixer, "quit", lambda: (closed(), happened.append("closed")))
    mixer = Mixer(SOUNDS, quiet=0.05)
    for times in (1, 2):
        mixer.ask(Sfx.PLACE, 0.5, 0.0)
        assert comes_true(lambda times=times: happened == ["open", "closed"] * times)
    mixer.close()


def test_each_sound_puts_the_closing_off() -> None:
    asked = iter([*[(Sfx.PLACE, 0.5, 0.0)] * 3, queue.Empty(), None])
    waits: list[tuple[float | None, bool]] = []

    class Asked:
        """What is asked of the mixer; notes how long it would wait for that, and whether open."""

        def get(self, timeout: float | None) -> object:
            waits.append((timeout, is_open()))
            found = next(asked)
            if isinstance(found, queue.Empty):
                raise found
            return found

    mixer = Mixer(SOUNDS, quiet=9.0)
    mixer._asked = Asked()  # type: ignore[assignment]
    mixer._run()
    assert waits == [(None, False), *[(9.0, True)] * 3, (None, False)]


def test_whoever_asks_for_a_sound_waits_neither_for_the_opening_nor_for_the_closing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on, played = threading.Event(), Played(monkeypatch)
    monkeypatch.setattr(mixer_module, "_open_device", lambda: may_go_on.wait(5))
    player = made()
    for number in range(3):
        played.now = number
        player.play(Sfx.SLIDE)
    assert not played.files
    may_go_on.set()
    assert comes_true(lambda: len(played.files) == 3)
    player.close()


@pytest.mark.parametrize(("volume", "mute"), [(0, False), (80, True), (-5, False)])
def test_without_volume_the_device_is_left_alone(volume: int, mute: bool) -> None:
    player = made(volume=volume, mute=mute)
    player.play(Sfx.WIN)
    player.close()
    assert not is_open()


def test_volume_is_that_of_the_setting_and_varies_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    played, player = Played(monkeypatch), made(volume=50)
    for number in range(20):
        played.now = number
        player.play(Sfx.SLIDE)
    player.set_volume(0)
    played.now += 1
    player.play(Sfx.SLIDE)
    player.close()
    assert len(played.volumes) == 20
    assert all(0.5 * SOFTEST <= volume <= 0.5 for volume in played.volumes)
    assert len(set(played.volumes)) > 1


def test_the_same_sound_is_not_played_twice_at_once_but_another_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, player = Played(monkeypatch), made()
    for sfx in (Sfx.SLIDE, Sfx.SLIDE, Sfx.PLACE, Sfx.PLACE):
        player.play(sfx)
    played.now += SAME_S + 0.001
    player.play(Sfx.SLIDE)
    player.close()
    assert [name.partition("-")[0] for name in played.files] == ["slide", "place", "slide"]


def test_a_machine_without_a_device_plays_silently_and_is_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    def refuse(*how: object) -> None:
        asked.append(how)
        raise pygame.error("no audio device")

    played = Played(monkeypatch)
    monkeypatch.setattr(mixer_module, "_open_device", refuse)
    player = made()
    for number in range(3):
        played.now = number
        player.play(Sfx.WIN)
    player.close()
    assert len(asked) == 1
    assert not played.files


def test_a_pygame_without_a_mixer_is_silent() -> None:
    program = """
import sys
sys.modules["pygame.mixer"] = sys.modules["pygame.mixer_music"] = None
from pathlib import Path
from game.desktop.sound_effects import Mixer
mixer = Mixer(Path())
mixer.ask("shuffle", 1.0, 0.0)
mixer.close()
print(mixer._broken)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.split()[-1:] == ["True"], run.stderr


def test_all_sounds_are_equally_loud_but_a_refusal_which_is_the_quietest() -> None:
    levels: dict[str, list[float]] = {sfx: [] for sfx in Sfx}
    for file in SOUNDS.glob("*.wav"):
        with wave.open(str(file)) as opened:
            data = array("h", opened.readframes(opened.getnframes()))
        heard = loudness([value / 32767 for value in data])
        levels[file.stem.rpartition("-")[0]].append(heard)
    quiet = levels.pop(Sfx.REFUSAL)
    others = [level for found in levels.values() for level in found]
    assert all(levels.values())
    assert max(others) - min(others) < 1
    assert 3 < min(others) - max(quiet) < 6


def test_a_folder_without_sounds_is_silent(tmp_path: Path) -> None:
    player = made(tmp_path / "nowhere")
    for sfx in Sfx:
        player.play(sfx)
    player.close()


def test_a_file_that_is_no_sound_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    (tmp_path / "slide-1.wav").write_bytes(b"this is no sound")
    player = made(tmp_path)
    player.play(Sfx.SLIDE)
    player.close()
    assert not failed


def test_closing_twice_does_no_harm() -> None:
    player = made()
    player.play(Sfx.SLIDE)
    player.close()
    player.close()
    assert not is_open()


def test_the_device_is_opened_without_pythons_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """ctypes lets go of it for a library's own functions, and nothing else opens the device."""

    def held(*how: object) -> None:
        raise AssertionError("pygame's own call holds the lock")

    monkeypatch.setattr(mixer_module.pygame.mixer, "init", held)
    opens = loaded("SDL2_mixer", pygame.mixer).Mix_OpenAudioDevice
    for call in (sdl().SDL_InitSubSystem, opens):
        assert isinstance(call, ctypes._CFuncPtr)
        assert not call._flags_ & PYTHON_API
    mixer = Mixer(SOUNDS)
    mixer.ask(Sfx.SLIDE, 0.5, 0.0)
    assert comes_true(is_open)
    mixer.close()
    assert not is_open()


def test_a_device_that_was_opened_so_plays_on_all_channels_again_and_again() -> None:
    for _ in range(3):
        mixer_module._open_device()
        assert pygame.mixer.get_init() == (RATE, -16, 1)
        assert pygame.mixer.get_num_channels() == CHANNELS
        long = pygame.mixer.Sound(buffer=bytes(RATE))
        for _ in range(2 * CHANNELS):
            long.play()
        assert pygame.mixer.get_busy()
        pygame.mixer.quit()


def test_a_device_that_cannot_be_opened_is_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    library = SimpleNamespace(
        SDL_InitSubSystem=sdl().SDL_InitSubSystem,
        SDL_QuitSubSystem=lambda what: (ended.append(what), sdl().SDL_QuitSubSystem(what)),
        Mix_OpenAudioDevice=lambda *how: -1,
    )
    monkeypatch.setattr(mixer_module, "loaded", lambda name, module: library)
    monkeypatch.setattr(mixer_module, "sdl", lambda: library)
    with pytest.raises(pygame.error):
        mixer_module._open_device()
    assert ended == [AUDIO]
    assert not is_open()
