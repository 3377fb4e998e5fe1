"""Games are known by name to rules and solver alone: read from the source of every file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from game.rules import RULES, variants

ROOT = Path(__file__).parents[2] / "game"

CLASSES = {type(make()).__name__ for make in RULES.values()}
WORDS = {choice.word for rules in variants() for choice in rules.chosen}
TEXTS = {*RULES, *WORDS, *(make().title for make in RULES.values())}

ALLOWED = {
    "play/legacy_answers_file.py": "reads and writes the older program's answers",
    "record/answers_files.py": "takes over the older program's answers",
    "system/settings.py": "the values of the games' options",
    "play/level_packs.py": "an older level file has no line that names its game",
    "scenes/common/sample_positions.py": "data: a deal of each game to look at",
}
"""The modules that name a game for good, each with its reason."""


def names_a_game(path: Path) -> bool:
    """True if the code says which game it means; docstrings and comments may."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and node.id in CLASSES:
            return True
        if isinstance(node, ast.Attribute) and node.attr in CLASSES:
            return True
        if isinstance(node, ast.ImportFrom) and CLASSES & {alias.name for alias in node.names}:
            return True
        if isinstance(node, ast.Constant) and node.value in TEXTS:
            return True
        if isinstance(node, ast.ImportFrom | ast.Import) and _imports_a_game(node):
            return True
    return False


def _imports_a_game(node: ast.ImportFrom | ast.Import) -> bool:
    modules = {f"game.rules.{name}" for name in RULES}
    if isinstance(node, ast.Import):
        return bool(modules & {alias.name for alias in node.names})
    return bool(modules & {str(node.module), *(f"{node.module}.{a.name}" for a in node.names)})


def test_no_module_names_a_game_but_those_with_a_reason():
    found = {
        where
        for path in ROOT.rglob("*.py")
        if (where := path.relative_to(ROOT).as_posix()).split("/")[0] not in ("rules", "solver")
        and names_a_game(path)
    }
    assert found == set(ALLOWED)


def test_every_option_word_of_the_facts_makes_rules_that_answer_to_it():
    from game.rules import rules_for

    for game, make in RULES.items():
        for option in make().facts.policies:
            for choice in option.choices:
                assert rules_for(game, [choice.word]).chosen == (choice,)


def test_two_words_of_one_option_exclude_each_other():
    from game.core.translatable_texts import WordedError
    from game.rules import rules_for

    assert rules_for("lapeau", ["same", "same"]).policy == "same"
    with pytest.raises(WordedError, match="lapeau: 'alternate' conflicts with another option"):
        rules_for("lapeau", ["same", "alternate"])
