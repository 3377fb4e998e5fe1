"""The way to the solver's worker: passes requests on, and each result to who asked for it.

All requests are made on the main thread. A result may come late or never; nobody waits for it. It
arrives on the client's io thread, or at once if no worker can answer; `collect` hands it over on
the main thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.core.position import Position
from game.rules import Rules
from game.solver.compiled import is_compiled

if TYPE_CHECKING:
    from game.solver.answer import Goal
    from game.solver.client import SolverClient
    from game.solver.line_worths import Line, PositionBounds
    from game.solver.worker import Delivery, FoundDeal, Seek, Told, Weighed


class SolverGateway:
    """The solver, as the rest of the program uses it. The first request makes the client."""

    def __init__(
        self,
        wake: Callable[[], None],
        make_client: Callable[[Callable[[Told], None]], SolverClient] | None = None,
        *,
        eager: bool | None = None,
        after_first_frame: Callable[[Callable[[], None]], None] = lambda call: call(),
    ) -> None:
        """`wake` is called when there is something to collect, as a rule from the io thread.
        `after_first_frame` delays `stock`: the first frame would otherwise wait for the worker
        process to start. For `eager` see `is_eager`; None: if the solver is compiled.
        """
        self._wake, self._make_client = wake, make_client
        self._eager, self._after_first_frame = eager, after_first_frame
        self._client: SolverClient | None = None
        self._inbox: deque[Told] = deque()
        self._take_answer: Callable[[Delivery], bool] = lambda delivery: False
        self._take_weighed: Callable[[Weighed], bool] = lambda weighed: False
        self._seekers: dict[Seek, Callable[[FoundDeal], None]] = {}
        self._stocked: dict[tuple[str, tuple[str, ...]], int] = {}
        """One winnable number for each game and options, taken from the client's queue."""

    @property
    def is_eager(self) -> bool:
        """True if pars and winnable deals are searched for before they are asked for. Plain Python
        would take too long.
        """
        # Checked only when needed: the check takes longer than the first frame may wait.
        return is_compiled() if self._eager is None else self._eager

    @staticmethod
    def knows_game(rules: Rules) -> bool:
        """True if the solver knows the game."""
        from game.solver import registry  # the first frame does without it

        return registry.has_solver(rules.name)

    # Requests

    def ask(
        self,
        rules: Rules,
        position: Position,
        goal: Goal,
        seconds: float,
        take: Callable[[Delivery], bool],
    ) -> int:
        """Ask about a position; this replaces the previous question. `take` gets the answers, which
        carry the number returned here. It returns True if something shown may have changed.
        """
        self._take_answer = take
        return self._started().ask(rules, position, goal, seconds)

    def cancel(self) -> None:
        """Forget the question."""
        if self._client is not None:
            self._client.cancel()

    def weigh(
        self, line: Line, known: Iterable[PositionBounds], take: Callable[[Weighed], bool]
    ) -> int:
        """Weigh every place of a line while nothing else is asked; this replaces the previous line.
        `take` gets the results as that of `ask` gets answers.
        """
        self._take_weighed = take
        return self._started().weigh(line, known)

    def stop_weighing(self) -> None:
        """Forget the line."""
        if self._client is not None:
            self._client.stop_weighing()

    def seek(self, seek: Seek, take: Callable[[FoundDeal], None]) -> None:
        """Search for the first winnable deal from a number on; `take` gets it."""
        self._seekers[seek] = take
        self._started().seek(seek)

    def stock(self, rules: Rules) -> None:
        """Have a winnable number found before it is wanted."""
        self._after_first_frame(lambda: self._stock(rules))

    def _stock(self, rules: Rules) -> None:
        kind = rules.name, tuple(rules.policy.split())
        if self.is_eager and kind not in self._stocked:
            number = self._started().ready_number(*kind)
            if number is not None:
                self._stocked[kind] = number

    def ready_number(self, rules: Rules) -> int | None:
        """A number proved winnable, each given once; None if none is ready yet."""
        self.stock(rules)
        return self._stocked.pop((rules.name, tuple(rules.policy.split())), None)

    def _started(self) -> SolverClient:
        if self._client is None:
            # Imported on first use: the modules that it imports would delay the first frame.
            from game.solver.client import SolverClient

            self._client = (self._make_client or SolverClient)(self._receive)
        return self._client

    def close(self) -> None:
        """End the worker."""
        if self._client is not None:
            self._client.close()

    # Results

    def _receive(self, result: Told) -> None:
        """Called in the client's io thread, or at once by the caller if no worker can answer."""
        self._inbox.append(result)
        self._wake()

    def collect(self) -> bool:
        """Hand over the results that have arrived; True if something shown may have changed."""
        changed = False
        while self._inbox:
            # This costs nothing: the client that delivered the result has imported it.
            from game.solver.worker import FoundDeal, Weighed

            result, news = self._inbox.popleft(), True
            if isinstance(result, FoundDeal):
                self._seekers[result.seek](result)
            elif isinstance(result, Weighed):
                news = self._take_weighed(result)
            else:
                news = self._take_answer(result)
            changed = changed or news
        return changed
