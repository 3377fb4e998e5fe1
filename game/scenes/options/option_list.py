"""The rows of the options page, one Option each. A setting that never has an effect has no row; one
that has none now is disabled and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours
from game.graphics.felt import Felt
from game.rules import RULES, Rules
from game.rules.facts import GameOption
from game.scenes.common.services import Services
from game.system.language import AUTO, LANGUAGES, Language
from game.system.settings import Settings
from game.widgets.base import Widget
from game.widgets.choices import SWATCH_RADIUS, Segmented, Swatch, Swatches, Toggle
from game.widgets.look import Look
from game.widgets.slider import Slider

SEGMENTS_HEIGHT_DENSE: Final = 28

Value = bool | int | float | str
OptionChanges = Mapping[str, Value]

SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0)
"""The animation speeds, in the order of the slider; 1 is normal, 0 means no animation."""
SIZES = (80, 200, 10)
"""Least, most and step of the size of text and buttons, in per cent."""
LEAST_CARDS = (60, 80, 100, 120, 140, 160)
"""The widths that cards may be asked to have, in dp."""

BACK_ENLARGED = 1.36
"""The width of a card back beside that of its swatch, which shows no margin."""


@dataclass(frozen=True)
class Forced:
    """When a setting has no effect, and why."""

    when: Callable[[Services], bool]
    why: str
    shows_on: bool = False
    """While it has no effect, its control shows: on (True), or what is set (False)."""


class RowToggle(Toggle):
    """A switch that reacts to a click anywhere in its row."""

    def __init__(self, name: str, on: bool) -> None:
        super().__init__(name, on)
        self.row = pygame.Rect(0, 0, 0, 0)
        """The area of its row, in window pixels; the scene sets it."""

    def own_area(self) -> pygame.Rect:
        """The whole row."""
        return self.row


@dataclass(frozen=True)
class Option:
    """A row: its label, its control, and how the control's value maps to the settings."""

    name: str
    label: str
    make: Callable[[str, object], Widget]
    """The control from its name and its first value."""
    note: str = ""
    key: str = ""
    games: tuple[str, ...] = ()
    """The games it belongs to, by their names on the command line."""
    read: Callable[[Settings], object] | None = None
    """Converts settings to the control's value; None: the value is the setting called `name`."""
    write: Callable[[object], OptionChanges] | None = None
    caption: Callable[[object], str] | None = None
    """The value in words, beside a slider."""
    forced: Forced | None = None
    """None: the setting always has an effect."""
    at_release: bool = False
    """The change is made when the control is released, because it moves the control itself."""

    def value(self, settings: Settings) -> object:
        """What the control shows."""
        return self.read(settings) if self.read else getattr(settings, self.name)

    def changes(self, value: object) -> OptionChanges:
        """The settings to change, by name, for a new value of the control."""
        if self.write:
            return self.write(value)
        assert isinstance(value, Value)
        return {self.name: value}


@dataclass(frozen=True)
class Group:
    """Rows under one heading."""

    title: str
    icon: str
    options: Sequence[Option]


def groups(_: Language, look: Callable[[], Look]) -> list[Group]:
    """All that can be chosen now, in order; `look` is asked when a swatch is drawn."""
    return [
        Group(_("Play"), "play", _play(_)),
        Group(_("The games"), "dice", _games(_)),
        Group(_("Layout"), "fit", _layout(_)),
        Group(_("Cards and table"), "cards", _cards(_, look)),
        Group(_("Motion and sound"), "volume", _motion(_)),
        Group(_("Screen and language"), "screen", _screen(_)),
    ]


def _play(_: Language) -> list[Option]:
    history = (False, _("Plain")), (True, _("Branching"))
    clock = (False, _("Hidden")), (True, _("Shown"))
    abandoned = (False, _("Ignore")), (True, _("Count as lost"))
    return [
        Option("branching", _("Undo history"), _segments(*history)),
        Option("winnable_only", _("New deals: winnable only"), _toggle),
        Option("verdict_light", _("Verdict light"), _toggle, key=key_name(Command.VERDICT, _)),
        Option("warn", _("Warn me"), _toggle, note=_("when the game can no longer be won")),
        Option("tips", _("Tips and lesson prompts"), _toggle),
        Option("clock", _("Clock"), _segments(*clock)),
        Option("count_abandoned", _("Unfinished games"), _segments(*abandoned)),
        Option("card_cursor", _("Card cursor"), _toggle,
               note=_("move from card to card with the arrow keys"),
               forced=Forced(lambda services: services.devices.screen_reader,
                             _("always on with a screen reader"), shows_on=True)),
    ]  # fmt: skip


def _games(_: Language) -> list[Option]:
    having: dict[str, list[tuple[type[Rules], GameOption]]] = {}
    for rules in RULES.values():
        for option in rules.facts.options:
            having.setdefault(option.setting, []).append((rules, option))
    found = [_of_games(games, _) for games in having.values()]
    note = _("in all games")
    return [*found, Option("move_keys", _("Show move keys"), _toggle, note=note)]


def _of_games(having: Sequence[tuple[type[Rules], GameOption]], _: Language) -> Option:
    """The row of a setting, for all games that have it; the first one words it."""
    option = having[0][1]
    choices = [(choice.word, choice.label.translated(_)) for choice in option.choices]
    control = _segments(*choices) if choices else _toggle
    note = ", ".join(rules.title for rules, _option in having)
    # A deal on the table stays what it is.
    note += " · " + _("for new deals") if choices else ""
    names = tuple(rules.name for rules, _option in having)
    return Option(option.setting, option.label.translated(_), control, note=note, games=names)


