"""Opens the review of a line of the map, and the comparison of two lines."""

from __future__ import annotations

from collections.abc import Callable

from game.map import AnyNode
from game.play.session import Session
from game.scenes.common.base import Change, OpenComparison, OpenReview, Push
from game.scenes.common.services import Services
from game.scenes.map.cursor import MapCursor


class LineRequests:
    """Requests about the line to the node that is pointed at. `on_goto` is that of `MapScene`."""

    def __init__(
        self,
        services: Services,
        session: Session,
        cursor: MapCursor,
        on_goto: Callable[[int], None],
    ) -> None:
        self._services, self._session, self._cursor = services, session, cursor
        self._on_goto = on_goto
        self.compared: AnyNode | None = None
        """The end of the line that was chosen first for a comparison; None: none was."""

    def review(self) -> Change:
        """Open the review of the line, or of the player's line if nothing is pointed at."""
        node = self._cursor.pointed or self._session.tree.node()
        return Push(OpenReview(self._session, self._on_goto, node.id, over_table=2))

    def compare(self) -> Change | None:
        """Choose the line to the node pointed at; a second choice opens the comparison."""
        _, node = self._services.language, self._cursor.pointed
        if node is None:
            self._services.tell(_("Point at a position to compare its line"))
            return None
        first, self.compared = self.compared, node
        if first is None or first is node or first.id not in self._session.tree:
            self._services.tell(
                _("Now the same at the end of another line shows both side by side")
            )
            return None
        self.compared = None
        ids = first.id, node.id
        return Push(OpenComparison(self._session, *ids, self._on_goto, over_table=2))
