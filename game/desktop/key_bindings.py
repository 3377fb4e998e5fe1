"""The one table of keys: the name of each command, and the keys for it.

The help, the tooltips and the scenes all read it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

import pygame


class Command(StrEnum):
    """What a key or a button of the table does. The value is the button's name in traces."""

    BACK = "back"
    EXIT = "exit"
    QUIT = "quit"
    NEW = "new"
    NUMBER = "number"
    POLICY = "switch"
    RESTART = "restart"
    UNDO = "undo"
    REDO = "redo"
    START = "start"
    END = "end"
    VIEW_BEFORE = "view-before"
    FORGET = "forget"
    UNDO_TEN = "undo-ten"
    REDO_TEN = "redo-ten"
    BRANCH_BEFORE = "branch-before"
    BRANCH_AHEAD = "branch-ahead"
    SWITCH_PATH = "switch-path"
    FOLLOW_ANSWER = "follow-answer"
    FOLLOW_BEST = "follow-best"
    BOOKMARK = "bookmark"
    BOOKMARKS = "bookmarks"
    RETURN = "return"
    SWAP = "swap"
    DROP = "drop"
    PURGE = "purge"
    REDEAL = "redeal"
    SPACE = "space"
    SECOND = "second"
    OPTIONS = "options"
    HELP = "help"
    STATISTICS = "statistics"
    FULLSCREEN = "fullscreen"
    SCREENSHOT = "screenshot"
    MENU = "menu"
    PLAY = "play"
    PREVIOUS_UNSOLVED = "previous-unsolved"
    NEXT_UNSOLVED = "next-unsolved"
    RANDOM_UNSOLVED = "random-unsolved"
    NEXT_HARDER = "next-harder"
    HINT = "hint"
    VERDICT = "verdict"
    SHOW_ME = "show-me"
    SHOW_SHORTEST = "show-shortest"
    FIRST_GAME = "first-game"
    DECLINE = "decline"
    REVIEW = "review"
    MAP = "map"
    COMPARE = "compare"
    OPEN = "open"
    LIST = "list"
    LIBRARY = "library"
    CALENDAR = "calendar"
    PLAY_ON = "play-on"
    UNDO_TO_WIN = "undo-to-win"
    IMPROVE = "improve"
    COPY = "copy"
    PASTE = "paste"
    MORE = "more"
    SPEAK_PILE = "speak-pile"
    SPEAK_TABLE = "speak-table"
    SPEAK_MOVES = "speak-moves"
    IMPORT = "import"
    EXPORT = "export"
    CLEAR = "clear"


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


def _ctrl(key: int) -> Chord:
    return Chord(key, ctrl=True)


BINDINGS: Final[dict[Command, tuple[Chord, ...]]] = {
    Command.NEW: (_ctrl(pygame.K_n),),
    Command.NUMBER: (_ctrl(pygame.K_g),),
    Command.RESTART: (_ctrl(pygame.K_r),),
    Command.UNDO: (Chord(pygame.K_LEFT), _ctrl(pygame.K_z)),
    Command.REDO: (Chord(pygame.K_RIGHT), _ctrl(pygame.K_y)),
    Command.START: (Chord(pygame.K_HOME),),
    Command.END: (Chord(pygame.K_END),),
    Command.VIEW_BEFORE: (Chord(char="-"),),
    Command.FORGET: (Chord(pygame.K_BACKSPACE),),
    Command.UNDO_TEN: (Chord(pygame.K_PAGEUP),),
    Command.REDO_TEN: (Chord(pygame.K_PAGEDOWN),),
    Command.BRANCH_BEFORE: (Chord(pygame.K_UP), _ctrl(pygame.K_UP)),
    Command.BRANCH_AHEAD: (Chord(pygame.K_DOWN), _ctrl(pygame.K_DOWN)),
    Command.SWITCH_PATH: (Chord(char="="),),
    Command.FOLLOW_ANSWER: (Chord(char="!"),),
    Command.BOOKMARK: (Chord(pygame.K_m, shift=True),),
    Command.RETURN: (Chord(pygame.K_r, shift=True),),
    Command.SWAP: (Chord(pygame.K_s, shift=True),),
    Command.DROP: (Chord(pygame.K_p, shift=True),),
    Command.HINT: (Chord(pygame.K_F2),),
    Command.VERDICT: (Chord(pygame.K_F3),),
    Command.SHOW_ME: (Chord(pygame.K_F4),),
    Command.REVIEW: (Chord(pygame.K_F5),),
    Command.SPEAK_PILE: (Chord(pygame.K_F6),),
    Command.SPEAK_TABLE: (Chord(pygame.K_F7),),
    Command.SPEAK_MOVES: (Chord(pygame.K_F8),),
    Command.COPY: (_ctrl(pygame.K_c),),
    Command.PASTE: (_ctrl(pygame.K_v),),
    Command.PURGE: (_ctrl(pygame.K_p),),
    Command.POLICY: (_ctrl(pygame.K_t),),
    Command.REDEAL: (_ctrl(pygame.K_d),),
    Command.SPACE: (Chord(pygame.K_SPACE),),
    Command.MAP: (_ctrl(pygame.K_m),),
    Command.LIST: (_ctrl(pygame.K_l),),
    Command.OPTIONS: (_ctrl(pygame.K_o),),
    Command.STATISTICS: (_ctrl(pygame.K_s),),
    Command.HELP: (Chord(pygame.K_F1), Chord(char="?")),
    Command.FULLSCREEN: (
        Chord(pygame.K_F11),
        Chord(pygame.K_RETURN, alt=True),
        Chord(pygame.K_KP_ENTER, alt=True),
    ),
    Command.SCREENSHOT: (Chord(pygame.K_F12),),
    Command.MENU: (Chord(pygame.K_F10),),
    Command.BACK: (Chord(pygame.K_ESCAPE), Chord(pygame.K_q)),
    Command.QUIT: (Chord(pygame.K_q, shift=True),),
}


