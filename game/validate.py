"""Looks through all that is stored: are the files whole, and does every game replay."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from game import deals, notation
from game.history import HistoryError
from game.position import Action, action_text, parse_action
from game.rules import RULES, LaPeau, Rules
from game.session import new_tree
from game.storage import Answer, DealKey, Storage, StorageError
from game.storage.files import MAIN

# Every kind of deal that has a history of its own.
_POLICIES: Final[tuple[Rules, ...]] = (
    *(make() for make in RULES.values()),
    LaPeau(same_suit=True),
)


class Report(NamedTuple):
    """What was looked at, and what was wrong, a line each."""

    deals: int
    answers: int
    problems: tuple[str, ...]


def validate(folder: Path, *, read_only: bool = False) -> Report:
    """Check every stored deal and answer of a data folder; a missing one is left missing."""
    if not (folder / MAIN).exists():
        return Report(0, 0, ())
    storage: Storage[Action] = Storage(
        folder, action_text=action_text, parse_action=parse_action, read_only=read_only
    )
    with closing(storage):
        problems = [*map(str, storage.take_notices()), *storage.check()]
        played, answered = 0, 0
        for rules in _POLICIES:
            for deck in storage.touched(rules.name, rules.policy):
                played += 1
                problems += _of_deal(storage, rules, deck)
            for deck, answer in storage.answers(rules.name, rules.policy).items():
                answered += 1
                problems += _of_answer(rules, deck, answer)
    return Report(played, answered, tuple(problems))


def _of_deal(storage: Storage[Action], rules: Rules, deck: str) -> Iterator[str]:
    """What is wrong with a deal's tree: every position in it is replayed."""
    where = f"{rules.name} {rules.policy} {deck}".replace("  ", " ")
    try:
        saved = storage.deal(DealKey(rules.name, rules.policy, deck))
        tree = new_tree(rules, deals.parse_deck(deck))
        tree.restore(saved.rows, saved.here, saved.bookmarks)
        for node in tree.walk():
            if rules.is_won(tree.position_of(node.id)) != node.won:
                yield f"{where}: position {node.id} is not marked as it is, won or not"
    except (StorageError, HistoryError, ValueError) as error:
        yield f"{where}: {error}"


def _of_answer(rules: Rules, deck: str, answer: Answer) -> Iterator[str]:
    """What is wrong with a best answer: it must win in as many moves as it says."""
    where = f"the answer of {rules.name} {rules.policy} {deck}".replace("  ", " ")
    try:
        start = rules.deal(deals.parse_deck(deck))
        moves = notation.read_answer(rules, start, answer.actions)
    except ValueError as error:
        yield f"{where}: {error}"
        return
    position, count = notation.replay(rules, start, moves)
    if not rules.is_won(position):
        yield f"{where} does not win"
    elif count != answer.moves:
        yield f"{where} has {count} moves, not {answer.moves}"
