"""What the solver has to say of the deal being played: verdict, next action, par, winnable deals.

Everything is asked of the worker process and may come later or not at all; the game goes on
without it. Deliveries come in a thread of the client's; `collect` takes them in on the main one.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from game.core.position import Action, Move, Position
from game.history import Node
from game.play.notation import replay
from game.play.session import Session
from game.record.verdict_path import VerdictPath
from game.rules import Gaps, Rules
from game.solver.answer import Answer, Goal, Verdict
from game.solver.compiled import is_compiled
from game.solver.first_winnable import FoundDeal, Seek

if TYPE_CHECKING:
    from game.solver.client import SolverClient
    from game.solver.worker import Delivery

KEPT: Final = 4000
"""Answers of positions that are remembered."""
SECONDS: Final = 20.0
PAR_SECONDS: Final = 10.0
WITHOUT_PAR: Final = ("klondike",)
"""Games whose par takes more than a player's machine has: a short answer must do."""


class Light(StrEnum):
    """The verdict as the player sees it."""

    CAN = "can"
    CANNOT = "cannot"
    NEVER = "never"
    """It is proved that the deal itself cannot be won."""
    REDEAL = "redeal"
    """Gaps: not in this layout, but a redeal is left."""
    THINKING = "thinking"
    UNKNOWN = "unknown"
    """The search met its limits."""


LOST: Final = (Light.CANNOT, Light.NEVER)


class _Task(StrEnum):
    HERE = "here"
    BACK = "back"
    MAP = "map"
    PAR = "par"


