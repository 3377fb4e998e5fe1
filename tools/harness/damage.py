"""Flip bits of the player's file and cut it off: the program must start each time, show no history
that breaks the rules, say what it did, and keep everything else.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import traceback
from pathlib import Path
from typing import Any

from headless_app import Headless

from game.core import deals
from game.core.moves import Action
from game.history import HistoryChanges
from game.play.session import Session
from game.record.validation import checked
from game.rules import RULES, Rules
from game.storage import (
    DealChanges,
    DealKey,
    DealState,
    Play,
    PlayOutcome,
    Storage,
    StoredAnswer,
)
from game.storage.database_files import BACKUP, MAIN

USUAL, FULL = 12, 300
DEALS_EACH = 5
ACTIONS = 40
ONE_ROW = ACTIONS * 2
"""So many pieces may hang on one row that a flipped bit has changed into another one that is good
to look at: those of a deal's history.
"""

Facts = dict[Any, Any]


def play(storage: Storage, rules: Rules, number: int, pick: random.Random) -> None:
    """Some random actions in a deal, with all that is kept beside them."""
    deck = deals.deck_of(number)
    key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
    saved = storage.open(key)

    def whole() -> HistoryChanges[Action]:
        history = session.history
        line = tuple(step.action for step in history.line[1:] if step.action is not None)
        marks = tuple(mark.saved for mark in history.bookmarks)
        return HistoryChanges(history.graph.rows(), (), 0, line, history.at, marks)

    def keep(session: Session) -> None:
        play = Play(1, PlayOutcome.OPEN, session.moves, 1.0, number=number, id=number)
        state = DealState(seconds=float(session.moves), attempt=number)
        changes = DealChanges(session.history.take_changes(), state, number, plays=[play])
        storage.save(key, changes, whole)

    session = Session(rules, deck, number=number, keep=keep)
    session.history.branching = True
    session.history.restore(saved.edges, saved.line, saved.bookmarks)
    for _ in range(ACTIONS):
        moves = rules.moves(session.position)
        if moves and pick.random() < 0.8:
            session.play(pick.choice(moves))
        else:
            session.undo(pick.randrange(1, 4))
    storage.answers.offer([(key, StoredAnswer(60, "7h>8s", number, 1))])
    storage.set_fact(f"fact {number}", "kept")


def everything(storage: Storage) -> Facts:
    """All that is stored, piece by piece; of histories what holds by the rules."""
    found: Facts = {}
    for game, options in storage.kinds():
        if game not in RULES:
            continue
        for deck in storage.touched(game, options):
            key = DealKey(game, options, deck)
            try:
                deal = checked(storage.deal(key)).deal
            except ValueError:  # no such policy, or no deck
                continue
            for edge in deal.edges:
                found["edge", key, edge.source, edge.target] = edge.cost
        for deck, answer in storage.answers.all(game, options).items():
            found["answer", game, options, deck] = answer.moves
    for played in storage.plays.all():
        found["play", played.key, played.play.id] = True
    for number in range(1, 1 + DEALS_EACH * len(RULES)):
        if storage.fact(f"fact {number}"):
            found["fact", number] = True
    return found


def origin(folder: Path) -> tuple[Facts, Facts]:
    """A played file and its backup; returns what stands in the one and in the other."""
    pick = random.Random(5)
    storage = Storage(folder)
    games = [make() for make in RULES.values() for _ in range(DEALS_EACH)]
    for number, rules in enumerate(games, 1):
        play(storage, rules, number, pick)
    storage.back_up()
    older = everything(storage)
    for number, rules in enumerate(games, 1):
        if number % 3 == 0:
            play(storage, rules, number, pick)
    newer = everything(storage)
    storage.close()
    return newer, older


def spoil(data: bytes, pick: random.Random, case: int) -> bytes:
    """One bit flipped, several, a page of zeros or of noise, or the end cut off."""
    spoilt = bytearray(data)
    match case % 5:
        case 0 | 1:
            spoilt[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        case 2:
            for _ in range(pick.randrange(2, 40)):
                spoilt[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        case 3:
            at = pick.randrange(len(data)) // 512 * 512
            spoilt[at : at + 512] = bytes(512) if pick.random() < 0.5 else pick.randbytes(512)
        case 4:
            del spoilt[pick.randrange(len(data)) :]
    return bytes(spoilt)


def run(count: int, seed: int = 1) -> list[str]:
    """Damage the file so many times; returns what went wrong."""
    told, problems = 0, []
    with tempfile.TemporaryDirectory() as name:
        first = Path(name) / "origin"
        newer, older = origin(first)
        data = (first / MAIN).read_bytes()
        for case in range(count):
            pick = random.Random(f"{seed} {case}")
            folder = Path(name) / "case"
            folder.mkdir()
            (folder / MAIN).write_bytes(spoil(data, pick, case))
            if pick.random() < 0.5:
                shutil.copyfile(first / BACKUP, folder / BACKUP)
            try:
                noticed, found = _case(folder, newer, older)
                told += noticed
                problems += [f"case {case}: {what}" for what in found]
            except Exception as error:  # whatever it is, the game did not start
                frame = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{Path(frame.filename).name}:{frame.lineno}"
                problems.append(f"case {case}: {where}: {type(error).__name__}: {error}")
            shutil.rmtree(folder)
    print(f"damage: {count} damaged files, {told} told of, {len(problems)} problems")
    return problems


def _case(folder: Path, newer: Facts, older: Facts) -> tuple[bool, list[str]]:
    """Start the program on a damaged file, look at what it shows, and play on in it. Whether it
    told of the damage, and what is wrong.
    """
    problems = []
    backed = (folder / BACKUP).exists()
    app = Headless(folder)
    app.wait_for_check()
    app.settle()
    storage = app.services.game_store.storage
    found = everything(storage)
    wanting = [piece for piece in newer if piece not in found]
    if len(wanting) > ONE_ROW and not app.told:
        problems.append(f"nothing is said, but {len(wanting)} pieces are wanting")
    if app.told and backed and (gone := [piece for piece in older if piece not in found]):
        problems.append(f"{gone} were in the backup")
    if app.told and not list(folder.glob("fourfold-damaged-*")):
        problems.append(f"nothing was set aside: {app.told}")
    play(storage, next(iter(RULES.values()))(), 777, random.Random(1))
    if not storage.on_disk or storage.check():
        problems.append(f"it cannot be played on: {storage.check()}")
    app.close()
    again = Storage(folder)
    if again.take_notices():
        problems.append("the next start finds damage again")
    again.close()
    return bool(app.told), problems
