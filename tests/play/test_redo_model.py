"""Random command scripts: the program's history against the model that was written apart from it.

A run plays SCRIPTS of them, each of 200 commands, half on deals whose answer is known. Every run
plays the same ones; FOURFOLD_SCRIPTS and FOURFOLD_SEED choose others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random

import pytest
from made_deals import easy_deck
from redo_model import PLACES, Model, Node, Told, alike, moved, name_of, place_of, way

from game.core import cards, deals
from game.core.cards import Card
from game.core.deals import Deck
from game.core.moves import Action, Move
from game.core.position import Position, Seat
from game.history import ROOT
from game.history import Node as HistoryNode
from game.play.session import DealHistory, Session, flatten
from game.record.history_restoring import restored, united
from game.rules import BrainJam
from game.rules.brainjam import PLACES as PILES
from game.scenes.common.which_cards_are_marked import _redo_key
from game.solver.answer import Goal
from game.solver.registry import solve
from game.storage import DealKey, Saved

SCRIPTS = int(os.environ.get("FOURFOLD_SCRIPTS", "2000"))
COMMANDS = 200
BATCHES = 16
SEED = int(os.environ.get("FOURFOLD_SEED", "1"))
RULES = BrainJam()
NUMBERS = (*(n for n in range(1, 31) if n not in {10, 14, 22, 23, 26, 28}), 77, 617)
"""Deals that the solver finds an answer of at once."""

Commands = dict[str, tuple[Callable[[Session], object], Callable[[Model], object]]]

TRAVEL: Commands = {
    "undo": (lambda s: s.undo(), lambda m: m.undo(1)),
    "redo": (lambda s: s.redo(), lambda m: m.redo(1)),
    "undo ten": (lambda s: s.undo(10), lambda m: m.undo(10)),
    "redo ten": (lambda s: s.redo(10), lambda m: m.redo(10)),
    "start": (lambda s: s.to_start(), lambda m: m.undo(9999)),
    "end": (lambda s: s.to_end(), lambda m: m.redo(9999)),
    "up": (lambda s: s.to_branch_before(), lambda m: m.up()),
    "down": (lambda s: s.to_branch_ahead(), lambda m: m.down()),
    "=": (lambda s: s.switch_path(), lambda m: m.switch()),
    "-": (lambda s: s.view_before(), lambda m: m.back()),
    "!": (lambda s: s.follow_answer(), lambda m: m.follow()),
    "bookmark": (lambda s: s.bookmark(), lambda m: m.push()),
    "return": (lambda s: s.return_to_bookmark(), lambda m: m.pull()),
    "swap": (lambda s: s.swap_bookmark(), lambda m: m.swap()),
    "drop": (lambda s: s.drop_bookmark(), lambda m: m.marks and m.marks.pop()),
    "forget": (lambda s: s.forget(), lambda m: m.forget()),
}
OFTEN = ("undo", "redo", "undo ten", "up", "=", "bookmark")


@cache
def answer_of(number: int) -> tuple[Move, ...]:
    """A winning line of a deal, from the solver, its empty places named."""
    deck = deals.deck_of(number)
    found = solve(RULES, RULES.deal(deck), Goal.FIRST, time_limit=60)
    session = Session(RULES, deck, autoplay=False)
    for move in found.moves:
        assert not session.play(move).refusal
    assert session.is_won
    return flatten(session.tree.line())


def near_home(random: Random) -> Deck:
    """A deal that random play wins: all in order but for a few cards that changed places."""
    deck = list(easy_deck(RULES))
    for _ in range(random.randrange(1, 7)):
        one, two = random.randrange(52), random.randrange(52)
        deck[one], deck[two] = deck[two], deck[one]
    return tuple(deck)


class BegunLate(BrainJam):
    """Brain Jam where some moves of each deal were made before: near a win histories are rich in
    answers, in twins and in shorter ways.
    """

    def __init__(self, opening: tuple[Move, ...]) -> None:
        self.opening = opening

    def deal(self, deck: Sequence[Card]) -> Position:
        position = super().deal(deck)
        for move in self.opening:
            position = self.apply(position, move)
        return position


class Pair:
    """A session and the model, given the same commands."""

    def __init__(self, random: Random, *, branching: bool, autoplay: bool, solved: bool) -> None:
        number = random.choice(NUMBERS)
        self.deck: Deck = deals.deck_of(number)
        self.rules: BrainJam = RULES
        answer = answer_of(number)
        kind = random.random()
        if kind < 0.65:
            left = random.randrange(2, 61)
            self.rules, answer = BegunLate(answer[:-left]), answer[-left:]
        elif kind < 0.85 and not solved:
            self.deck = near_home(random)
        self.session = Session(self.rules, self.deck, autoplay=autoplay)
        self.session.tree.branching = branching
        names = [cards.name(card) for card in self.deck]
        opening = [_told(move) for move in answer_of(number)[: -len(answer)]]
        self.model = Model(names, opening, branching=branching, autoplay=autoplay)
        self.random = random
        self.line: list[Told] = []
        if solved:
            self.line = [_told(move) for move in answer]
            self.session.tree.hold_answer((move,) for move in answer)
            self.model.hold(self.line)
        self.done: list[str] = []

    def step(self) -> None:
        chance = self.random.random()
        if chance < 0.62:
            self._move()
        else:
            command = self.random.choice(OFTEN if chance < 0.8 else list(TRAVEL))
            self.done.append(command)
            mine, theirs = TRAVEL[command]
            mine(self.session)
            theirs(self.model)

    def _move(self) -> None:
        """A letter or Shift with it: now and then what the answer does."""
        position = self.session.position
        ends = [
            (pile, cards.name(position.piles[pile][-1])) for pile in PILES if position.piles[pile]
        ]
        if not ends:
            return
        pile, card = self.random.choice(ends)
        second = self.random.random() < 0.3
        ahead = self.model.ahead(self.model.here)
        depth = len(way(self.model.here)) - 1
        if self.random.random() < 0.5 and depth < len(self.line):
            wanted = self.line[depth][0]
            pile, card = next(((p, c) for p, c in ends if c == wanted), (pile, card))
        elif ahead and self.random.random() < 0.3:
            known = self.random.choice(ahead).card
            pile, card = next((p, c) for p, c in ends if c == known)
        self.done.append(f"{'shift+' * second}{card}")
        choices = self.model.choices(card)
        self.session.click(Seat(pile, len(position.piles[pile]) - 1), second=second)
        if len(choices) > second:
            self.model.play(card, *choices[second])

    def compare(self) -> None:
        """Moves, cards, what can be redone with its totals, best, other path, bookmarks."""
        session, model, tree = self.session, self.model, self.session.tree
        assert tree.moves == model.here.depth, "moves"
        table = model.table(model.here)
        piles = session.position.piles
        for pile, place in zip(PILES, PLACES, strict=True):
            assert _names(piles[pile]) == table[place], place
        marks = [(_told(n.action[0])[0], tree.total(n)) for n in tree.ahead() if n.action]
        assert marks == model.shown(), "marks"
        self._compare_keys()
        assert tree.best == model.best(), "best"
        assert [n.depth for n in tree.best_answer_nodes()[-1:]] == [
            n.depth for n in [model.answer] if n is not None
        ], "answer"
        other, known = tree.better(), model.other()
        assert (other is None) is (known is None), "other path"
        assert other is None or known is None or self.same_way(other, known), "other path"
        assert other is None or other.answer == _answer(model, known), "other path's answer"
        assert len(tree.bookmarks) == len(model.marks), "bookmarks"
        for id, mark in zip(tree.bookmarks, model.marks, strict=True):
            assert self.same_way(tree.node(id), mark), "bookmarks"
        assert len(tree) == len(model.nodes), "positions"

    def _compare_keys(self) -> None:
        """A mark names a key that, by the model, goes down the very branch it stands for."""
        session, model = self.session, self.model
        for node, known in zip(session.tree.ahead(), model.ahead(model.here), strict=True):
            place = place_of(model.table(model.here), known.card)
            pile = PILES[PLACES.index(place)]
            text, second = _redo_key(session, node, pile)
            if text in (place, place.upper()):
                chosen = model.choices(known.card)[second]
                assert alike(model.after(model.here, known.card, *chosen), known), "key"

    def same_way(self, mine: HistoryNode[Action], theirs: Node) -> bool:
        """Whether two nodes are reached by the same actions, in the same places."""
        at: HistoryNode[Action] | None = mine
        node: Node | None = theirs
        while at is not None and node is not None and at.action is not None:
            if _told(at.action[0]) != (node.card, node.onto, node.place):
                return False
            at, node = at.parent, node.above
        return at is not None and node is not None and at.action is None and node.above is None

    def named(self, id: int) -> list[Told]:
        return [_told(action[0]) for action in self.session.tree.line(id)]

    def everything(self) -> None:
        """Every way that is in one is in the other."""
        tree = self.session.tree
        mine = sorted(self.named(node.id) for node in tree.walk())
        assert mine == sorted(names_of(node) for node in self.model.nodes)
        self._model_holds()

    def _model_holds(self) -> None:
        """What the model keeps is what it is said to be."""
        model, twins = self.model, dict[object, list[Node]]()
        to_go = model.answers()
        assert model.table(model.root) == model.dealt
        for node in model.nodes:
            ways = [1 + to_go[child] for child in model.ahead(node) if child in to_go]
            assert to_go.get(node) == (0 if node.won else min(ways, default=None))
            if node.above is not None:
                table = moved(model.table(node.above), node.card, node.onto, node.place)
                assert (table, name_of(table)) == (model.table(node), (node.same, node.won))
            if not node.won:
                twins.setdefault(node.same, []).append(node)
        assert {name: set(group) for name, group in twins.items()} == {
            name: set(group) for name, group in model.groups.items() if group
        }
        for name, group in twins.items():
            assert model.leads[name] is min(group, key=lambda node: (node.depth, node.id))


@cache
def _told(move: Move) -> Told:
    assert move.card is not None
    text = str(move).split(">")[1]
    if text.startswith("empty"):
        return cards.name(move.card), "empty", PLACES[move.place - 1]
    if text.startswith("reserve"):
        return cards.name(move.card), "reserve", PLACES[7 + move.place]
    return cards.name(move.card), text, ""


@lru_cache(100_000)
def _names(pile: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(cards.name(card) for card in pile)


def names_of(node: Node) -> list[Told]:
    return [(step.card, step.onto, step.place) for step in way(node)[1:]]


def _answer(model: Model, node: Node | None) -> int | None:
    to_go = model.answers()
    return node.depth + to_go[node] if node in to_go else None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_history_is_what_an_independent_model_makes_of_it(batch: int) -> None:
    for number in range(batch, SCRIPTS, BATCHES):
        play_script(number)


@pytest.mark.parametrize("seed, number", [(15, 101329)])
def test_a_script_that_once_told_them_apart(seed: int, number: int) -> None:
    """15, 101329: a position of a moved branch led, lost and led again within one action."""
    play_script(number, seed)


def play_script(number: int, seed: int = SEED) -> None:
    """Play a script with both, and compare them after each of its commands."""
    random = Random(f"{seed} {number}")
    branching, autoplay = number // 2 % 2 == 0, random.random() < 0.7
    pair = Pair(random, branching=branching, autoplay=autoplay, solved=number % 2 == 0)
    for _ in range(COMMANDS):
        pair.step()
        try:
            pair.compare()
        except AssertionError as error:
            told = " ".join(pair.done)
            raise AssertionError(f"seed {seed}, script {number}: {told}\n{error}") from error
    pair.everything()


def reopened(rules: BrainJam, tree: DealHistory, deck: Deck) -> DealHistory:
    """A tree as it is when its rows are saved and read again."""
    saved = Saved(DealKey("brainjam", "", ""), rows=tuple(tree.rows()), here=tree.here,
                  bookmarks=tree.bookmarks)  # fmt: skip
    again = restored(rules, deck, saved)
    assert again.problem is None and not again.rewritten
    again.tree.branching = tree.branching
    return again.tree


@pytest.mark.parametrize("seed, number", [*((SEED, number) for number in range(12)), (2704, 10)])
def test_a_tree_saved_and_opened_again_goes_on_as_the_model_does(seed: int, number: int) -> None:
    """2704, 10: of two equally long ways the older hands over what was tried, here as before."""
    random = Random(f"reopened {seed} {number}")
    pair = Pair(random, branching=number % 2 == 0, autoplay=True, solved=number % 4 < 2)
    for _ in range(10):
        for _ in range(15):
            pair.step()
        pair.session.tree = reopened(pair.rules, pair.session.tree, pair.deck)
        # What is not saved: where one was before, and which of equal answers came first.
        pair.model.before, pair.model.answer = None, None
        pair.model.look_for_answer()
        pair.compare()


@pytest.mark.parametrize("number", range(24))
def test_two_windows_put_their_trees_together_as_one_player_would_have_grown_it(
    number: int,
) -> None:
    """Each action from each way stands in it once, whichever empty place was chosen."""
    random = Random(f"united {SEED} {number}")
    pairs = []
    start = random.getstate()
    for _ in range(2):
        random.setstate(start)
        pairs.append(Pair(random, branching=True, autoplay=True, solved=number % 2 == 0))
    for pair in pairs:
        pair.random = Random(random.random())
        for _ in range(40):
            pair.step()
    ours, theirs = pairs[0].session.tree, pairs[1].session.tree
    saved = Saved(DealKey("brainjam", "", ""), rows=tuple(theirs.rows()), here=theirs.here)
    tree, union = united(pairs[0].rules, pairs[0].deck, saved, ours)
    assert not union.whole
    mine = {tuple(map(_plain, pairs[0].named(node.id))) for node in ours.walk()}
    other = {tuple(map(_plain, pairs[1].named(node.id))) for node in theirs.walk()}
    both = [
        tuple(_plain(_told(action[0])) for action in tree.line(node.id)) for node in tree.walk()
    ]
    assert len(both) == len(set(both)), "an action stands there twice"
    assert set(both) == mine | other
    assert tree.moves == ours.moves and ROOT in tree


def _plain(told: Told) -> tuple[str, str]:
    """An action without the empty place that was chosen."""
    return told[0], told[1]
