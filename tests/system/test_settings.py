"""Settings: kept whole, read with care, never in the way of playing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from game.system.language import LANGUAGES
from game.system.settings import Settings, SettingsFile

as_root = hasattr(os, "geteuid") and os.geteuid() == 0
not_as_root = pytest.mark.skipif(as_root, reason="nothing is forbidden to root")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fourfold" / "settings.json"


def written(path: Path, text: str | bytes) -> SettingsFile:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return SettingsFile(path)


def test_without_a_file_the_defaults_hold_and_nothing_is_written(path: Path):
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.notices == []
    assert file.change() is None
    assert not path.parent.exists()


def test_the_defaults_are_those_of_the_specs():
    defaults = Settings()
    assert defaults.autoplay
    assert defaults.winnable_only
    assert not defaults.branching
    assert not defaults.verdict_light
    assert defaults.building == "alternate"
    assert defaults.placement == "placed-gaps"
    assert defaults.language == "auto"


def test_a_change_is_saved_at_once_and_read_by_the_next_start(path: Path):
    assert SettingsFile(path).change(building="same", volume=7, felt="grey", ui_scale=1.25) is None
    again = SettingsFile(path)
    assert again.notices == []
    assert again.settings == Settings(building="same", volume=7, felt="grey", ui_scale=1.25)
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


def test_two_windows_keep_each_others_changes(path: Path):
    SettingsFile(path).change(volume=5)
    one, other = SettingsFile(path), SettingsFile(path)
    one.change(felt="blue", clock=False)
    other.change(window_x=7)
    one.change(large_print=True)
    kept = SettingsFile(path).settings
    assert kept == Settings(volume=5, felt="blue", clock=False, window_x=7, large_print=True)
    other.change(clock=True)
    assert SettingsFile(path).settings.clock, "a choice counts though it was so in this window"


def test_what_could_not_be_saved_is_saved_with_the_next_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = SettingsFile(path)
    file.change(volume=3)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
        assert file.change(felt="grey") is not None
    file.change(clock=False)
    assert SettingsFile(path).settings == Settings(volume=3, felt="grey", clock=False)


def test_keys_of_a_newer_version_are_kept(path: Path):
    file = written(path, '{"volume": 5, "of 2040": {"a": [1, null]}}')
    file.change(volume=6)
    assert json.loads(path.read_text())["of 2040"] == {"a": [1, None]}
    assert SettingsFile(path).settings.volume == 6


WRONG_VALUES = [
    ("autoplay", '"yes"'),
    ("autoplay", "1"),
    ("volume", "true"),
    ("volume", "101"),
    ("volume", "-1"),
    ("volume", "5.5"),
    ("volume", "1" + "0" * 400),
    ("ui_scale", "NaN"),
    ("ui_scale", "1e999"),
    ("ui_scale", "null"),
    ("window_width", "639"),
    ("window_height", "99999"),
    ("felt", '"chartreuse"'),
    ("felt", "[]"),
    ("language", '"tlh"'),
    ("card_back", "{}"),
    ("card_back", '"red"'),
    ("card_faces", '"baroque"'),
]


@pytest.mark.parametrize(("name", "value"), WRONG_VALUES)
def test_a_value_of_a_wrong_type_or_range_falls_back_and_is_told(path: Path, name: str, value: str):
    file = written(path, f'{{"{name}": {value}, "clock": false}}')
    assert file.settings == Settings(clock=False)
    told = f"settings.json: the value of '{name}' is invalid; the default is used"
    assert [str(notice) for notice in file.notices] == [told]


@pytest.mark.parametrize(
    ("choices", "palette"),
    [
        ({}, ""),
        ({"four_colours": True}, "four"),
        ({"four_colours": True, "safe_colours": True, "french_indices": True}, "safe+fr"),
        ({"card_faces": "modern"}, "modern/"),
        ({"card_faces": "modern", "four_colours": True, "french_indices": True}, "modern/four+fr"),
    ],
)
def test_the_palette_names_deck_colours_and_indices(choices: dict[str, Any], palette: str):
    assert Settings(**choices).palette == palette


def test_several_wrong_values_are_told_in_one_message(path: Path):
    names = ("felt", "volume", "speed", "language", "card_back", "ui_scale")
    (few,) = written(path, json.dumps(dict.fromkeys(names[:2]))).notices
    told = "settings.json: the values of {} are invalid; the defaults are used"
    assert str(few) == told.format("felt, volume")
    (many,) = written(path, json.dumps(dict.fromkeys(names))).notices
    assert str(many) == told.format("felt, volume, speed, language, …")


def test_a_whole_number_stands_for_a_fraction(path: Path):
    assert written(path, '{"speed": 2}').settings.speed == 2.0


DEEP = 100_000
BROKEN = [
    *(b"", b"{", b"[]", b"null", b"7", b"\xff\xfe\x00", b"[" * DEEP, b'{"a":' * DEEP),
    b'{"a": ' + b"[" * DEEP + b"]" * DEEP + b"}",
]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_put_aside_and_told(path: Path, content: bytes):
    file = written(path, content)
    assert file.settings == Settings()
    (notice,) = file.notices
    assert str(notice).endswith("they were kept as settings.broken-1.json")
    assert (path.parent / "settings.broken-1.json").read_bytes() == content
    assert file.change(volume=3) is None
    assert SettingsFile(path).settings.volume == 3


def test_every_broken_file_gets_a_name_of_its_own(path: Path):
    written(path, "one")
    written(path, "two")
    assert (path.parent / "settings.broken-1.json").read_text() == "one"
    assert (path.parent / "settings.broken-2.json").read_text() == "two"


def test_read_only_changes_last_until_the_end_and_nothing_is_written_or_renamed(path: Path):
    written(path, '{"volume": 5}')
    file = SettingsFile(path, read_only=True)
    assert file.change(volume=9) is None
    assert file.settings.volume == 9
    assert path.read_text() == '{"volume": 5}'
    path.write_text("broken")
    file = SettingsFile(path, read_only=True)
    (notice,) = file.notices
    assert str(notice).startswith(f"{path} could not be read: ")
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


def test_a_folder_that_cannot_be_made_is_told_and_play_goes_on(tmp_path: Path):
    (tmp_path / "file").write_text("")
    file = SettingsFile(tmp_path / "file" / "settings.json")
    assert file.notices == []
    notice = file.change(volume=3)
    assert notice is not None
    assert "could not be saved" in str(notice)
    assert file.settings.volume == 3


@not_as_root
def test_a_folder_that_forbids_writing_is_told_and_play_goes_on(path: Path):
    path.parent.mkdir()
    path.parent.chmod(0o500)
    notice = SettingsFile(path).change(volume=3)
    assert notice is not None
    assert "could not be saved" in str(notice)


@not_as_root
def test_a_folder_that_forbids_looking_is_told_and_play_goes_on(path: Path):
    written(path, "{}")
    path.parent.chmod(0)
    (notice,) = SettingsFile(path).notices
    assert "could not be read" in str(notice)
    path.parent.chmod(0o700)


def test_a_save_that_fails_half_way_leaves_the_old_file_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = SettingsFile(path)
    file.change(volume=3)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    notice = file.change(volume=4)
    assert str(notice) == f"{path} could not be saved: the disk is full"
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]
    assert SettingsFile(path).settings.volume == 3


@pytest.mark.parametrize(("name", "value"), [("volum", 3), ("volume", 101), ("clock", 1)])
def test_a_change_to_what_is_no_setting_is_a_mistake_of_the_program(
    path: Path, name: str, value: int
):
    file = SettingsFile(path)
    with pytest.raises(ValueError, match=name):
        file.change(**{name: value})
    assert file.settings == Settings()


def test_every_setting_takes_its_own_default(path: Path):
    defaults = Settings()
    for name, value in defaults._asdict().items():
        assert SettingsFile(path).change(**{name: value}) is None


def test_a_value_of_a_newer_version_is_kept_until_another_is_chosen(path: Path):
    file = written(path, '{"felt": "velvet", "volume": 30}')
    file.change(volume=40)
    assert json.loads(path.read_text())["felt"] == "velvet"
    assert SettingsFile(path).settings.felt == "teal"
    file.change(felt="grey")
    assert json.loads(path.read_text())["felt"] == "grey"


def test_a_linked_file_stays_a_link(path: Path, tmp_path: Path):
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    path.parent.mkdir()
    path.symlink_to(real)
    SettingsFile(path).change(volume=40)
    assert path.is_symlink()
    assert json.loads(real.read_text())["volume"] == 40
    real.write_text("broken")
    (notice,) = SettingsFile(path).notices
    assert str(notice).endswith("kept as settings.broken-1.json")
    assert path.is_symlink()
    assert (real.parent / "settings.broken-1.json").exists()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_link_to_a_device_is_put_aside_and_the_device_left_alone(path: Path):
    path.parent.mkdir()
    path.symlink_to("/dev/zero")
    file = SettingsFile(path)
    (notice,) = file.notices
    assert "kept as" in str(notice)
    file.change(volume=40)
    assert json.loads(path.read_text())["volume"] == 40
    assert Path("/dev/zero").is_char_device()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(path: Path):
    path.parent.mkdir()
    os.mkfifo(path)
    file = SettingsFile(path)
    assert "(it is not a regular file)" in str(file.notices[0])


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"felt": "blue"}', encoding="utf-8-sig")
    settings = SettingsFile(file)
    assert (settings.settings.felt, settings.notices) == ("blue", [])


def test_every_language_of_the_program_can_be_chosen(path: Path):
    file = SettingsFile(path)
    for code in LANGUAGES:
        file.change(language=code)
        assert SettingsFile(path).settings.language == code
