"""The running program and its loop.

Logic advances in steps of 1/120 s; a frame is drawn only when something changed, and while
nothing moves the program sleeps until an event comes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from importlib import import_module
from typing import Any, Final

import pygame

from game.app.frame_drawing import FirstFrame, WindowPicture
from game.app.launch_options import LaunchOptions
from game.app.player_input import PlayerInput
from game.app.program_end import ProgramEnd, handle_end_signals
from game.app.scene_factory import LATER, first_scenes, make_scene
from game.app.scene_stack import SceneStack
from game.app.screen_reader_updates import ScreenReaderLink
from game.app.service_setup import make_services
from game.app.video_driver import NoScreenError
from game.app.window import ProgramWindow
from game.core.threads_and_memory import trim_memory
from game.core.translatable_texts import capitalised, said_in_turn
from game.desktop.key_events import for_program
from game.desktop.sdl import Sdl
from game.desktop.touch import device_of
from game.record.saving import tell_unsaved
from game.scenes.common.base import Change, Push, Quit, Scene, soonest
from game.scenes.common.services import ProgramCallbacks, Services
from game.storage.retries_and_checks import Maintenance
from game.system.console import Tracer
from game.system.fault_report import lacks_memory, report_fault, report_folders, write_fault

STEP: Final = 1 / 120
LONGEST_FRAME: Final = 0.1
"""Seconds. After a longer pause, motion continues from where it was instead of jumping."""
QUIET_TO_FREE_MEMORY: Final = 1.0
MOST_OVERSLEPT: Final = 2.0
"""The most seconds of sleep after the due time that count: a suspended machine is not played on."""
WAKE: Final = pygame.event.custom_type()
"""Posted from threads that have something to fetch."""
NOT_FOR_SCENES: Final = frozenset({pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED, WAKE})
"""Events that are not passed to scenes, which hear of them in other ways."""


def run(launch: LaunchOptions) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    try:
        app = App(launch)
        app.handle_end_causes()
        try:
            app.run()
        finally:
            app.close()
    except (NoScreenError, MemoryError):
        raise
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        return report_fault(report_folders(launch.folders.data))
    return tell_unsaved(app.services.game_store.storage)


class App:
    """The running program."""

    def __init__(self, launch: LaunchOptions) -> None:
        self._first_frame = FirstFrame()
        self._sdl = Sdl()
        self._tracer = Tracer(launch.trace)
        self._has_no_home_folder = launch.has_no_home_folder
        self._stack = SceneStack(
            lambda: self._screen.room,
            self._come,
            self._free_memory_soon,
            lambda request: make_scene(self.services, request),
        )
        self._told: dict[str, Any] = {}
        self._layout_due = True
        """An event has come since the layout was traced. A tick of the clock is no event."""
        self._wanted = False
        """A thread has something to fetch."""
        self._to_import = list(LATER)
        self._to_free_memory: float | None = None
        """Seconds until unused memory is given back; None: nothing to give back."""
        self.services: Services = make_services(launch, self._tracer, self._callbacks())
        self._end = ProgramEnd(self.services, self._wake)
        self._reading = ScreenReaderLink(self.services, self._wake)
        store, language = self.services.game_store, self.services.language
        self._maintenance = Maintenance(
            store.storage, self.announce, self._wake, language, store.save_again
        )
        settings = self.services.settings
        self._ui_scale = settings.ui_scale
        self._screen = ProgramWindow(settings, launch.size)
        self.window = self._screen.window
        self.window.set_icon(self.services.assets.app_icon())
        self._picture = WindowPicture(
            self._screen,
            self._stack,
            self.services,
            self._first_frame,
            self._sdl,
            self._free_memory_soon,
        )
        self._toast = self._picture.toast
        self._input = PlayerInput(
            self.services, self._stack, self._screen, self._apply, self._picture.save_picture
        )
        self._begin_after_first_frame(launch)
        if settings.fullscreen:
            self.set_fullscreen(True)
        self._stack.begin(first_scenes(self.services, launch))

    def _callbacks(self) -> ProgramCallbacks:
        return ProgramCallbacks(
            tell=self.tell,
            remark=self.remark,
            announce=self.announce,
            speak=lambda text: self._reading.say(text),
            on_change=self._follow_settings,
            set_fullscreen=self.set_fullscreen,
            wake=self._wake,
            after_first_frame=self._first_frame.after,
        )

    def _begin_after_first_frame(self, launch: LaunchOptions) -> None:
        """Have everything begin after the first frame that this frame does without, in order."""
        after = self._first_frame.after
        after(lambda: self._reading.begin(self.window))
        after(self._maintenance.begin)
        after(lambda: self.services.desktop.begin(self._wake))
        after(self._tell_notices)
        after(self._input.pads.begin)
        if launch.opening is not None or launch.handed is not None:  # more than the menu
            after(lambda: self._do_safely(lambda: self._take_opened(launch)))

    def _tell_notices(self) -> None:
        """What was wrong with settings or saved games when they were opened."""
        services = self.services
        wrong = [told.translated(services.language) for told in services.settings_file.notices]
        if self._has_no_home_folder:
            told = services.language(
                "No home folder found: your games are kept in {folder} for now"
            )
            wrong.append(told.format(folder=services.folders.data))
        if wrong:
            self.announce(said_in_turn(wrong, services.language))
        self._maintenance.tell_notices()

    def _wake(self) -> None:
        """Wake the loop to fetch the results of a thread. May be called from any thread."""
        self._wanted = True
        with suppress(pygame.error):  # the queue is full: then the loop is awake anyway
            pygame.event.post(pygame.event.Event(WAKE))

    def tell(self, text: str) -> None:
        """Show a message of the scene on top for a while; it disappears with the scene."""
        self._say(text, lasting=False)

    def remark(self, text: str) -> None:
        """Show a message of the scene on top that stays beside others; it disappears with the
        scene.
        """
        self._say(text, lasting=True, of_scene=True)

    def announce(self, text: str) -> None:
        """Show the player a message of the program, for a while, over whatever scene."""
        self._say(text, lasting=True)

    def _say(self, text: str, *, lasting: bool, of_scene: bool = False) -> None:
        text = self.services.named_keys(capitalised(text))
        self._tracer.event("error", text=text)
        self._toast.show(text, lasting=lasting, of_scene=of_scene)
        self.services.speak(text)
        self._picture.refresh()

    def set_fullscreen(self, full: bool) -> None:
        """Fill the desktop, or go back to a window."""
        self._screen.fill(full, time.monotonic())

    def _follow_settings(self) -> None:
        """A setting has changed: update all scenes, the hidden ones too."""
        ui_scale = self.services.settings.ui_scale
        self._reading.note()
        spoken = self.services.follow_language()
        for scene in self._stack:
            if spoken:
                scene.follow_language()
            scene.follow_settings()
            if ui_scale != self._ui_scale or spoken:
                scene.place(self._screen.room)
        self._ui_scale = ui_scale
        self.services.sound.set_volume(self.services.settings.loudness)
        self._picture.refresh()

    # The loop

    def run(self) -> None:
        """Play until there is no scene left."""
        before = time.monotonic()
        owed = 0.0
        while self._running and not self._end.forced:
            self._take_events()
            now = time.monotonic()
            self._picture.fit()
            self._input.go_on_holding()
            self._fetch()
            if self._screen.hidden and self._running:
                self._rest()
                before, owed = time.monotonic(), 0.0
                continue
            owed += min(now - before, LONGEST_FRAME)
            before = now
            while owed >= STEP and self._running:
                owed -= STEP
                self._update(STEP)
            if not self._running:
                return
            self._screen.update(now)
            self._picture.draw()
            self._input.note_drawn()
            self.services.cursors.apply()
            self._reading.follow(self.top, self.window)
            if self._screen.full is not self.services.settings.fullscreen:
                # The window manager's own key has done it.
                self.services.change(fullscreen=self._screen.full)
            self._trace_layout()
            if self._sleep(now):
                before = time.monotonic()

    def _take_events(self) -> None:
        for event in self._input.events():
            if self._running:
                self._handle_safely(event)

    def _handle_safely(self, event: pygame.event.Event) -> None:
        self._do_safely(lambda: self._handle(event))

    def _do_safely(self, what: Callable[[], None]) -> None:
        """Do what the player asks for. A fault in it, for example in a paste or in opening a scene,
        does not end the program: the scenes that have come meanwhile are removed.
        """
        before = list(self._stack)
        try:
            what()
        except Exception:
            stayed = sum(scene is there for scene, there in zip(before, self._stack, strict=False))
            self._go_on_with(max(1, stayed))

    def _update(self, seconds: float) -> None:
        """Let time pass for the scene on top. If it fails, it is removed; if it is the only one,
        the exception goes on.
        """
        # What was told so far is of this scene, also if another one comes before it is drawn.
        self._toast.seen_with(self.top, self.top.subject)
        try:
            self._apply(self.top.update(seconds))
        except Exception:
            if len(self._stack) < 2:
                raise
            self._go_on_with(len(self._stack) - 1)

    def _go_on_with(self, scenes: int) -> None:
        """Write the fault that is being handled into a file, tell the player, and go on with so
        many of the lowest scenes.
        """
        _ = self.services.language
        if lacks_memory(sys.exception()):
            self._stack.recover(scenes)
            self._picture.refresh()
            told = _("Not enough memory for this action, but you can keep playing")
            self.announce(told)
            return
        file = write_fault(report_folders(self.services.folders.data))
        self._stack.recover(scenes)
        self._picture.refresh()
        told = _("A program error stopped this action, but you can keep playing")
        where = _("details are in {file}").format(file=file) if file else ""
        self.announce(said_in_turn((told, where), _))

    @property
    def top(self) -> Scene:
        """The scene that has the input."""
        return self._stack.top

    @property
    def _running(self) -> bool:
        return not self._stack.ended

    def _trace_layout(self) -> None:
        if not (self._tracer.on and self._layout_due) or self.top.busy:
            return
        self._layout_due = False
        told = self.top.traced()
        if told is not None:
            told = {"window": list(self.top.window), "corner": list(self.top.corner), **told}
            if told != self._told:
                self._told = told
                self._tracer.event("layout", **told)

    def _sleep(self, began: float) -> bool:
        """Wait for the next frame, or until something happens. Returns True if nothing moved
        meanwhile: the time slept was then already passed to `_update`.
        """
        if self.top.busy:
            self._layout_due = True
            spent = time.monotonic() - began
            self._sdl.wait(max(0.0, 1 / self._screen.rate - spent))
            return False
        if self.top.stale:
            return False
        if self._to_import:
            import_module(self._to_import.pop(0))  # takes some 5 to 60 ms
            return False
        self._sleep_until_due()
        return True

    def _sleep_until_due(self) -> None:
        """Wait until something is due or an event comes, and pass the time slept on."""
        slept_from = time.monotonic()
        due = self._due()
        self._input.pads.rest(self._sdl.wait, due)
        slept = time.monotonic() - slept_from
        if due is not None:
            slept = min(slept, due + MOST_OVERSLEPT)
        self._maintenance.update(slept)
        self._free_memory(slept)
        self._toast.update(slept)
        self._update(slept)

    def _rest(self) -> None:
        """Wait while the window is hidden: nothing is drawn and the clock stands, but what is to be
        saved is saved.
        """
        slept_from = time.monotonic()
        self._sdl.wait(self._maintenance.due)
        self._maintenance.update(time.monotonic() - slept_from)

    def _due(self) -> float | None:
        """In how many seconds something happens by itself; None if nothing will."""
        return soonest(
            self.top.due, self._toast.due, self._maintenance.due, self._to_free_memory,
            self._input.pads.due, self._input.touch.due,
            self._reading.due, self._screen.due(time.monotonic()), self._picture.due,
        )  # fmt: skip

    def _free_memory(self, seconds: float) -> None:
        """Free closed scenes and pictures of other sizes after a moment of quiet. Scenes are in
        reference cycles, and Python does not know how large their pictures are.
        """
        if self._to_free_memory is not None:
            self._to_free_memory -= seconds
            if self._to_free_memory <= 0:
                self._to_free_memory = None
                trim_memory()

    # Events

    def _handle(self, event: pygame.event.Event) -> None:
        self._layout_due = True
        taken = for_program(self._screen.translated(event))
        if taken is None:
            return
        event = taken
        self._picture.follow(event)
        self._input.note_device(device_of(event))
        self.services.presence.note(event)
        self._reading.note(event)
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self._close(by_hand=event.type == pygame.WINDOWCLOSE)
            case _ if event.type in NOT_FOR_SCENES:
                pass
            case _:
                self._picture.fit()
                self._input.hand_over(event)

    def _take_opened(self, launch: LaunchOptions) -> None:
        """Take in what the program was started with."""
        from game.app.dropped_files import take_opened

        self._apply(take_opened(self.services, self._stack, launch))

    def _fetch(self) -> None:
        """Fetch the results of threads, and the requests of a screen reader."""
        if self._reading.came_or_went():
            self._follow_settings()
        if not self._wanted:
            return
        self._wanted = False
        self._do_safely(lambda: self._reading.do_requests(lambda: self.top, self._apply))
        if self.services.assets.cards.collect():
            self._picture.refresh()
        if self.services.advisor.collect():
            self._picture.advise()
        if self.services.desktop.take():
            self.services.follow_felt()
            self._follow_settings()
        self._maintenance.collect()

    # The stack

    def _apply(self, change: Change | None) -> None:
        if isinstance(change, Quit) and self._end.is_to_ask:
            from game.scenes.common.dialog_scene import QuitQuestion

            if not isinstance(self.top, QuitQuestion):
                change = Push(QuitQuestion(self.services))
        self._stack.apply(change)

    def _come(self, scene: Scene) -> None:
        """A scene has come on top."""
        self._picture.backdrop.picture = None
        self.window.title = self._stack.title
        self.services.cursors.reset()
        self._reading.introduce()
        self._tracer.event("scene", name=scene.name)

    def _free_memory_soon(self) -> None:
        self._to_free_memory = QUIET_TO_FREE_MEMORY

    # The end

    def _close(self, *, by_hand: bool) -> None:
        """End the program. `by_hand`: the window was closed; the QUIT that SDL sends after that is
        ignored. A QUIT alone comes from the system, and nobody is asked; on macOS it also comes
        from the menu, and the player is asked.
        """
        if by_hand or not self._end.closing:
            self._end.forced = not by_hand and sys.platform != "darwin"
            self._apply(Quit())
        self._end.closing = by_hand

    def handle_end_causes(self) -> None:
        """React to signals and to errors of the X server that end the program, from the first frame
        on: before it there is nothing to save.
        """
        self._first_frame.after(lambda: handle_end_signals(self._end.force))
        self._first_frame.after(self._end.handle_x11_errors)

    def close(self) -> None:
        """Close everything; if closing one thing fails, still close the others."""
        if self._end.window_lost:
            self._end.end_without_screen()
        services = self.services
        with ExitStack() as last_first:
            for let_go in (
                # Last, once the window has gone: a sound device may take seconds.
                services.sound.close,
                *(pygame.display.quit, self.window.destroy, self._tracer.close),
                *(services.game_store.close, services.solver.close, services.reviewer.stop),
                *(services.assets.close, self._maintenance.close),
                self._remember_window,
            ):
                last_first.callback(let_go)

    def _remember_window(self) -> None:
        """Save where the window is for the next start."""
        self.services.change(**self._screen.remembered())
