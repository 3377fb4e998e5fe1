"""A second process that knows the accessibility tree alone plays each game, and hears it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from harness.lines import recorded
from harness.program import Start
from harness.reader import Bus, Reader, missing_parts

from game.accessibility.screen_reader_cards import choices_of
from game.core.moves import Move
from game.core.position import PileKind, Position, Seat
from game.play.narrator import Narrator, made_words
from game.play.session import Outcome, Session
from game.play.sharing_lines import Shared
from game.play.spoken_cards_and_moves import move_words, read_together, seat_words
from game.rules import RULES
from game.system.language import Language

_ = Language()
RECORDED = {"lapeau": "lapeau-same"}
"""The line to play, where a game has several."""
STARTS = int(os.environ.get("FOURFOLD_READER_STARTS", "3"))
"""With a reader on before; 25 before a release."""


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    """A bus that the program and the reader find."""
    missing = missing_parts()
    if missing:
        if os.environ.get("CI"):
            pytest.fail(f"a screen reader needs {', '.join(missing)}")
        pytest.skip(f"a screen reader needs {', '.join(missing)}")
    made = Bus()
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    made.enable()
    yield made
    made.close()


@pytest.fixture
def reader(bus: Bus) -> Iterator[Reader]:
    made = Reader(bus.environment)
    yield made
    made.close()


def settle(folder: Path, **choices: object) -> None:
    """The player's settings, before the program starts."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({"animated": False, **choices}))


class BlindPlayer:
    """Plays a deal by the tree, and knows what has to be heard."""

    def __init__(self, reader: Reader, shared: Shared) -> None:
        self.reader, self.rules = reader, shared.rules
        self.session = Session(shared.rules, shared.deck, number=shared.number)
        self.narrator = Narrator(self.session)

    def place_of(self, seat: Seat) -> list[int]:
        """Where the item of a seat is in the window: which group, which item of it."""
        for number, group in enumerate(read_together(self.rules)):
            if seat.pile in group:
                if len(group) > 1:
                    return [number, group.index(seat.pile)]
                held = self.session.position.piles[seat.pile]
                inwards = self.rules.piles[seat.pile].kind is PileKind.COLUMN and bool(held)
                return [number, len(held) - 1 - seat.depth if inwards else 0]
        raise AssertionError(seat)

    def click(self, seat: Seat) -> None:
        name = seat_words(self.rules, self.session.position, seat, _)
        self.reader.click(self.place_of(seat), name)

    def play(self, moves: Iterable[Move]) -> None:
        """Make moves, but those that autoplay has made before."""
        for move in moves:
            if not self._is_made(move):
                self.make(move)

    def _is_made(self, move: Move) -> bool:
        if move.card is None or not self.rules.one_click:
            return False
        seat = self.session.position.seat(move.card)
        return seat is not None and self.rules.piles[seat.pile].kind is PileKind.FOUNDATION

    def make(self, move: Move) -> None:
        """Make a move as a blind player would, and hear what it did."""
        session, rules, position = self.session, self.rules, self.session.position
        if move.card is None and rules.facts.redeals:
            self.reader.press("Redeal")
            outcome = session.redeal()
        elif move.card is None:
            seat = Seat(0, max(0, len(position.piles[0]) - 1))
            self.click(seat)
            outcome = session.click(seat)
        elif rules.one_click:
            outcome = self._choose(move, position)
        else:
            outcome = self._pick_and_place(move, position)
        assert outcome.refusal is None
        self.reader.wait_to_hear(self.narrator.tell(outcome, _))

    def _choose(self, move: Move, position: Position) -> Outcome:
        assert move.card is not None
        seat, rules = position.seat(move.card), self.rules
        assert seat is not None
        wanted = rules.key(rules.apply(position, move))
        choices = choices_of(self.session, seat)
        number = [rules.key(rules.apply(position, each)) for each in choices].index(wanted)
        if not number:
            self.click(seat)
            return self.session.click(seat)
        words = "second choice: " if number == 1 else "other choice: "
        name = words + move_words(rules, position, choices[number], _)
        self.reader.click([*self.place_of(seat), number - 1], name)
        return self.session.play(choices[number])

    def _pick_and_place(self, move: Move, position: Position) -> Outcome:
        assert move.card is not None
        seat, goal = position.seat(move.card), self.rules.apply(position, move).seat(move.card)
        assert seat is not None
        assert goal is not None
        end = position.end(goal.pile)
        self.click(seat)
        self.reader.wait_to_hear(self.narrator.tell(self.session.click(seat), _))
        self.click(end)
        return self.session.click(end)


