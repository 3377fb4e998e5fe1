"""Languages: texts, plurals, numbers, and English where there is no catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.system.language import Language, code_for, language_for
from tools.i18n import Texts, mo_file


def compiled() -> bytes:
    """A French catalogue."""
    texts = Texts("fr")
    texts.add("Undo", "Annuler")
    texts.add(("{n} move", "{n} moves"), ("{n} coup", "{n} coups"))
    return mo_file(texts)


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    """A folder with that catalogue in it."""
    path = tmp_path / "fr" / "LC_MESSAGES" / "fourfold.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled())
    return tmp_path


def test_a_language_translates_what_its_catalogue_has(catalogues: Path):
    _ = Language("fr", catalogues)
    assert _.code == "fr"
    assert _("Undo") == "Annuler"
    assert _("Redo") == "Redo"


def test_an_empty_text_stays_empty(catalogues: Path):
    assert Language("fr", catalogues)("") == ""


def test_plurals_follow_the_language(catalogues: Path):
    french, english = Language("fr", catalogues), Language("en", catalogues)
    one, many = "{n} move", "{n} moves"
    assert [french.plural(one, many, n) for n in (0, 1, 2)] == ["{n} coup", "{n} coup", "{n} coups"]
    assert [english.plural(one, many, n) for n in (0, 1, 2)] == [many, one, many]


def test_thousands_stand_apart_and_the_decimal_sign_is_the_languages_own(catalogues: Path):
    english, french = Language("en"), Language("fr", catalogues)
    assert english.number(999) == "999"
    assert english.number(1234567) == "1,234,567"
    assert english.number(1234.56, 1) == "1,234.6"
    assert french.number(1234.56, 1) == "1\u202f234,6"
    assert french.number(-1500) == "-1\u202f500"


def test_two_languages_at_once_do_not_disturb_each_other(catalogues: Path):
    french, english = Language("fr", catalogues), Language("en", catalogues)
    assert (french("Undo"), english("Undo")) == ("Annuler", "Undo")


def test_without_a_catalogue_or_with_a_broken_one_texts_are_english(tmp_path: Path):
    assert Language("fr")("Undo") == "Undo"
    assert Language("fr", tmp_path)("Undo") == "Undo"
    broken = tmp_path / "fr" / "LC_MESSAGES" / "fourfold.mo"
    broken.parent.mkdir(parents=True)
    whole = compiled()
    for content in (b"", b"nonsense" * 20, whole[:60], whole[:19]):
        broken.write_bytes(content)
        assert Language("fr", tmp_path)("Undo") == "Undo"


def test_an_unknown_language_is_english():
    assert Language("tlh").code == "en"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANGUAGE": "de:fr:en", "LANG": "en_US"}, "fr"),
        ({"LANGUAGE": "", "LANG": "fr"}, "fr"),
    ],
)
def test_auto_is_the_language_of_the_system(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("os.environ", environment)
    assert language_for("auto").code == code


def test_a_system_that_says_nothing_is_asked_for_its_locale(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr("sys.platform", "win32")
    for found, code in (("French_France", "fr"), ("fr_FR", "fr"), (None, "en")):
        monkeypatch.setattr("locale.getlocale", lambda found=found: (found, None))
        assert code_for("auto") == code


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        (["fr-FR", "en-GB"], "fr"),
        (["de-DE", "fr-CA", "en-US"], "fr"),
        (["en-US", "fr-FR"], "en"),
        (["zh-Hans-CN"], "en"),
        ([], "en"),
    ],
)
def test_a_mac_is_asked_for_its_list_of_languages(
    monkeypatch: pytest.MonkeyPatch, listed: list[str], code: str
):
    lines = ",\n".join(f'    "{tag}"' if "-" in tag else f"    {tag}" for tag in listed)
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("game.system.language.printed", lambda words: f"(\n{lines}\n)\n")
    assert code_for("auto") == code


def test_a_language_chosen_wins_over_the_system(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANGUAGE", "fr")
    assert language_for("en").code == "en"
    monkeypatch.setenv("LANGUAGE", "en")
    assert language_for("fr").code == "fr"
