"""Random command scripts: the program's history and storage against the model that was written
apart from it.

A run plays SCRIPTS of COMMANDS each, half on deals with an answer that is held, in all games and in
both modes, compared after every command. Every run plays the same ones; FOURFOLD_SCRIPTS and
FOURFOLD_SEED choose others, FOURFOLD_FULL=1 plays 100,000 of 200.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from history_model import Line, Model, Step
from made_deals import easy_deck

from game.core import deals
from game.core.deals import Deck
from game.core.moves import RESERVE, Action, Move, action_text, parse_action
from game.core.position import Position, Seat, key_hash_of
from game.history import FAR, WON, Bookmark, line
from game.play.session import Outcome, Session, passed_positions
from game.play.sharing_lines import read_shared
from game.record.game_store import GameStore
from game.record.saving import deal_key
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Rules
from game.rules.base import placed_moves
from game.scenes.common.which_cards_are_marked import _pile_left as pile_left
from game.scenes.common.which_cards_are_marked import _redo_key as redo_key
from game.storage import HelpKind, PlayOutcome, Storage, StoredAnswer
from game.system.console import Tracer

FULL = os.environ.get("FOURFOLD_FULL") == "1"
SCRIPTS = int(os.environ.get("FOURFOLD_SCRIPTS", "100000" if FULL else "1000"))
COMMANDS = int(os.environ.get("FOURFOLD_COMMANDS", "200" if FULL else "30"))
SEED = int(os.environ.get("FOURFOLD_SEED", "1"))
BATCHES = 40
ALL = 1_000_000
WINS = (Path(__file__).parents[1] / "golden" / "wins.txt").read_text(encoding="utf-8").splitlines()


@lru_cache(200_000)
def steps_of(rules: Rules, position: Position, move: Move) -> tuple[Position, ...]:
    return rules.steps(position, move)


@lru_cache(20_000)
def moves_of(rules: Rules, position: Position) -> list[Move]:
    return rules.moves(position)


@lru_cache(200_000)
def is_won_at(rules: Rules, position: Position) -> bool:
    return rules.is_won(position)


@lru_cache(200_000)
def key_of(rules: Rules, position: Position) -> int:
    return key_hash_of(rules.key(position))


class BegunLate(Rules):
    """A game of one deal, where some moves were made before: near a win histories are rich in
    answers, in ways that meet and in shorter ones. What the rules find is kept, for the program
    and the model ask for the same.
    """

    plain: Rules
    """The game as it is."""
    start: Position

    def deal(self, deck: Sequence[int]) -> Position:
        return self.start

    def steps(self, position: Position, move: Move) -> tuple[Position, ...]:
        return steps_of(self.plain, position, move)

    def apply(self, position: Position, move: Move) -> Position:
        return steps_of(self.plain, position, move)[-1]

    def moves(self, position: Position) -> list[Move]:
        return moves_of(self.plain, position)

    def is_won(self, position: Position) -> bool:
        return is_won_at(self.plain, position)

    def key(self, position: Position) -> int:
        return key_of(self.plain, position)


class LateBrainJam(BegunLate, BrainJam): ...


class LateLaPeau(BegunLate, LaPeau): ...


class LateGaps(BegunLate, Gaps): ...


class LateKlondike(BegunLate, Klondike): ...


def begun_late(plain: Rules, deck: Deck, opening: Sequence[Move] = ()) -> Rules:
    late: BegunLate = copy(plain)  # type: ignore[assignment]
    kinds = (LateBrainJam, LateLaPeau, LateGaps, LateKlondike)
    late.__class__ = next(kind for kind in kinds if issubclass(kind, type(plain)))
    late.plain, late.start = plain, plain.replay(plain.deal(deck), opening)
    return late


class Dealt(NamedTuple):
    """A deal, and a line that wins it; empty where none is known."""

    rules: Rules
    answer: tuple[Move, ...] = ()


class Win(NamedTuple):
    """A game won that is recorded, its empty places named."""

    rules: Rules
    deck: Deck
    moves: tuple[Move, ...]


@cache
def wins() -> dict[str, list[Win]]:
    """By game and policy."""
    found: dict[str, list[Win]] = {}
    for text in WINS:
        rules, _, deck, moves, _ = read_shared(text)
        named = tuple(placed_moves(rules, rules.deal(deck), moves))
        found.setdefault(f"{rules.name} {rules.policy}", []).append(Win(rules, deck, named))
    return found


@cache
def easy(rules: Rules) -> Win:
    """The deal that wins by itself."""
    deck = easy_deck(rules)
    position, answer = rules.deal(deck), list[Move]()

    def worth(move: Move) -> tuple[int, bool]:
        return rules.score(rules.apply(position, move)), move.card is None

    while not rules.is_won(position):
        answer.append(max(rules.moves(position), key=worth))
        position = rules.apply(position, answer[-1])
    return Win(rules, deck, tuple(answer))


def near_home(rules: Rules, random: Random) -> Deck:
    """A deck that random play may win: all in order but for a few cards that changed places."""
    deck = list(easy(rules).deck)
    for _ in range(random.randrange(1, 7)):
        one, two = random.randrange(52), random.randrange(52)
        deck[one], deck[two] = deck[two], deck[one]
    return tuple(deck)


def random_deal(random: Random, *, solved: bool, game: str = "") -> Dealt:
    rules, deck, moves = random.choice(wins()[game or random.choice([*wins()])])
    chance = random.random()
    if chance < 0.75:
        left = random.randrange(2, 41) if chance < 0.6 else len(moves)
        opening = moves[: max(0, len(moves) - left)]
        return Dealt(begun_late(rules, deck, opening), moves[len(opening) :])
    if solved:
        rules, deck, moves = easy(rules)
        return Dealt(begun_late(rules, deck), moves)
    unsolved = near_home(rules, random) if chance < 0.9 else deals.deck_of(random.randrange(10**6))
    return Dealt(begun_late(rules, unsolved))


def swapped(dealt: Dealt, random: Random) -> tuple[Move, ...]:
    """The answer of a deal with neighbouring moves swapped."""
    moves = list(dealt.answer)
    for n in range(1, len(moves)):
        if random.random() < 0.25:
            moves[n - 1 : n + 1] = moves[n], moves[n - 1]
    return tuple(moves)


def with_detours(dealt: Dealt, random: Random) -> tuple[Move, ...]:
    """The answer of a deal as older programs write some: with moves that change nothing, and with
    moves there and back.
    """
    rules, position, moves = dealt.rules, dealt.rules.deal(()), list[Move]()
    for move in dealt.answer:
        chance = random.random()
        if chance < 0.1:
            there = random.choice(rules.moves(position))
            after = rules.apply(position, there)
            back = [m for m in rules.moves(after) if rules.apply(after, m) == position]
            if rules.is_won(after):  # An answer ends at its win.
                back = []
            moves += [there, back[0]] if back else []
        moves.append(move)
        position = rules.apply(position, move)
        if chance > 0.8 and isinstance(rules, BrainJam) and move.place:
            places = position.piles[4:8] if move.onto == RESERVE else position.piles[8:]
            free = [number for number, held in enumerate(places, 1) if not held]
            if free:
                moves.append(move._replace(place=random.choice(free)))
                position = rules.apply(position, moves[-1])
    return tuple(placed_moves(rules, dealt.rules.deal(()), moves))


Command = tuple[Callable[[Session], Outcome], Callable[[Model], bool]]
TRAVEL: dict[str, Command] = {
    "undo": (lambda s: s.undo(), lambda m: m.undo(1)),
    "redo": (lambda s: s.redo(), lambda m: m.redo(1)),
    "undo ten": (lambda s: s.undo(10), lambda m: m.undo(10)),
    "redo ten": (lambda s: s.redo(10), lambda m: m.redo(10)),
    "start": (lambda s: s.to_start(), lambda m: m.undo(ALL)),
    "end": (lambda s: s.to_end(), lambda m: m.redo(ALL)),
    "up": (lambda s: s.to_branch_before(), lambda m: m.up()),
    "down": (lambda s: s.to_branch_ahead(), lambda m: m.redo(ALL, to_fork=True)),
    "=": (lambda s: s.switch_path(), lambda m: m.switch()),
    "-": (lambda s: s.view_before(), lambda m: m.view_before()),
    "!": (lambda s: s.follow_answer(), lambda m: m.follow_answer()),
    "bookmark": (lambda s: s.bookmark(), lambda m: m.push()),
    "return": (lambda s: s.return_to_bookmark(), lambda m: m.pull()),
    "swap": (lambda s: s.swap_bookmark(), lambda m: m.swap()),
    "drop": (lambda s: s.drop_bookmark(), lambda m: m.drop()),
    "forget": (lambda s: s.forget(), lambda m: m.forget()),
}
OFTEN = ("undo", "undo", "redo", "undo ten", "up", "=", "bookmark", "start")


class Program:
    """The program on a folder of its own, which it saves to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.start()

    def start(self) -> None:
        self.store = GameStore(Storage(self._folder), Tracer(), pytest.fail)

    def stop(self) -> None:
        self.store.close()


