"""tools/i18n.py: texts are collected, catalogues kept and compiled."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from game.system.language import ENGLISH, LANGUAGES, Language
from tools import i18n

SOURCE = """
def show(_, self, n):
    label = _("Undo")
    other = self._("He said “{what}”\\nand left").format(what=1)
    return _.plural("{n} move", "{n} moves", n).format(n=n) + _("Undo")
"""
MOVES = ("{n} move", "{n} moves")


def collected(tmp_path: Path, source: str = SOURCE) -> i18n.Texts:
    folder = tmp_path / "game"
    folder.mkdir(exist_ok=True)
    (folder / "show.py").write_text(source, encoding="utf-8")
    return i18n.collect(folder)


def catalogue(**translations: str | tuple[str, ...]) -> Catalog:
    """One that was translated before."""
    found = Catalog()
    for text, words in translations.items():
        found.add(MOVES if text == "moves" else text, words)
    return found


def test_every_language_but_english_has_a_catalogue():
    assert {ENGLISH, *i18n.PLURALS} == set(LANGUAGES)


def test_texts_are_collected_with_their_places(tmp_path: Path):
    found = collected(tmp_path)
    assert [message.id for message in found.messages] == [
        "Undo",
        "He said “{what}”\nand left",
        MOVES,
    ]
    assert found.get("Undo").locations == [("game/show.py", 3), ("game/show.py", 5)]


def test_what_errors_say_is_collected_too(tmp_path: Path):
    source = 'raise DealError(Wording("{n} is odd", n=7))\n'
    assert "{n} is odd" in collected(tmp_path, source)


@pytest.mark.parametrize(
    "call", ["_(label)", "Wording(label)", '_(f"{n} moves")', '_.plural("one", many, 2)', "_()"]
)
def test_what_is_no_literal_is_told_with_its_line(tmp_path: Path, call: str):
    with pytest.raises(i18n.TextError, match=r"show\.py, line 2: only a literal text"):
        collected(tmp_path, f"\n{call}\n")


def test_translations_are_kept_and_texts_that_are_gone_left_out(tmp_path: Path):
    old = catalogue(Undo='Annuler "vite"\t\\', Gone="Parti", moves=("{n} coup", "{n} coups"))
    content = i18n.po_file(i18n.translated(collected(tmp_path), old, "fr"))
    again = read_po(io.BytesIO(content), abort_invalid=True)
    assert again.get("Undo").string == 'Annuler "vite"\t\\'
    assert again.get(MOVES).string == ("{n} coup", "{n} coups")
    assert "Gone" not in again


def test_a_text_that_has_got_plural_forms_meanwhile_is_translated_anew(tmp_path: Path):
    old = Catalog()
    old.add("{n} move", "{n} coup")
    again = i18n.translated(collected(tmp_path), old, "fr").get(MOVES)
    assert list(i18n.problems_of(again)) == ["'{n} move' is not translated"]


@pytest.mark.parametrize(
    ("translation", "problem"),
    [("dans {n}", ""), ("dans", "a field is missing"), ("dans {m}", "{m} is no field")],
)
def test_a_translation_has_the_fields_of_its_text(translation: str, problem: str):
    found = list(i18n.problems_of(Message("in {n}", translation)))
    assert len(found) == bool(problem) and all(problem in told for told in found)


def test_a_plural_form_may_leave_the_number_out():
    assert list(i18n.problems_of(Message(MOVES, ("un coup", "{n} coups")))) == []


def test_the_game_reads_what_is_compiled(tmp_path: Path):
    old = catalogue(Undo="Annuler", moves=("{n} coup", "{n} coups"))
    source = SOURCE.replace('self._("', '_("Redo"); ("')
    file = tmp_path / "fr" / "LC_MESSAGES" / "fourfold.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(i18n.mo_file(i18n.translated(collected(tmp_path, source), old, "fr")))
    french = Language("fr", tmp_path)
    assert (french("Undo"), french("Redo")) == ("Annuler", "Redo")
    assert french.plural(*MOVES, 0) == "{n} coup"


def test_a_catalogue_changes_only_where_a_text_does(tmp_path: Path):
    moved = SOURCE.replace("def show", "# a line more\n\ndef show")
    one, other = (
        i18n.po_file(i18n.translated(collected(tmp_path, source), Catalog(), "fr"))
        for source in (SOURCE, moved)
    )
    assert one == other
    assert b"#: game/show.py\n" in one


def test_the_check_sees_what_is_missing_strange_or_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    collected(tmp_path, '_("Undo")\n')
    monkeypatch.setattr(i18n, "ROOT", tmp_path)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path / "locale")
    po = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "fourfold.po"
    assert i18n.main([]) == 0
    assert i18n.main(["--check"]) == 1
    untranslated = 'msgid "Undo"\nmsgstr "{}"'
    text = po.read_text(encoding="utf-8")
    po.write_text(text.replace(untranslated.format(""), untranslated.format("Annuler")), "utf-8")
    assert "fourfold.mo is out of date" in checked(capsys)
    i18n.main([])
    assert i18n.main(["--check"]) == 0
    collected(tmp_path, '\n\n_("Undo")\n')
    assert i18n.main(["--check"]) == 0
    collected(tmp_path, '_("Undo"), _("Redo")\n')
    told = checked(capsys)
    assert "'Redo' is not translated" in told and "fourfold.po is out of date" in told


def checked(capsys: pytest.CaptureFixture[str]) -> str:
    """What the check says."""
    capsys.readouterr()
    i18n.main(["--check"])
    return capsys.readouterr().out