class Advisor:
    """Advice for one session at a time."""

    def __init__(
        self,
        wake: Callable[[], None],
        trace: Callable[..., None],
        client: Callable[[Callable[[Delivery | FoundDeal], None]], SolverClient] | None = None,
        *,
        eager: bool | None = None,
    ) -> None:
        """`wake` is called from another thread when there is something to collect. An `eager`
        one also looks for what nobody has asked for yet, pars and winnable deals; None: where
        the solver is compiled, because plain Python would be busy with that for long.
        """
        self._asked_eager = eager
        self._wake, self._trace, self._make = wake, trace, client
        self._client: SolverClient | None = None
        self._inbox: deque[Delivery | FoundDeal] = deque()
        self.on_found: Callable[[FoundDeal], None] = lambda found: None
        """Told what came of `seek`, by `collect`."""
        self.on_par: Callable[[Session, int], None] = lambda session, moves: None
        """Told the shortest possible number of moves of the session's deal, once it is proved."""
        self._session: Session | None = None
        self._asked: tuple[int, _Task, Position] | None = None
        self._known: OrderedDict[Hashable, Answer] = OrderedDict()
        self._keys: dict[int, tuple[Position, Rules, Hashable]] = {}
        """By identity: positions, which are kept so that no other takes it, and their keys."""
        self._pars: dict[Hashable, tuple[int, bool]] = {}
        self._sought: set[Hashable] = set()
        """The deals whose par has been searched to an end, found or not."""
        self._stocked: dict[tuple[str, str], int] = {}
        """A winnable number of each game and policy, taken out of the client's queue."""
        self._held = False
        self._hint_at: Position | None = None
        """Where a hint is wanted."""
        self._watches = False
        self._warns = False
        self._seeks_par = False
        self._looked_at: int | None = None
        """The node of the tree that the player looks at on the map."""

    @property
    def _eager(self) -> bool:
        # Not asked before it matters: to find out takes longer than the first frame may wait.
        return is_compiled() if self._asked_eager is None else self._asked_eager

    def hold(self) -> None:
        """Ask the worker nothing of the session until `begin`: the first frame does not wait for
        a process to start.
        """
        self._held = True

    def begin(self) -> None:
        """Ask what has been wanted meanwhile."""
        self._held = False
        self._next()

    # The worker

    def _solver(self) -> SolverClient:
        if self._client is None:
            # Imported when it is first asked: what it needs would delay the first frame.
            from game.solver.client import SolverClient

            self._client = (self._make or SolverClient)(self._receive)
        return self._client

    def _receive(self, delivery: Delivery | FoundDeal) -> None:
        """In the client's thread."""
        self._inbox.append(delivery)
        self._wake()

    def close(self) -> None:
        """End the worker."""
        if self._client is not None:
            self._client.close()

    def seek(self, seek: Seek) -> None:
        """Have the first winnable deal from a number on looked for; `on_found` is told."""
        self._solver().seek(seek)

    def ready_number(self, rules: Rules) -> int | None:
        """A number proved winnable, each given once; None if none is ready yet."""
        self.stock(rules)
        return self._stocked.pop((rules.name, rules.policy), None)

    def stock(self, rules: Rules) -> None:
        """Have a winnable number found before it is wanted."""
        kind = rules.name, rules.policy
        if not self._held and self._eager and kind not in self._stocked:
            number = self._solver().ready_number(rules.name, _options(rules))
            if number is not None:
                self._stocked[kind] = number

    # What is wanted

    def follow(self, session: Session, *, watch: bool, warn: bool, par: bool) -> None:
        """The session has moved: find out what is to be shown of its position (`watch`),
        where a win was lost (`warn`), and how short an answer can be (`par`).
        """
        left = None
        if session is not self._session:
            self._session, self._looked_at = session, None
            # What still comes of another deal would be read by this one's rules.
            left, self._asked = self._asked, None
            self._keys.clear()
        if session.position != self._hint_at:
            self._hint_at = None
        self._watches, self._warns, self._seeks_par = watch, warn, par
        self._next()
        if left is not None and self._asked is None:
            self._solver().cancel()

    def rest(self) -> None:
        """Nobody looks at a deal any more: nothing is worked out for one."""
        self._session = self._hint_at = None
        self._keys.clear()
        if self._asked is not None:
            self._asked = None
            self._solver().cancel()

    def look_at(self, session: Session, node: int | None) -> None:
        """Find out `standing` of a node of the tree; None: of no node any more."""
        self._looked_at = node if session is self._session else None
        self._next()

    def want_hint(self) -> None:
        """A hint is asked for at the present position, until that is left."""
        session = self._session
        if session is None:
            return
        self._hint_at = session.position
        known = self._answer(session.position)
        if known is not None and known.verdict is Verdict.UNDECIDED and not known.nodes:
            # Nobody had looked at it, for want of a worker: there may be one now.
            del self._known[self._key(session, session.position)]
        self._next()

    def _next(self) -> None:
        """Ask what is most urgent and not known yet; leave alone what is asked already."""
        task = None if self._held else self._most_urgent()
        if task is None or self._session is None:
            return
        kind, position, goal, seconds = task
        if self._asked is not None and self._asked[1:] == (kind, position):
            return
        number = self._solver().ask(self._session.rules, position, goal, seconds)
        self._asked = number, kind, position

    def _most_urgent(self) -> tuple[_Task, Position, Goal, float] | None:
        session = self._session
        if session is None or session.is_won:
            return None
        here = session.position
        wanted = self._watches or self._warns or self._hint_at is not None
        if wanted and not self._is_known(here):
            return _Task.HERE, here, Goal.SHORT, SECONDS
        if self._warns and self.light in LOST:
            probe = self._probe(session)
            if probe is not None:
                return _Task.BACK, probe, Goal.FIRST, SECONDS
        if self._looked_at is not None and (self._watches or self._warns):
            probe = self._probe(session, self._looked_at)
            if probe is not None:
                return _Task.MAP, probe, Goal.FIRST, SECONDS
        if self._eager and self._seeks_par and not self._is_par_settled(session):
            start = session.tree.position_of(0)
            goal = Goal.SHORT if session.rules.name in WITHOUT_PAR else Goal.OPTIMAL
            return _Task.PAR, start, goal, PAR_SECONDS
        return None

    def _is_par_settled(self, session: Session) -> bool:
        """True where the par is proved, or looking for it has come to an end."""
        key = self._deal_key(session)
        return key in self._sought or (key in self._pars and self._pars[key][1])

    def _deal_key(self, session: Session) -> Hashable:
        return self._key(session, session.tree.position_of(0))

    def _is_known(self, position: Position) -> bool:
        return self._answer(position) is not None

    def _answer(self, position: Position) -> Answer | None:
        session = self._session
        return None if session is None else self._known.get(self._key(session, position))

    def _key(self, session: Session, position: Position) -> Hashable:
        """What names a position among all games. A line is looked through at every event, and
        its positions are the same objects each time, so their keys are kept.
        """
        rules = session.rules
        kept = self._keys.get(id(position))
        if kept is not None and kept[0] is position and kept[1] is rules:
            return kept[2]
        key = rules.name, rules.policy, rules.key(position)
        if len(self._keys) >= KEPT:
            self._keys.clear()
        self._keys[id(position)] = position, rules, key
        return key

    # What is known

    @property
    def light(self) -> Light | None:
        """The verdict of the present position; None where it is not asked for."""
        session = self._session
        if session is None or session.is_won:
            return None
        answer = self._answer(session.position)
        if answer is None:
            return Light.THINKING if self._watches else None
        if answer.verdict is Verdict.WON:
            return Light.CAN
        if answer.verdict is Verdict.UNDECIDED:
            return Light.UNKNOWN
        if _can_redeal(session):
            return Light.REDEAL
        return Light.NEVER if self._verdict_path(session).never else Light.CANNOT

    @property
    def hint(self) -> Move | None:
        """The next move of the best answer known from here, None if there is none yet."""
        session = self._session
        answer = None if session is None else self._answer(session.position)
        return answer.moves[0] if answer is not None and answer.moves else None

    def answer_from_here(self) -> tuple[Move, ...]:
        """The best answer known from the present position; empty where there is none."""
        session = self._session
        answer = None if session is None else self._answer(session.position)
        won = answer is not None and answer.verdict is Verdict.WON
        return answer.moves if answer is not None and won else ()

    def par(self, session: Session) -> tuple[int, bool] | None:
        """Counted moves of the shortest answer known of the deal, and whether it is proved."""
        return self._pars.get(self._deal_key(session))

    def set_par(self, session: Session, moves: int, *, proved: bool) -> None:
        """The par that a level pack claims; what is proved stands, as does what is shorter."""
        key = self._deal_key(session)
        known = self._pars.get(key)
        if known is None or (not known[1] and (proved or moves < known[0])):
            self._pars[key] = moves, proved
            if proved:
                self.on_par(session, moves)

    @property
    def undos_to_win(self) -> int | None:
        """How many undos lead back to where it could still be won; None while not known."""
        session = self._session
        if session is None or self.light not in LOST:
            return None
        return self._verdict_path(session).undos_to_win

    def standing(self, session: Session, node: int) -> tuple[Verdict, int | None] | None:
        """Of a node of the tree whether it can be won, and where it cannot, after how many
        counted moves on the way to it that was lost, once it is known; None: nothing is known
        or asked for, or a redeal may help (Gaps).
        """
        if session is not self._session or not (self._watches or self._warns):
            return None
        way = self._verdict_path(session, node)
        if way.verdicts[-1] is Verdict.WON:
            return Verdict.WON, None
        return (Verdict.UNWINNABLE, way.lost_after) if way.is_lost else None

    def _verdict_path(self, session: Session, node: int | None = None) -> VerdictPath:
        """From the deal to here or to a node; of Gaps the part in the same layout."""
        tree, rules = session.tree, session.rules
        nodes = tree.path(node)
        used = tree.position_of(nodes[-1].id).used
        layout = rules.name == Gaps.name
        if layout:
            nodes = [node for node in nodes if tree.position_of(node.id).used == used]
        verdicts = [self._verdict(session, node) for node in nodes]
        return VerdictPath(nodes, verdicts, final=not layout or used == rules.turns)

    def _verdict(self, session: Session, node: Node[Action]) -> Verdict | None:
        """What the player's own answers or the solver say of a node."""
        if node.answer is not None:
            return Verdict.WON
        answer = self._answer(session.tree.position_of(node.id))
        return None if answer is None else answer.verdict

    def _probe(self, session: Session, node: int | None = None) -> Position | None:
        """The position on the way here or to a node whose verdict would tell most."""
        way, tree = self._verdict_path(session, node), session.tree
        if way.is_lost and session.rules.name != Gaps.name:
            for lost in way.nodes[way.bounds[1] :]:
                position = tree.position_of(lost.id)
                if not self._is_known(position):
                    self._remember(position, Answer(Verdict.UNWINNABLE))
        place = way.probe()
        return None if place is None else tree.position_of(way.nodes[place].id)

    # What comes

    def collect(self) -> bool:
        """Take in what has come; True if something that is shown may have changed."""
        changed = False
        while self._inbox:
            changed = self._take(self._inbox.popleft()) or changed
        if changed:
            self._next()
        return changed

    def _take(self, delivery: Delivery | FoundDeal) -> bool:
        if isinstance(delivery, FoundDeal):
            self.on_found(delivery)
            return True
        if self._asked is None or delivery.number != self._asked[0] or self._session is None:
            return False
        _, task, position = self._asked
        self._trace(
            "solver",
            asked=task.value,
            verdict=delivery.answer.verdict.value,
            moves=len(delivery.answer.moves),
            ms=round(delivery.seconds * 1000, 1),
        )
        if delivery.final:
            self._asked = None
        if task is _Task.PAR:
            return self._take_par(position, delivery)
        if position == self._session.tree.position_of(0):
            self._note_par(position, delivery.answer)
        if delivery.final or delivery.answer.verdict is not Verdict.UNDECIDED:
            self._remember_line(position, delivery.answer)
        return True

    def _take_par(self, start: Position, delivery: Delivery) -> bool:
        answer = delivery.answer
        assert self._session is not None
        self._note_par(start, answer)
        if delivery.final:
            self._sought.add(self._key(self._session, start))
        if delivery.final or answer.verdict is not Verdict.UNDECIDED:
            self._remember_line(start, answer)
        return True

    def _note_par(self, start: Position, answer: Answer) -> None:
        """A win of the deal is the shortest known, unless there was a shorter one."""
        session = self._session
        assert session is not None
        if answer.verdict is not Verdict.WON:
            return
        key = self._key(session, start)
        counted = replay(session.rules, start, answer.moves)[1]
        known = self._pars.get(key)
        if answer.optimal or known is None or counted < known[0]:
            self._pars[key] = counted, answer.optimal
            if answer.optimal:
                self.on_par(session, counted)

    def _remember_line(self, position: Position, answer: Answer) -> None:
        """An answer also tells of every position along it; 'undecided' takes nothing back."""
        session = self._session
        assert session is not None
        if answer.verdict is Verdict.UNDECIDED and self._is_known(position):
            return
        moves = () if answer.verdict is Verdict.UNDECIDED else answer.moves
        for number in range(len(moves) + 1):
            rest = answer._replace(moves=moves[number:])
            known = self._answer(position)
            if known is None or not known.moves or len(rest.moves) <= len(known.moves):
                self._remember(position, rest)
            if number < len(moves):
                position = session.rules.apply(position, moves[number])

    def _remember(self, position: Position, answer: Answer) -> None:
        assert self._session is not None
        self._known[self._key(self._session, position)] = answer
        while len(self._known) > KEPT:
            self._known.popitem(last=False)


def _options(rules: Rules) -> tuple[str, ...]:
    return (rules.policy,) if rules.policy else ()


def _can_redeal(session: Session) -> bool:
    return session.rules.name == Gaps.name and session.turns_left > 0