def _layout(_: Language) -> list[Option]:
    sizes = [(wide, _("At least {n} px wide").format(n=wide)) for wide in LEAST_CARDS]
    note = _("swaps the side bars")
    return [
        Option("least_card", _("Card size"), _segments((0, _("Automatic")), *sizes)),
        Option("mirrored", _("Left-handed table"), _toggle, note=note),
    ]


def _cards(_: Language, look: Callable[[], Look]) -> list[Option]:
    suits = (False, _("Two colours")), (True, _("Four colours"))
    decks = ("classic", _("Classic")), ("modern", _("Modern"))
    backs = {
        "navy": _("Navy"),
        "burgundy": _("Burgundy"),
        "night": _("Night"),
        "leaves": _("Leaves"),
        "tiles": _("Tiles"),
        "sunrise": _("Sunrise"),
        "mosaic": _("Mosaic"),
    }
    felts = {"teal": _("Teal"), "blue": _("Blue"), "burgundy": _("Burgundy"), "grey": _("Grey")}
    return [
        Option("four_colours", _("Suits"), _segments(*suits),
               forced=Forced(lambda services: services.settings.safe_colours,
                             _("Always four colours with this palette"), shows_on=True)),
        Option("french_indices", _("French indices"), _toggle, note=_("R, D, V for K, Q, J")),
        Option("large_print", _("Large print"), _toggle),
        Option("safe_colours", _("Colours for colour-blind players"), _toggle),
        Option("card_faces", _("Card faces"), _segments(*decks)),
        Option("card_back", _("Card back"), _swatches(_back_swatches(backs, look))),
        Option("felt", _("Table"), _swatches(_felt_swatches(felts)),
               forced=Forced(lambda services: services.desktop.accessibility.high_contrast,
                             _("set by your system"))),
    ]  # fmt: skip


def _desktop_reduces_motion(services: Services) -> bool:
    return services.desktop.accessibility.reduced_motion


def _fading(services: Services) -> bool:
    return services.settings.reduced_motion or _desktop_reduces_motion(services)


def _motion(_: Language) -> list[Option]:
    words = (_("Off"), _("Slow"), _("Normal"), _("Fast"), _("Very fast"))
    return [
        Option(
            "speed", _("Animation speed"), _slider(0, len(SPEEDS) - 1, 1), read=_speed,
            write=_speed_changes, caption=lambda place: words[int(str(place))],
            forced=Forced(_fading, _("fade instead of sliding")),
        ),
        Option("reduced_motion", _("Reduced motion"), _toggle, note=_("fade instead of sliding"),
               forced=Forced(_desktop_reduces_motion, _("set by your system"), shows_on=True)),
        Option("sound", _("Sound"), _toggle),
        Option("volume", _("Volume"), _slider(0, 100, 5),
               caption=lambda percent: _("{n}%").format(n=percent)),
    ]  # fmt: skip


def _screen(_: Language) -> list[Option]:
    full = key_name(Command.FULLSCREEN, _)
    languages = (AUTO, _("System")), *LANGUAGES.items()
    return [
        Option("fullscreen", _("Full screen"), _toggle, key=full),
        Option(
            "ui_scale", _("Text and button size"), _slider(*SIZES),
            read=lambda settings: round(settings.ui_scale * 100),
            write=lambda percent: {"ui_scale": int(str(percent)) / 100},
            caption=lambda percent: _("{n}%").format(n=percent),
            at_release=True,
        ),
        Option("language", _("Language"), _segments(*languages)),
    ]  # fmt: skip


def _speed(settings: Settings) -> int:
    """The place on the slider that is nearest to the speed."""
    if not settings.animated:
        return 0
    return min(range(1, len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - settings.speed))


def _speed_changes(place: object) -> OptionChanges:
    speed = SPEEDS[int(str(place))]
    return {"animated": True, "speed": speed} if speed else {"animated": False}


def _toggle(name: str, value: object) -> Widget:
    return RowToggle(name, bool(value))


def _segments(*options: tuple[object, str]) -> Callable[[str, object], Widget]:
    return lambda name, value: Segmented(name, options, value, height=SEGMENTS_HEIGHT_DENSE)


def _slider(low: int, high: int, step: int) -> Callable[[str, object], Widget]:
    return lambda name, value: Slider(name, low, high, int(str(value)), step=step, ticks=True)


def _swatches(offered: Sequence[Swatch]) -> Callable[[str, object], Widget]:
    return lambda name, value: Swatches(name, offered, value)


def _felt_swatches(names: Mapping[str, str]) -> list[Swatch]:
    return [Swatch(value, Felt[value.upper()].lit, label) for value, label in names.items()]


def _back_swatches(names: Mapping[str, str], look: Callable[[], Look]) -> list[Swatch]:
    def swatch(name: str, label: str) -> Swatch:
        return Swatch(
            name, colours.WELL, label, lambda target, area: _back(look(), name, target, area)
        )

    return [swatch(name, label) for name, label in names.items()]


def _back(look: Look, name: str, target: pygame.Surface, area: pygame.Rect) -> None:
    """Draw the middle of a card back, with the corners of a swatch."""
    inner = area.inflate(-2 * look.scale.line(), -2 * look.scale.line())
    wide = round(inner.w * BACK_ENLARGED)
    art = look.assets.picture(f"cards/backs/{name}-mini", (wide, round(wide * 1.4)))
    shown = pygame.Surface(inner.size, pygame.SRCALPHA)
    look.paint.box(shown, shown.get_rect(), look.px(SWATCH_RADIUS) - 1, colours.WHITE)
    middle = art.get_rect(center=shown.get_rect().center)
    shown.blit(art, middle, special_flags=pygame.BLEND_RGBA_MULT)
    target.blit(shown, inner)