PAGE_BINDINGS: Final[dict[str, tuple[Chord, ...]]] = {
    # The list of deals.
    Command.PLAY: (Chord(pygame.K_RETURN),),
    Command.NEXT_UNSOLVED: (Chord(pygame.K_TAB),),
    Command.PREVIOUS_UNSOLVED: (Chord(pygame.K_TAB, shift=True),),
    Command.RANDOM_UNSOLVED: (_ctrl(pygame.K_r),),
    Command.NEXT_HARDER: (Chord(pygame.K_h), Chord(pygame.K_h, shift=True)),
    # My games.
    "rename": (Chord(pygame.K_F2),),
    "note": (_ctrl(pygame.K_e),),
    "delete": (Chord(pygame.K_DELETE),),
    "undelete": (_ctrl(pygame.K_z),),
    "search": (_ctrl(pygame.K_f),),
    # The review.
    "mistake-before": (_ctrl(pygame.K_LEFT),),
    "mistake-ahead": (_ctrl(pygame.K_RIGHT),),
}
"""The keys that mean something else on one page than on others, by the name of the button there."""


def chords_of(name: str) -> tuple[Chord, ...]:
    """The keys of a command, or of a button of one page by its name."""
    own = PAGE_BINDINGS.get(name)
    return BINDINGS.get(Command(name), ()) if own is None else own


def command_of(event: pygame.event.Event) -> Command | None:
    """The command for a KEYDOWN event, or None."""
    for command, chords in BINDINGS.items():
        if any(chord.fits(event) for chord in chords):
            return command
    return None


def meaning(command: Command, _: Callable[[str], str] = str) -> str:
    """What a command does, for the help; empty for a command without a key."""
    return _meanings(_).get(command, "")


def _meanings(_: Callable[[str], str]) -> dict[Command, str]:
    return {
        Command.NEW: _("start a new deal"),
        Command.NUMBER: _("type a deal number"),
        Command.RESTART: _("start this deal again"),
        Command.UNDO: _("undo"),
        Command.REDO: _("redo"),
        Command.START: _("go to the start"),
        Command.END: _("redo everything"),
        Command.VIEW_BEFORE: _("go back to the position you last viewed"),
        Command.FORGET: _("undo the last action and forget it"),
        Command.UNDO_TEN: _("undo ten actions"),
        Command.REDO_TEN: _("redo ten actions"),
        Command.BRANCH_BEFORE: _("go back to the nearest branch"),
        Command.BRANCH_AHEAD: _("go forward to the nearest branch"),
        Command.SWITCH_PATH: _("switch to the shorter path to this position"),
        Command.FOLLOW_ANSWER: _("make redo follow the shortest solution"),
        Command.BOOKMARK: _("bookmark this position"),
        Command.RETURN: _("return to the last bookmark and remove it"),
        Command.SWAP: _("go to the last bookmark and move it here"),
        Command.DROP: _("remove the last bookmark"),
        Command.PURGE: _("send cards home"),
        Command.POLICY: _("change the rule"),
        Command.REDEAL: _("redeal"),
        Command.SPACE: _("draw a card or send cards home, depending on the game"),
        Command.SECOND: _("play the card’s second choice, or send it home"),
        Command.FOLLOW_BEST: _("make redo follow your best solution"),
        Command.HINT: _("show a hint; press again to play it"),
        Command.VERDICT: _("show or hide whether you can still win"),
        Command.SHOW_ME: _("show the best known solution from here"),
        Command.SHOW_SHORTEST: _("show the shortest solution to this deal"),
        Command.REVIEW: _("review what each move cost"),
        Command.SPEAK_PILE: _("with a screen reader: read the pile under the cursor"),
        Command.SPEAK_TABLE: _("with a screen reader: read the whole table"),
        Command.SPEAK_MOVES: _("with a screen reader: read the possible moves"),
        Command.MAP: _("open the map of all positions tried"),
        Command.LIST: _("open the list of deals; press again for My games"),
        Command.COPY: _("copy the deal, with its solution if it has one"),
        Command.PASTE: _("open the copied deal"),
        Command.OPTIONS: _("options"),
        Command.HELP: _("help"),
        Command.STATISTICS: _("statistics"),
        Command.FULLSCREEN: _("turn full screen on or off"),
        Command.SCREENSHOT: _("save a picture of the window"),
        Command.MENU: _("open the menu of all actions"),
        Command.BACK: _("cancel or go back"),
        Command.QUIT: _("quit"),
    }