def words_of(shared: Shared) -> list[object]:
    """How the program is told to open a deal."""
    options = [f"--{word}" for word in shared.rules.policy.split()]
    return [shared.rules.name, shared.number, *options]


@pytest.mark.parametrize("game", RULES)
def test_a_whole_deal_is_played_to_the_flag_by_the_tree_alone(
    reader: Reader, start: Start, game: str, tmp_path: Path
):
    shared = recorded("wins", RECORDED.get(game, game))
    settle(tmp_path / "data", verdict_light=False, warn=False)
    program = start(*words_of(shared))
    player = BlindPlayer(reader, shared)
    player.play(shared.moves)
    assert player.session.is_won
    reader.wait_to_find("Next deal")
    program.wait_for_scene("win")


def test_refusal_undo_redo_hint_verdict_and_uturn_are_heard(
    reader: Reader, start: Start, tmp_path: Path
):
    shared = recorded("uturns", "brainjam")
    settle(tmp_path / "data", verdict_light=True, warn=False)
    start(*words_of(shared))
    player = BlindPlayer(reader, shared)
    reader.wait_to_hear(f"{shared.rules.title} {shared.number}")
    reader.wait_to_hear("can still be won")
    covered = Seat(8, 0)
    player.click(covered)
    reader.wait_to_hear("Only the last card of a column can move")
    first = shared.moves[0]
    player.make(first)
    session = player.session
    done = made_words(session, session.history.at, _)
    reader.press("Undo")
    reader.wait_to_hear(f"undone: {done}")
    reader.press("Redo")
    reader.wait_to_hear(f"redone: {done}")
    reader.press("Hint")
    reader.wait_to_hear("hint: ")
    player.play(shared.moves[1:])
    assert player.session.is_stuck


def test_starts_with_a_reader_on_do_not_hang(reader: Reader, start: Start):
    for _time in range(STARTS):
        program = start("lapeau", 617)
        reader.wait_to_find("2 of spades, stack 1")
        reader.press("4 of spades, stack 2")
        reader.wait_to_hear("4 of spades selected")
        program.close_window()
        assert program.wait_for_end() == 0


def test_a_reader_may_come_and_go_while_the_program_runs(bus: Bus, reader: Reader, start: Start):
    program = start("lapeau", 617)
    for _time in range(3):
        reader.wait_to_find("2 of spades, stack 1")
        bus.enable(False)
        program.key("F11", "F11")
        bus.enable(True)
    reader.press("4 of spades, stack 2")
    reader.wait_to_hear("4 of spades selected")


def test_what_is_typed_is_read_as_a_text_with_a_caret(reader: Reader, start: Start):
    program, name = start(), "Search names, numbers and notes"
    reader.press("My games")
    reader.wait_to_find(name)
    program.key("ctrl+f")
    reader.wait_to_read(name, "", 0)
    program.key("6", "1", "a")
    reader.wait_to_read(name, "61a", 3)
    program.key("Left", "BackSpace")
    reader.wait_to_read(name, "6a", 1)
    program.key("shift+Right")
    reader.wait_to_read(name, "6a", 2, "a")
    program.key("ctrl+a")
    reader.wait_to_read(name, "6a", 2, "6a")
    program.key("7")
    reader.wait_to_read(name, "7", 1)


def test_paragraphs_and_key_rows_of_the_help_have_names(reader: Reader, start: Start):
    start()
    reader.press("Help")
    reader.wait_to_find(
        "All the cards are face up and you move them one at a time: no luck, just logic."
    )
    reader.press("All keys")
    reader.wait_to_find("F4: show a solution from here")


@pytest.mark.parametrize("trouble", ["no bus", "dead bus", "no accesskit"])
def test_without_a_bus_or_accesskit_the_game_is_as_ever(
    trouble: str, start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    if trouble == "dead bus":
        dead = Bus()
        dead.close()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", dead.address)
    elif trouble == "no accesskit":
        (tmp_path / "accesskit.py").write_text("raise ImportError('none here')\n")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    began = time.monotonic()
    program = start("lapeau", 617)
    program.key("b", "e")
    program.wait(lambda: program.trace.actions, "the move")
    program.close_window()
    assert program.wait_for_end() == 0
    assert time.monotonic() - began < 60
