"""What every scene is handed: pictures, sound, settings, the store of games, the solver, and
whether the player is present.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.desktop.key_and_pad_button_names import KeyHints, for_pad, pad_button
from game.desktop.sound_effects import Sound
from game.desktop.touch import Device, InputDevices
from game.graphics.assets import Assets
from game.graphics.felt import Felt
from game.graphics.paint import Painter
from game.graphics.scale import Scale
from game.record.advisor import Advisor
from game.record.daily_deals import DailyDeals
from game.record.game_store import GameStore
from game.record.library_filter_and_sort import MOST_RESTORABLE, RestorableDeal
from game.record.pack_files import PackFolder
from game.record.reviewer import Reviewer
from game.record.solver_gateway import SolverGateway
from game.system.console import Tracer
from game.system.desktop_settings import DesktopSettings
from game.system.folders import Folders
from game.system.language import Language, code_for
from game.system.settings import Settings, SettingsFile
from game.table.card_sprites import Appearance
from game.widgets.look import Look
from game.widgets.mouse import Cursors

REST_S: Final = 120.0
"""Seconds without input after which the player is taken to have gone."""

_PRESENT: Final = frozenset(
    {
        *(pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING),
        *(pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL),
        *(pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP),
        *(pygame.JOYAXISMOTION, pygame.JOYHATMOTION, pygame.JOYBUTTONDOWN),
        *(pygame.CONTROLLERAXISMOTION, pygame.CONTROLLERBUTTONDOWN),
        *(pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED),
        *(pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED),
    }
)
"""Input events, and those that say that the window is visible again."""
_GONE: Final = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class Presence:
    """Decides which time counts. `note` must get every event, in order."""

    def __init__(self) -> None:
        self._seen = True
        self._idle = 0.0
        """Seconds that passed since the last input."""

    @property
    def is_there(self) -> bool:
        """True while time counts."""
        return self._seen and self._idle < REST_S

    def note(self, event: pygame.event.Event) -> None:
        """Note an event: input, or the window being hidden or shown."""
        if event.type in _PRESENT:
            self._seen, self._idle = True, 0.0
        elif event.type in _GONE:
            self._seen = False

    def counted(self, seconds: float) -> float:
        """Let `seconds` pass; returns how many of them count."""
        if not self._seen:
            return 0.0
        counts = min(seconds, max(0.0, REST_S - self._idle))
        self._idle += seconds
        return counts


class ProgramCallbacks(NamedTuple):
    """What services ask of the running program. The defaults are for tools without a window."""

    tell: Callable[[str], None] = lambda text: None
    """Shows the player a message for a while, or until the scene is left."""
    remark: Callable[[str], None] = lambda text: None
    """Shows a message that stays beside later ones, until the scene is left."""
    announce: Callable[[str], None] = lambda text: None
    """Shows a message that is not about the scene, and stays when the scene is left."""
    speak: Callable[[str], None] = lambda text: None
    """Makes the screen reader, if one is on, say a text."""
    on_change: Callable[[], None] = lambda: None
    """Called after each change of a setting: updates all scenes."""
    set_fullscreen: Callable[[bool], None] = lambda full: None
    """Fills the desktop, or goes back to a window."""
    wake: Callable[[], None] = lambda: None
    """Has the loop fetch the results of threads. May be called from any thread."""
    after_first_frame: Callable[[Callable[[], None]], None] = lambda call: call()
    """Given what the first frame must not wait for: calls it then."""


@dataclass(kw_only=True, eq=False)
class Services:
    """The services that scenes are given; none of them is a global."""

    assets: Assets
    paint: Painter
    language: Language
    game_store: GameStore
    solver: SolverGateway
    advisor: Advisor
    reviewer: Reviewer
    daily: DailyDeals
    tracer: Tracer
    sound: Sound
    settings_file: SettingsFile
    folders: Folders
    program: ProgramCallbacks
    reduced_motion: bool = False
    """True if the command line asks for it, whatever the settings say."""
    density: float = 1.0
    """Pixels of this screen per pixel of a screen of usual density."""

    def __post_init__(self) -> None:
        self.cursors, self.devices = Cursors(), InputDevices()
        self.desktop, self.presence = DesktopSettings(), Presence()
        self.follow_felt()
        self.packs = PackFolder(self.folders.levels)
        self.deleted: deque[RestorableDeal] = deque(maxlen=MOST_RESTORABLE)
        """The deals deleted in My games since the start, the last one at the end."""
        program = self.program
        self.tell, self.remark, self.announce = program.tell, program.remark, program.announce
        self.speak, self.on_change = program.speak, program.on_change

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self.settings_file.settings

    def change(self, **changes: bool | int | float | str) -> None:
        """Change settings by name and save them; tells the player if saving fails."""
        full = self.settings.fullscreen
        notice = self.settings_file.change(**changes)
        if notice is not None:
            self.announce(notice.translated(self.language))
        self.follow_felt()
        self.on_change()
        if self.settings.fullscreen != full:
            self.program.set_fullscreen(self.settings.fullscreen)

    def follow_language(self) -> bool:
        """Switch to the language that is set; True if it has changed."""
        code = code_for(self.settings.language)
        if code == self.language.code:
            return False
        self.language.change(code)
        return True

    def switch_fullscreen(self) -> None:
        """Fill the desktop, or go back to a window; remembered."""
        self.change(fullscreen=not self.settings.fullscreen)

    @property
    def felt(self) -> Felt:
        """The felt that is set; black if the desktop asks for high contrast."""
        if self.desktop.accessibility.high_contrast:
            return Felt.BLACK
        return Felt[self.settings.felt.upper()]

    def follow_felt(self) -> None:
        """Have panels drawn in the colours of the felt."""
        self.paint.tones = self.felt.tones

    @property
    def card_cursor(self) -> bool:
        """True if arrow keys move a cursor over the cards: as set, and always with a screen reader
        or if a game pad was used last.
        """
        devices = self.devices
        by_device = devices.screen_reader or devices.last is Device.PAD
        return self.settings.card_cursor or by_device

    @property
    def key_hints(self) -> KeyHints:
        """The controls that key hints name: those of the device used last."""
        if self.devices.last is Device.PAD:
            return KeyHints.PAD
        if self.devices.last is Device.TOUCH:
            return KeyHints.TOUCH
        return KeyHints.ARROWS if self.card_cursor else KeyHints.KEYS

    def shown_key(self, key: str) -> str:
        """A key as hints show it; with a game pad the pad's button, empty if there is none; empty
        on a touch screen.
        """
        if self.key_hints is KeyHints.TOUCH:
            return ""
        return pad_button(key, self.language) if self.key_hints is KeyHints.PAD else key

    def named_keys(self, text: str) -> str:
        """A sentence with its keys replaced by pad buttons if a game pad was used last."""
        return for_pad(text, self.language) if self.key_hints is KeyHints.PAD else text

    def worded(self, by_keys: str, by_finger: str) -> str:
        """A sentence for the device used last: one that names keys, or one for a touch screen."""
        return by_finger if self.key_hints is KeyHints.TOUCH else self.named_keys(by_keys)

    def card_sign(self, card: Card) -> str:
        """A card as its index on the table shows it."""
        return cards.sign(card, french=self.settings.french_indices)

    @property
    def appearance(self) -> Appearance:
        """How the player wants cards and table to look on this screen."""
        settings = self.settings
        return Appearance(
            settings.large_print,
            settings.palette,
            settings.card_back,
            self.felt,
            settings.least_card,
            settings.mirrored,
            self.density,
        )

    @property
    def speed(self) -> float:
        """The speed of motion: 1 normal, 0 none."""
        settings = self.settings
        return 0.0 if self.fades or not settings.animated else settings.speed

    @property
    def motion(self) -> bool:
        """True if things move at all: without it what scrolls or flies is at its end at once."""
        return self.speed > 0

    @property
    def fades(self) -> bool:
        """True if pictures fade into each other instead of cards flying."""
        wished = self.desktop.accessibility.reduced_motion
        return wished or self.reduced_motion or self.settings.reduced_motion

    def look(self, scale: Scale) -> Look:
        """What controls are drawn with at a scale."""
        return Look(self.assets, self.paint, scale)
