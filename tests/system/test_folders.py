"""Where the player's things live, also for somebody without a home folder."""

import sys
from pathlib import Path

import platformdirs
import pytest

from game.system import folders
from game.system.folders import Folders, MissingAssetError, asset_folder


def test_everything_lies_under_the_data_folder():
    found = Folders(Path("/data"))
    assert found.settings == Path("/data/settings.json")
    assert found.levels == Path("/data/levels")
    assert found.cache == Path("/data/cache")


def test_what_the_player_asks_for_goes_to_the_users_own_folders(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(platformdirs, "user_pictures_dir", lambda: "/home/me/Bilder")
    monkeypatch.setattr(platformdirs, "user_documents_dir", lambda: "/home/me/Texte")
    found = Folders(Path("/data"))
    assert found.screenshots == Path("/home/me/Bilder")
    assert found.documents == Path("/home/me/Texte")


def test_without_a_home_folder_it_goes_to_the_data_folder(monkeypatch: pytest.MonkeyPatch):
    for ask in ("user_pictures_dir", "user_documents_dir"):
        monkeypatch.setattr(platformdirs, ask, lambda: "~/Things")
    found = Folders(Path("/data"))
    assert found.screenshots == Path("/data/screenshots")
    assert found.documents == Path("/data")


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
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *name, **how: told)
    assert folders.usual_data_dir() == found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two of the three are one")
def test_games_settings_and_caches_have_a_folder_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    for name in ("data", "config", "cache"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / name))
    found = folders.usual_folders()
    assert found is not None
    assert found.data == tmp_path / "data" / "fourfold"
    assert found.settings == tmp_path / "config" / "fourfold" / "settings.json"
    assert found.cache == tmp_path / "cache" / "fourfold"
    assert found.levels == found.data / "levels"


def test_a_system_that_knows_no_user_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def nobody(*name: object, **how: object) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(platformdirs, "user_data_dir", nobody)
    assert folders.usual_data_dir() is None
    assert folders.spare_data_dir().is_absolute()


def test_assets_are_found_in_a_checkout() -> None:
    assert asset_folder().name == "assets"


def test_assets_inside_the_package_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "game/assets").mkdir(parents=True)
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(folders, "__file__", str(tmp_path / "game/system/folders.py"))
    assert asset_folder() == tmp_path / "game/assets"
    (tmp_path / "game/assets").rmdir()
    assert asset_folder() == tmp_path / "assets"


def test_an_installation_without_assets_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(folders, "__file__", str(tmp_path / "game/system/folders.py"))
    with pytest.raises(MissingAssetError, match="game/assets"):
        asset_folder()
