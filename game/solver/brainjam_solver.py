"""Brain Jam's solver: whether a position can be won, a short answer, the shortest one.

A search goes through up to three stages: is there a win at all (`WinSearch`, over the transitions
of `brainjam_win_moves`), a short answer, then the shortest (both `brainjam_shortest_answer`). So a
search that is stopped early still has what the stages before have found.
"""

from __future__ import annotations

from typing import Final

from game.core.moves import DONE, EMPTY, RESERVE, Move
from game.core.position import Position
from game.rules import Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import Goal, Search
from game.solver.brainjam_shortest_answer import (
    ANY_COST,
    EXACT,
    GROUND,
    KEYS,
    SHELF,
    TO_EMPTY,
    TO_HOME,
    TO_RESERVE,
    WIDTH,
    BrainJamShortestAnswer,
    is_won,
    wanted_of,
)
from game.solver.brainjam_win_moves import (
    EXCHANGES,
    Deal,
    WinMoves,
    WinState,
    name_of,
    promise,
    win_root,
)
from game.solver.search_structures import (
    BIT,
    NodeQueue,
    Nodes,
    SearchStage,
    StagedSearch,
    VisitedStates,
    lowest,
    place,
)
from game.solver.vectors import i64, vec

# The indices of the words of a stored position; the index NEXT is used by `NodeQueue`.
_KEY: Final = 0
_LOOSE: Final = 1
_RESERVE: Final = 2
_BASES: Final = 3
_ENDS: Final = 4
_WANTED: Final = 5
_ORIGIN: Final = 6
"""The lowest bits hold `WinState.vacant`, and _LATER once only roundabout transitions are left to
try. From the bit offsets below on follow the card taken (63: none), the weight, and the parent node
plus one (0: none).
"""
_VACANT: Final = 15
_LATER: Final = 128
_TAKEN: Final = 8
_WEIGHT: Final = 16
_PARENT: Final = 24
_BYTE: Final = 255
_NOTHING: Final = 63


# The penalty of a position's roundabout transitions, which few games need.
_ROUNDABOUT: Final = 20


class WinSearch(SearchStage):
    """Best-first search for a win, until there is no position left."""

    def __init__(self, deal: Deal, root: WinState, memory_limit: i64) -> None:
        super().__init__()
        self.deal: Deal = deal
        self.moves: WinMoves = WinMoves(deal, False)
        self.memory_limit: i64 = memory_limit
        """Bytes."""
        self.won: i64 = -1
        """The node of a win; -1: none is found."""
        self.met: Nodes = Nodes()
        self._waiting: NodeQueue = NodeQueue(self.met)
        self._seen: VisitedStates = VisitedStates()
        self._seen.lower(name_of(deal, root), 0)
        self._store(root, -1)

    def run(self, nodes: i64) -> bool:
        """Search `nodes` further positions; True if the search has ended."""
        goal: i64 = self.nodes + nodes
        state = WinState()
        while self.nodes < goal and self.won < 0:
            node = self._waiting.pop()
            if node < 0:
                return True
            if self.met.used_bytes() + self._seen.used_bytes() > self.memory_limit:
                self.full = True
                return True
            self.load(node, state)
            self._choose_ways(node, state)
            self._expand(node, state)
        return self.won >= 0

    def _choose_ways(self, node: i64, state: WinState) -> None:
        """Select direct transitions first. If there may be others, the position waits once more."""
        words = self.met.chunk(node).words
        origin: i64 = place(node) + _ORIGIN
        later = words[origin] & _LATER != 0
        self.moves.direct, self.moves.roundabout = not later, later
        if later:
            return
        self.nodes += 1
        if state.vacant:
            words[origin] |= _LATER
            self._waiting.push(promise(self.deal, state) + _ROUNDABOUT, node)

    def _expand(self, node: i64, state: WinState) -> None:
        self.moves.find(state)
        for index in range(self.moves.count):
            made = self.moves.made[index]
            if self._seen.lower(name_of(self.deal, made), 0):
                self._store(made, node)
                if self.won >= 0:
                    return

    def _store(self, state: WinState, parent: i64) -> None:
        """Keep a new position for later; a won one ends the search."""
        node = self.met.add()
        first = place(node)
        words = self.met.chunk(node).words
        words[first + _KEY] = state.key
        words[first + _LOOSE] = state.loose
        words[first + _RESERVE] = state.reserve
        words[first + _BASES] = state.bases
        words[first + _ENDS] = state.ends
        words[first + _WANTED] = state.wanted
        taken: i64 = _NOTHING if state.taken < 0 else state.taken
        taken |= state.weight << (_WEIGHT - _TAKEN)
        words[first + _ORIGIN] = state.vacant | taken << _TAKEN | (parent + 1) << _PARENT
        if is_won(state.wanted):
            self.won = node
        self._waiting.push(promise(self.deal, state), node)

    def load(self, node: i64, state: WinState) -> None:
        """Fill a state with the position of a node."""
        first = place(node)
        words = self.met.chunk(node).words
        state.key = words[first + _KEY]
        state.loose = words[first + _LOOSE]
        state.reserve = words[first + _RESERVE]
        state.bases = words[first + _BASES]
        state.ends = words[first + _ENDS]
        state.wanted = words[first + _WANTED]
        origin: i64 = words[first + _ORIGIN]
        state.vacant = origin & _VACANT
        state.weight = (origin >> _WEIGHT) & _BYTE
        taken: i64 = (origin >> _TAKEN) & _BYTE
        state.taken = EXCHANGES if taken == _NOTHING else taken

    def line(self) -> list[i64]:
        """The nodes from the first one, itself left out, to the win."""
        found: list[i64] = []
        node: i64 = self.won
        while node > 0:
            found.append(node)
            node = (self.met.chunk(node).words[place(node) + _ORIGIN] >> _PARENT) - 1
        found.reverse()
        return found


