"""What errors say: in English by themselves, in any language when asked, and never past it."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.translatable_texts import WordedError, Wording, capitalised, said_in_turn

GAME = Path(__file__).parents[2] / "game"
FRENCH = {
    "line {number}: {reason}": "ligne {number} : {reason}",
    "'{text}' is odd": "« {text} » est bizarre",
}
ODD = Wording("line {number}: {reason}", number=3, reason=Wording("'{text}' is odd", text="{x}"))


def french(text: str) -> str:
    return FRENCH[text]


def test_a_wording_is_an_english_sentence_by_itself():
    assert str(ODD) == f"{ODD}" == "line 3: '{x}' is odd"


def test_a_wording_is_said_in_another_language_with_all_that_fills_it():
    assert ODD.translated(french) == "ligne 3 : « {x} » est bizarre"


def test_values_may_come_later():
    assert Wording("'{text}' is odd").filled(text=7) == Wording("'{text}' is odd", text=7)


def test_an_error_says_its_wording():
    error = WordedError(ODD)
    assert (str(error), error.translated(french)) == (str(ODD), ODD.translated(french))
    assert str(pickle.loads(pickle.dumps(error))) == str(ODD)


# No error is shown as English

SYSTEM = {"OSError", "pygame.error"}
"""Errors whose only words are the system's own."""
SHOWING = sorted(
    path.relative_to(GAME).as_posix()
    for path in (
        *(GAME / "scenes").rglob("*.py"),
        *(
            GAME / f"{name}.py"
            for name in [
                "app/loop",
                "record/daily_deals",
                "record/best_answers_of_deal",
                "record/game_store",
                "record/saving",
                "system/settings",
                "storage/retries_and_checks",
            ]
        ),
    )
)


def handlers(tree: ast.AST) -> Iterator[ast.ExceptHandler]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name and node.type is not None:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if not {ast.unparse(kind) for kind in kinds} <= SYSTEM:
                yield node


def turned_to_text(handler: ast.ExceptHandler) -> Iterator[int]:
    """The lines that make English text of the error caught."""
    for node in ast.walk(handler):
        made: list[ast.expr] = []
        if isinstance(node, ast.FormattedValue):
            made = [node.value]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("str", "repr"):
            made = node.args
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".format"):
            made = [*node.args, *(keyword.value for keyword in node.keywords)]
        if any(isinstance(each, ast.Name) and each.id == handler.name for each in made):
            yield node.lineno


def english(source: str) -> list[int]:
    tree = ast.parse(source)
    return [line for handler in handlers(tree) for line in turned_to_text(handler)]


@pytest.mark.parametrize("name", SHOWING)
def test_no_error_is_shown_as_its_english_text(name: str):
    assert english((GAME / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("str(error)", "ValueError", [4]),
        ("f'{name}: {error}'", "(OSError, ValueError)", [4]),
        ("_('{why}').format(why=error)", "StorageError", [4]),
        ("error.translated(_)", "WordedError", []),
        ("str(error)", "(OSError, pygame.error)", []),
    ],
)
def test_such_text_would_be_found(text: str, kind: str, found: list[int]):
    assert english(f"try:\n    act()\nexcept {kind} as error:\n    tell({text})\n") == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("this deck is too short", "This deck is too short"),
        ("wrong: it has 5 cards.", "Wrong: it has 5 cards."),
        ("été", "Été"),
        ("", ""),
    ],
)
def test_a_message_begins_with_a_capital(text: str, told: str):
    assert capitalised(text) == told


@pytest.mark.parametrize("name", ["session-0001", "mine", "mine.txt", "my deals", "levels/mine"])
def test_the_name_of_a_file_keeps_its_letters_at_the_start_of_a_message(name: str):
    alone = Wording("{file}: {reason}", file=name, reason=Wording("it is odd")).translated(str)
    for told in (alone, said_in_turn((alone, "all else is well"), str)):
        assert capitalised(told) == told
    after = said_in_turn(("all else is well", alone), str)
    assert capitalised(after) == f"All else is well; {alone}"
