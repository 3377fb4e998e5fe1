"""Every key of Brain Jam in the real window, each with what it does there.

One program serves all keys that it outlives: each test goes to a deal of its own by its number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path

import pytest
from harness.lines import recorded
from harness.player import seats_of, seats_shown
from harness.program import ROOT, Program
from harness.screen import Screen

from game.core import deals
from game.core.moves import RESERVE, Move, action_text
from game.core.position import Position
from game.play import level_packs
from game.play.sharing_lines import write_shared
from game.rules import BrainJam, IllegalMove
from game.rules.base import placed
from game.rules.brainjam import PLACES
from game.storage import DealKey, HelpKind, Storage, StoredAnswer

RULES = BrainJam()
WIN = recorded("wins", "brainjam")
COLUMNS, RESERVES = "abcdefgh", "ijkl"
NUMBERS = (n for n in count(1201) if all(a != b for a, b in pairwise(str(n))))
"""Typed fast, two equal digits in a row may become one: a key's repeat."""
Key = pytest.mark.parametrize


class Board:
    """The program with the branching history, and the deal that a test plays in it."""

    def __init__(self, screen: Screen, folder: Path, *words: str) -> None:
        folder.mkdir(exist_ok=True)
        settings = {"animated": False, "branching": True, "autoplay": False}
        (folder / "settings.json").write_text(json.dumps(settings))
        self.program = Program(screen, folder, *words)
        self.position = RULES.deal(deals.deck_of(1))
        self._seen = 0

    def deal(self, number: int | None = None) -> Position:
        """Go to a deal, one that was never played unless it is named."""
        number = next(NUMBERS) if number is None else number
        self.program.key("ctrl+g", "ctrl+a", *str(number), "Return")
        self.program.wait_for_title(f"Brain Jam {number}")
        self.position = RULES.deal(deals.deck_of(number))
        self.sees(self.position)
        self._seen = len(self.program.trace.actions)
        return self.position

    def sees(self, position: Position) -> None:
        """Every card is where a position has it."""
        wanted = seats_of(RULES, position)
        self.program.wait(
            lambda: seats_shown(RULES, self.program.trace.layout) == wanted, f"the cards {wanted}"
        )
        self.position = position

    def press(self, key: str, *words: str) -> int:
        """Press a key and wait for the actions it is; the counted moves after them."""
        actions = self.program.trace.actions
        self.program.key(key)
        self.program.wait(lambda: len(actions) >= self._seen + len(words), f"{key}: {words}")
        told = [event["move"] for event in actions[self._seen :]]
        assert told == list(words), self.program.report(f"{key} did {told}")
        self._seen = len(actions)
        return int(actions[-1]["moves"])

    def play(self, letters: str) -> list[Position]:
        """Make the choices of some letters, capitals the second ones; the positions passed."""
        passed = []
        for letter in letters:
            move = choice(self.position, letter)
            assert move is not None
            after = RULES.apply(self.position, move)
            self.press(f"shift+{letter.lower()}" if letter.isupper() else letter, text(move))
            self.sees(after)
            passed.append(after)
        return passed

    def is_refused(self, key: str) -> None:
        """A key tells why it does nothing, and is no action."""
        told = len(self.program.trace.named("error"))
        self.program.key(key)
        self.program.wait(lambda: len(self.program.trace.named("error")) > told, "a reason")
        assert len(self.program.trace.actions) == self._seen


def choice(position: Position, letter: str) -> Move | None:
    """What a key does: with a capital, with Shift; None: nothing."""
    with suppress(IllegalMove):
        found = RULES.choices(position, PLACES[(COLUMNS + RESERVES).index(letter.lower())])
        if len(found) > letter.isupper():
            return placed(RULES, position, found[letter.isupper()])
    return None


def text(move: Move) -> str:
    return action_text((move,))


def free_columns(position: Position) -> list[str]:
    """Letters of columns whose first choice is a reserve."""
    moves = {letter: choice(position, letter) for letter in COLUMNS}
    return [letter for letter, move in moves.items() if move and move.onto == RESERVE]


def to_reserves(position: Position, wanted: int) -> str:
    """Letters that put cards of so many columns into reserves, in whatever order."""
    return "".join(free_columns(position)[:wanted])


