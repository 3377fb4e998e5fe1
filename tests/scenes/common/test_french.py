"""French: every text is translated and set as French sets it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from game.rules import variants
from game.scenes.help.markup import Image, Part, read_page
from game.scenes.help.scene import GAME_PAGES, GENERAL_PAGES
from game.system.folders import asset_folder
from game.system.language import Language
from game.widgets.text_page import Heading, Paragraph
from tools import i18n
from tools.i18n import forms

CATALOGUE = i18n.LOCALE / "fr" / "LC_MESSAGES" / "fourfold.po"
GAME = Path(__file__).resolve().parents[3] / "game"
NAMES = (*GAME_PAGES, *GENERAL_PAGES)

with CATALOGUE.open("rb") as file:
    MESSAGES = {forms(each.id)[0]: each for each in read_po(file) if each.id}


def test_every_text_of_the_game_is_translated_and_compiled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = i18n.main(["--check"])
    assert status == 0, capsys.readouterr().out


def badly_set(text: str) -> list[str]:
    """What French does not set like that."""
    found = re.findall(r"\S [;:!?»]|\s…|« ?\S|[^\s(] ?%|'", text.replace("=ok", ""))
    found += re.findall(r"[\w)»”*][;!?](?=\s|$)|(?<![\d:A-Z])[^\W\d]:(?=\s|$)", text)
    return found


@pytest.mark.parametrize("text", list(MESSAGES))
def test_each_translation_keeps_its_signs_together(text: str) -> None:
    for translation in forms(MESSAGES[text].string):
        assert badly_set(translation) == []
        assert translation.strip() == translation
        assert text == "Deal no." or text.endswith(".") == translation.endswith(".")


@pytest.mark.parametrize("text", list(MESSAGES))
def test_an_ellipsis_follows_its_word_in_english_too(text: str) -> None:
    assert not re.search(r"\s…", text)


def test_the_option_for_tips_has_the_word_that_they_begin_with() -> None:
    tips = [each.string for text, each in MESSAGES.items() if text.startswith("Tip: ")]
    assert len(tips) > 5
    word = MESSAGES["Tips and lesson prompts"].string.split()[0].removesuffix("s")
    assert all(tip.startswith(f"{word}\u00a0: ") for tip in tips)


COUNTED = re.compile(r"\{n\}( sur \{\w+\})? \w+s\b")
"""A number with a word in the plural."""


@pytest.mark.parametrize("text", list(MESSAGES))
def test_what_is_counted_is_said_in_the_singular_too(text: str) -> None:
    """Nought is singular in French, as one is."""
    counted = [bool(COUNTED.search(translation)) for translation in forms(MESSAGES[text].string)]
    assert not any(counted) or (len(counted) == 2 and not counted[0])


def test_nought_is_singular() -> None:
    french = Language("fr", i18n.LOCALE)
    said = [french.plural("{n} move", "{n} moves", n).format(n=n) for n in (0, 1, 2)]
    assert said == ["0 coup", "1 coup", "2 coups"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_policy_in_short_has_words_of_its_name(language: str) -> None:
    words = Language(language, i18n.LOCALE)
    for policy in (choice for rules in variants() for choice in rules.chosen):
        short = set(policy.short.translated(words).split())
        assert short <= set(policy.text.translated(words).split())


@pytest.mark.parametrize("name", NAMES)
def test_each_help_page_says_in_french_what_it_says_in_english(name: str) -> None:
    french, english = (read_page(asset_folder(), code, name) for code in ("fr", "en"))
    assert french.title and french.parts != english.parts
    assert shape(french.parts) == shape(english.parts)
    for text in texts(french.parts):
        # What stands in a file is no French.
        assert badly_set(re.sub(r"`#[^`]*`", "", text)) == []


def shape(parts: tuple[Part, ...]) -> list[object]:
    """What a page is made of: kinds of parts, pictures, how much is strong and which keys."""
    found: list[object] = []
    for part in parts:
        if isinstance(part, Image):
            found.append([word for word in (part.kind, *part.words) if not word.startswith('"')])
        words = getattr(part, "text", getattr(part, "beside", ""))
        found.append(
            (type(part).__name__, getattr(part, "level", 0), words.count("**"), words.count("`"))
        )
    return found


def texts(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        match part:
            case Heading(text) | Paragraph(text):
                yield text
            case Image(_, words, beside):
                yield beside
                yield from (word for word in words if word.startswith('"'))


def test_spaces_that_do_not_break_are_of_one_kind() -> None:
    assets = Path(__file__).parents[3] / "assets"
    texts = [assets / "locale" / "fr" / "LC_MESSAGES" / "fourfold.po"]
    texts += [*(assets / "help" / "fr").glob("*.md"), *(assets / "lessons" / "fr").glob("*.txt")]
    assert len(texts) > 10
    for text in texts:
        words = text.read_text(encoding="utf-8")
        assert "\u202f" not in words, text
        if text.suffix != ".po":
            assert not re.search(r"[\w»)] [:;?!»]", words), text


def glued(file: Path) -> Iterator[str]:
    """The places of a file where code puts `: ` or `; ` between two texts."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by = node.func.value if node.func.attr == "join" else None
            if isinstance(by, ast.Constant) and by.value in ("; ", ": "):
                yield f"{file.name}, line {node.lineno}"
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            if any(str(part.value) in ("; ", ": ") for part in parts):
                yield f"{file.name}, line {node.lineno}"


def test_no_code_glues_texts_for_the_player_with_the_punctuation_of_one_language():
    folders = ("accessibility", "app", "play", "scenes", "table", "widgets")
    files = [file for name in folders for file in (GAME / name).rglob("*.py")]
    found = [place for file in files for place in glued(file)]
    reports = [place for place in found if place.startswith("screen_reader.py")]
    assert len(reports) <= 1  # of a fault, for the trace
    assert found == reports
