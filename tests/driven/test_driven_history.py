"""The history in the real window: known actions, answers that can always be walked."""

from __future__ import annotations

from contextlib import closing

import pytest
from harness.player import Player
from harness.program import Program, Start

from game.core import deals
from game.core.moves import Move, action_text
from game.play import notation, sharing_lines
from game.rules import BrainJam
from game.solver.answer import Goal
from game.solver.registry import solve
from game.storage import DealKey, HelpKind, Storage, StoredAnswer

RULES = BrainJam()


def answer_of(number: int) -> tuple[Move, ...]:
    return solve(RULES, RULES.deal(deals.deck_of(number)), Goal.FIRST, time_limit=60).moves


def do(program: Program, key: str) -> dict[str, object]:
    """Press a key, and return the last action that came of it."""
    before = len(program.trace.actions)
    program.key(key)
    program.wait(lambda: len(program.trace.actions) > before, f"what comes of {key}")
    at_rest(program)
    return program.trace.actions[-1]


def at_rest(program: Program) -> None:
    """Wait until all cards sit after the last action."""
    program.wait(
        lambda: (
            program.trace.layout["t"] >= max((a["t"] for a in program.trace.actions), default=0)
        ),
        "cards that sit",
    )


def test_the_letter_under_a_card_makes_its_known_move_and_keeps_what_was_undone(
    start: Start,
) -> None:
    program = start("brainjam", 5)
    player = Player(program, RULES, deals.deck_of(5))
    player.make(Move.parse("9s>reserve-3"), player.by_drag)
    for key in "cde":
        do(program, key)
    end = program.trace.actions[-1]["moves"]
    do(program, "Home")
    before = len(program.trace.actions)
    do(program, "shift+a")
    made = [action["move"] for action in program.trace.actions[before:]]
    assert made == ["9s>reserve-1", "Ad>done"], "what autoplay had added follows again"
    assert do(program, "End")["moves"] == end
    shown = {card: box[4] for card, box in program.trace.layout["cards"].items()}
    assert shown["9s"] == "reserve-1"


def test_following_the_marks_of_a_pasted_answer_leads_to_its_win(start: Start) -> None:
    moves = answer_of(1)
    line = sharing_lines.write_shared(RULES, 1, deals.deck_of(1), moves)
    program = start(line)
    letters = notation.write_answer(RULES, RULES.deal(deals.deck_of(1)), moves)[:4]
    for count, letter in enumerate(letters, 1):
        key = letter if letter.islower() else f"shift+{letter.lower()}"
        assert do(program, key)["moves"] == count, "nothing else is sent home"
    last = do(program, "End")
    assert (last["won"], last["moves"]) == (True, len(moves))


@pytest.mark.parametrize("first", ["h", ""])
def test_an_imported_answer_is_in_the_tree_whatever_is_played_over_it(
    start: Start, first: str
) -> None:
    moves, deck = answer_of(1), deals.deck_of(1)
    text = " ".join(action_text((move,)) for move in moves)
    program = start("brainjam")
    folder = program.folder
    program.close_window()
    program.wait_for_end()
    storage = Storage(folder)
    with closing(storage):
        key = DealKey(RULES.name, RULES.policy, deals.deck_text(deck))
        storage.answers.offer([(key, StoredAnswer(len(moves), text, 1, how=HelpKind.IMPORTED))])
    program = start("brainjam", 1)
    program.wait_for_scene("table")
    at_rest(program)
    if first:
        do(program, first)
        do(program, "Home")
        program.key("exclam")
    last = do(program, "End")
    assert (last["won"], last["moves"]) == (True, len(moves))
