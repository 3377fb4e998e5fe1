"""The base class of scenes, and the requests that a scene returns to change the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pygame

from game.accessibility.screen_reader_controls import keys_for, page_items
from game.graphics.scale import Scale, scene_scale
from game.scenes.common.services import Services

if TYPE_CHECKING:
    from game.accessibility.accessibility_tree import DrawnText, Item, ItemAction, Key
    from game.core.deals import Deck
    from game.core.moves import Move
    from game.core.position import Position
    from game.desktop.commands import Command
    from game.play.level_packs import Pack
    from game.play.session import Session
    from game.rules import Rules
    from game.table.table_picture import TablePicture
    from game.widgets.base import Widget
    from game.widgets.focus import FocusGroup
    from game.widgets.look import Look


class OpenMenu(NamedTuple):
    """The menu."""


class OpenTable(NamedTuple):
    """A deal to play."""

    rules: Rules
    deck: Deck
    number: int | None = None
    moves: tuple[Move, ...] = ()
    """The moves of a sharing line, put into the deal's history."""
    par: tuple[int, bool] | None = None
    """The level pack's par in moves, and whether it is proved; None: no par."""
    named: bool = False
    """True if the player chose this very deal: typed or stepped to its number, or pasted it."""
    then: Command | None = None
    """A command that the table runs as soon as it is open."""
    pack: str = ""
    """The deal's place in a level pack; empty: the one that is stored, if any."""


class OpenFirstGame(NamedTuple):
    """A game's first game (its tutorial), at the step where it was left."""

    game: str
    over_table: bool = False
    """It lies over the table of a deal that is played after it."""


class OpenDeals(NamedTuple):
    """The list of a game's deals."""

    rules: Rules
    deck: str = ""
    """The 52 letters of the deal to select; empty: the one played last."""
    pack: Pack | None = None
    """The pack to show; None: the one that `place` names, else the first with the deal."""
    over_table: int = 0
    """The number of scenes over the table below, including the list; a table opened from the list
    replaces that table, and them. 0: there is none below.
    """
    place: str = ""
    """The deal's place in a level pack (`Pack.place_of`)."""


class OpenLibrary(NamedTuple):
    """The library: every deal that was played or solved."""

    game: str | None = None
    """The game of the list that opens the library."""
    over_table: int = 0
    """As for `OpenDeals`."""


class OpenCalendar(NamedTuple):
    """The calendar of daily deals, open at a game."""

    game: str | None = None
    over_table: int = 0
    """As for `OpenDeals`."""


class OpenHelp(NamedTuple):
    """The help, open at a game's page."""

    game: str | None = None


class OpenOptions(NamedTuple):
    """The options; the focus starts at those of the game."""

    game: str | None = None


class OpenStatistics(NamedTuple):
    """The statistics, open at a game's card."""

    game: str | None = None


GoTo = Callable[[int, int | None], None]
"""Goes to a position of the deal's history, given its key and, for a win that is reached from
several positions, the key of the one before (`History.goto`).
"""


class OpenMap(NamedTuple):
    """The map of a deal's positions; for the rest see `MapScene`."""

    session: Session
    on_goto: GoTo
    par: int | None
    on_show: Callable[[], Change | None]
    on_bookmark: Callable[[], None]
    before_today: int
    own_light: bool | None


class OpenReview(NamedTuple):
    """What each move of a line cost; for the rest see `ReviewScene`."""

    session: Session
    on_goto: GoTo
    key: int | None = None
    """The key of a position that the line goes through; None: the present one."""
    source: int | None = None
    """For a win, the key of the position before it."""
    over_table: int = 1
    """The number of scenes over the table, including the review."""


class OpenComparison(NamedTuple):
    """Two lines of a deal side by side; for the rest see `ComparisonScene`."""

    session: Session
    first: tuple[int, int | None]
    """The key of the position at which the first line ends and, for a win, of the one before it."""
    second: tuple[int, int | None]
    on_goto: GoTo
    over_table: int = 1


class OpenShowMe(NamedTuple):
    """The replay of an answer from a position. `ShowMeScene` explains the other fields."""

    rules: Rules
    start: Position
    moves: tuple[Move, ...]
    title: str
    label: int | str | None
    made: int
    whose: Callable[[], str] | None = None
    """Returns whose answer it is, in the current language."""
    on_play: Callable[[int], None] | None = None
    """Called with n: plays the answer's first n actions on the table below, to go on from there."""


