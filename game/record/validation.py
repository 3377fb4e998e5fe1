"""Checks everything that is stored: whether the files are intact, whether every game replays, and
whether every deal of the level files can be dealt and has a move. Changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from game.core.level_packs import Pack
from game.record.history_checks import checked
from game.record.pack_files import find_packs
from game.rules import Rules, rules_for, variants
from game.storage import DealKey, Storage, StorageError, StorageTrouble

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
