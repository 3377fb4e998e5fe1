"""The one table of commands: name, keys, words, icon, button, and how a held key repeats.

Side bar, menus, help, tooltips, spoken names and game pads read it. What a command does at a table,
and when, stands with its function in `scenes/table/commands.py`.
"""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple, Self

import pygame

from game.core.translatable_texts import Translate, Wording, capitalised


class Chord(NamedTuple):
    """A key with its modifiers, or the character it must produce."""

    key: int = 0
    """A pygame key constant; 0 where the character decides."""
    ctrl: bool = False
    shift: bool = False
    alt: bool = False
    char: str = ""

    def fits(self, event: pygame.event.Event) -> bool:
        """True if a KEYDOWN event matches this chord."""
        if bool(event.mod & pygame.KMOD_CTRL) != self.ctrl:
            return False
        if bool(event.mod & pygame.KMOD_ALT) != self.alt:
            return False
        if self.char:
            return bool(event.unicode == self.char)
        return bool(event.key == self.key and bool(event.mod & pygame.KMOD_SHIFT) == self.shift)


class WhenHeld(Enum):
    """What a held key or button does."""

    ONCE = auto()
    """A held key does it once: a hand that is slow to let go means one press."""
    KEY = auto()
    """A held key does it again and again."""
    BUTTON = auto()
    """A button that the mouse holds does so too."""


class Help(Enum):
    """The groups in which the help lists keys."""

    PLAY = auto()
    GENERAL = auto()
    FAR = auto()
    """For experienced players."""


class Menu(Enum):
    """The groups of the menu of all actions, which holds every command without a button."""

    SPEECH = auto()
    """Shown only while a screen reader is on."""
    CARDS = auto()
    SOLVER = auto()
    LINE = auto()
    BOOKMARKS = auto()
    PROGRAM = auto()
    LEAVE = auto()


class Row(NamedTuple):
    """What is known of a command or a control before it is done."""

    meaning: Wording | None = None
    """What it does, as the help says it."""
    keys: tuple[Chord, ...] = ()
    """The first one is printed in tooltips."""
    pad: str = ""
    """The button of a game pad (`BUTTON_OF_NAME` in `desktop/game_pad.py`)."""
    icon: str = ""
    caption: Wording | None = None
    """The words on its button, and its name for a screen reader."""
    tip: Wording | None = None
    """The tooltip; None: what it does."""
    bar: int = 0
    """Its place on the side bar: the tens are the group. 0: it has no button there."""
    leaves: int = 0
    """Where large buttons leave no room, those with the least number go into the menu first; 0:
    it stays.
    """
    menu: Menu | None = None
    help: Help | None = None
    """None: the help says elsewhere what its keys do."""
    held: WhenHeld = WhenHeld.KEY
    on_pages: bool = False
    """Its keys mean it on some pages alone, not at a table."""


_PLAIN: Final = Row()