class Pair:
    """The program and the model, given the same commands."""

    def __init__(self, program: Program, random: Random, dealt: Dealt, number: int) -> None:
        """Of every four numbers two have an answer that is held, two are in branching mode."""
        self.random, self.dealt, self.program = random, dealt, program
        self.deck = deals.deck_of(number)
        """Under which the deal is saved: each script has its own."""
        self.modes = {"branching": number // 2 % 2 == 0, "autoplay": random.random() < 0.7}
        self.model = Model(dealt.rules, self.deck, **self.modes)
        if number % 2 == 0:
            self._hold_answer()
        self.follows = swapped(dealt, random)
        self.recent: list[Move] = []
        self.done: list[str] = []
        self.session = self._opened()

    def _hold_answer(self) -> None:
        answer, how = self.dealt.answer, HelpKind.ALONE
        if self.random.random() < 0.4:
            answer, how = with_detours(self.dealt, self.random), HelpKind.IMPORTED
        actions = [(move,) for move in answer]
        moves = sum(step.cost for step in self.model.hold(actions).steps)
        stored = StoredAnswer(moves, " ".join(map(action_text, actions)), how=how)
        key = deal_key(self.dealt.rules, self.deck)
        self.program.store.storage.answers.offer([(key, stored)])

    def _opened(self) -> Session:
        return self.program.store.open(self.dealt.rules, self.deck, None, **self.modes)

    def reopen(self) -> None:
        """Leave the deal, now and then the program, and open it again."""
        self.leave()
        if self.random.random() < 0.1:
            self.program.stop()
            self.program.start()
        self.session = self._opened()
        self.model.reopen(solved=self._is_solved())

    def leave(self) -> None:
        self.program.store.leave(self.session)

    def _is_solved(self) -> bool:
        """Whether the deal was left at a win, or by who looked back at a win that counted."""
        if self.model.here == WON:
            return True
        if self.model.line.names[-1] != WON or self.program.store.clock_runs:
            return False
        key = deal_key(self.dealt.rules, self.deck)
        plays = self.program.store.storage.plays.of(key)
        wins = [play.moves for play in plays if play.outcome is PlayOutcome.WON]
        return self.model.length_without_circles(whole=True) in wins

    def step(self) -> None:
        """A random command, given to both."""
        random, model, chance = self.random, self.model, self.random.random()
        if model.other_way is not None and chance < 0.06:
            self.command("=")
        elif self.done[-1:] == ["bookmark"] and chance < 0.2:
            self.command("forget")
        elif chance < 0.2 and self._in_another_place():
            pass
        elif chance < 0.58:
            self._move()
        elif chance < 0.61:
            self._purge()
        elif chance < 0.64:
            self.done.append("reopen")
            self.reopen()
        elif chance < 0.68:
            name = random.choice([*model.depth])
            before = [n for n in model.out if name in model.out[n] and n in model.depth]
            source = random.choice(before) if name == WON else None
            self.done.append(f"goto {name} {source}")
            self._both(self.session.goto(name, source), model.goto(name, source))
        elif chance < 0.7:
            self._rarely()
        else:
            self.command(random.choice(OFTEN if chance < 0.84 else list(TRAVEL)))

    def _rarely(self) -> None:
        """What is seldom done: restart, a paste, clearing the history."""
        store, session, model = self.program.store, self.session, self.model
        chance = self.random.random()
        if chance < 0.4:
            self.done.append("restart")
            store.begin_again(session)
            self._both(session.to_start(), model.undo(ALL))
        elif chance < 0.7:
            moves = self.dealt.answer[: self.random.randrange(1, 60)]
            self.done.append(f"paste {len(moves)}")
            store.add_line(session, moves)
            model.paste([(move,) for move in moves])
        else:
            self.done.append("clear")
            store.clear(self.dealt.rules, self.deck)
            answers, key = store.storage.answers, deal_key(self.dealt.rules, self.deck)
            stored = (answers.best_alone(key), answers.best(key))
            model.clear([map(parse_action, one.actions.split()) for one in stored if one])

    def command(self, name: str) -> None:
        self.done.append(name)
        mine, theirs = TRAVEL[name]
        self._both(mine(self.session), theirs(self.model))

    def play(self, *moves: Move) -> None:
        self.done.append(action_text(moves))
        self.recent = [*self.recent[-5:], *moves]
        self._both(self.session.play(*moves), self.model.play(moves))

    def _both(self, mine: Outcome, theirs: bool) -> None:
        assert (mine.refusal is None) is theirs, "refused"

    def _move(self) -> None:
        """An action by hand: by a letter or a click where that makes it, else as it is."""
        random, rules, position = self.random, self.dealt.rules, self.model.position
        if rules.one_click and random.random() < 0.3:
            self._click(random.randrange(len(rules.piles)), second=random.random() < 0.4)
            return
        moves = self._chosen()
        if not moves:
            return
        move, *more = moves
        if move.place and not rules.places_matter and random.random() < 0.3:
            move = move._replace(place=random.randrange(9))
        piles = [n for n, held in enumerate(position.piles) if move.card in held[-1:]]
        if rules.one_click and piles and random.random() < 0.7:
            onto = [choice.onto for choice in choices(rules, position, piles[0])]
            self._click(piles[0], second=onto[1:2] == [move.onto])
        else:
            self.play(move, *more)

    def _in_another_place(self) -> bool:
        """What redo would make, to another empty place; False where that cannot be."""
        undone, rules = self.model.undone, self.dealt.rules
        if len(undone) < 2 or rules.places_matter or not undone[0].action[0].place:
            return False
        place = self.random.randrange(1, 9)
        self.play(undone[0].action[0]._replace(place=place), *undone[0].action[1:])
        return True

    def _chosen(self) -> Action:
        """An action that may be legal: what the answer does, what was done before, or any."""
        random, place, model = self.random, self.model.line.place, self.model
        known = [edge.action for edge in model.out[model.here].values()]
        moves = self.dealt.rules.moves(model.position)
        chance = random.random()
        if chance < 0.4 and place < len(self.follows):
            return (self.follows[place],)
        if chance < 0.55 and self.recent:
            return (random.choice(self.recent),)
        if chance < 0.6 and model.undone:
            return model.undone[0].action
        if chance < 0.75 and known:
            return random.choice(known)
        return (random.choice(moves),) if moves else ()

    def _click(self, pile: int, *, second: bool) -> None:
        """A letter or a click, with Shift for the second choice."""
        rules, position = self.dealt.rules, self.model.position
        seat = Seat(pile, max(0, len(position.piles[pile]) - 1))
        letter = rules.letters(position)[pile].strip()
        found = choices(rules, position, pile)
        move = found[second : second + 1]
        self.done.append(f"{'shift+' * second}{letter or seat}")
        outcome = (
            self.session.key(letter, second=second)
            if letter
            else self.session.click(seat, second=second)
        )
        assert outcome is not None
        self._both(outcome, bool(move) and self.model.play(move))
        self.recent = [*self.recent[-5:], *move]

    def _purge(self) -> None:
        self.done.append("purge")
        rules, model = self.dealt.rules, self.model
        moves, outcome = rules.purge(model.position), self.session.purge()
        if rules.one_click:
            self._both(outcome, bool(moves) and model.play(moves[:1], moves[1:]))
        else:
            self._both(outcome, bool(moves) and model.play(moves))

    # Comparing

    def compare(self) -> None:
        """All that can be seen."""
        session, model, history = self.session, self.model, self.session.history
        assert session.position == model.position, "cards"
        assert session.moves == model.moves, "moves"
        behind = [history.position_at(place) for place in range(history.at + 1)]
        assert behind == [step.position for step in model.made], "undo"
        assert ahead_of(session, 12) == model.redo_line(12), "redo"
        marks = {mark.edge.target.key: mark.total for mark in history.marks()}
        assert marks == model.marks(), "marks"
        assert history.best == model.best, "best"
        to_go = history.node.to_go
        assert (None if to_go == FAR else session.moves + to_go) == model.total, "total"
        assert history.moves_without_circles() == model.length_without_circles(), "circles"
        self._compare_keys()
        assert history.other_way == model.other_way, "other way"
        assert history.meets is model.ways_meet, "ways meet"
        assert [seen(mark) for mark in history.bookmarks] == [
            (actions_of(mark), mark.place, mark.steps[mark.place].name) for mark in model.bookmarks
        ], "bookmarks"

    def _compare_keys(self) -> None:
        """A mark with a letter stands at a pile whose key walks that very edge."""
        rules, model = self.dealt.rules, self.model
        if not rules.one_click:
            return
        for mark in self.session.history.marks():
            pile = pile_left(self.session, mark.edge.action[0])
            assert pile is not None
            text, second = redo_key(self.session, mark.edge, pile)
            if text.lower() == rules.letters(model.position)[pile].lower():
                move = rules.choices(model.position, pile)[second]
                assert model.step(model.position, (move,)).name == mark.edge.target.key, "key"

    def everything(self) -> None:
        """Every edge that is in one is in the other, walked in the same order."""
        mine = {edge.ends: (edge.action, edge.cost) for edge in self.session.history.graph.edges()}
        theirs = {
            (source, target): (edge.action, edge.length[1])
            for source, leaving in self.model.out.items()
            for target, edge in leaving.items()
        }
        assert mine == theirs, "edges"
        rows = self.session.history.graph.rows()
        first = sorted((row.first, row[:2]) for row in rows if row.first)
        last = sorted((row.walked, row[:2]) for row in rows if row.walked)
        edges = [
            (edge, (source, target))
            for source, leaving in self.model.out.items()
            for target, edge in leaving.items()
            if edge.walked
        ]
        assert [ends for _, ends in first] == [
            ends for _, ends in sorted((edge.first, ends) for edge, ends in edges)
        ], "first walked"
        assert [ends for _, ends in last] == [
            ends for _, ends in sorted((edge.walked, ends) for edge, ends in edges)
        ], "walked last"
        assert ahead_of(self.session, ALL) == self.model.redo_line(ALL), "redo"
        self.command("bookmark")  # saves
        self._compare_answers()

    def _compare_answers(self) -> None:
        """The best answer that is stored is the best that is known, and wins."""
        rules, store = self.dealt.rules, self.program.store
        stored = store.storage.answers.best(deal_key(rules, self.deck))
        assert (stored is None) is (self.model.best is None), "stored answer"
        if stored is None:
            return
        position, moves = rules.deal(self.deck), 0
        for action in map(parse_action, stored.actions.split()):
            step = self.model.step(position, action)
            changes = step.name != self.model.name(position)
            position, moves = step.position, moves + step.cost * changes
        assert rules.is_won(position) and moves == stored.moves, "stored answer"
        assert stored.moves == self.model.best == store.best, "best answer"


def choices(rules: Rules, position: Position, pile: int) -> list[Move]:
    """What a click on the end of a pile can do in a one-click game."""
    try:
        return rules.choices(position, pile)
    except IllegalMove:
        return []


def ahead_of(session: Session, actions: int) -> tuple[Step, ...]:
    """What redo will make."""
    position, found = session.position, list[Step]()
    for step in session.history.redo_line(actions)[:actions]:
        assert step.action is not None
        position = passed_positions(session.rules, position, step.action)[-1]
        found.append(Step(step.action, step.cost, position, step.key))
    return tuple(found)


def seen(mark: Bookmark[Position, Action]) -> tuple[list[Action | None], int, int]:
    return [step.action for step in mark.line[1:]], mark.place, mark.step.key


def actions_of(line: Line) -> list[Action]:
    return [step.action for step in line.steps[1:]]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.stop()


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_history_is_what_an_independent_model_makes_of_it(batch: int, program: Program) -> None:
    for number in range(batch, SCRIPTS, BATCHES):
        play_script(program, number)


@pytest.mark.parametrize("batch", range(4))
def test_positions_that_are_not_kept_in_memory_are_replayed(
    batch: int, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "_KEPT", 6)
    monkeypatch.setattr(line, "_KEYFRAME", 4)
    for number in range(batch, 80, 4):
        play_script(program, number, seed=SEED + 1000)


def play_script(program: Program, number: int, seed: int = SEED, commands: int = COMMANDS) -> None:
    """Play a script with both, and compare them after each of its commands."""
    random = Random(f"{seed} {number}")
    pair = Pair(program, random, random_deal(random, solved=number % 2 == 0), number)
    try:
        for _ in range(commands):
            pair.step()
            pair.compare()
        pair.everything()
    except Exception as error:
        told = ", ".join(pair.done)
        raise AssertionError(f"seed {seed}, script {number}: {told}\n{error!r}") from error
    finally:
        pair.leave()
