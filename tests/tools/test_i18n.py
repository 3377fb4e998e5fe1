"""tools/i18n.py: texts are collected, catalogues kept and compiled."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest

from game.system.language import ENGLISH, LANGUAGES, Language
from tools import i18n
from tools.i18n import Entry, TextError

SOURCE = """
def show(_, self, n):
    label = _("Undo")
    other = self._("He said “{what}”\\nand left").format(what=1)
    return _.plural("{n} move", "{n} moves", n).format(n=n) + _("Undo")
"""


def collected(tmp_path: Path, source: str = SOURCE) -> dict[str, Entry]:
    folder = tmp_path / "game"
    folder.mkdir(exist_ok=True)
    (folder / "show.py").write_text(source, encoding="utf-8")
    return i18n.collect(folder)


def test_every_language_but_english_has_a_catalogue():
    assert {ENGLISH, *i18n.PLURALS} == set(LANGUAGES)


def test_texts_are_collected_with_their_places(tmp_path: Path):
    found = collected(tmp_path)
    assert list(found) == ["Undo", "He said “{what}”\nand left", "{n} move"]
    assert found["{n} move"].many == "{n} moves"
    assert found["Undo"].places == ["game/show.py:3", "game/show.py:5"]


def test_what_errors_say_is_collected_too(tmp_path: Path):
    source = 'raise DealError(Wording("{n} is odd", n=7))\n'
    assert list(collected(tmp_path, source)) == ["{n} is odd"]


@pytest.mark.parametrize(
    "call", ["_(label)", "Wording(label)", '_(f"{n} moves")', '_.plural("one", many, 2)', "_()"]
)
def test_what_is_no_literal_is_told_with_its_line(tmp_path: Path, call: str):
    with pytest.raises(TextError, match=r"show\.py, line 2: only a literal text"):
        collected(tmp_path, f"\n{call}\n")


def test_a_catalogue_reads_back_as_it_was_written(tmp_path: Path):
    entries = list(collected(tmp_path).values())
    entries[0].translations = ['Annuler "vite"\t\\']
    entries[2].translations = ["{n} coup", "{n} coups"]
    text = i18n.write_po(entries, "fr")
    again = i18n.read_po(text)
    assert [again[entry.text].translations for entry in entries] == [
        ['Annuler "vite"\t\\'],
        [""],
        ["{n} coup", "{n} coups"],
    ]
    assert again["{n} move"].many == "{n} moves"


def test_strings_of_a_catalogue_may_go_on_in_further_lines():
    text = 'msgid ""\n"Undo"\n" it"\nmsgstr ""\n"Annule"\n"r"\n'
    assert i18n.read_po(text)["Undo it"].translations == ["Annuler"]


def test_a_line_that_makes_no_sense_is_told():
    with pytest.raises(TextError, match="makes no sense"):
        i18n.read_po('msgid "Undo\nmsgstr "x"')


def test_translations_are_kept_and_texts_that_are_gone_left_out(tmp_path: Path):
    old = {
        "Undo": Entry("Undo", translations=["Annuler"]),
        "Gone": Entry("Gone", translations=["Parti"]),
        "{n} move": Entry("{n} move", translations=["{n} coup"]),
    }
    entries = {entry.text: entry for entry in i18n.merged(collected(tmp_path), old)}
    assert entries["Undo"].is_done
    assert "Gone" not in entries
    # It has got plural forms meanwhile.
    assert not entries["{n} move"].is_done


@pytest.mark.parametrize(
    ("translation", "problem"),
    [("dans {n}", ""), ("dans", "a field is missing"), ("dans {m}", "{m} is no field")],
)
def test_a_translation_has_the_fields_of_its_text(translation: str, problem: str):
    assert problem in Entry("in {n}", translations=[translation]).problem
    assert bool(Entry("in {n}", translations=[translation]).problem) == bool(problem)


def test_a_plural_form_may_leave_the_number_out():
    assert Entry("{n} move", "{n} moves", ["un coup", "{n} coups"]).problem == ""


def test_the_game_reads_what_is_compiled(tmp_path: Path):
    entries = [
        Entry("Undo", translations=["Annuler"]),
        Entry("Redo"),
        Entry("{n} move", "{n} moves", ["{n} coup", "{n} coups"]),
    ]
    compiled = i18n.compile_mo(entries, "fr")
    assert gettext.GNUTranslations(io.BytesIO(compiled)).gettext("Undo") == "Annuler"
    file = tmp_path / "fr" / "LC_MESSAGES" / "fourfold.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled)
    french = Language("fr", tmp_path)
    assert (french("Undo"), french("Redo")) == ("Annuler", "Redo")
    assert french.plural("{n} move", "{n} moves", 0) == "{n} coup"


def test_every_text_of_the_game_can_be_collected():
    texts = i18n.collect(i18n.ROOT / "game")
    assert "Undo" in texts
    assert len(texts) > 100


def test_a_catalogue_changes_only_where_a_text_does(tmp_path: Path):
    moved = SOURCE.replace("def show", "# a line more\n\ndef show")
    texts = [
        i18n.write_po(collected(tmp_path, source).values(), "fr") for source in (SOURCE, moved)
    ]
    assert texts[0] == texts[1]
    assert "#: game/show.py\n" in texts[0]


def test_the_check_sees_what_is_missing_strange_or_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "game").mkdir()
    source = tmp_path / "game" / "show.py"
    source.write_text('_("Undo")\n', encoding="utf-8")
    monkeypatch.setattr(i18n, "ROOT", tmp_path)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path / "locale")
    po = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "fourfold.po"
    assert i18n.main([]) == 0
    assert i18n.main(["--check"]) == 1
    po.write_text(
        po.read_text(encoding="utf-8")
        .replace('msgstr ""', 'msgstr "Annuler"')
        .replace('msgid ""\nmsgstr "Annuler"', 'msgid ""\nmsgstr ""'),
        encoding="utf-8",
    )
    assert "out of date" in checked(capsys)
    i18n.main([])
    assert i18n.main(["--check"]) == 0
    source.write_text('\n\n_("Undo")\n', encoding="utf-8")
    assert i18n.main(["--check"]) == 0
    source.write_text('_("Undo"), _("Redo")\n', encoding="utf-8")
    assert "'Redo' is not translated" in checked(capsys)


def checked(capsys: pytest.CaptureFixture[str]) -> str:
    """What the check says."""
    capsys.readouterr()
    i18n.main(["--check"])
    return capsys.readouterr().out
