"""The player's settings, kept in a small JSON file: taken from it at the start, and each change
saved over what it holds by then.

An invalid file or folder never stops the game: the player is told, and the default is used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.core import untrusted_input
from game.core.translatable_texts import WordedError, Wording, why
from game.core.whole_files import behind_link, replace_whole
from game.system.language import AUTO, LANGUAGES

FARTHEST: Final = 100_000
"""A bound on the window's coordinates: no desktop is that large."""
LONGEST: Final = 400
"""The most characters of a setting that is free text."""
LEAST_WINDOW: Final = (640, 400)
MOST_WINDOW: Final = (16_384, 16_384)
"""Both in dp."""


class Settings(NamedTuple):
    """Every choice with its default: those of the options page by subject, then what the program
    remembers by itself.
    """

    branching: bool = False
    """Keep all branches: an action after an undo does not delete what was undone."""
    winnable_only: bool = True
    """New gives only deals that are proved winnable."""
    verdict_light: bool = False
    warn: bool = False
    """Say when a win has become impossible."""
    clock: bool = True
    tips: bool = True
    """Offer each game's first game, and show each tip once."""
    count_abandoned: bool = False
    """Abandoned deals count as lost in the statistics."""

    autoplay: bool = True
    """Brain Jam: cards go home by themselves."""
    move_keys: bool = False
    """Show the letter of every place, in all games."""
    building: str = "alternate"
    """La Peau: the building rule played last."""
    placement: str = "placed-gaps"
    """Gaps: where a redeal placed the gaps last."""

    four_colours: bool = False
    french_indices: bool = False
    """Court cards are marked R, D, V."""
    large_print: bool = False
    safe_colours: bool = False
    """Colours that colour-blind players tell apart."""
    card_faces: str = "classic"
    card_back: str = "navy"
    felt: str = "teal"

    speed: float = 1.0
    """The speed of animations, 1 being normal."""
    animated: bool = True
    """False: cards do not fly."""
    reduced_motion: bool = False
    sound: bool = True
    volume: int = 60
    """In per cent."""

    fullscreen: bool = False
    ui_scale: float = 1.0
    """Size of text and buttons, 1 being normal."""
    least_card: int = 0
    """Minimum width of cards, in dp, where the bars can make room for it; 0: as wide as fits."""
    mirrored: bool = False
    """Left-handed layout: the bars and the upper row of a table change sides."""
    card_cursor: bool = False
    """Arrow keys move a cursor over piles and cards; undo and redo have other keys."""
    language: str = AUTO
    """`auto` asks the system."""
    window_width: int = 1280
    window_height: int = 800
    """The window's size in dp, without its frame, when it does not fill a screen."""
    window_placed: bool = False
    """Whether `window_x`, `window_y` and `window_screen` are known."""
    window_x: int = 0
    window_y: int = 0
    """The position of the window's frame on the desktop."""
    window_screen: int = 0
    """Which screen it was on last, as the system counts them."""
    window_maximised: bool = False
    first_games: str = ""
    """The state of each game's first game: `gaps=done,klondike=4`."""
    told: str = ""
    """The names of the tips that were shown, separated by commas."""
    show_pace: int = 2
    """The last speed of showing an answer, from 0, very slow, to 4."""

    @property
    def palette(self) -> str:
        """The colours of card faces: `four`, `safe` or empty; with `+fr` for French indices, after
        the name of a deck other than the classic one: `modern/four+fr`.
        """
        deck = "" if self.card_faces == "classic" else f"{self.card_faces}/"
        colours = "safe" if self.safe_colours else "four" if self.four_colours else ""
        return deck + colours + "+fr" * self.french_indices

    @property
    def loudness(self) -> int:
        """The volume in per cent, 0 if sound is off."""
        return self.volume if self.sound else 0


_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "building": ("alternate", "same"),
    "placement": ("placed-gaps", "random-gaps"),
    "card_faces": ("classic", "modern"),
    "card_back": ("navy", "burgundy", "night", "leaves", "tiles", "sunrise", "mosaic"),
    "felt": ("teal", "blue", "burgundy", "grey"),
    "language": (AUTO, *LANGUAGES),
}
"""The allowed values of settings that are words."""

_BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "speed": (0.25, 4.0),
    "volume": (0, 100),
    "show_pace": (0, 4),
    "ui_scale": (0.8, 2.0),
    "least_card": (0, 400),
    "window_width": (LEAST_WINDOW[0], MOST_WINDOW[0]),
    "window_height": (LEAST_WINDOW[1], MOST_WINDOW[1]),
    "window_x": (-FARTHEST, FARTHEST),
    "window_y": (-FARTHEST, FARTHEST),
    "window_screen": (0, 99),
}
"""The least and the greatest value of settings that are numbers, both allowed."""


