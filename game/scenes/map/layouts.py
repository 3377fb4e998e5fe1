"""What a map has to work for, in slices between frames: its layouts, which ends are dead, and which
branches can be won or are lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from game.core.moves import REDEAL, TURN
from game.core.position import Position
from game.history import FAR
from game.map.chains import Wanted
from game.map.layout import MapPlan, plan_made
from game.map.pieces import UNIT_LARGEST, MapPiece, MapRoom, PieceKind
from game.map.tree import (
    LineOnMap,
    MapFilter,
    MapKey,
    MapNode,
    MapTree,
    SlicedJob,
    Slices,
    Survey,
    shown_nodes,
)
from game.map.viewport import LEVEL_STEP, Viewport, level_of, zoom_most
from game.play.session import DealHistory, Session
from game.record.reviewer import DealWorths
from game.scenes.common.services import Services

TURNS: Final = frozenset((TURN, REDEAL))
SLICE: Final = 64
"""Pieces per slice."""


def is_turned(node: MapNode) -> bool:
    """True for the position after a redeal, or after the reserve was turned over: it has a sign of
    its own and is never folded away.
    """
    return node.edge is not None and any(move.onto in TURNS for move in node.edge.action)


class Asked(NamedTuple):
    """What a map is laid out for, beside its history."""

    size: tuple[float, float] = (0, 0)
    """In dp."""
    shown: MapFilter = MapFilter.ALL
    lost: frozenset[int] = frozenset()
    """The keys of positions that are known to be lost: a filter may hide them."""
    opened: tuple[MapKey, ...] = ()
    """The nodes that wedges were opened for, the last ones first."""
    unfolded: tuple[int, ...] = ()
    """Depths whose folds were opened."""

    @property
    def kept(self) -> tuple[MapFilter, frozenset[int]]:
        """What decides which nodes are shown."""
        return self.shown, self.lost if self.shown is MapFilter.WINNABLE else frozenset()


class Layouts:
    """A map's plans by zoom level, and which of their ends are dead. A plan that is asked for is
    ready after some calls of `work`; the earlier plans stay in use until then.
    """

    def __init__(
        self, history: DealHistory, is_stuck: Callable[[Position], bool], before_today: int
    ) -> None:
        """Ask for a size before `work`. Edges whose `first` is greater than `before_today` were
        first walked today.
        """
        self._history, self._is_stuck, self._before_today = history, is_stuck, before_today
        self.asked = Asked()
        self._level = 0
        self.stuck: dict[int, bool] = {}
        """Whether no move is left at an end, by key; holds the ends examined so far."""
        self._marked = 0
        """How many ends a plan shows as examined: all at once, as drawing takes longer than that.
        """
        self._tree: MapTree | None = None
        self._survey: Survey | None = None
        self._plans: dict[int, MapPlan] = {}
        """The plans in use; empty before the first one is there."""
        self._seen = self._state
        self._restart()

    @property
    def _state(self) -> tuple[object, object, int, int, int]:
        """What changes with the history: two lists, and numbers."""
        history = self._history
        line, version = history.line, history.graph.version
        return line, history.bookmarks, len(line), history.at, version

    @property
    def _is_current(self) -> bool:
        """Whether nothing has changed since the last call of `follow`."""
        (line, bookmarks, *numbers), seen = self._state, self._seen
        return line is seen[0] and bookmarks is seen[1] and numbers == [*seen[2:]]

    # Asking

    def follow(self) -> bool:
        """Take in changes of the history; True if there are any."""
        if self._is_current:
            return False
        before, self._seen = self._seen, self._state
        if before[-1] != self._seen[-1]:
            self._tree = self._survey = None
            self._plans = {}
        elif self.asked.shown is not MapFilter.ALL:
            self._survey = None
        self.stuck.clear()  # What was an end may not be one any more.
        self._restart()
        return True

    def ask(self, **changes: Any) -> None:
        """Lay out for other fields of `Asked`."""
        before, self.asked = self.asked, self.asked._replace(**changes)
        if before.kept != self.asked.kept:
            self._survey = None
        if before != self.asked._replace(lost=before.lost) or self._survey is None:
            self._restart()

    def want(self, level: int) -> None:
        """Make the plan for this level of zoom, and the one for the next."""
        if level != self._level:
            self._level, self.done = level, False

    def _restart(self) -> None:
        self._job, self.done = self._made(), False
        """Whether there is nothing more to make or to examine."""

    # Working

    def work(self, seconds: float) -> bool:
        """Work for some seconds; True if there is something new to show."""
        before, until = (self._shown, self._marked), time.thread_time() + seconds
        while not self.done and self._is_current and time.thread_time() < until:
            next(self._job)
        return before != (self._shown, self._marked)

    @property
    def _shown(self) -> MapPlan | None:
        return self.plan(self._level) if self._plans else None

    def _made(self) -> Slices[None]:
        """Make new plans, which replace the old ones once the wanted level has its plan; then
        examine its ends, and make the plan for the next level. It never ends.
        """
        if self._tree is None:
            self._tree = yield from MapTree(self._history).made()
        tree, asked = self._tree, self.asked
        if self._survey is None:
            always, today = (tree.here, *tree.bookmarks), self._before_today
            kept = yield from shown_nodes(tree, asked.shown, always, today, asked.lost)
            self._survey = yield from Survey(tree, kept, is_turned).made()
        line = yield from LineOnMap(tree, self._history).made()
        opened = [node for name in asked.opened if (node := tree.find(*name))]
        wanted = Wanted(tree.here, tree.bookmarks, tuple(opened), line)
        survey, plans = self._survey, dict[int, MapPlan]()

        def add(level: int) -> Slices[None]:
            zoom = LEVEL_STEP**level
            unit = min(UNIT_LARGEST, plans[0].unit * zoom) if level else None
            room = MapRoom(*asked.size, zoom, unit)
            # As many chains as the level below shows fit here too.
            below = (plan.chain_count for known, plan in plans.items() if known < level)
            guess = max(below, default=1)
            plans[level] = yield from plan_made(survey, wanted, room, asked.unfolded, guess)

        yield from add(0)
        most, examined, ends = level_of(zoom_most(plans[0])), -1, list[MapNode]()
        while True:
            level = min(self._level, most)
            if level not in plans:
                yield from add(level)
                continue
            if level != examined:
                self._plans, examined, ends = plans, level, self._ends(plans[level])
            if ends:
                self.is_stuck(ends.pop())
                self._marked = self._marked if ends else len(self.stuck)
            elif level < most and level + 1 not in plans:
                yield from add(level + 1)
            else:
                self.done = True
            yield

    def _ends(self, plan: MapPlan) -> list[MapNode]:
        """The ends of a plan that are not examined yet, the next one last. Each has its position
        replayed, so neighbours come one after another.
        """
        ends = [piece.chain.nodes[-1] for piece in plan.pieces if piece.kind is PieceKind.LINE]
        ends = [node for node in ends if not node.won and node.key not in self.stuck]
        return sorted(ends, key=lambda node: node.age, reverse=True)

    # Reading

    @property
    def ready(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._plans)

    def plan(self, level: int) -> MapPlan:
        """The plan for a zoom level, or for the next lower level that has one; once `ready`."""
        return self._plans[max(known for known in self._plans if known <= level)]

    @property
    def survey(self) -> Survey:
        """The survey that belongs to the plans."""
        return self.plan(0).survey

    def is_stuck(self, node: MapNode) -> bool:
        """Whether no move is known from a node, and none is left there."""
        if node.goes_on or node.won:
            return False
        if node.key not in self.stuck:
            try:
                position = self._history.position_of(node.key)
            except KeyError:  # a wrong edge, removed just now: the next layout is without it
                return False
            self.stuck[node.key] = self._is_stuck(position)
        return self.stuck[node.key]


class PieceWorth(NamedTuple):
    """What is known of a piece; all values are depths."""

    on_until: int
    """The piece is on course (on a shortest answer) up to here; -1: nowhere, or not known."""
    last_depth_before_loss: int | None
    """The last depth before the piece was lost; None: it is not known to be lost. A group has one
    only if all its branches are lost.
    """
    lost_at: int | None = None
    """The depth of the first lost position, if it is known and on this piece."""


NOTHING: Final = PieceWorth(-1, None)


class MapWorths:
    """Computes the worths of a plan's pieces in slices, the lines in the window first. Does nothing
    while the verdict light is off.
    """

    def __init__(self, session: Session, services: Services, own_light: bool | None = None) -> None:
        """`own_light`: whether the light is on, if the table does not follow the settings."""
        self._services, self._own_light = services, own_light
        self._nodes = session.history.graph.nodes
        self.deal = DealWorths(session, services.reviewer)
        self._seen: tuple[int, MapPlan | None] = (-1, None)
        """What the worths were last computed of."""
        self.follow()

    @property
    def shown(self) -> bool:
        """Whether the player wants to see what can be won."""
        own = self._own_light
        return self._services.settings.verdict_light if own is None else own

    def follow(self) -> None:
        """Forget the layout, because the history has changed."""
        self.deal.follow()
        self.pieces: dict[MapPiece, PieceWorth] = {}
        """What is known of each piece of the plan."""
        self._plan: MapPlan | None = None
        self._job = SlicedJob(_ for _ in ())

    @property
    def lost(self) -> frozenset[int]:
        """The keys of all positions that are drawn as lost. One that an answer is known from is
        not: it is lost only under the present way to place the gaps (Gaps).
        """
        nodes = self._nodes
        lost = (key for key in self.deal.lost if key in nodes)
        return frozenset(key for key in lost if nodes[key].to_go == FAR)

    def _is_lost(self, key: int) -> bool:
        """Whether a position is drawn as lost."""
        worth = self.deal.worth(key)
        return worth is not None and worth.lost and self._nodes[key].to_go == FAR

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do before the solver has something to tell."""
        return not self.shown or (self.deal.is_idle and self._job.done and self._is_current)

    @property
    def _is_current(self) -> bool:
        return self._seen == (self.deal.version, self._plan)

    def look_at(self, view: Viewport) -> None:
        """Take over the plan of a view, and ask for the worths of its visible lines first."""
        if not self.shown:
            return
        self._plan = view.plan
        upper, lower = view.lane_at(0), view.lane_at(view.size[1])
        left, right = view.depth_at(0), view.depth_at(view.size[0])

        def is_away(piece: MapPiece) -> bool:
            in_lanes = upper <= piece.lane <= lower
            return not (in_lanes and piece.at <= right and piece.end >= left)

        lines = [piece for piece in view.plan.pieces if piece.kind is PieceKind.LINE]
        lines.sort(key=is_away)
        ends = (piece.chain.nodes[-1] for piece in lines)
        self.deal.want([end.parent.key if end.won and end.parent else end.key for end in ends])

    def work(self, seconds: float) -> bool:
        """Work for some seconds; True if the worths of pieces have changed."""
        if not self.shown:
            return False
        self.deal.work(seconds / 2)
        if self._job.done and not self._is_current and self._plan is not None:
            self._seen = self.deal.version, self._plan
            self._job = SlicedJob(self._coloured(self._plan))
        before = self.pieces
        self._job.work(seconds / 2)
        return self.pieces is not before

    def _coloured(self, plan: MapPlan) -> Slices[None]:
        """Compute the worths of all pieces, each after that of the piece that it leaves."""
        found: dict[MapPiece, PieceWorth] = {}
        for number, piece in enumerate(plan.pieces):
            if number % SLICE == 0:
                yield
            above = found[piece.above] if piece.above else NOTHING
            found[piece] = self._worth(piece, above)
        if found != self.pieces:
            self.pieces = found

    def _worth(self, piece: MapPiece, above: PieceWorth) -> PieceWorth:
        """The worth of a piece that leaves one with the worth `above`."""
        if above.last_depth_before_loss is not None and above.last_depth_before_loss < piece.at:
            return PieceWorth(-1, piece.at)
        if piece.kind is PieceKind.GROUP:
            return PieceWorth(-1, piece.at) if self._are_lost(piece) else NOTHING
        shortest = self.deal.shortest
        on_until = piece.at if piece.above is None or above.on_until >= piece.at else -1
        last = piece.at
        for node in piece.chain.nodes[: piece.shown]:
            worth = self.deal.worth(node.key)
            if self._is_lost(node.key):
                is_first = self.deal.first_lost_on_path(node.key) == node.key
                return PieceWorth(on_until, last, node.depth if is_first else None)
            left = 0 if node.won else worth.most if worth and worth.most == worth.least else None
            if on_until == last and left is not None and node.depth + left == shortest:
                on_until = node.depth
            last = node.depth
        if piece.kind is PieceKind.BUNDLE and self._are_lost(piece):
            return PieceWorth(on_until, last)
        return PieceWorth(on_until if on_until > piece.at else -1, None)

    def _are_lost(self, piece: MapPiece) -> bool:
        """Whether nothing in a wedge can be won any more."""
        if piece.kind is PieceKind.BUNDLE:
            heads = piece.chain.nodes[piece.shown : piece.shown + 1]
        else:
            heads = piece.heads
        return bool(heads) and all(self._is_lost(head.key) for head in heads)