def path_to_win(search: WinSearch, root: WinState) -> list[tuple[int, int]]:
    """The single moves from the start position to the win, as card and what it lands on. Moves to
    foundations are left out. `root` comes from `win_root` with `record` set.
    """
    from_node = WinMoves(search.deal, True)
    moves = list(root.moves)
    state, goal = WinState(), WinState()
    state.become(root)
    for node in search.line():
        search.load(node, goal)
        from_node.wish = goal.taken
        from_node.find(state)
        made = _same(from_node, goal)
        moves += made.moves
        state.become(made)
    return moves


def _same(moves: WinMoves, goal: WinState) -> WinState:
    for index in range(moves.count):
        made = moves.made[index]
        if made.key == goal.key and made.bases == goal.bases and made.reserve == goal.reserve:
            return made
    raise AssertionError("a way that the search found is not there")


_BELOW: Final[list[int]] = [*range(52), SHELF, GROUND]
"""What a card lies on, by what it landed on."""


class PathReplay:
    """Plays a path on a table, with all moves to foundations as soon as they can be made."""

    def __init__(self, columns: list[list[int]], reserve: list[int]) -> None:
        self.below: vec[i64] = vec[i64]([SHELF] * 52)
        """What each card lies on: a card, GROUND, or SHELF in a reserve."""
        self.ready: i64 = 0
        """The cards that can be moved: in reserves, or at the end of a column."""
        self.home: i64 = 0
        """The cards sent home."""
        self.one: i64 = BIT[0]
        self.hash: i64 = 0
        self.moves: list[tuple[int, int]] = []
        """Card and what it lands on, those to foundations included."""
        self.passed: dict[int, int] = {}
        """The number of moves at which each position was reached, by its hash."""
        there: i64 = 0
        for column in columns:
            onto: i64 = GROUND
            for card in column:
                there |= BIT[card]
                self._lay(card, onto)
                onto = card
        for card in reserve:
            there |= BIT[card]
            self._lay(card, SHELF)
        self.wanted: i64 = wanted_of(there)

    def play(self, path: list[tuple[int, int]]) -> None:
        """Make the moves of a path. Cards of a run may go home while it is carried; their later
        moves are left out. Moves that lead back to an earlier position are left out too.
        """
        self._go_home()
        self.passed[self.hash] = len(self.moves)
        for card, onto in path:
            if (self.home >> card) & 1:
                continue
            self._lift(card)
            self.moves.append((card, onto))
            self._lay(card, _BELOW[onto])
            self._go_home()
            before = self.passed.setdefault(self.hash, len(self.moves))
            if before < len(self.moves):
                del self.moves[before:]
                self.passed = {key: at for key, at in self.passed.items() if at <= before}

    def _go_home(self) -> None:
        going: i64 = self.wanted & self.ready
        while going:
            card: i64 = lowest(going)
            single: i64 = going & -going
            self._lift(card)
            self.moves.append((card, TO_HOME))
            self.home |= single
            self.wanted ^= single | (single << 4)
            going = self.wanted & self.ready

    def _lift(self, card: i64) -> None:
        below: i64 = self.below[card]
        self.ready ^= self.one << card
        if below < GROUND:
            self.ready ^= self.one << below
        self.hash ^= KEYS[card * WIDTH + below]

    def _lay(self, card: i64, onto: i64) -> None:
        self.below[card] = onto
        self.ready ^= self.one << card
        if onto < GROUND:
            self.ready ^= self.one << onto
        self.hash ^= KEYS[card * WIDTH + onto]