class Control(StrEnum):
    """A table whose rows are commands or controls. The value is the control's name in traces."""

    row: Row

    def __new__(cls, name: str, row: Row = _PLAIN) -> Self:
        """`row`: what is known of it."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.row = row
        return member

    def meaning(self, _: Translate = str) -> str:
        """What it does, as the help says it."""
        return "" if self.row.meaning is None else self.row.meaning.translated(_)

    def caption(self, _: Translate = str, **values: object) -> str:
        """The words on its button."""
        caption = self.row.caption
        return "" if caption is None else caption.filled(**values).translated(_)

    def tip(self, _: Translate = str) -> str:
        """Its tooltip."""
        return capitalised(self.meaning(_)) if self.row.tip is None else self.row.tip.translated(_)

    def fits(self, event: pygame.event.Event) -> bool:
        """True if a KEYDOWN event is one of its keys."""
        return any(chord.fits(event) for chord in self.row.keys)


def _ctrl(key: int) -> Chord:
    return Chord(key, ctrl=True)


def _shift(key: int) -> Chord:
    return Chord(key, shift=True)


def letter_keys(key: int) -> tuple[Chord, ...]:
    """The keys that type a letter, small or as a capital."""
    return Chord(key), _shift(key)


ENTER: Final = (*letter_keys(pygame.K_RETURN), *letter_keys(pygame.K_KP_ENTER))
"""Enter, with or without Shift."""


class Command(Control):
    """What a key or a button of the table does, in the order in which help and menus list it."""

    # The game.

    SECOND = (
        "second",
        Row(Wording("play the card’s second choice, or send it home"), menu=Menu.CARDS),
    )
    UNDO = "undo", Row(
        Wording("undo"), (Chord(pygame.K_LEFT), _ctrl(pygame.K_z)), "LB",
        "undo", Wording("Undo"), Wording("Undo the last action"), bar=22,
        help=Help.PLAY, held=WhenHeld.BUTTON,
    )  # fmt: skip
    REDO = "redo", Row(
        Wording("redo"), (Chord(pygame.K_RIGHT), _ctrl(pygame.K_y)), "RB",
        "redo", Wording("Redo"), Wording("Redo the last undone action"), bar=23,
        help=Help.PLAY, held=WhenHeld.BUTTON,
    )  # fmt: skip
    START = (
        "start",
        Row(Wording("go to the start"), (Chord(pygame.K_HOME),), menu=Menu.LINE, help=Help.PLAY),
    )
    END = (
        "end",
        Row(Wording("redo everything"), (Chord(pygame.K_END),), menu=Menu.LINE, help=Help.PLAY),
    )
    VIEW_BEFORE = "view-before", Row(
        Wording("go back to the position you last viewed"), (Chord(char="-"),),
        menu=Menu.LINE, help=Help.PLAY,
    )  # fmt: skip
    FORGET = "forget", Row(
        Wording("undo the last action and forget it"), (Chord(pygame.K_BACKSPACE),),
        menu=Menu.LINE, help=Help.PLAY,
    )  # fmt: skip
    HINT = "hint", Row(
        Wording("show a hint; press again to play it"), (Chord(pygame.K_F2),), "Ⓨ",
        "hint", Wording("Hint"), Wording("Show the next move"), bar=24, leaves=5,
        help=Help.PLAY, held=WhenHeld.ONCE,
    )  # fmt: skip
    VERDICT = "verdict", Row(
        Wording("show or hide whether you can still win"), (Chord(pygame.K_F3),), "RS",
        "check-hollow", Wording("Verdict"), Wording("Can you still win?"), bar=25,
        menu=Menu.SOLVER, help=Help.PLAY, held=WhenHeld.ONCE,
    )  # fmt: skip
    SHOW_ME = "show-me", Row(
        Wording("show a solution from here"), (Chord(pygame.K_F4),), "",
        "play", Wording("Show me"), Wording("Show a solution"), bar=26,
        menu=Menu.SOLVER, help=Help.PLAY, held=WhenHeld.ONCE,
    )  # fmt: skip
    SHOW_SHORTEST = (
        "show-shortest",
        Row(Wording("show the shortest solution to this deal"), menu=Menu.SOLVER),
    )
    REVIEW = "review", Row(
        Wording("review what each move cost"), (Chord(pygame.K_F5),), "",
        "eye", Wording("Review"), Wording("What each move cost"), help=Help.PLAY,
    )  # fmt: skip
    PURGE = "purge", Row(
        Wording("send cards home"), (_ctrl(pygame.K_p),), "",
        "purge", Wording("Send home"), bar=28, leaves=4, help=Help.PLAY,
    )  # fmt: skip
    POLICY = "switch", Row(
        Wording("change the rule"), (_ctrl(pygame.K_t),), "",
        "switch", Wording("Rule"), bar=14, help=Help.PLAY,
    )  # fmt: skip
    REDEAL = "redeal", Row(
        Wording("redeal"), (_ctrl(pygame.K_d),), "",
        "redeal", Wording("Redeal"), Wording("Redeal the cards not in sequence"),
        bar=28, leaves=4, help=Help.PLAY,
    )  # fmt: skip
    SPACE = "space", Row(
        Wording("draw a card or send cards home, depending on the game"),
        (Chord(pygame.K_SPACE),), menu=Menu.CARDS, help=Help.PLAY,
    )  # fmt: skip
    FIND = "find", Row(
        Wording("find a card: type its rank and suit, as in 7h"),
        (Chord(char="/"), _ctrl(pygame.K_f)), menu=Menu.CARDS, help=Help.PLAY, held=WhenHeld.ONCE,
    )  # fmt: skip
    MAP = "map", Row(
        Wording("open the map of all positions tried"), (_ctrl(pygame.K_m),), "Select",
        "map", Wording("Map"), Wording("Every position you have tried"), bar=31, leaves=3,
        help=Help.PLAY,
    )  # fmt: skip

    # The program.

    MENU = "menu", Row(
        Wording("open the menu of more actions"), (Chord(pygame.K_F10),), "Start",
        "menu", Wording("More"), Wording("More actions"), help=Help.GENERAL,
    )  # fmt: skip
    NEW = "new", Row(
        Wording("start a new deal"), (_ctrl(pygame.K_n),), "",
        "new", Wording("New"), Wording("A new deal"), bar=11,
        help=Help.GENERAL, held=WhenHeld.ONCE,
    )  # fmt: skip
    NUMBER = "number", Row(
        Wording("type a deal number"), (_ctrl(pygame.K_g),), caption=Wording("Deal no."),
        bar=12, help=Help.GENERAL,
    )  # fmt: skip
    NEXT_DEAL = "next-deal", Row(
        Wording("go to the next deal, of its list or by number"), (_ctrl(pygame.K_PAGEDOWN),),
        menu=Menu.PROGRAM, help=Help.GENERAL, held=WhenHeld.ONCE,
    )  # fmt: skip
    PREVIOUS_DEAL = "previous-deal", Row(
        Wording("go to the previous deal"), (_ctrl(pygame.K_PAGEUP),),
        menu=Menu.PROGRAM, help=Help.GENERAL, held=WhenHeld.ONCE,
    )  # fmt: skip
    RESTART = "restart", Row(
        Wording("start this deal again"), (_ctrl(pygame.K_r),), "",
        "restart", Wording("Restart"), bar=21, leaves=2, help=Help.GENERAL,
    )  # fmt: skip
    LIST = "list", Row(
        Wording("open the list of deals; press again for My games"), (_ctrl(pygame.K_l),), "",
        "list", Wording("List"), Wording("A list of graded deals"), bar=13, help=Help.GENERAL,
    )  # fmt: skip
    COPY = "copy", Row(
        Wording("copy the deal, with its solution if it has one"), (_ctrl(pygame.K_c),), "",
        "copy", menu=Menu.PROGRAM, help=Help.GENERAL,
    )  # fmt: skip
    PASTE = (
        "paste",
        Row(
            Wording("open the copied deal"),
            (_ctrl(pygame.K_v),),
            menu=Menu.PROGRAM,
            help=Help.GENERAL,
        ),
    )
    OPTIONS = "options", Row(
        Wording("options"), (_ctrl(pygame.K_o),), "",
        "options", Wording("Options"), bar=33, help=Help.GENERAL,
    )  # fmt: skip
    STATISTICS = "statistics", Row(
        Wording("statistics"), (_ctrl(pygame.K_s),), "",
        "statistics", Wording("Statistics"), Wording("Your results so far"),
        menu=Menu.PROGRAM, help=Help.GENERAL,
    )  # fmt: skip
    HELP = "help", Row(
        Wording("help"), (Chord(pygame.K_F1), Chord(char="?")), "",
        "help", Wording("Help"), Wording("Rules and keys"), bar=32, help=Help.GENERAL,
    )  # fmt: skip
    FULLSCREEN = "fullscreen", Row(
        Wording("turn full screen on or off"),
        (
            Chord(pygame.K_F11),
            Chord(pygame.K_RETURN, alt=True),
            Chord(pygame.K_KP_ENTER, alt=True),
        ),
        menu=Menu.PROGRAM, help=Help.GENERAL, held=WhenHeld.ONCE,
    )  # fmt: skip
    SCREENSHOT = "screenshot", Row(
        Wording("save a picture of the window"), (Chord(pygame.K_F12),),
        menu=Menu.PROGRAM, help=Help.GENERAL, held=WhenHeld.ONCE,
    )  # fmt: skip
    BACK = "back", Row(
        Wording("cancel or go back"), (Chord(pygame.K_ESCAPE), Chord(pygame.K_q)), "Ⓑ",
        "back", Wording("Back"), Wording("Back"), help=Help.GENERAL,
    )  # fmt: skip
    QUIT = "quit", Row(
        Wording("quit"), (_shift(pygame.K_q), _ctrl(pygame.K_q)), "",
        "quit", Wording("Quit"), menu=Menu.LEAVE, help=Help.GENERAL,
    )  # fmt: skip

    # For experienced players.

    UNDO_TEN = "undo-ten", Row(
        Wording("undo ten actions"), (Chord(pygame.K_PAGEUP),), "LT",
        menu=Menu.LINE, help=Help.FAR,
    )  # fmt: skip
    REDO_TEN = "redo-ten", Row(
        Wording("redo ten actions"), (Chord(pygame.K_PAGEDOWN),), "RT",
        menu=Menu.LINE, help=Help.FAR,
    )  # fmt: skip
    BRANCH_BEFORE = "branch-before", Row(
        Wording("go back to the nearest branch"), (Chord(pygame.K_UP), _ctrl(pygame.K_UP)),
        menu=Menu.LINE, help=Help.FAR,
    )  # fmt: skip
    BRANCH_AHEAD = "branch-ahead", Row(
        Wording("go forward to the nearest branch"), (Chord(pygame.K_DOWN), _ctrl(pygame.K_DOWN)),
        menu=Menu.LINE, help=Help.FAR,
    )  # fmt: skip
    SWITCH_PATH = "switch-path", Row(
        Wording("switch to the shorter path to this position"), (Chord(char="="),),
        menu=Menu.LINE, help=Help.FAR, held=WhenHeld.ONCE,
    )  # fmt: skip
    FOLLOW_ANSWER = "follow-answer", Row(
        Wording("make redo follow the shortest solution"), (Chord(char="!"),),
        menu=Menu.LINE, help=Help.FAR,
    )  # fmt: skip
    FOLLOW_BEST = "follow-best", Row(Wording("make redo follow your best solution"), menu=Menu.LINE)
    BOOKMARK = "bookmark", Row(
        Wording("bookmark this position"), (_shift(pygame.K_m),), "",
        "bookmark", Wording("Bookmark"), bar=27, leaves=1, help=Help.FAR, held=WhenHeld.ONCE,
    )  # fmt: skip
    RETURN = "return", Row(
        Wording("return to the last bookmark and remove it"), (_shift(pygame.K_r),), "",
        "bookmark-filled", Wording("Go to it and remove it (move {n})"),
        menu=Menu.BOOKMARKS, help=Help.FAR, held=WhenHeld.ONCE,
    )  # fmt: skip
    SWAP = "swap", Row(
        Wording("go to the last bookmark and move it here"), (_shift(pygame.K_s),), "",
        "switch", Wording("Go there and bookmark here"),
        menu=Menu.BOOKMARKS, help=Help.FAR, held=WhenHeld.ONCE,
    )  # fmt: skip
    DROP = "drop", Row(
        Wording("remove the last bookmark"), (_shift(pygame.K_p),), "",
        "trash", Wording("Remove it"), menu=Menu.BOOKMARKS, help=Help.FAR, held=WhenHeld.ONCE,
    )  # fmt: skip
    SPEAK_PILE = "speak-pile", Row(
        Wording("with a screen reader: read the pile under the cursor"),
        (Chord(pygame.K_F6),), menu=Menu.SPEECH, help=Help.FAR,
    )  # fmt: skip
    SPEAK_TABLE = "speak-table", Row(
        Wording("with a screen reader: read the whole table"),
        (Chord(pygame.K_F7),), menu=Menu.SPEECH, help=Help.FAR,
    )  # fmt: skip
    SPEAK_ENDS = "speak-ends", Row(
        Wording("with a screen reader: read the end of each pile"),
        (_shift(pygame.K_F7),), menu=Menu.SPEECH, help=Help.FAR,
    )  # fmt: skip
    SPEAK_MOVES = "speak-moves", Row(
        Wording("with a screen reader: read the possible moves"),
        (Chord(pygame.K_F8),), menu=Menu.SPEECH, help=Help.FAR,
    )  # fmt: skip

    # Buttons of menus and bars, without keys at a table.

    EXIT = "exit", Row(
        icon="exit", caption=Wording("Menu"), tip=Wording("Back to the menu")
    )  # fmt: skip
    MORE = "more", Row(icon="menu", caption=Wording("All actions"))
    BOOKMARKS = "bookmarks"
    FIRST_GAME = "first-game", Row(icon="play")
    DECLINE = "decline", Row(icon="cross")
    PLAY_ON = "play-on", Row(icon="forward", caption=Wording("Play on"))
    UNDO_TO_WIN = "undo-to-win", Row(icon="undo", caption=Wording("Undo {n}"))
    IMPROVE = "improve", Row(icon="undo")
    COMPARE = "compare"
    OPEN = "open"
    LIBRARY = "library", Row(icon="library", caption=Wording("My games"))
    CALENDAR = "calendar", Row(icon="calendar", caption=Wording("Daily deals"))
    IMPORT = "import"
    EXPORT = "export"
    CLEAR = "clear", Row(icon="trash", caption=Wording("Clear this deal’s history"))

    # The list of deals.

    PLAY = "play", Row(keys=(Chord(pygame.K_RETURN),), icon="play", on_pages=True)
    PREVIOUS_UNSOLVED = "previous-unsolved", Row(
        keys=(_shift(pygame.K_TAB),), icon="left", caption=Wording("Previous unsolved"),
        tip=Wording("Previous unsolved deal"), on_pages=True,
    )  # fmt: skip
    NEXT_UNSOLVED = "next-unsolved", Row(
        keys=(Chord(pygame.K_TAB),), icon="right", caption=Wording("Next unsolved"),
        tip=Wording("Next unsolved deal"), on_pages=True,
    )  # fmt: skip
    RANDOM_UNSOLVED = "random-unsolved", Row(
        keys=(_ctrl(pygame.K_r),), icon="dice", caption=Wording("Random unsolved"),
        tip=Wording("A random unsolved deal"), on_pages=True,
    )  # fmt: skip
    NEXT_HARDER = "next-harder", Row(
        keys=(Chord(pygame.K_h), _shift(pygame.K_h)), icon="up", caption=Wording("Next harder"),
        on_pages=True,
    )  # fmt: skip


def command_of(event: pygame.event.Event) -> Command | None:
    """The command for a KEYDOWN event at a table, or None."""
    found = (each for each in Command if not each.row.on_pages and each.fits(event))
    return next(found, None)
