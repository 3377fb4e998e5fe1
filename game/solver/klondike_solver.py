"""Klondike's solver, which knows all cards: verdict, first win, short wins.

Four kinds of searches follow each other. Best-first searches find most wins, and short ones. A
search of the game with unlimited turn-overs is small and proves most losses, because a position
that cannot be won in that game is lost. A depth-first search decides the rest. Then, if a short
answer is wanted, best-first searches that give the moves made more and more weight look for shorter
wins. If the shortest is wanted, searches with a lower bound follow, until they end or the memory is
full.

A win of the search leaves out the cards that are moved aside, so it is as short as what it stands
for, or shorter. That no win is shorter is proved where the last searches end and have found none
that could be, not even so.
A winning line of the search becomes moves of the game by `played_line`.
"""

from __future__ import annotations

from typing import Final

from game.core.moves import DONE, EMPTY, PULL, TURN, Move
from game.core.position import Position
from game.rules import Rules
from game.rules.klondike import COLUMNS, FOUNDATIONS, PULL_PILE, RESERVE_PILE
from game.solver.answer import Goal, Search
from game.solver.klondike_search import BestFirst, DepthFirst
from game.solver.klondike_state import HOME, IS_RED, PULL_DOWN, PULL_HOME, KlondikeTable
from game.solver.search_structures import HIGHEST, SearchStage, StagedSearch
from game.solver.vectors import i64


def played_line(position: Position, line: list[int], ways: int = 1) -> list[Move]:
    """A winning line of the search as moves of the game.

    A card may have two cards to go onto, and the choice decides how many cards must be moved aside
    later. `ways` is how many ways to play are compared, at most.
    """
    columns = [list(position.piles[index]) for index in COLUMNS]
    home = [len(position.piles[index]) for index in FOUNDATIONS]
    reserve, pulled = list(position.piles[RESERVE_PILE]), list(position.piles[PULL_PILE])
    replays = [LineReplay(columns, home, reserve, pulled, [])]
    for move in line:
        after = [way for replay in replays for way in replay.played(move)[:ways]]
        after.sort(key=_length)
        kept: dict[frozenset[tuple[int, ...]], LineReplay] = {}
        for replay in after:
            kept.setdefault(frozenset(map(tuple, replay.columns)), replay)
        replays = list(kept.values())[:ways]
    for replay in replays:
        replay.finish()
    return min(replays, key=_length).moves


class LineReplay:
    """Plays a line of the search with real cards: finds where each card lies and may go."""

    def __init__(
        self,
        columns: list[list[int]],
        home: list[int],
        reserve: list[int],
        pulled: list[int],
        moves: list[Move],
    ) -> None:
        self.columns = columns
        self.home = home
        self.reserve = reserve
        self.pulled = pulled
        self.moves = moves

    def copy(self) -> LineReplay:
        """Another replay at the same place."""
        columns = [column.copy() for column in self.columns]
        home, reserve, pulled = self.home.copy(), self.reserve.copy(), self.pulled.copy()
        return LineReplay(columns, home, reserve, pulled, self.moves.copy())

    def played(self, move: int) -> list[LineReplay]:
        """The replays after a move of the search, and before it the moves that it needs: one for
        each choice of where cards go. They may change this one.
        """
        kind, card = move >> 6, move & 63
        if kind in (PULL_HOME, PULL_DOWN):
            self._pull(card)
        begun = self._bared(card) if kind == HOME else [self]
        if kind in (HOME, PULL_HOME):
            for replay in begun:
                replay._send(card)
            return begun
        return [way for replay in begun for way in replay._put(card)]

    def finish(self) -> None:
        """Send home what is left, once every card can go."""
        while ends := [column[-1] for column in self.columns if column]:
            self._send(min(ends))

    def _pull(self, card: int) -> None:
        """Pull, and turn over, until a card is the top of the pull stack."""
        while not self.pulled or self.pulled[-1] != card:
            if not self.reserve:
                self.reserve = self.pulled[::-1]
                self.pulled = []
                self.moves.append(Move(None, TURN))
            self.pulled.append(self.reserve.pop())
            self.moves.append(Move(None, PULL))

    def _bared(self, card: int) -> list[LineReplay]:
        """The replays after what lies on a card has moved away."""
        for column in self.columns:
            if card in column and column[-1] != card:
                return self._put(column[column.index(card) + 1])
        return [self]

    def _send(self, card: int) -> None:
        """An end card, or the pull stack's top, goes home."""
        self._lift(card)
        self.home[card & 3] += 1
        self.moves.append(Move(card, DONE))

    def _put(self, card: int) -> list[LineReplay]:
        """The replays after a card with all that lies on it has gone onto a card that takes it, or
        a king to an empty column: one for each such card. The first of them is this one.
        """
        targets = [n for n, column in enumerate(self.columns) if _takes(column, card)]
        if not self.columns[targets[0]]:
            del targets[1:]
        ways = [self, *[self.copy() for _ in targets[1:]]]
        for way, number in zip(ways, targets, strict=True):
            target = way.columns[number]
            way.moves.append(Move(card, target[-1] if target else EMPTY))
            target += way._lift(card)
        return ways

    def _lift(self, card: int) -> list[int]:
        """Take up a card and all that lies on it."""
        for pile in (*self.columns, self.pulled):
            if card in pile:
                at = pile.index(card)
                lifted = pile[at:]
                del pile[at:]
                return lifted
        self.home[card & 3] -= 1
        return [card]


def _takes(column: list[int], card: int) -> bool:
    """True if a card may be laid on a column."""
    if not column:
        return card >= 48
    onto = column[-1]
    return onto >> 2 == (card >> 2) + 1 and IS_RED[onto] != IS_RED[card]


