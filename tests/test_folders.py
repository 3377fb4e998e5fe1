"""Where the player's things live, also for somebody without a home folder."""

from pathlib import Path

import pytest

from game import folders
from game.folders import Folders


def test_everything_lies_under_the_data_folder():
    found = Folders(Path("/data"))
    assert found.settings == Path("/data/settings.json")
    assert found.levels == Path("/data/levels")
    assert found.screenshots == Path("/data/screenshots")


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("/home/somebody/.local/share/fourfold", Path("/home/somebody/.local/share/fourfold")),
        ("~/.local/share/fourfold", None),
        ("/~/fourfold", None),
        ("fourfold", None),
    ],
)
def test_a_user_without_a_home_folder_is_noticed(
    monkeypatch: pytest.MonkeyPatch, told: str, found: Path | None
):
    monkeypatch.setattr(folders.platformdirs, "user_data_dir", lambda *name, **how: told)
    assert folders.usual_data_dir() == found


def test_a_system_that_knows_no_user_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def nobody(*name: object, **how: object) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(folders.platformdirs, "user_data_dir", nobody)
    assert folders.usual_data_dir() is None
    assert folders.spare_data_dir().is_absolute()