@pytest.fixture(scope="module")
def running(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    """The program on a deal whose answer was found alone."""
    folder = tmp_path_factory.mktemp("keys") / "data"
    storage = Storage(folder)
    key = DealKey(RULES.name, RULES.policy, deals.deck_text(WIN.deck))
    words = " ".join(action_text((move,)) for move in WIN.moves)
    storage.answers.offer(
        [(key, StoredAnswer(len(WIN.moves), words, WIN.number, how=HelpKind.ALONE))]
    )
    storage.close()
    line = write_shared(RULES, WIN.number, WIN.deck, WIN.moves)
    board = Board(screen, folder, *line.split())
    yield board
    board.program.close()


@pytest.fixture
def board(running: Board) -> Board:
    """On a deal of its own with four cards that can go to the reserves."""
    running.program.wait_for_scene("table")
    while len(free_columns(running.deal())) < 4:
        pass
    return running


# Playing


@Key("letter", COLUMNS)
def test_a_letter_moves_the_last_card_of_its_column(board: Board, letter: str) -> None:
    board.play(letter)


@Key("letter", COLUMNS.upper())
def test_shift_and_a_letter_make_the_second_choice(board: Board, letter: str) -> None:
    while not choice(board.position, letter):
        board.deal()
    board.play(letter)


@Key("letter", RESERVES)
def test_i_to_l_move_the_card_of_a_reserve(board: Board, letter: str) -> None:
    while (line := line_to(letter, board.position)) is None:
        board.deal()
    board.play(line + letter)


def line_to(letter: str, start: Position) -> str | None:
    """Letters after which another letter has a move to make; None: not within a few."""
    lines = [("", start)]
    for _ in range(6):
        for line, position in lines:
            if choice(position, letter):
                return line
        lines = [pair for line in lines for pair in further(*line)][:400]
    return None


def further(line: str, position: Position) -> Iterator[tuple[str, Position]]:
    """A line of letters with one more, and where each leads."""
    for letter in COLUMNS + COLUMNS.upper() + RESERVES:
        move = choice(position, letter)
        if move is not None:
            yield line + letter, RULES.apply(position, move)


@Key("key", ["space", "ctrl+p"])
def test_space_sends_home_all_that_can_go_where_autoplay_is_off(board: Board, key: str) -> None:
    while not (home := RULES.purge(board.position)):
        board.deal()
    board.press(key, *(text(placed(RULES, board.position, move)) for move in home))
    for move in home:
        board.position = RULES.apply(board.position, move)
    board.sees(board.position)


# Back and forth, and bookmarks


@Key(
    "script",
    [
        "2 Left>undo@1 Right>redo@2",
        "2 ctrl+z>undo@1 ctrl+y>redo@2",
        "3 Home>start@0 End>end@3",
        "3 Left>undo@2 minus>back@3 minus>back@2",
        "2 BackSpace>forget@1 Right! Left>undo@0 BackSpace!",
        "4 Prior>undo@0 Next>redo@4",
        "2 ctrl+r>start@0",
        "1 shift+m>bookmark@1 2 shift+r>return@1 shift+r!",
        "1 shift+m>bookmark@1 2 shift+s>swap@1 shift+s>swap@3 shift+s>swap@1",
        "1 shift+m>bookmark@1 shift+p>drop@1 shift+s!",
    ],
)
def test_keys_lead_back_and_forth(board: Board, script: str) -> None:
    """A step of a script: so many cards go to reserves; `key>command@moves`, after which so many
    moves are made; or `key!`, which is refused.
    """
    passed = [board.position]
    for step in script.split():
        if step.isdigit():
            passed += board.play(to_reserves(board.position, int(step)))
        elif step.endswith("!"):
            board.is_refused(step[:-1])
        else:
            key, command, moves = re.split("[>@]", step)
            assert board.press(key, command) == int(moves)
            board.sees(passed[int(moves)])


def test_up_and_down_stop_at_the_nearest_branch(board: Board) -> None:
    a, b, c, d = to_reserves(board.position, 4)
    one, _ = board.play(a + b)
    board.press("Left", "undo")
    board.sees(one)
    board.play(c + d)
    assert board.press("Up", "branch-before") == 1
    board.sees(one)
    board.press("Home", "start")
    assert board.press("Down", "branch-ahead") == 1
    board.sees(one)
    assert board.press("Up", "branch-before") == 0, "else to the deal"
    board.is_refused("Up")


def test_equals_does_not_lead_to_a_way_of_equal_length_without_a_shorter_answer(
    board: Board,
) -> None:
    a, b = to_reserves(board.position, 2)
    board.play(a + b)
    board.press("Home", "start")
    board.sees(RULES.deal(deals.deck_of(int(board.program.title.split()[-1]))))
    board.play(b + a)
    board.is_refused("equal")


def test_exclamation_mark_makes_the_shortest_answer_the_redo_line(board: Board) -> None:
    assert WIN.number is not None
    deal = board.deal(WIN.number)
    answer = placed(RULES, deal, WIN.moves[0])
    other = next(c for c in COLUMNS if choice(deal, c) != answer)
    board.play(other)
    board.press("Left", "undo")
    board.sees(deal)
    board.press("exclam", "follow-answer")
    assert board.press("Right", "redo") == 1
    board.sees(RULES.apply(deal, answer))
    board.press("Home", "start")


# Elsewhere


@Key(
    ("key", "scene"),
    [("ctrl+o", "options"), ("F1", "help"), ("question", "help"), ("ctrl+m", "map")],
)
def test_a_key_opens_a_scene_and_escape_comes_back(board: Board, key: str, scene: str) -> None:
    board.program.key(key)
    board.program.wait_for_scene(scene)
    board.program.key("Escape")
    board.program.wait_for_scene("table")
    board.play(to_reserves(board.position, 1))


@Key("key", ["q", "Escape"])
def test_the_keys_back_to_the_list_which_has_the_deal_selected(board: Board, key: str) -> None:
    (after,) = board.play(to_reserves(board.position, 1))
    number = int(board.program.title.split()[-1])
    board.program.key(key)
    board.program.wait_for_scene("list")
    board.program.key(*f"{number}", "Return")
    board.program.wait_for_scene("table")
    board.sees(after)


def test_ctrl_n_leads_to_a_new_deal(board: Board) -> None:
    title = board.program.title
    board.program.key("ctrl+n")
    board.program.wait(lambda: board.program.title != title, "another deal")


def test_ctrl_page_down_and_up_go_to_the_next_and_the_previous_deal(board: Board) -> None:
    number = int(board.program.title.split()[-1])
    for key, wanted in (("ctrl+Next", number + 1), ("ctrl+Prior", number)):
        board.program.key(key)
        board.program.wait_for_title(f"Brain Jam {wanted}")
        board.sees(RULES.deal(deals.deck_of(wanted)))


def test_slash_or_ctrl_f_finds_a_card_and_its_letters_play_none(board: Board) -> None:
    for key, card, told in (("slash", "7h", "7 of hearts"), ("ctrl+f", "qs", "Queen of spades")):
        board.is_refused(key)
        board.program.key(card[0])
        board.is_refused(card[1])
        assert board.program.trace.named("error")[-1]["text"].startswith(told)
    board.program.key("Escape")
    board.play(free_columns(board.position)[0])


def test_shift_q_quits_the_program(screen: Screen, tmp_path: Path) -> None:
    program = Board(screen, tmp_path / "data", "brainjam", "1").program
    with program:
        program.key("shift+q")
        assert program.wait_for_end() == 0


# The list


@pytest.fixture
def listed(board: Board) -> Iterator[Board]:
    """The list, its first deal selected."""
    board.program.key("Escape")
    board.program.wait_for_scene("list")
    board.program.key("Home")
    selects(board, IDS[0])
    yield board
    board.program.key("Return")
    board.program.wait_for_scene("table")


IDS = [level.id for level in level_packs.read_pack(ROOT / "levels" / "brainjam.txt").levels]


def selects(board: Board, id: str) -> None:
    program = board.program
    program.wait(lambda: program.trace.layout.get("selected") == id, f"deal {id} to be selected")


def test_ctrl_r_selects_a_random_unsolved_deal(listed: Board) -> None:
    listed.program.key("ctrl+r")
    listed.program.wait(lambda: listed.program.trace.layout["selected"] != IDS[0], "another deal")


def test_keys_select(listed: Board) -> None:
    assert IDS[1] == f"{WIN.number:04}", "which is solved"
    for key, id in (
        *(("Down", IDS[1]), ("Up", IDS[0]), ("End", IDS[-1]), ("Home", IDS[0])),
        *(("Tab", IDS[2]), ("shift+Tab", IDS[0])),
    ):
        listed.program.key(key)
        selects(listed, id)
    layout = listed.program.trace.layout
    listed.program.key("Next")
    listed.program.wait(lambda: listed.program.trace.layout is not layout, "the next page")
    assert listed.program.trace.layout["selected"] > IDS[5]
    listed.program.key("Prior")
    selects(listed, IDS[0])


def test_the_wheel_scrolls_and_a_double_click_plays(listed: Board) -> None:
    program = listed.program
    program.move(program.button(f"deal-{IDS[2]}"))
    for _ in range(3):
        before = program.trace.layout
        program.tell("click 5")
        program.wait(lambda seen=before: program.trace.layout != seen, "other rows")
    assert f"deal-{IDS[0]}" not in program.trace.layout["buttons"]
    id = next(name for name in program.trace.layout["buttons"] if name.startswith("deal-"))[5:]
    id = IDS[IDS.index(id) + 2]
    at = program.button(f"deal-{id}")
    program.click(at)
    program.click(at)
    program.wait_for_title(f"Brain Jam {int(id)}")
    program.key("Escape")
    program.wait_for_scene("list")


def test_digits_select_the_deal_typed_and_enter_plays_it(listed: Board) -> None:
    program = listed.program
    program.key(*"617")
    selects(listed, "0617")
    program.key("Return")
    program.wait_for_title("Brain Jam 617")
    program.key("Escape")
    program.wait_for_scene("list")
    assert program.trace.layout["selected"] == "0617"


def test_ctrl_c_copies_the_answer_of_a_solved_deal(listed: Board) -> None:
    program = listed.program
    told = len(program.trace.named("error"))
    program.key("Down")
    selects(listed, f"{WIN.number:04}")
    program.key("ctrl+c")
    program.wait(lambda: len(program.trace.named("error")) > told, "that it is copied")
    assert "copied" in program.trace.named("error")[-1]["text"]


@Key(("key", "scene"), [("F1", "help"), ("question", "help"), ("ctrl+o", "options")])
def test_a_key_of_the_list_opens_a_scene(listed: Board, key: str, scene: str) -> None:
    listed.program.key(key)
    listed.program.wait_for_scene(scene)
    listed.program.key("Escape")
    listed.program.wait_for_scene("list")