def _length(replay: LineReplay) -> int:
    return len(replay.moves)


# The first best-first searches: the weights of the moves made and of the moves ahead, and how many
# states each search may expand.
_BROAD: Final = ((1, 2, 3500), (1, 6, 1000), (2, 3, 3500))
# How many of them run before the search with unlimited turn-overs, and the states of that search.
_ENDLESS_AFTER: Final = 2
_ENDLESS_STATES: Final = 25_000

# The states for which the search that found the first win goes on, and the searches for shorter
# wins, as in _BROAD.
_SHORT_STATES: Final = 40_000
_SHORTER: Final = ((2, 3, 40_000), (1, 1, 40_000))
# The searches for the shortest win, the first two without and the others with a lower bound.
_SHORTEST: Final = ((2, 3), (1, 1), (2, 3), (1, 1))
_BOUNDED_FROM: Final = 2
# How many ways to play a win are compared where the shortest is wanted.
_WAYS: Final = 100

_ANY_LENGTH: Final = 10_000


class KlondikeSearch(StagedSearch):
    """Runs its searches until one of them decides, then those for shorter wins."""

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        super().__init__(rules, position, goal, memory_limit)
        self.moves: list[Move] | None = None
        """The shortest win found."""
        self.broadened: i64 = 0
        self.shortened: i64 = 0
        """How many searches of _BROAD (`broadened`), and of _SHORTER or, if the shortest win is
        wanted, of _SHORTEST (`shortened`) have begun.
        """
        self.tried_endless = False
        self._seek()

    def _seek(self) -> None:
        """Begin the next search while no win is known."""
        if self.broadened >= _ENDLESS_AFTER and not self.tried_endless:
            self.tried_endless = True
            self._begin_deep(_ENDLESS_STATES, endless=True)
        elif self.broadened < len(_BROAD):
            made, ahead, states = _BROAD[self.broadened]
            self.broadened += 1
            self._begin_broad(made, ahead, states)
        else:
            self._begin_deep(-1, endless=False)

    def _begin_broad(self, made: int, ahead: int, states: int, *, strict: bool = False) -> None:
        """Begin a best-first search for wins shorter than any known one, of `states` states or, if
        that is negative, without limit; `strict`: with a lower bound.
        """
        cap = _ANY_LENGTH if self.moves is None else len(self.moves)
        table = KlondikeTable(self.position, self.rules.max_redeals, strict=strict)
        root = table.root(self.position)
        self.begin(BestFirst(table, root, cap, made, ahead, self.memory_limit), states)

    def _begin_deep(self, states: int, *, endless: bool) -> None:
        """Begin a depth-first search; `endless`: with unlimited turn-overs."""
        table = KlondikeTable(self.position, self.rules.max_redeals, endless=endless)
        self.begin(DepthFirst(table, table.root(self.position), self.memory_limit), states)

    def _follow(self, stage: SearchStage, over: bool) -> None:
        if isinstance(stage, BestFirst):
            self._widened(stage, over)
        elif isinstance(stage, DepthFirst):
            self._deepened(stage, over)

    def _widened(self, tree: BestFirst, over: bool) -> None:
        if tree.lines:
            self._win(tree.lines.pop())
            if self.moves is not None:
                tree.cap = min(tree.cap, len(self.moves))
        if self.ended or (not over and (self.last < 0 or self.nodes < self.last)):
            return
        if tree.is_exhausted and tree.table.strict and self.moves is not None:
            # Numbers of moves above HIGHEST are not told apart.
            proved: i64 = min(tree.cap, tree.lowest, HIGHEST)
            self.is_shortest = len(self.moves) <= proved
        if self.moves is not None:
            self._shorten()
        elif tree.is_exhausted:
            self._lose()
        else:
            self._seek()

    def _deepened(self, tree: DepthFirst, over: bool) -> None:
        if tree.line is not None:
            self._win(tree.line)
            if self.moves is not None:
                self._shorten()
                return
        elif tree.is_exhausted:
            self._lose()
            return
        if tree.table.endless:
            if over or self.nodes >= self.last:
                self._seek()
        elif tree.full:
            self.end()

    def _win(self, line: list[int]) -> None:
        """Translate a win into moves of the game, and keep it if it is the shortest. A win of the
        game with unlimited turn-overs is dropped if it needs more turn-overs than there are.
        """
        ways = _WAYS if self.goal is Goal.OPTIMAL else 1
        moves = played_line(self.position, line, ways)
        turns = sum(move.onto == TURN for move in moves)
        if self.position.used + turns > self.rules.max_redeals:
            return
        if self.moves is None:
            self.last = self.nodes + _SHORT_STATES
        if self.moves is None or len(moves) < len(self.moves):
            self.moves = moves
        if self.goal is Goal.FIRST:
            self.end()

    def _lose(self) -> None:
        """End with the proof that there is no win."""
        self.is_lost = True
        self.end()

    def _shorten(self) -> None:
        """Begin the next search for shorter wins, if there is one and they are wanted."""
        if self.ended:
            return
        if self.goal is Goal.OPTIMAL and not self.is_shortest and self.shortened < len(_SHORTEST):
            made, ahead = _SHORTEST[self.shortened]
            self.shortened += 1
            self._begin_broad(made, ahead, -1, strict=self.shortened > _BOUNDED_FROM)
        elif self.goal is Goal.SHORT and self.shortened < len(_SHORTER):
            made, ahead, states = _SHORTER[self.shortened]
            self.shortened += 1
            self._begin_broad(made, ahead, states)
        else:
            self.end()

    def _moves(self) -> tuple[Move, ...] | None:
        return None if self.moves is None else tuple(self.moves)


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """See `registry.start`."""
    return KlondikeSearch(rules, position, goal, memory_limit)
