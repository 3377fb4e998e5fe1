"""Services for pictures: nothing kept on disk, a solver that answers at once, a fixed clock."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from game.app.launch_options import LaunchOptions
from game.app.service_setup import make_services
from game.core.deals import deck_of, deck_text
from game.core.moves import Action
from game.core.position import Position, hash_text
from game.graphics.assets import Assets
from game.history import HistoryChanges
from game.record.advisor import Advisor
from game.record.daily_deals import DailyDeals
from game.record.game_store import GameStore
from game.record.known_positions import KnownPositions
from game.record.pack_files import packs_of
from game.record.reviewer import Reviewer
from game.record.solver_gateway import SolverGateway
from game.rules import Rules
from game.scenes.common.services import ProgramCallbacks, Services
from game.solver import registry
from game.solver.answer import DEFAULT_MEMORY, Goal, SearchLimits, Verdict
from game.solver.answer import Answer as Solved
from game.solver.client import SolverClient
from game.solver.line_review import LineSearch, ReviewScheduler
from game.solver.line_worths import Line, PositionBounds
from game.solver.worker import Delivery, FoundDeal, Seek, Told, Weighed
from game.storage import (
    DealChanges,
    DealKey,
    DealState,
    Play,
    PlayOutcome,
    Storage,
    StoredAnswer,
)
from game.system.console import Tracer
from game.system.folders import Folders, MissingAssetError, levels_folder
from game.system.language import ENGLISH, Language

NOW: Final = datetime(2026, 11, 22, 10, 30)
LEFT_AT: Final = int(datetime(2026, 11, 21, 21, 14).timestamp())
HOUR: Final = 3600
MOST_NODES: Final = 400_000
SLICE: Final = 2000
WEIGHING_STEPS: Final = 300
"""Slices of a search: counted, not timed, so that each picture is the same every time."""
SOLVED_OF_TEN: Final = 4
NOTHING: Final[HistoryChanges[Action]] = HistoryChanges()


class InstantSolver(SolverClient):
    """Stands in for the solver's process: what it knows after so many positions, at once."""

    def __init__(self, on_answer: Callable[[Told], None], steps: int = WEIGHING_STEPS) -> None:
        """`steps`: slices of the search that weighs a line."""
        self._answer, self._steps = on_answer, steps
        self._asked = 0

    def ask(
        self,
        rules: Rules,
        position: Position,
        goal: Goal,
        seconds: float = 0.0,
        memory: int = DEFAULT_MEMORY,
    ) -> int:
        """The advisor reads the answer when it next collects."""
        self._asked += 1
        found = _searched(rules, position, goal, memory)
        self._answer(Delivery(self._asked, found, final=True, seconds=0.0))
        return self._asked

    def weigh(self, line: Line, known: Iterable[PositionBounds]) -> int:
        """All that is to be known of a line, when the advisor next collects."""
        self._asked += 1
        review = ReviewScheduler(line)
        search = LineSearch(review, SearchLimits())
        for _ in range(self._steps):
            if search.step(SLICE):
                break
        found = review.found(range(len(line.positions)))
        self._answer(Weighed(self._asked, found, final=True))
        return self._asked

    def stop_weighing(self) -> None:
        """There is never anything to stop."""

    def cancel(self) -> None:
        """There is never anything to cancel."""

    def close(self) -> None:
        """There is no process to end."""

    def ready_number(self, game: str, options: Iterable[str] = ()) -> int | None:
        """What a New gives comes from the game's own lists."""
        return None


