"""Passes input events to the scene on top, or to the program itself."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from weakref import ref

import pygame

from game.app.scene_stack import SceneStack, follow_keyboard, follow_mouse, in_scene, shift
from game.app.window import ProgramWindow
from game.desktop.commands import Command, WhenHeld, command_of
from game.desktop.game_pad import GamePads, is_of_pad
from game.desktop.key_events import in_latin_letters, overtaken_keys, with_keypad_arrows
from game.desktop.paste_and_drop import DROPPED, Drops, new_events
from game.desktop.touch import FINGERS, PAN, Device, Touch, is_of_touch
from game.scenes.common.base import Change, OpenStatistics, Push, Scene
from game.scenes.common.services import Services
from game.widgets.mouse import DOUBLE_CLICK_S

SAME_PLACE = 24
"""How far apart the two halves of a double click may lie, in dp."""
CLICK: Final = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class _Click(NamedTuple):
    """A press of the left button."""

    scene: ref[object]
    """The scene that it was for, which may be gone."""
    kind: type
    """That scene's class."""
    at: tuple[int, int]
    answered: float
    """When the scene had answered the press, or the release that ends it, and that was drawn."""
    drawn: bool = False


class PlayerInput:
    """The player's devices, and the keys that are down."""

    def __init__(
        self,
        services: Services,
        stack: SceneStack,
        screen: ProgramWindow,
        apply: Callable[[Change | None], None],
        save_picture: Callable[[], None],
    ) -> None:
        """`apply` does what a scene has returned; `save_picture` saves what the window shows."""
        self._services, self._stack, self._screen = services, stack, screen
        self._apply, self._save_picture = apply, save_picture
        self.pads, self.touch, self._drops = GamePads(), Touch(), Drops(lambda: screen.dropped_list)
        self._held_keys: dict[int, ref[object]] = {}
        """The keys that are down, as far as KEYUPs tell, each with what it was pressed for, which
        may be gone. Not every KEYUP is received.
        """
        self._clicked: _Click | None = None
        """The last press; None after the second half of a double click was left out."""

    def events(self) -> Iterator[pygame.event.Event]:
        """The new events, without the repeats that later ones overtake."""
        self.pads.look()
        events = new_events()
        overtaken = overtaken_keys(events)
        for event in events:
            repeats = event.type == pygame.KEYDOWN and event.key in self._held_keys
            if not (repeats and id(event) in overtaken):
                yield event

    def note_device(self, device: Device | None) -> None:
        """Remember the device used last, on which key hints and the card cursor depend; None: no
        device.
        """
        devices = self._services.devices
        if device is None or device is devices.last:
            return
        follows = not {device, devices.last}.isdisjoint((Device.PAD, Device.TOUCH))
        devices.last = device
        devices.touched = devices.touched or device is Device.TOUCH
        if follows:
            self._services.on_change()

    def hand_over(self, event: pygame.event.Event) -> None:
        """Pass an event to the program itself or to the scene on top."""
        self.touch.note_mouse(event)
        match event.type:
            case _ if is_of_pad(event):
                for key in self.pads.keys(event):
                    self._press_by_pad(key)
            case _ if event.type in FINGERS:
                density = self._services.density
                for made in self.touch.events(event, self._screen.pixels, density):
                    self._give(made)
            case _ if is_of_touch(event):
                pass
            case pygame.WINDOWFOCUSLOST:
                # What is released while another window has the keyboard may not be told here.
                self.touch.forget()
                self.pads.let_go()
                self._give(event)
            case _ if event.type in DROPPED:
                self._take_in(event)
            case pygame.KEYDOWN if self._is_echo(event):
                pass
            case pygame.KEYDOWN:
                self._press(with_keypad_arrows(in_latin_letters(event)))
            case _:
                if event.type == pygame.KEYUP:
                    self._held_keys.pop(event.key, None)
                self._give(event)

    def _press(self, event: pygame.event.Event) -> None:
        """Do what a key means to the program itself, or pass it on."""
        command = command_of(event)
        # Open statistics handle their key.
        has_statistics = any(scene.name == "statistics" for scene in self._stack)
        if command is Command.SCREENSHOT:
            self._save_picture()
        elif command is Command.STATISTICS and not has_statistics:
            # Those of the game that was being played or looked at.
            games = (scene.game for scene in reversed(self._stack) if scene.game is not None)
            self._apply(Push(OpenStatistics(next(games, None))))
        else:
            self._give(event)

    def go_on_holding(self) -> None:
        """Pass on the repeats of a direction held on a pad, and what comes of resting fingers."""
        for key in self.pads.repeated():
            self._press_by_pad(key)
        for made in self.touch.late():
            self._give(made)

    def _give(self, event: pygame.event.Event) -> None:
        """Pass an event to the scene on top, and pan to the part of the scene that it concerns."""
        if event.type == PAN:
            shift(self._stack.top, event.rel)
            return
        if self._is_second_half(event):
            self._clicked = None
            return
        top = self._stack.top
        follow_mouse(top, event)
        self._apply(top.handle(in_scene(top, event)))
        if event.type in CLICK and event.button == pygame.BUTTON_LEFT:
            self._note_click(event, top)
        if event.type == pygame.KEYDOWN and not self._stack.ended:
            follow_keyboard(self._stack.top)

    def _note_click(self, event: pygame.event.Event, scene: Scene) -> None:
        """Note that a scene has answered a press, or the release that ends the last one. Opening
        another scene may have taken long, so the time counts from here, or from `note_drawn`.
        """
        now = time.monotonic()
        if event.type == pygame.MOUSEBUTTONDOWN:
            pressed = scene.pressed_scene
            self._clicked = _Click(ref(pressed), type(pressed), event.pos, now)
        elif self._clicked is not None:
            self._clicked = self._clicked._replace(answered=now, drawn=False)

    def note_drawn(self) -> None:
        """Note that a turn of the loop has drawn what changed: on a slow machine the first picture
        of a scene takes longer than the second half of a double click, which waits meanwhile.
        """
        if self._clicked is not None and not self._clicked.drawn:
            self._clicked = self._clicked._replace(answered=time.monotonic(), drawn=True)

    def _is_second_half(self, event: pygame.event.Event) -> bool:
        """True for the second press of a double click of which the first was for another scene: it
        would act on what has come to lie there. Of a scene that has replaced one of its kind the
        control there is the same (Switch, clicked twice, switches back), but not of a popup.
        """
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != pygame.BUTTON_LEFT:
            return False
        first, top = self._clicked, self._stack.top
        if first is None or first.scene() is top:
            return False
        if first.kind is type(top) and not top.overlay:
            return False
        near = math.dist(first.at, event.pos) <= SAME_PLACE * self._services.density
        return near and time.monotonic() - first.answered <= DOUBLE_CLICK_S

    def _press_by_pad(self, key: pygame.event.Event) -> None:
        """Pass on a key that a game pad stands for. If this changes the scene, the pad's held
        direction is released, so that it does not repeat there.
        """
        self.note_device(Device.PAD)
        top = self._stack.top
        self._give(key)
        if not self._stack.ended and self._stack.top is not top:
            self.pads.let_go()

    def _take_in(self, event: pygame.event.Event) -> None:
        """Collect what is dropped onto the window or opened with the program, and take it in once
        the drop is complete.
        """
        from game.app.dropped_files import take_drop

        drop = self._drops.take(event)
        if drop is None:
            return
        self._services.tracer.event("dropped", files=len(drop.files), lines=len(drop.lines))
        for change in take_drop(self._services, self._stack, drop):
            self._apply(change)

    def _is_echo(self, event: pygame.event.Event) -> bool:
        """True for the repeat of a key that is up by now, was pressed for another scene or another
        question, or gives its command once. Other repeats are marked (`repeated`).
        """
        # A page may lay a question over itself.
        top: object = self._stack.top.focus_group or self._stack.top
        if event.key not in self._held_keys:
            self._held_keys[event.key] = ref(top)
            return False
        event.repeated = True
        moved_on = self._held_keys[event.key]() is not top
        command = command_of(in_latin_letters(event))
        return (
            moved_on
            or (command is not None and command.row.held is WhenHeld.ONCE)
            or not pygame.key.get_pressed()[event.key]
        )
