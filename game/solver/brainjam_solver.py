"""Brain Jam's solver: whether a position can be won, a short answer, the shortest one.

A search goes through up to three stages: is there a win at all (`WinSearch`), a short answer, then
the shortest (both brainjam_shortest_answer). So a search that is stopped early still has what the
stages before have found. `WinSearch` is a best-first search over irreversible moves, whose
positions are those of brainjam_win_state_and_estimate.
"""

from __future__ import annotations

from typing import Final

from game.core.memory import garbage_collection_paused
from game.core.moves import DONE, EMPTY, RESERVE, Move
from game.core.position import Position
from game.rules import BrainJam, Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import DEFAULT_MEMORY, Answer, Goal, Verdict, check_answer
from game.solver.brainjam_shortest_answer import ANY_COST, EXACT, BrainJamShortestAnswer
from game.solver.brainjam_state import (
    TO_EMPTY,
    TO_HOME,
    TO_RESERVE,
    NodeQueue,
    Nodes,
    PathReplay,
    is_won,
    place,
)
from game.solver.brainjam_win_state_and_estimate import (
    EXCHANGES,
    Deal,
    WinMoves,
    WinState,
    name_of,
    promise,
    win_root,
)
from game.solver.search_structures import SearchStage, VisitedStates
from game.solver.vectors import i64

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


def moves_of(
    path: list[tuple[int, int]], columns: list[list[int]], reserve: list[int]
) -> tuple[Move, ...]:
    """The moves of the game for a path, with the moves to foundations added."""
    replay = PathReplay(columns, reserve)
    replay.play(path)
    return tuple(map(_MOVES.__getitem__, replay.moves))


class BrainJamSearch:
    """A search for one position and one goal."""

    def __init__(self, rules: BrainJam, position: Position, goal: Goal, memory_limit: int) -> None:
        self._rules = rules
        self._position = position
        self._goal = goal
        self._memory_limit = memory_limit
        self._columns = [list(position.piles[index]) for index in COLUMNS]
        self._reserve = [card for index in RESERVES for card in position.piles[index]]
        self._left = len(self._reserve) + sum(map(len, self._columns))
        """No answer takes fewer moves than there are cards to bring home."""
        self._verdict = Verdict.UNDECIDED
        self._optimal = False
        self._moves: tuple[Move, ...] = ()
        self._ended = False
        self._nodes_before = 0
        self._deal = Deal(self._columns)
        root = win_root(self._deal, self._reserve, False)
        self._stage: WinSearch | BrainJamShortestAnswer = WinSearch(self._deal, root, memory_limit)

    def run(self, nodes: int) -> bool:
        """Search `nodes` further positions; True when the search has ended."""
        try:
            with garbage_collection_paused():
                if not self._ended and self._stage.run(nodes):
                    if isinstance(self._stage, WinSearch):
                        self._after_win_search(self._stage)
                    else:
                        self._after_shorter(self._stage)
        except MemoryError:
            self._end(self._verdict)
        return self._ended

    def _after_win_search(self, stage: WinSearch) -> None:
        if stage.won >= 0:
            self._found(path_to_win(stage, win_root(self._deal, self._reserve, True)))
            if self._goal is Goal.FIRST or self._optimal:
                self._end(Verdict.WON)
            else:
                self._go_on(_SHORT)
        elif stage.full:
            self._end(Verdict.UNDECIDED)
        elif stage.moves.unsure:
            self._go_on(_SHORT)
        else:
            self._end(Verdict.UNWINNABLE)

    def _after_shorter(self, stage: BrainJamShortestAnswer) -> None:
        if stage.won >= 0:
            self._found(stage.path())
        if not stage.full and (stage.won < 0 or stage.weight == EXACT):
            # There is no answer, or none shorter than the one at hand.
            self._optimal = self._verdict is Verdict.WON
            self._end(Verdict.WON if self._optimal else Verdict.UNWINNABLE)
        elif stage.full or self._optimal or self._goal is not Goal.OPTIMAL:
            self._end(self._verdict)
        else:
            self._go_on(EXACT)

    def _go_on(self, weight: int) -> None:
        """Search for an answer that is shorter than the one at hand."""
        below = len(self._moves) - self._left if self._moves else ANY_COST
        self._nodes_before += self._stage.nodes
        self._stage = BrainJamShortestAnswer(
            self._columns, self._reserve, below, self._memory_limit, weight
        )

    def _end(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._ended = True

    def _found(self, path: list[tuple[int, int]]) -> None:
        """Keep an answer, which is shorter than any before."""
        self._moves = moves_of(path, self._columns, self._reserve)
        self._verdict = Verdict.WON
        self._optimal = len(self._moves) == self._left

    def answer(self) -> Answer:
        """What is known now, replayed by the rules."""
        nodes = self._nodes_before + self._stage.nodes
        answer = Answer(self._verdict, self._moves, self._optimal, nodes=nodes)
        return check_answer(self._rules, self._position, answer)


def start(
    rules: Rules, position: Position, goal: Goal, memory_limit: int = DEFAULT_MEMORY
) -> BrainJamSearch:
    """A search from any position. `memory_limit` is in bytes; a search that reaches it ends with
    what it has found.

    Raises ValueError for the rules of another game.
    """
    if not isinstance(rules, BrainJam):
        raise ValueError(f"this is the solver of Brain Jam, not of {rules.title}")
    return BrainJamSearch(rules, position, goal, memory_limit)


class BrainJamBelow:
    """Adapter of `BrainJamShortestAnswer`, whose costs leave out a move for each card not home."""

    def __init__(self, position: Position, below: int, memory_limit: int) -> None:
        self._columns = [list(position.piles[index]) for index in COLUMNS]
        self._reserve = [card for index in RESERVES for card in position.piles[index]]
        self._left = len(self._reserve) + sum(map(len, self._columns))
        self._search: BrainJamShortestAnswer | None = BrainJamShortestAnswer(
            self._columns, self._reserve, below - self._left, memory_limit
        )
        self._found = Answer(Verdict.UNDECIDED)

    def run(self, nodes: int) -> bool:
        """See `Search`. Once it has ended, it takes no memory."""
        search = self._search
        if search is None:
            return True
        try:
            with garbage_collection_paused():
                ended = search.run(nodes)
        except MemoryError:
            search.full = ended = True
        if ended:
            self._search = None
        if search.won >= 0:
            moves = moves_of(search.path(), self._columns, self._reserve)
            self._found = Answer(Verdict.WON, moves, True, least=len(moves))
        else:
            proved = ended and not search.full
            least = int(search.below if proved else search.lowest_cost()) + self._left
            del search  # its memory is free before more is needed
            self._found = Answer(Verdict.UNDECIDED, least=least)
        return ended

    def answer(self) -> Answer:
        """See `registry.start_below`."""
        return self._found


def start_below(rules: Rules, position: Position, below: int, memory_limit: int) -> BrainJamBelow:
    """A search for the shortest answer of fewer than `below` moves."""
    return BrainJamBelow(position, below, memory_limit)