class OpenWin(NamedTuple):
    """The panel of a won deal, over its table."""

    table: WonTable


SceneRequest = (
    OpenMenu
    | OpenTable
    | OpenFirstGame
    | OpenDeals
    | OpenLibrary
    | OpenCalendar
    | OpenHelp
    | OpenOptions
    | OpenStatistics
    | OpenMap
    | OpenReview
    | OpenComparison
    | OpenShowMe
    | OpenWin
)
"""Names a scene and gives its arguments: scenes do not import each other.
`app/scene_factory.py` makes the scene when the stack changes.
"""


class Push(NamedTuple):
    """Put a scene on top; below it, if given, the scene `under` that a Pop returns to."""

    scene: Scene | SceneRequest
    under: Scene | SceneRequest | None = None


class Pop(NamedTuple):
    """Remove this many scenes from the top of the stack."""

    scenes: int = 1


class Replace(NamedTuple):
    """Remove this many scenes from the top of the stack, and put another one in their place; below
    it, if given, the scene `under`.
    """

    scene: Scene | SceneRequest
    scenes: int = 1
    under: Scene | SceneRequest | None = None


class Quit:
    """End the program."""


Change = Push | Pop | Replace | Quit


def soonest(*dues: float | None) -> float | None:
    """The least of some numbers of seconds until something is due; None: nothing is."""
    return min((due for due in dues if due is not None), default=None)


def closing(change: Change | None) -> Change:
    """The change that also removes the present scene from the stack."""
    match change:
        case None:
            return Pop()
        case Pop(scenes):
            return Pop(scenes + 1)
        case Push(scene, under):
            return Replace(scene, 1, under)
        case Replace(scene, scenes, under):
            return Replace(scene, scenes + 1, under)
    return change


