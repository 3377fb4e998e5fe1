"""Services that write nothing to disk and record what they are told; solvers that stand in for
the worker process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from game.app.launch_options import LaunchOptions
from game.app.scene_factory import make_scene
from game.app.scene_stack import SceneStack
from game.app.service_setup import make_services
from game.core.moves import Action
from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.history import HistoryChanges
from game.record.advisor import Advisor
from game.record.daily_deals import DailyDeals
from game.record.known_positions import KnownPositions
from game.record.reviewer import Reviewer
from game.record.solver_gateway import SolverGateway
from game.scenes.common.base import Change, Push, Replace, Scene, SceneRequest
from game.scenes.common.services import ProgramCallbacks, Services
from game.solver.answer import SearchLimits
from game.solver.line_review import weigh
from game.solver.worker import Weighed
from game.storage import DealChanges, DealKey, DealState, Play, Storage
from game.system.console import Tracer
from game.system.folders import Folders, asset_folder
from game.system.language import Language


def made(services: Services, change: Change | None) -> Change | None:
    """A change with the scenes that it asks for, as the program's stack makes them."""

    def scene(wanted: Scene | SceneRequest | None) -> Any:
        return (
            wanted if wanted is None or isinstance(wanted, Scene) else make_scene(services, wanted)
        )

    match change:
        case Push(wanted, under):
            return Push(scene(wanted), scene(under))
        case Replace(wanted, scenes):
            return Replace(scene(wanted), scenes)
    return change


@dataclass
class RecordingServices:
    """Services that write nowhere, and what they were told."""

    services: Services = field(init=False)
    told: list[str] = field(default_factory=list)
    fullscreen: list[bool] = field(default_factory=list)
    followers: list[Callable[[], None]] = field(default_factory=list)
    """Called when a choice has changed."""

    def choose(self, **choices: bool | int | float | str) -> None:
        """Change settings as the options page does."""
        self.services.change(**choices)

    def follow(self) -> None:
        for follower in self.followers:
            follower()


ART = Assets(threaded=False)
"""Made once: rasterising every card for every test would take minutes."""


PAINT = Painter(asset_folder())


NOWHERE = Path("/nonexistent")


class SilentSolver:
    """Stands in for the worker process, and never answers."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        self.asked = 0

    def ask(self, *what: object) -> int:
        self.asked += 1
        return self.asked

    def ready_number(self, *what: object) -> None:
        return None

    def seek(self, *what: object) -> None:
        pass

    def weigh(self, *what: object) -> int:
        self.asked += 1
        return self.asked

    def stop_weighing(self) -> None:
        pass

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        pass


class WeighingSolver(SilentSolver):
    """Stands in for a worker that knows all of a line at once."""

    def __init__(self, receive: Callable[[Any], None]) -> None:
        super().__init__(receive)
        self._receive = receive

    def weigh(self, *what: Any) -> int:
        number, line = super().weigh(), what[0]
        found = weigh(line, SearchLimits()).found(range(len(line.positions)))
        self._receive(Weighed(number, found, final=True))
        return number


def give_weighing_solver(held: RecordingServices, solver: type = WeighingSolver) -> None:
    """Give services a solver that weighs lines; the usual one knows nothing else."""
    give_solver(held.services, gateway_to(solver))


def gateway_to(make_client: Any, *, eager: bool | None = None) -> SolverGateway:
    return SolverGateway(lambda: None, make_client, eager=eager)


def silent_gateway(*what: object, **named: object) -> SolverGateway:
    """Whatever it is made with: a solver that never answers."""
    return gateway_to(SilentSolver)


def give_solver(services: Services, solver: SolverGateway) -> None:
    """Replace the solver and what asks it of sessions and lines."""
    services.solver = solver
    known = KnownPositions(services.game_store.storage.worths)
    advisor = Advisor(solver, lambda: None, lambda *event, **fields: None, known=known)
    services.advisor = advisor
    services.reviewer = Reviewer(solver, known, on_par=advisor.prove_par)


def recording_services(
    folder: Path = NOWHERE, **choices: bool | int | float | str
) -> RecordingServices:
    """Services with some settings changed; without a folder nothing is kept."""
    made = RecordingServices()
    services = make_services(
        LaunchOptions(Folders(folder), read_only=folder is NOWHERE, mute=True),
        Tracer(),
        ProgramCallbacks(
            tell=made.told.append,
            remark=made.told.append,
            announce=made.told.append,
            on_change=made.follow,
            set_fullscreen=made.fullscreen.append,
        ),
    )
    services.settings_file.change(**{"winnable_only": False, "tips": False, **choices})
    services.assets, services.paint = ART, PAINT
    services.language = Language(str(choices.get("language", "en")), ART.folder / "locale")
    give_solver(services, silent_gateway())
    services.daily = DailyDeals(
        services.game_store.storage, lambda seek, take: None, made.told.append, services.language
    )
    made.services = services
    return made


_play_ids = count(1)


def save_record(
    storage: Storage, key: DealKey, *, plays: Iterable[Play] = (), **record: Any
) -> None:
    """Save what is kept of a deal beside its history (`DealChanges`); each play is a new one."""
    none: HistoryChanges[Action] = HistoryChanges()
    new = [play._replace(id=next(_play_ids)) for play in plays]
    storage.save(key, DealChanges(none, DealState(), plays=new, **record), lambda: none)


def stack_for(services: Services) -> SceneStack:
    """An empty stack of scenes in a window of the usual size."""
    return SceneStack(
        lambda: (1280, 800),
        lambda scene: None,
        lambda: None,
        lambda request: make_scene(services, request),
    )
