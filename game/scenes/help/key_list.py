"""The keys as the help prints them, from the one table of keys and the games' letters."""

from __future__ import annotations

from collections.abc import Iterable

from game.desktop.keys import BINDINGS, Command, chord_name, meaning
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau, Rules
from game.system.language import Language

KeyLine = tuple[list[str], str]
"""Names of keys that do the same, and what they do."""

ONLY_IN = {
    Command.POLICY: (LaPeau.name,),
    Command.REDEAL: (Gaps.name,),
    Command.PURGE: tuple(name for name in RULES if name != Gaps.name),
    Command.SPACE: (),
}
"""The games that know a command, where not all do. What Space does stands with the letters."""
GENERAL = (
    Command.NEW,
    Command.NUMBER,
    Command.RESTART,
    Command.LIST,
    Command.COPY,
    Command.PASTE,
    Command.OPTIONS,
    Command.STATISTICS,
    Command.HELP,
    Command.FULLSCREEN,
    Command.SCREENSHOT,
    Command.BACK,
    Command.QUIT,
)
FAR = (Command.UNDO_TEN, Command.REDO_TEN, Command.BRANCH_BEFORE, Command.BRANCH_AHEAD,
       Command.SWITCH_PATH, Command.FOLLOW_ANSWER, Command.BOOKMARK, Command.RETURN,
       Command.SWAP, Command.DROP)  # fmt: skip
"""For those who know the game: they stand last."""


def key_groups(game: str | None, _: Language) -> list[list[KeyLine]]:
    """The keys of a game, or all keys, in groups."""
    letters = _letters(game, _) if game in RULES else []
    commands = [command for command in BINDINGS if _is_known(command, game)]
    acting = [command for command in commands if command not in GENERAL + FAR]
    listed = _in_list(_) if game in (None, BrainJam.name) else []
    groups = [
        letters, _rows(acting, _), _rows(GENERAL, _), _rows(FAR, _), _in_show_me(_), listed
    ]  # fmt: skip
    return [rows for rows in groups if rows]


def _is_known(command: Command, game: str | None) -> bool:
    return game is None or command not in ONLY_IN or game in ONLY_IN[command]


def _rows(commands: Iterable[Command], _: Language) -> list[KeyLine]:
    return [(names(command, _), meaning(command, _)) for command in commands]


def names(command: Command, _: Language) -> list[str]:
    """All keys of a command, each once."""
    return list(dict.fromkeys(chord_name(chord, _) for chord in BINDINGS.get(command, ())))


def _in_show_me(_: Language) -> list[KeyLine]:
    """What an answer that is shown makes of keys."""

    def both(one: Command, other: Command) -> list[str]:
        return [names(one, _)[0], names(other, _)[0]]

    return [
        (names(Command.SPACE, _), _("while an answer is shown: stop or go on")),
        (both(Command.UNDO, Command.REDO), _("one move back or on")),
        (names(Command.UNDO_TEN, _), _("ten moves back")),
        (names(Command.REDO_TEN, _), _("ten moves on")),
        (both(Command.START, Command.END), _("to its start or its end")),
        (["+", "-"], _("quicker or slower")),
        ([_("Enter")], _("back to the game")),
    ]


def _in_list(_: Language) -> list[KeyLine]:
    """What only the list of deals knows."""
    return [
        ([_("Tab")], _("in the list: the next unsolved deal")),
        ([f"{_('Shift')}+{_('Tab')}"], _("the unsolved deal before")),
        ([f"{_('Ctrl')}+R"], _("a random unsolved deal")),
        ([_("Enter")], _("play")),
        ([f"{_('Ctrl')}+C"], _("copy your answer")),
        (["0–9"], _("go to that deal")),
    ]


def _letters(game: str | None, _: Language) -> list[KeyLine]:
    rows = {
        BrainJam.name: _brainjam,
        LaPeau.name: _lapeau,
        Gaps.name: _gaps,
        Klondike.name: _klondike,
    }
    if game is None:
        return []
    return rows[game](_) if game in rows else _columns(RULES[game](), _)


def _columns(rules: Rules, _: Language) -> list[KeyLine]:
    """The letters of a game that has no words of its own for them."""
    letters = rules.letters(rules.deal(range(52))).split()[-1]
    return [
        ([f"{letters[0]}–{letters[-1]}"], _("pick a column")),
        ([_("letter")], _("place the card")),
        (names(Command.SPACE, _), _("send all home that can go")),
    ]


def _brainjam(_: Language) -> list[KeyLine]:
    return [
        (["A–H"], _("move the last card of columns 1 to 8")),
        (["I–L"], _("move the card of reserves 1 to 4")),
        ([_("Shift")], _("with a letter: the second choice")),
        (names(Command.SPACE, _), _("send all home that can go")),
    ]


def _lapeau(_: Language) -> list[KeyLine]:
    return [
        (["A–M"], _("pick stack 1 to 13")),
        ([_("letter")], _("place the run that fits")),
        ([_("again")], _("shorten the run by one")),
        (names(Command.SPACE, _), _("the end card to its done stack; with nothing picked: purge")),
    ]


def _gaps(_: Language) -> list[KeyLine]:
    return [
        (["A–D"], _("fill the first to fourth gap, row by row")),
        ([_("Shift")], _("with a letter: the second two that fits")),
    ]


def _klondike(_: Language) -> list[KeyLine]:
    return [
        (["A–G"], _("pick columns 1 to 7")),
        (["H"], _("pick the pull stack")),
        (["1–4"], _("pick a done stack")),
        ([_("again")], _("shorten the run by one")),
        (names(Command.SPACE, _), _("pull or turn over; with a card picked: to its done stack")),
    ]
