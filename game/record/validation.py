"""Checks everything that is stored: whether the files are intact, whether every game replays, and
whether every deal of the level files can be dealt and has a move. Changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from game.core import deals
from game.core.moves import Action, action_text
from game.core.position import Position
from game.history import WON, EdgeRow, SavedLine
from game.play import notation
from game.play.level_packs import Pack
from game.play.session import DealHistory, new_history, passed_positions
from game.record.pack_files import find_packs
from game.rules import Rules, rules_for, variants
from game.storage import (
    DealKey,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    StoredDeal,
)

# Every kind of deal that has a history of its own.
_POLICIES: Final = variants()


class Report(NamedTuple):
    """How many deals, answers and level deals were checked, and a line for each problem."""

    deals: int
    answers: int
    levels: int
    problems: tuple[str, ...]


def validate(folder: Path, levels: Sequence[Path] = ()) -> Report:
    """Check every stored deal and answer of a data folder, and the level files of some folders.

    Missing files are not made, and damaged ones are not repaired.
    """
    storage = Storage(folder, read_only=True)
    problems: list[str] = []
    played, answered = 0, 0
    with closing(storage):
        problems += _of_file(storage)
        for rules in _POLICIES:
            decks = storage.touched(rules.name, rules.policy)
            answers = storage.answers.all(rules.name, rules.policy)
            played, answered = played + len(decks), answered + len(answers)
            for deck in {**decks, **answers}:
                problems += _of_deal(storage, rules, deck)
    listed = 0
    for place in levels:
        for pack in find_packs([place]):
            listed += len(pack.levels)
            problems += (f"{place}{os.sep}{told}" for told in _of_pack(pack))
    return Report(played, answered, listed, tuple(problems))


def _of_file(storage: Storage) -> Iterator[str]:
    """The problems of the file itself, each once, and the deals in it that are of no known game."""
    try:
        found = storage.check()
    except StorageError as error:
        found = [str(error)]
    yield from (told if str(storage.path) in told else f"{storage.path}: {told}" for told in found)
    for notice in storage.take_notices():
        is_told = found and notice.trouble is StorageTrouble.DAMAGED
        if not is_told and str(notice) not in found:
            yield str(notice)
    known = {(rules.name, rules.policy) for rules in _POLICIES}
    for game, options in storage.kinds():
        if (game, options) not in known:
            name = f"{game} {options}".strip()
            yield f"deals of '{name}', which this version does not know, were not checked"


def _of_deal(storage: Storage, rules: Rules, deck: str) -> Iterator[str]:
    """What is wrong with a stored deal: its history and its answers are replayed."""
    where = f"{rules.name} {rules.policy} {deck}".replace("  ", " ")
    try:
        deal = storage.deal(DealKey(rules.name, rules.policy, deck))
        if deal.unread:
            yield f"{where}: {deal.unread} actions make no sense"
        yield from (f"{where}: {told}" for told in checked(deal).left_out)
    except (StorageError, ValueError) as error:
        yield f"{where}: {error}"


def _of_pack(pack: Pack) -> Iterator[str]:
    """What is wrong with a level file: lines that cannot be read, deals in which nothing moves.
    Each begins with the file's name.
    """
    yield from map(str, pack.problems)
    rules = rules_for(pack.game, pack.options)
    for level in pack.levels:
        if not rules.moves(rules.deal(level.deck)):
            yield f"{pack.name}: in deal {level.id} nothing can be moved"


# One deal, replayed by the rules: before an import is joined, too


class Checked(NamedTuple):
    """A deal as the rules accept it."""

    deal: StoredDeal[Action]
    left_out: tuple[str, ...] = ()
    """What is wrong with each edge, line or answer that is left out."""


def checked(deal: StoredDeal[Action]) -> Checked:
    """Replay a deal: every edge on a way from the deal, the line, the bookmarks, the answers. Cost
    and target of an edge are those that the rules give it. Raises ValueError if its game or its
    deck is unknown.
    """
    rules = rules_for(deal.key.game, deal.key.options.split())
    deck = deals.parse_deck(deal.key.deck)
    history = new_history(rules, deck)
    wrong: list[str] = []
    edges = _true_edges(rules, history, deal.edges, wrong)
    line = _true_line(rules, history, deal.line, wrong)
    marks = [_true_line(rules, history, mark, wrong) for mark in deal.bookmarks]
    answers = [one for one in deal.answers if _is_true_answer(rules, history, one, wrong)]
    taken = deal._replace(
        edges=tuple(edges), line=line, bookmarks=tuple(marks), answers=tuple(answers)
    )
    return Checked(taken, tuple(wrong))


def _true_edges(
    rules: Rules, history: DealHistory, rows: Iterable[EdgeRow[Action]], wrong: list[str]
) -> list[EdgeRow[Action]]:
    """The edges that can be walked, found from the deal on."""
    leaving: dict[int, list[EdgeRow[Action]]] = {}
    count = 0
    for row in rows:
        leaving.setdefault(row[0], []).append(row)
        count += 1
    found: dict[tuple[int, int], EdgeRow[Action]] = {}
    waiting: list[tuple[int, Position]] = [(history.here, history.position)]
    reached = {history.here}
    while waiting:
        key, position = waiting.pop()
        for _, told_target, action, cost, first, walked in leaving.pop(key, ()):
            count -= 1
            try:
                passed = passed_positions(rules, position, action)
            except ValueError as error:
                wrong.append(f"{action_text(action)}: {error}")
                continue
            target = history.key_of(passed[-1])
            if target == key:
                wrong.append(f"{action_text(action)}: it changes nothing")
                continue
            if (target, len(passed)) != (told_target, cost):
                wrong.append(f"{action_text(action)}: it leads elsewhere than it says")
            found[key, target] = EdgeRow(key, target, action, len(passed), first, walked)
            if target != WON and target not in reached:
                reached.add(target)
                waiting.append((target, passed[-1]))
    wrong += ["an action leads on from a position that nothing leads to"] * count
    return list(found.values())


def _true_line(
    rules: Rules, history: DealHistory, line: SavedLine[Action], wrong: list[str]
) -> SavedLine[Action]:
    """The beginning of a line that the rules accept."""
    position, true = history.position, 0
    for action in line.actions:
        try:
            passed = passed_positions(rules, position, action)
        except ValueError as error:
            wrong.append(f"{action_text(action)}: {error}")
            break
        if history.key_of(passed[-1]) == history.key_of(position):
            wrong.append(f"{action_text(action)}: it changes nothing")
            break
        position, true = passed[-1], true + 1
    if not 0 <= line.place <= len(line.actions):
        wrong.append("a line has no such place")
    return SavedLine(line.actions[:true], max(0, min(line.place, true)))


def _is_true_answer(
    rules: Rules, history: DealHistory, answer: StoredAnswer, wrong: list[str]
) -> bool:
    """Whether an answer wins in the moves that it says, those of circles counted or not."""
    try:
        moves = notation.read_answer(rules, history.position, answer.actions)
    except ValueError as error:
        wrong.append(f"an answer: {error}")
        return False
    position, count = notation.replay(rules, history.position, moves)
    if not rules.is_won(position):
        wrong.append("an answer does not win")
        return False
    counts = {count, notation.moves_without_circles(rules, history.position, moves)}
    if answer.moves not in counts:
        wrong.append(f"an answer has {count} moves, not {answer.moves}")
    return answer.moves in counts