_INVALID: Final = Wording("{file}: the value of '{what}' is invalid; the default is used")
_SEVERAL_INVALID: Final = Wording("{file}: the values of {what} are invalid; the defaults are used")
_MOST_NAMED: Final = 4
"""Settings with invalid values that a message names."""
_BROKEN: Final = Wording("The settings could not be read ({what}); they were kept as {file}")
_UNREADABLE: Final = Wording("{file} could not be read: {what}")
UNSAVED: Final = Wording("{file} could not be saved: {what}")


class SettingsFile:
    """The settings in use, and the file that keeps them."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        """True: nothing is written or renamed, and changes last until the program ends."""
        self.settings = Settings()
        self.notices: list[Wording] = []
        """What was wrong with the file when it was read."""
        self._load()
        self._saved = self.settings
        """The settings as they were read or saved last."""

    def change(self, **changes: bool | int | float | str) -> Wording | None:
        """Change settings by name and save them. Returns what to tell the player if saving fails.
        Without any change nothing is written.

        Raises ValueError for an unknown name or an invalid value.
        """
        for name, value in changes.items():
            if name not in Settings._fields or not _fits(name, value):
                raise ValueError(f"{value!r} is no value of the setting '{name}'")
        self.settings = self.settings._replace(**changes)  # type: ignore[arg-type]
        return self._save(changes) if changes and not self.read_only else None

    def _save(self, changes: Mapping[str, Any]) -> Wording | None:
        """Write the changes, and what could not be saved before. Whatever else the file holds
        stays: another window's choices, and what is unknown here or invalid, such as entries of a
        newer version.
        """
        own, saved = self.settings._asdict(), self._saved._asdict()
        unsaved = {name: value for name, value in own.items() if value != saved[name]}
        text = json.dumps({**own, **self._in_file(), **unsaved, **changes}, indent=2) + "\n"
        try:
            behind_link(self.path).parent.mkdir(parents=True, exist_ok=True)
            replace_whole(self.path, text.encode())
        except OSError as error:
            return UNSAVED.filled(what=why(error), file=self.path)
        self._saved = self.settings
        return None

    def _read(self) -> dict[str, Any]:
        """The entries of the file. Raises OSError, ValueError or RecursionError."""
        # Some editors put a byte order mark first.
        most, encoding = untrusted_input.MOST_SETTINGS, "utf-8-sig"
        found = json.loads(untrusted_input.read_text(self.path, most, encoding))
        if not isinstance(found, dict):
            raise WordedError(Wording("it contains no settings"))
        return found

    def _in_file(self) -> dict[str, Any]:
        """The entries of the file as it is now; none if it is gone or damaged."""
        with suppress(OSError, ValueError, RecursionError):
            return self._read()
        return {}

    def _load(self) -> None:
        try:
            found = self._read()
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, ValueError, RecursionError) as error:
            self.notices.append(self._put_aside(_reason(error)))
        else:
            self._take(found)

    def _take(self, found: Mapping[str, Any]) -> None:
        fitting = valid_settings(found)
        self.settings = self.settings._replace(**fitting)
        invalid = [name for name in found if name in Settings._fields and name not in fitting]
        if len(invalid) == 1:
            self.notices.append(_INVALID.filled(what=invalid[0], file=self.path.name))
        elif invalid:
            named = ", ".join(invalid[:_MOST_NAMED])
            more = ", …" if len(invalid) > _MOST_NAMED else ""
            self.notices.append(_SEVERAL_INVALID.filled(what=named + more, file=self.path.name))

    def _put_aside(self, reason: str | Wording) -> Wording:
        """Rename an unreadable file, so that the next save does not overwrite it."""
        if not self.read_only:
            # In a folder that lets nothing be renamed, nothing can be overwritten either.
            with suppress(OSError):
                file = behind_link(self.path)
                names = (f"{file.stem}.broken-{number}{file.suffix}" for number in count(1))
                aside = next(path for path in map(file.with_name, names) if not path.exists())
                file.rename(aside)
                return _BROKEN.filled(what=reason, file=aside.name)
        return _UNREADABLE.filled(what=reason, file=self.path)


def valid_settings(found: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the entries that are settings with a valid value."""
    return {n: value for n, value in found.items() if n in Settings._fields and _fits(n, value)}


def _fits(name: str, value: object) -> bool:
    """True if a value has the setting's type and lies within its bounds."""
    usual = Settings._field_defaults[name]
    if name in _WORDS:
        return value in _WORDS[name]
    if isinstance(usual, str):
        return isinstance(value, str) and len(value) <= LONGEST
    if isinstance(usual, bool) or isinstance(value, bool):
        return type(value) is type(usual)
    if not isinstance(value, int if isinstance(usual, int) else (int, float)):
        return False
    least, most = _BOUNDS[name]
    return least <= value <= most


def _reason(error: OSError | ValueError | RecursionError) -> str | Wording:
    """Why the file could not be read."""
    if isinstance(error, OSError | UnicodeDecodeError | WordedError):
        return why(error)
    line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
    return Wording("line {number} is invalid", number=line)
