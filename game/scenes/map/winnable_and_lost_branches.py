"""Finds which branches of a map can be won or are lost: up to where they are on course, and where
they were lost.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.history import FAR
from game.map.layout import MapPlan
from game.map.pieces import MapPiece, PieceKind
from game.map.tree import SlicedJob, Slices
from game.map.viewport import Viewport
from game.play.session import Session
from game.record.reviewer import DealWorths
from game.scenes.common.services import Services

SLICE: Final = 64
"""Pieces per slice."""


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
        self.pieces: dict[MapPiece, PieceWorth] = {}
        """What is known of each piece of the plan."""
        self._plan: MapPlan | None = None
        self._seen: tuple[int, MapPlan | None] = (-1, None)
        self._job: SlicedJob | None = None
        self._fresh: dict[MapPiece, PieceWorth] = {}

    @property
    def shown(self) -> bool:
        """Whether the player wants to see what can be won."""
        own = self._own_light
        return self._services.settings.verdict_light if own is None else own

    def follow(self) -> None:
        """Forget the layout, because the history has changed."""
        self.deal.follow()
        self.pieces, self._plan, self._job = {}, None, None

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
        return not self.shown or (self.deal.is_idle and self._job is None and self._is_current)

    @property
    def _is_current(self) -> bool:
        return self._seen == (self.deal.version, self._plan)

    def look_at(self, view: Viewport) -> None:
        """Take over the plan of a view, and ask for the worths of its visible lines first."""
        if not self.shown:
            return
        plan = view.plan
        self._plan = plan
        upper, lower = view.lane_at(0), view.lane_at(view.size[1])
        left, right = view.depth_at(0), view.depth_at(view.size[0])

        def is_away(piece: MapPiece) -> bool:
            in_lanes = upper <= piece.lane <= lower
            return not (in_lanes and piece.at <= right and piece.end >= left)

        lines = [piece for piece in plan.pieces if piece.kind is PieceKind.LINE]
        lines.sort(key=is_away)
        ends = (piece.chain.nodes[-1] for piece in lines)
        self.deal.want([end.parent.key if end.won and end.parent else end.key for end in ends])

    def work(self, seconds: float) -> bool:
        """Work for some seconds; True if the worths of pieces have changed."""
        if not self.shown:
            return False
        self.deal.work(seconds / 2)
        if self._job is None and not self._is_current and self._plan is not None:
            self._seen, self._fresh = (self.deal.version, self._plan), {}
            self._job = SlicedJob(self._coloured(self._plan))
        if self._job is None:
            return False
        self._job.work(seconds / 2)
        if not self._job.done:
            return False
        changed, self.pieces, self._job = self._fresh != self.pieces, self._fresh, None
        return changed

    def _coloured(self, plan: MapPlan) -> Slices[None]:
        """Compute the worths of all pieces, each after that of the piece that it leaves."""
        for number, piece in enumerate(plan.pieces):
            if number % SLICE == 0:
                yield
            self._fresh[piece] = self._worth(piece)

    def _worth(self, piece: MapPiece) -> PieceWorth:
        above = NOTHING if piece.above is None else self._fresh.get(piece.above, NOTHING)
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
            heads = [fork.head for fork in piece.hidden]
        return bool(heads) and all(self._is_lost(head.key) for head in heads)