def _searched(rules: Rules, position: Position, goal: Goal, memory: int) -> Solved:
    search = registry.start(rules, position, goal, memory)
    for _ in range(MOST_NODES // SLICE):
        if search.run(SLICE) or _is_enough(rules, search.answer()):
            break
    return search.answer()


def _is_enough(rules: Rules, found: Solved) -> bool:
    """True for a win; in Gaps only if its redeals are proved to be the fewest, as they soon are."""
    return found.verdict is Verdict.WON and (found.fewest_redeals or not rules.facts.redeals)


def _refuse(problem: str) -> None:
    """No picture shows a substitute for a drawing that is missing."""
    raise MissingAssetError(problem)


class PictureServices:
    """What pictures are made with: art is made once, everything else anew for each."""

    def __init__(
        self,
        folder: Path,
        ui_scale: float = 1.0,
        language: str = ENGLISH,
        *,
        steps: int = WEIGHING_STEPS,
    ) -> None:
        """`steps`: how long the solver weighs each line."""
        pygame.display.init()
        self._steps = steps
        self._folder = folder
        self._ui_scale = ui_scale
        self._language = language
        self._art = Assets(report=_refuse, threaded=False)

    def enlarged(self, ui_scale: float) -> PictureServices:
        """The same with another size of text and buttons."""
        other = copy.copy(self)
        other._ui_scale = ui_scale
        return other

    def translated(self, language: str) -> PictureServices:
        """The same in another language."""
        other = copy.copy(self)
        other._language = language
        return other

    def services(self, *, still: bool = True, **choices: bool | float | str) -> Services:
        """Services that keep nothing on disk, with some settings changed; `still`: no motion."""
        launch = LaunchOptions(
            Folders(self._folder), read_only=True, mute=True, reduced_motion=still
        )
        services = make_services(launch, Tracer(), ProgramCallbacks())
        services.assets.close()
        services.language = Language(self._language, self._art.folder / "locale")
        services.assets = self._art
        storage = Storage(self._folder, read_only=True, clock=lambda: LEFT_AT)
        services.solver = SolverGateway(
            lambda: None, lambda on_answer: InstantSolver(on_answer, self._steps), eager=False
        )
        known = KnownPositions(storage.worths)
        services.advisor = Advisor(
            services.solver, lambda: None, services.tracer.event, known=known
        )
        services.reviewer = Reviewer(services.solver, known, on_par=services.advisor.prove_par)
        services.game_store = GameStore(storage, services.tracer, services.tell)
        services.daily = _known_daily(storage)
        services.change(**{"autoplay": False, "tips": False, "ui_scale": self._ui_scale, **choices})
        return services


def _known_daily(storage: Storage) -> DailyDeals:
    """Daily deals that are found as soon as they are asked for: the first number of each day."""

    def find(seek: Seek, take: Callable[[FoundDeal], None]) -> None:
        take(FoundDeal(seek, seek.start))

    return DailyDeals(
        storage, find, lambda text: None, Language(), lambda: datetime.fromtimestamp(LEFT_AT)
    )


def fill_record(services: Services, rules: Rules) -> None:
    """A player's record of a game's first list: some deals solved, some as short as can be.

    The figures are made up from the deals' places, the same each time.
    """
    pack = packs_of(rules, levels_folder())[0]
    for place, level in enumerate(pack.levels):
        luck = (place * 7919 + place // 10 * 31) % 97
        if luck % 10 >= SOLVED_OF_TEN or level.par is None:
            continue
        moves = level.par + (0, 0, 1, 3, 6)[luck % 5]
        when, key = LEFT_AT - place * HOUR, DealKey(rules.name, rules.policy, deck_text(level.deck))
        seconds, id = 240 + 7 * luck, hash_text(" ".join(key))
        play = Play(1, PlayOutcome.WON, moves, seconds, when=when, id=id)
        services.game_store.storage.save(
            key,
            DealChanges(
                NOTHING,
                DealState(),
                number=int(level.id) if level.id.isdigit() else None,
                answers=[StoredAnswer(moves, "", None, when)],
                plays=[play],
                positions=0,
            ),
            lambda: NOTHING,
        )


def fill_plays(services: Services, rules: Rules, count: int) -> None:
    """Some plays of a game: made-up figures, the same each time."""
    chance = random.Random(rules.title + rules.policy)
    for number in range(count):
        moves = 60 + sum(chance.randrange(12) for _ in range(8))
        seconds = 150 + moves * chance.uniform(2, 12)
        key = DealKey(rules.name, rules.policy, deck_text(deck_of(number)))
        outcome = chance.choices(
            (PlayOutcome.WON, PlayOutcome.STUCK, PlayOutcome.OPEN), (20, 2, 1)
        )[0]
        helped = chance.random() < 0.06
        play = Play(
            1,
            outcome,
            moves,
            seconds,
            hints=3 if helped else 0,
            par=chance.random() < 0.2,
            number=number,
            when=LEFT_AT - (count - number) * 20 * HOUR,
            id=hash_text(" ".join(key)),
        )
        changes = DealChanges(NOTHING, DealState(), number=number, plays=[play], positions=0)
        services.game_store.storage.save(key, changes, lambda: NOTHING)
