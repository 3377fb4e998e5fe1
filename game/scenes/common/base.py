"""A scene of the stack, what it is handed, and what it returns to change the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from game.core.named_tuple import NamedTuple
from game.graphics.scale import Scale, scene_scale
from game.rules import deal_name
from game.scenes.common.services import Services

if TYPE_CHECKING:
    from game.accessibility.drawn_text import DrawnText
    from game.accessibility.items import Deed, Item, Key
    from game.core.deals import Deck
    from game.core.level_packs import Pack
    from game.core.position import Move, Position
    from game.desktop.keys import Command
    from game.play.session import Session
    from game.rules import Rules
    from game.table.appearance import Appearance
    from game.table.table_picture import TablePicture
    from game.widgets.focus import FocusGroup


class OpenMenu(NamedTuple):
    """The menu."""


class OpenTable(NamedTuple):
    """A deal to play."""

    rules: Rules
    deck: Deck
    number: int | None = None
    moves: tuple[Move, ...] = ()
    """Put into the deal's history: the answer of a sharing line."""
    par: tuple[int, bool] | None = None
    """What a level pack says of it, and whether that is proved."""
    typed: bool = False
    """The player has named the deal by its number."""
    review: bool = False
    """Open the review of its line over it at once."""
    then: Command | None = None
    """What is done at it at once."""


class OpenFirstGame(NamedTuple):
    """A game's first game, where it was left."""

    game: str


class OpenDeals(NamedTuple):
    """The list of a game's deals."""

    rules: Rules
    deck: str = ""
    """The 52 letters of the deal to select; empty: the one played last."""
    pack: Pack | None = None
    """The pack to show; None: the game's own."""
    over_table: bool = False
    """A table lies below, whose place the one that is opened there takes."""


class OpenLibrary(NamedTuple):
    """Every deal that was ever touched."""

    game: str | None = None
    """That of the list one comes from."""
    over_table: bool = False
    """A table lies below, whose place the one that is opened there takes."""


class OpenCalendar(NamedTuple):
    """The daily deals, of a game."""

    game: str | None = None


class OpenHelp(NamedTuple):
    """The help, open at a game's page."""

    game: str | None = None


class OpenOptions(NamedTuple):
    """The choices; those of a game are told with it."""

    game: str | None = None


class OpenStatistics(NamedTuple):
    """How games went, open at a game's card."""

    game: str | None = None


class OpenMap(NamedTuple):
    """The tree of a deal's positions; for the rest see `MapScene`."""

    session: Session
    on_goto: Callable[[int], None]
    par: int | None
    on_show: Callable[[], Change | None]
    on_bookmark: Callable[[], None]
    first_today: int


class OpenReview(NamedTuple):
    """What each move of a line cost; for the rest see `ReviewScene`."""

    session: Session
    on_goto: Callable[[int], None]
    node: int | None = None
    """A node that the line goes through; None: the present one."""
    over_table: int = 1
    """How many scenes lie over the table then, this one among them."""


class OpenComparison(NamedTuple):
    """Two lines of a deal side by side; for the rest see `ComparisonScene`."""

    session: Session
    first: int
    second: int
    on_goto: Callable[[int], None]
    over_table: int = 1


class OpenShowMe(NamedTuple):
    """An answer to be played from a position; for the rest see `ShowMeScene`."""

    rules: Rules
    start: Position
    moves: tuple[Move, ...]
    looks: Appearance
    title: str
    number: int | None
    made: int
    whose: Callable[[], str] | None = None
    """Says whose answer it is, in the language of now."""
    on_play: Callable[[int], None] | None = None
    """Takes the answer's first actions, so many, to the table below, to be played on from there."""


class OpenWin(NamedTuple):
    """What is told of a won deal, over its table."""

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
"""Names a scene, with what it is about: scenes do not know each other. `app/scene_factory.py`
makes it, once the stack is changed."""


class Push(NamedTuple):
    """Put a scene on top, and another one under it to come back to."""

    scene: Scene | SceneRequest
    under: Scene | SceneRequest | None = None


class Pop(NamedTuple):
    """Go back to the scene below, or further."""

    scenes: int = 1


class Replace(NamedTuple):
    """Put another scene in this one's place, or in that of so many."""

    scene: Scene | SceneRequest
    scenes: int = 1


class Quit:
    """End the program."""


Change = Push | Pop | Replace | Quit