_SHORT: Final = EXACT + 2
"""The weight for a short answer: on 377 deals 0.28 moves above the shortest on average, at most 3,
in half the time.
"""
_ONTO: Final[dict[int, int | str]] = {TO_RESERVE: RESERVE, TO_EMPTY: EMPTY, TO_HOME: DONE}
_MOVES: Final[dict[tuple[int, int], Move]] = {
    (card, onto): Move(card, _ONTO.get(onto, onto))
    for card in range(52)
    for onto in (min(card + 4, TO_RESERVE), TO_RESERVE, TO_EMPTY, TO_HOME)
}
"""Each single move as the rules know it."""


class BrainJamSearch(StagedSearch):
    """Looks for any win, then for a short one, then for the shortest."""

    def __init__(
        self, rules: Rules, position: Position, goal: Goal, memory_limit: int, below: int
    ) -> None:
        super().__init__(rules, position, goal, memory_limit, below)
        self.columns = [list(position.piles[index]) for index in COLUMNS]
        self.reserve = [card for index in RESERVES for card in position.piles[index]]
        self.left: i64 = len(self.reserve) + sum(map(len, self.columns))
        """No answer takes fewer moves than there are cards to bring home."""
        self.moves: tuple[Move, ...] | None = None
        self.deal = Deal(self.columns)
        if below:
            self._shorten(below - self.left, EXACT)
        else:
            root = win_root(self.deal, self.reserve, False)
            self.begin(WinSearch(self.deal, root, self.memory_limit))

    def _follow(self, stage: SearchStage, over: bool) -> None:
        if isinstance(stage, BrainJamShortestAnswer):
            if self.below:
                proved = over and not stage.full
                self.least = (stage.below if proved else stage.lowest_cost()) + self.left
            if over:
                self._shortened(stage)
        elif isinstance(stage, WinSearch) and over:
            self._sought(stage)

    def _sought(self, stage: WinSearch) -> None:
        if stage.won >= 0:
            self._found(path_to_win(stage, win_root(self.deal, self.reserve, True)))
            if self.goal is Goal.FIRST or self.is_shortest:
                self.end()
            else:
                self._shorten(len(self._moves() or ()) - self.left, _SHORT)
        elif stage.moves.unsure and not stage.full:
            self._shorten(ANY_COST, _SHORT)
        else:
            self.is_lost = not stage.full
            self.end()

    def _shortened(self, stage: BrainJamShortestAnswer) -> None:
        if stage.won >= 0:
            self._found(stage.path())
        if not stage.full and (stage.won < 0 or stage.weight == EXACT):
            # There is no answer, or none shorter than the one at hand.
            self.is_shortest = self.moves is not None
            self.is_lost = self.moves is None and self.below == 0
            self.end()
        elif stage.full or self.is_shortest or self.goal is not Goal.OPTIMAL:
            self.end()
        else:
            self._shorten(len(self._moves() or ()) - self.left, EXACT)

    def _shorten(self, below: i64, weight: i64) -> None:
        """Search for an answer that costs less than `below`."""
        memory = self.memory_limit
        self.begin(BrainJamShortestAnswer(self.columns, self.reserve, below, memory, weight))

    def _found(self, path: list[tuple[int, int]]) -> None:
        """Keep an answer, which is shorter than any before."""
        replay = PathReplay(self.columns, self.reserve)
        replay.play(path)
        self.moves = tuple(map(_MOVES.__getitem__, replay.moves))
        self.is_shortest = len(replay.moves) == self.left

    def _moves(self) -> tuple[Move, ...] | None:
        return self.moves


def start(
    rules: Rules, position: Position, goal: Goal, memory_limit: int, below: int = 0
) -> Search:
    """See `registry.start`."""
    return BrainJamSearch(rules, position, goal, memory_limit, below)
