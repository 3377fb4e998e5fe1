"""What holds of every history, whatever is known: laws on random play and on games won, and the
cases in which earlier histories broke them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from random_play import scaled
from test_history_model import Dealt, Program, begun_late, random_deal, swapped, wins

from game.core import cards, deals
from game.core.moves import Move
from game.core.position import Position
from game.history import FAR, WON
from game.play.session import Session, flatten
from game.rules import BrainJam, Rules
from game.rules.brainjam import RESERVES

modes = pytest.mark.parametrize("branching", [False, True], ids=["plain", "branching"])
games = pytest.mark.parametrize("game", wins())
EVERY_WIN = [win for of_game in wins().values() for win in of_game]
each_win = pytest.mark.parametrize("win", range(len(EVERY_WIN)))


class Watched:
    """A session, and the positions that were shown on the way from the last jump to here."""

    def __init__(self, rules: Rules, *, branching: bool, autoplay: bool = True) -> None:
        self.session = Session(rules, deals.deck_of(1), keep=self._saved, autoplay=autoplay)
        self.session.history.branching = branching
        self.forget()

    def forget(self) -> None:
        """A jump: what is shown from now on counts."""
        self.shown = [self.session.position]
        self.undone: list[Position] = []

    def _saved(self, session: Session) -> None:
        change = session.last_change
        if change.played:
            after = session.position
            self.undone = self.undone[:-1] if self.undone[-1:] == [after] else []
            self.shown.append(after)

    def undo(self, actions: int = 1) -> None:
        """Undo shows what was shown, in reverse."""
        for _ in range(min(actions, len(self.shown) - 1)):
            assert not self.session.undo().refusal
            self.undone.append(self.shown.pop())
            assert self.session.position == self.shown[-1]

    def redo(self, actions: int = 1) -> None:
        """Redo shows what was undone; where nothing was undone it goes where it likes."""
        for _ in range(actions):
            if self.session.redo().refusal:
                assert not self.undone
                return
            if self.undone:
                assert self.session.position == self.undone.pop()
            self.shown.append(self.session.position)

    def jump(self, random: Random) -> None:
        session = self.session
        known = [node.key for node in session.history.graph.nodes.values() if node.depth < FAR]
        jumps = (
            lambda: session.goto(random.choice(known)),
            session.switch_path,
            session.view_before,
            session.return_to_bookmark,
            session.swap_bookmark,
        )
        if not random.choice(jumps)().refusal:
            self.forget()


@modes
@games
def test_undo_shows_in_reverse_what_was_shown_going_forward(game: str, branching: bool) -> None:
    random = Random(f"undo {game} {branching}")
    for _ in range(scaled(20)):
        dealt = random_deal(random, solved=random.random() < 0.5, game=game)
        watched = Watched(dealt.rules, branching=branching, autoplay=random.random() < 0.7)
        session, follows = watched.session, swapped(dealt, random)
        if random.random() < 0.5:
            session.add_line(dealt.answer)
            watched.forget()
        for _ in range(60):
            match random.randrange(12):
                case 0 | 1:
                    watched.undo(random.randrange(1, 6))
                case 2:
                    watched.redo(random.randrange(1, 6))
                case 3:
                    watched.undo(len(watched.shown))
                case 4:
                    watched.jump(random)
                case 5:
                    session.bookmark()
                case 6:
                    session.follow_answer()
                    watched.undone = []
                case _:
                    play_any(session, follows, random)
        watched.undo(len(watched.shown))


def play_any(session: Session, follows: Sequence[Move], random: Random) -> None:
    """What an answer does at this place, an action known from here, or any."""
    at, chance = session.history.at, random.random()
    known = [edge.action for edge in session.history.node.out]
    moves = session.rules.moves(session.position)
    if chance < 0.5 and at < len(follows):
        session.play(follows[at])
    elif chance < 0.75 and known:
        session.play(*random.choice(known))
    elif moves:
        session.play(random.choice(moves))


@modes
@each_win
def test_replays_with_neighbouring_moves_swapped_are_undone_as_they_were_made(
    win: int, branching: bool
) -> None:
    rules, deck, moves = EVERY_WIN[win]
    random = Random(f"swapped {win}")
    watched = Watched(begun_late(rules, deck), branching=branching)
    watched.session.add_line(moves)
    for _ in range(scaled(3)):
        watched.undo(len(watched.shown))
        for move in swapped(Dealt(rules, moves), random):
            watched.session.play(move)
            count = random.choice((0, 0, 0, 1, 2, 5))
            watched.undo(count)
            watched.redo(count)


@modes
@each_win
def test_a_game_won_by_hand_runs_through_again_after_restart(
    win: int, branching: bool, program: Program
) -> None:
    rules, deck, moves = EVERY_WIN[win]
    store = program.store
    own = deals.deck_of(2 * win + branching)
    session = store.open(begun_late(rules, deck), own, None, branching=branching)
    keys, shown = list[Move](), [session.position]
    for move in moves:
        if not session.play(move).refusal:
            keys.append(move)
            shown.append(session.position)
    while not session.is_won:  # autoplay made a move before its turn
        keys.append(rules.moves(session.position)[0])
        assert not session.play(keys[-1]).refusal
        shown.append(session.position)
    store.begin_again(session)
    session.to_start()
    assert session.position == shown[0]
    for move, after in zip(keys, shown[1:], strict=True):
        assert not session.play(move).refusal
        assert session.position == after
    assert session.is_won
    store.leave(session)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("data"))


@modes
@each_win
def test_a_known_answer_is_played_by_hand_with_autoplay_to_its_end(
    win: int, branching: bool
) -> None:
    rules, deck, moves = EVERY_WIN[win]
    session = Session(rules, deck)
    session.history.branching = branching
    session.add_line(moves)
    line = [session.history.position_at(place) for place in range(len(session.history.line))]
    actions = [step.action for step in session.history.line[1:]]
    while not session.is_won:
        action = actions[session.history.at]
        assert action is not None
        assert not session.play(*action).refusal
        assert session.position == line[session.history.at]
    assert session.history.best == session.moves


# The cases of issue 53

DECK = deals.parse_deck("wxyzUVWXstuvQRSTopqrMNOPklmnIJKLghijEFGHcdefABCDYZab")


@pytest.fixture
def session() -> Session:
    session = Session(BrainJam(), DECK, autoplay=False)
    session.history.branching = True
    return session


def press(session: Session, keys: str) -> None:
    for key in keys.replace(" ", ""):
        outcome = session.key(key)
        assert outcome is not None and not outcome.refusal


def reserves(session: Session) -> str:
    held = (session.position.piles[pile] for pile in RESERVES)
    return " ".join(cards.name(pile[0]) if pile else "-" for pile in held)


def marks(session: Session) -> dict[str, int | None]:
    """The marked moves, each with its total."""
    return {str(flatten([m.edge.action])[0]): m.total for m in session.history.marks()}


def test_cards_that_are_not_touched_stay_where_they_lie(session: Session) -> None:
    press(session, "a b e e e e e e")
    assert (session.moves, reserves(session)) == (8, "7c 7d - -")
    session.to_start()
    press(session, "b a")
    before = session.position
    assert (session.moves, reserves(session)) == (2, "7d 7c - -")
    press(session, "e")
    assert (session.moves, reserves(session)) == (3, "7d 7c - -")
    session.undo()
    assert session.position == before
    session.undo()
    assert reserves(session) == "7d - - -"
    session.redo(2)
    assert (session.moves, reserves(session)) == (3, "7d 7c - -")
    session.to_end()
    assert (session.moves, reserves(session)) == (8, "7d 7c - -")


def test_moves_are_counted_up_one_by_one_where_a_shorter_way_is_known(session: Session) -> None:
    for keys in ("a e", "b a e", "b a i"):
        session.to_start()
        press(session, keys)
    assert (session.moves, session.history.other_way, session.history.meets) == (3, 1, True)
    press(session, "e")
    assert (session.moves, session.history.other_way, session.history.meets) == (4, 2, False)
    session.undo()
    assert session.moves == 3
    session.switch_path()
    assert (session.moves, session.history.other_way, reserves(session)) == (1, None, "7c - - -")
    session.redo()
    assert session.moves == 2


def test_a_known_answer_keeps_its_worth(session: Session) -> None:
    press(session, "a c b j i")
    session.purge()
    assert (session.is_won, session.moves) == (True, 57)
    session.to_start()
    press(session, "b")
    assert (session.history.best, session.moves) == (53, 1)
    press(session, "a")
    session.undo(2)
    assert marks(session) == {"7d>reserve-1": 53, "7c>reserve-1": 57}
    press(session, "a")
    assert not session.follow_answer().refusal
    assert marks(session) == {"7h>reserve-2": 57}
    session.to_end()
    assert (session.is_won, session.moves, session.history.here) == (True, 57, WON)


def test_autoplay_goes_on_after_a_new_action_even_where_it_is_known(session: Session) -> None:
    press(session, "a b e")
    session.to_start()
    press(session, "b")
    session.autoplay = True
    press(session, "a")
    assert session.is_won


def test_after_a_known_action_autoplay_goes_along_known_ones_only(session: Session) -> None:
    press(session, "a e")
    session.to_start()
    session.autoplay = True
    known = len(session.history)
    press(session, "a")
    assert (session.moves, len(session.history)) == (2, known)
    press(session, "e")
    assert session.is_won


def test_plain_mode_forgets_nothing(tmp_path: Path) -> None:
    rules, deck, moves = next(iter(wins().values()))[0]
    program = Program(tmp_path)
    session = program.store.open(rules, deck, None, autoplay=False)
    for move in moves[:85]:
        session.play(move)
    known = len(session.history)
    program.store.begin_again(session)
    session.to_start()
    other = next(move for move in rules.moves(session.position) if move != moves[0])
    session.play(other)
    assert len(session.history) == known + 1
    program.stop()
    program.start()
    session = program.store.open(rules, deck, None)
    assert (len(session.history), session.moves) == (known + 1, 1)
    program.stop()