class Scene:
    """One screenful. Sizes and places are window pixels, times seconds."""

    name = ""
    least_room = (0, 0)
    """The width and height in dp that it needs; 0: it takes any, for it scrolls. Where text is
    wanted so large that a window has less, it shows a part of the scene.
    """
    overlay = False
    """True: drawn over the scene below, which is kept as a still picture."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.window = (0, 0)
        """The window's size."""
        self.size = (0, 0)
        """What it is laid out for: the window's size, or more."""
        self.corner = (0, 0)
        """Where the part that the window shows begins."""
        self.stale = True
        """Something looks different from when it was last drawn."""

    @property
    def game(self) -> str | None:
        """The game that this scene is about, by its name on the command line."""
        return None

    @property
    def subject(self) -> object:
        """What it tells messages of; another one takes them away."""
        return self

    @property
    def title(self) -> str:
        """The window's title while this scene is on top."""
        return "Fourfold"

    @property
    def scale(self) -> Scale:
        """The scale of scenes in this window."""
        return scene_scale(*self.window, self.services.settings.ui_scale, self.services.density)

    @property
    def busy(self) -> bool:
        """True while something moves: `update` and `draw` are then called all the time."""
        return False

    @property
    def due(self) -> float | None:
        """In how many seconds `update` wants to be called though nothing happens."""
        return None

    @property
    def message_room(self) -> pygame.Rect | None:
        """Where a message covers nothing that can be pressed, in window pixels; None where all
        but the lower edge is as good.
        """
        return None

    @property
    def message_covers(self) -> Sequence[pygame.Rect]:
        """What a message leaves free where it can, in window pixels."""
        return ()

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window: called before anything else, and at each change of its size. What is
        laid out then has `self.size`.
        """
        self.window = size
        self.size = size
        if any(self.least_room):
            wide, high = (self.scale.px(dp) for dp in self.least_room)
            self.size = max(size[0], wide), max(size[1], high)
        self.show_from(*self.corner)

    def show_from(self, x: int, y: int) -> None:
        """Let the window show the part that begins there, or as near as there is one."""
        (wide, high), (width, height) = self.size, self.window
        self.corner = min(max(x, 0), wide - width), min(max(y, 0), high - height)
        self.stale = True

    def in_window(self, x: int, y: int) -> tuple[int, int]:
        """Where a point of the scene is in the window."""
        return x - self.corner[0], y - self.corner[1]

    def resume(self) -> Change | None:
        """The scene is on top, for the first time or again."""
        self.stale = True
        return None

    def dropped(self) -> None:
        """The scene has gone from the stack for good."""

    def follow_language(self) -> None:
        """Texts are in another language from now on: make anew what holds any. `follow_settings`
        and `place` come after it.
        """

    def follow_settings(self) -> None:
        """A choice has changed, perhaps while another scene is on top."""

    def advised(self) -> None:
        """The solver has answered."""

    def refresh(self) -> None:
        """The window's content was lost or new card art is there: draw everything."""
        self.stale = True

    def art_made(self, cards: frozenset[str]) -> None:
        """Sharp pictures of some cards are there now, named as their orders name them."""
        self.refresh()

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
        """What the `layout` event tells of this scene; None while it is not settled."""
        return None

    # For a screen reader

    reads_its_drawing = True
    """True: what it writes on the screen is read from its drawing. False: it tells it itself."""

    @property
    def heading(self) -> str:
        """What is said when it comes on top."""
        return self.title

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return None

    @property
    def attention(self) -> pygame.Rect | None:
        """What is to be in view where the window shows a part of the scene: what has the keyboard;
        None while that is not used.
        """
        group = self.focus_group
        if group is None or group.focused is None or not group.ring_shown:
            return None
        return group.focused.focus_area()[0]

    @property
    def focus_key(self) -> Key | None:
        """The item that has the keyboard."""
        group = self.focus_group
        if group is None or group.focused is None:
            return None
        row = getattr(group.focused, "row_focused", -1)
        if row >= 0:
            return "control", str(group.focused.name), row
        return "control", str(group.focused.name)

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """What a screen reader finds here: what is written, and the controls."""
        from game.accessibility.control_items import control_items, text_items

        widgets = () if self.focus_group is None else self.focus_group.widgets
        return (*text_items(widgets, written), *control_items(widgets, written))

    def perform(self, key: Key, deed: Deed, value: float | None = None) -> Change | None:
        """Do what a screen reader wants done with an item."""
        from game.accessibility.control_items import keys_for

        group = self.focus_group
        if group is None:
            return None
        self.stale = True
        changes = (self.handle(event) for event in keys_for(group, key, deed, value))
        return next((change for change in changes if change is not None), None)


class SessionScene(Scene):
    """A scene about the deal of a session, as the table has it."""

    def __init__(self, services: Services, session: Session) -> None:
        super().__init__(services)
        self._session = session

    @property
    def game(self) -> str | None:
        """The session's game."""
        return self._session.rules.name

    @property
    def title(self) -> str:
        """The game's name and the deal's number."""
        return deal_name(self._session.rules, self._session.number)


class WonTable(Protocol):
    """The table as the scene of its win sees it."""

    session: Session
    table_picture: TablePicture

    @property
    def title(self) -> str:
        """The deal's title."""
        ...

    @property
    def detour(self) -> int | None:
        """How many moves the dearest detour of the line has cost, where that is known and may be
        shown.
        """
        ...

    def do(self, command: Command) -> Change | None:
        """Do a command; returns what it asks of the stack."""
        ...

    def start(self, deck: Deck, number: int | None, *, typed: bool = False) -> None:
        """Put another deal on the table."""
        ...

    def refresh(self) -> None:
        """Draw everything anew the next time."""
        ...

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed."""
        ...
