"""Makes the services that scenes are handed."""

from __future__ import annotations

from game.app.launch_options import LaunchOptions
from game.desktop.sound_effects import Sound
from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.record.advisor import Advisor
from game.record.daily_deals import SHIPPED, DailyDeals
from game.record.game_store import GameStore
from game.record.known_positions import KnownPositions
from game.record.reviewer import Reviewer
from game.record.solver_gateway import SolverGateway
from game.scenes.common.services import ProgramCallbacks, Services
from game.storage import Storage
from game.system.console import Tracer
from game.system.folders import spare_file_folders
from game.system.language import language_for
from game.system.settings import SettingsFile


def make_services(launch: LaunchOptions, tracer: Tracer, program: ProgramCallbacks) -> Services:
    """Open settings and storage, find art and language."""
    folders = launch.folders
    settings_file = SettingsFile(folders.settings, read_only=launch.read_only)
    if launch.fullscreen is not None:
        # So that the full screen key and the options page start from the actual state.
        settings_file.settings = settings_file.settings._replace(fullscreen=launch.fullscreen)
    assets = Assets(
        report=lambda problem: tracer.event("error", text=problem),
        on_cards_ready=program.wake,
        after_first_frame=program.after_first_frame,
    )
    storage = Storage(
        folders.data,
        read_only=launch.read_only,
        spare_folders=spare_file_folders(),
        cache=folders.cache,
    )
    sound = Sound(assets.folder / "sounds", mute=launch.mute)
    sound.set_volume(settings_file.settings.loudness)
    language = language_for(settings_file.settings.language)

    solver = SolverGateway(program.wake, after_first_frame=program.after_first_frame)
    shipped = assets.folder / SHIPPED
    daily = DailyDeals(storage, solver.seek, program.announce, language, shipped=shipped)
    game_store = GameStore(storage, tracer, program.announce, language, on_win=daily.tell_win)
    known = KnownPositions(storage.worths)
    reviewer = Reviewer(
        solver,
        known,
        # The advisor is made after it.
        on_par=lambda rules, start, moves: advisor.prove_par(rules, start, moves),
    )
    advisor = Advisor(
        solver,
        program.wake,
        tracer.event,
        on_par=game_store.prove_par,
        after_first_frame=program.after_first_frame,
        known=known,
    )
    return Services(
        assets=assets,
        paint=Painter(assets.folder),
        language=language,
        game_store=game_store,
        solver=solver,
        advisor=advisor,
        reviewer=reviewer,
        daily=daily,
        tracer=tracer,
        sound=sound,
        settings_file=settings_file,
        folders=folders,
        program=program,
        reduced_motion=launch.reduced_motion,
    )
