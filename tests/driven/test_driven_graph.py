"""The graph of positions in the real window: undo shows what was passed, answers keep their worth,
nothing that was tried is lost, two windows share a deal, imports cannot harm, exports hold nothing.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from harness.player import seats_shown
from harness.program import Program, Start

from game.cli.commands import main
from game.core import deals
from game.play.session import Session
from game.rules import BrainJam, Klondike
from game.storage import DealChanges, DealKey, DealState, Storage

RULES = BrainJam()
DECK = "wxyzUVWXstuvQRSTopqrMNOPklmnIJKLghijEFGHcdefABCDYZab"
SHARED = f"fourfold brainjam {DECK}"
PLAIN = {"autoplay": False}
BRANCHING = {"autoplay": False, "branching": True}


def do(program: Program, *keys: str) -> dict[str, object]:
    """Press keys one after another, each once the cards of the one before sit; returns the last
    action.
    """
    for key in keys:
        before = len(program.trace.actions)
        program.key(key)
        program.wait(lambda b=before: len(program.trace.actions) > b, f"what comes of {key}")
        last = program.trace.actions[-1]["t"]
        program.wait(lambda t=last: program.trace.layout["t"] >= t, "cards that sit")
    return program.trace.actions[-1]


def seats(program: Program) -> dict[str, list[str]]:
    return seats_shown(RULES, program.trace.layout)


def stored(folder: Path) -> Storage:
    return Storage(folder, read_only=True)


def test_undo_shows_the_position_that_was_passed_whatever_way_is_known(start: Start) -> None:
    program = start(SHARED, **BRANCHING)
    do(program, "a", "b", "e", "e", "e", "e", "e", "e", "Home", "b", "a")
    passed = seats(program)
    do(program, "e")
    do(program, "Left")
    assert seats(program) == passed
    do(program, "Home", "a", "e", "Home", "b", "a", "e", "Home")
    assert do(program, "b", "a", "i")["moves"] == 3
    assert do(program, "e")["moves"] == 4


def test_a_known_answer_keeps_its_worth_beside_a_shorter_one(start: Start) -> None:
    program = start(SHARED, **BRANCHING)
    do(program, "a", "c", "b", "j", "i")
    won = do(program, "ctrl+p")
    assert (won["won"], won["moves"]) == (True, 57)
    program.wait_for_scene("win")
    do(program, "Home", "b", "a", "Left", "Left", "a")
    program.key("exclam")
    last = do(program, "End")
    assert (last["won"], last["moves"]) == (True, 57)


def test_a_restart_and_a_new_move_in_plain_mode_forget_nothing(start: Start) -> None:
    program = start(SHARED, **PLAIN)
    do(program, "a", "b", "e", "e", "ctrl+r", "b")
    folder = program.folder
    program.key("ctrl+m")
    program.wait_for_scene("map")
    program.close_window()
    program.wait_for_end()
    with closing(stored(folder)) as storage:
        found = storage.deal_figures(DealKey("brainjam", "", DECK))
    assert found is not None
    assert found.positions == 5, "after four moves, and after another first one"


def test_two_windows_take_turns_at_one_deal_and_nothing_is_lost(start: Start) -> None:
    programs = [start("klondike", 5, **PLAIN, size=(640, 400)) for _ in range(2)]
    for turn in range(12):
        program = programs[turn % 2]
        program.screen.xdotool("windowactivate", "--sync", program.window)
        program.wait(program.has_focus, "the keyboard")
        do(program, "space")
        if turn % 3 == 2:
            do(program, "Left")
    for program in programs:
        assert not [told for told in program.trace.events if told["event"] == "unsaved"]
        program.close_window()
        assert program.wait_for_end() == 0
    with closing(stored(programs[0].folder)) as storage:
        saved = storage.deal(DealKey("klondike", "", deals.deck_text(deals.deck_of(5))))
        assert not storage.check()
    drawn = max(sum(action["move"] == "pull" for action in one.trace.actions) for one in programs)
    assert len(saved.edges) >= drawn - 2


def test_an_export_that_was_tampered_with_changes_nothing(start: Start, tmp_path: Path) -> None:
    program = start("klondike", 5, **PLAIN)
    do(program, *["space"] * 5)
    folder, file = program.folder, tmp_path / "all.fourfold-export"
    program.close_window()
    program.wait_for_end()
    assert main(["export", str(file), "--data-dir", str(folder)]) == 0
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        # A loop that hangs on nothing, and a way to the win that no move leads along.
        db.execute("UPDATE edge SET source = target + 1, target = source WHERE source <> 0")
        db.execute("UPDATE deal SET place = 2")
    before = edges_of(folder)
    program = start("klondike", 5)
    program.wait_for_scene("table")
    assert main(["import", str(file), "--data-dir", str(folder)]) in (0, 1)
    assert edges_of(folder) == before
    do(program, "space")
    assert len(edges_of(folder)) == len(before) + 1


def edges_of(folder: Path) -> set[tuple[int, int]]:
    with closing(stored(folder)) as storage:
        saved = storage.deal(DealKey("klondike", "", deals.deck_text(deals.deck_of(5))))
    return {row[:2] for row in saved.edges}


def test_an_export_of_many_deals_is_written_beside_the_window(start: Start) -> None:
    program = start("klondike", 5, **PLAIN)
    folder = program.folder
    program.close_window()
    program.wait_for_end()
    fill(folder, 2000)
    program = start("klondike", 5)
    program.key("Escape")
    program.wait_for_scene("menu")
    program.press("library")
    program.wait_for_scene("library")
    program.press("more")
    program.press("export")
    told = program.wait(
        lambda: [each["text"] for each in program.trace.named("error") if "deals" in each["text"]],
        "the end of the export",
    )
    file = Path(told[0].partition(" saved to ")[2])
    try:
        assert file.stat().st_size > 100_000
    finally:
        file.unlink()


def fill(folder: Path, count: int) -> None:
    """Some actions at many deals."""
    rules = Klondike()
    with closing(Storage(folder)) as storage:
        for number in range(1000, 1000 + count):
            session = Session(rules, deals.deck_of(number), number=number)
            session.play(rules.moves(session.position)[0])
            key = DealKey(rules.name, rules.policy, deals.deck_text(session.deck))
            storage.save(
                key,
                DealChanges(session.history.take_changes(), DealState(), number),
                session.history.whole,
            )