class Scene:
    """One screen of the program. Sizes and positions are in window pixels, times in seconds."""

    name = ""
    least_room = (0, 0)
    """The width and height in dp that the scene needs; 0: any, because the scene scrolls. If text
    is scaled up so far that the window has less, the window shows a part of the scene.
    """
    overlay = False
    """True: drawn over the scene below, which is kept as a still picture."""
    focus: FocusGroup | None = None
    """The scene's controls; None: it has none."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.window = (0, 0)
        """The window's size."""
        self.size = (0, 0)
        """The size that the scene is laid out for: the window's, or more (see `least_room`)."""
        self.corner = (0, 0)
        """The point of the scene that lies at the window's upper left corner."""
        self.stale = True
        """Something looks different from when it was last drawn."""

    @property
    def game(self) -> str | None:
        """The game that this scene is about, by its command-line name; None: none."""
        return None

    @property
    def subject(self) -> object:
        """The object that the scene's messages are about; they disappear when it changes."""
        return self

    @property
    def title(self) -> str:
        """The window's title while this scene is on top, or only overlays lie over it."""
        return "Fourfold"

    @property
    def scale(self) -> Scale:
        """The scale of scenes in this window."""
        return scene_scale(*self.window, self.services.settings.ui_scale, self.services.density)

    @property
    def look(self) -> Look:
        """What controls are drawn with in this window."""
        return self.services.look(self.scale)

    @property
    def busy(self) -> bool:
        """True while something moves: `update` and `draw` are then called all the time."""
        return False

    @property
    def due(self) -> float | None:
        """Seconds until `update` must be called even without an event; None: never."""
        return None

    def serves(self, wanted: Scene | SceneRequest) -> bool:
        """True if this scene, further down in the stack, is to come back instead of opening the
        wanted one.
        """
        return False

    @property
    def pressed_scene(self) -> object:
        """The scene that the mouse's last press was for: this one, or one whose controls stay
        usable below it.
        """
        return self

    @property
    def message_room(self) -> pygame.Rect | None:
        """An area in window pixels where a message covers no control; None: the usual place near
        the lower edge.
        """
        return None

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """The areas in window pixels that a message covers only if there is no other place. The
        first one matters most, the last one least.
        """
        return ()

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: called before any other method, and at each change of the window's size.
        Subclasses lay out an area of `self.size`.
        """
        self.window = size
        self.size = size
        if any(self.least_room):
            wide, high = (self.scale.px(dp) for dp in self.least_room)
            self.size = max(size[0], wide), max(size[1], high)
        self.show_from(*self.corner)

    def show_from(self, x: int, y: int) -> None:
        """Show the part of the scene that begins at a point, or as near to it as possible."""
        (wide, high), (width, height) = self.size, self.window
        self.corner = min(max(x, 0), wide - width), min(max(y, 0), high - height)
        self.stale = True

    def in_window(self, x: int, y: int) -> tuple[int, int]:
        """Convert a point of the scene to window pixels."""
        return x - self.corner[0], y - self.corner[1]

    def resume(self) -> Change | None:
        """Called when the scene comes on top, for the first time or again."""
        self.stale = True
        return None

    def covered(self) -> None:
        """Called before another scene comes on top. That scene gets the releases of what the mouse
        holds here, so this one lets go of it, as when the window loses the keyboard.
        """
        self.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))

    def dropped(self) -> None:
        """Called after the scene was removed from the stack."""

    def follow_language(self) -> None:
        """Called when the language has changed: remake everything that holds text.
        `follow_settings` and `place` are called next.
        """

    def follow_settings(self) -> None:
        """Called when a setting has changed, even if another scene is on top."""

    def advised(self) -> None:
        """Called when the solver has answered."""

    def refresh(self) -> None:
        """Draw everything next time: the window's content was lost, or new card art is ready."""
        self.stale = True

    def handle(self, event: pygame.event.Event) -> Change | None:
        """React to an event."""
        raise NotImplementedError

    def update(self, seconds: float) -> Change | None:
        """Let time pass."""
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed; returns the parts of the window touched, None for all."""
        raise NotImplementedError

    def traced(self) -> dict[str, Any] | None:
        """The data of the trace event `layout`, usually the controls and their areas; None while
        the layout is not settled, or if there are no controls.
        """
        group = self.focus_group
        if group is None:
            return None
        return {"buttons": group.traced()}

    # For a screen reader

    reads_its_drawing = True
    """True: a screen reader reads the texts that are drawn. False: `described` gives its own."""

    @property
    def heading(self) -> str:
        """What a screen reader says when the scene comes on top."""
        return self.title

    @property
    def focus_group(self) -> FocusGroup | None:
        """The controls that the keyboard reaches now; None: there are none."""
        return self.focus

    @property
    def attention(self) -> pygame.Rect | None:
        """The area to keep in view if the window shows a part of the scene: the focused control's;
        None while the keyboard is not used.
        """
        group = self.focus_group
        if group is None or group.focused is None or not group.ring_shown:
            return None
        return group.focused.focus_area()[0]

    @property
    def read_first(self) -> Widget | None:
        """The control that gets the keyboard when a screen reader comes to the scene and no control
        has it: a reader that knows no announcements speaks only the name of the focused item.
        """
        return None

    @property
    def focus_key(self) -> Key | None:
        """The key of the item that has the keyboard focus; None: none has it."""
        group = self.focus_group
        if group is None or group.focused is None:
            return None
        part = getattr(group.focused, "part_focused", -1)
        if part >= 0:
            return "control", str(group.focused.name), part
        return "control", str(group.focused.name)

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The items for a screen reader: the texts `written` on the screen, and the controls."""
        return page_items(() if self.focus_group is None else self.focus_group.widgets, written)

    def perform(self, key: Key, action: ItemAction, value: float | None = None) -> Change | None:
        """Do what a screen reader wants done with an item."""
        group = self.focus_group
        if group is None:
            return None
        self.stale = True
        changes = (self.handle(event) for event in keys_for(group, key, action, value))
        return next((change for change in changes if change is not None), None)


class WonTable(Protocol):
    """What the win scene uses of the table below."""

    session: Session
    table_picture: TablePicture
    window: tuple[int, int]

    @property
    def title(self) -> str:
        """The deal's title."""
        ...

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        ...

    @property
    def detour(self) -> int | None:
        """The moves that the costliest detour of the line has cost; None: not known, or not to be
        shown.
        """
        ...

    def do(self, command: Command) -> Change | None:
        """Run a command; returns the change of the stack that it asks for."""
        ...

    def settle(self) -> None:
        """Let everything shown follow the session, and have its line weighed."""
        ...

    def start(self, asked: OpenTable) -> None:
        """Put another deal of the same rules on the table."""
        ...

    def refresh(self) -> None:
        """Draw everything anew the next time."""
        ...

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        ...
