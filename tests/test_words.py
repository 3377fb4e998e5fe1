"""What a player reads in English has the words of CONTRIBUTING, and none that we gave up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_docs import GONE

from game.core.moves import PULL, TURN
from game.play.spoken_cards_and_moves import pile_words
from game.rules.klondike import Klondike
from game.system.language import Language
from tools.i18n import collect, forms

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "assets").glob("[hl]e*/en/*"))
"""The help pages and the lessons."""
NOT_SAID = [
    *GONE,
    r"\bto go on\b(?! (?:it|the|an?)\b)|\bgo on[.:;]",
    r"\bringed\b",
    r"\bswitch the\b",
    r"\bturned over\b",
]
KLONDIKE = [*NOT_SAID, r"\breserves?\b", r"\bpull(?:s|ed)?\b"]

ALLOWED = {
    "home, purge: send cards home; no card goes home by itself": "purge is typed, as ever",
}
"""Messages that may have such a word, and why."""
ALLOWED_IN_PAGES = ["(the older programs call it Purge)"]


def found(text: str, words: list[str]) -> list[str]:
    return [word for word in words if re.search(word, text, re.IGNORECASE)]


def prose(path: Path) -> str:
    text = re.sub(r"`[^`]*`|^!.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for words in ALLOWED_IN_PAGES:
        text = text.replace(words, "")
    return text


def messages() -> Iterator[str]:
    for message in collect(ROOT / "game").messages:
        yield from forms(message.id)


@pytest.mark.parametrize("text", sorted({*messages()} - ALLOWED.keys()))
def test_a_message_has_no_word_that_we_gave_up(text: str) -> None:
    assert found(text, NOT_SAID) == []


def test_each_message_that_may_have_such_a_word_has_one() -> None:
    texts = {*messages()}
    assert all(text in texts and found(text, NOT_SAID) for text in ALLOWED)


def test_there_are_help_pages_and_lessons() -> None:
    assert {path.suffix for path in PAGES} == {".md", ".txt"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_has_no_word_that_we_gave_up(path: Path) -> None:
    assert found(prose(path), KLONDIKE if path.stem == "klondike" else NOT_SAID) == []


def test_klondike_has_a_stock_and_a_waste() -> None:
    rules = Klondike()
    told = [pile_words(rules, pile, Language()) for pile in range(len(rules.piles))]
    told += [str(line.meaning) for line in rules.facts.keys]
    assert {"stock", "waste"} <= {*told}
    assert found("\n".join(told), KLONDIKE) == []


def test_what_programs_read_keeps_its_words() -> None:
    assert (PULL, TURN) == ("pull", "turn")
