"""The keys as the help prints them, from the one table of keys and the games' letters."""

from __future__ import annotations

from game.desktop.commands import Command, Help
from game.desktop.key_and_pad_button_names import chord_name, key_name
from game.rules import RULES, Rules, policies
from game.rules.facts import AGAIN, LETTER, SHIFT, SPACE
from game.system.language import Language
from game.table.side_bar import knows

KeyLine = tuple[list[str], str]
"""Names of keys that do the same, and what they do."""


def key_groups(game: str | None, _: Language) -> list[list[KeyLine]]:
    """The keys of a game, or of all games (None), in groups; empty groups are left out."""
    rules = None if game is None else RULES[game]()
    letters = [] if rules is None else _letters(rules, _)
    commands = [each for each in Command if rules is None or _listed(rules, each)]
    groups = [
        [(names(each, _), each.meaning(_)) for each in commands if each.row.help is group]
        for group in Help
    ]
    in_deals = _in_list(_) if rules is None or rules.facts.graded_list else []
    return [rows for rows in [letters, *groups, _in_show_me(_), in_deals] if rows]


def _listed(rules: Rules, command: Command) -> bool:
    """True if a game has a command, and more than one policy to choose from. Space is left out,
    because it is listed with the letters.
    """
    if command is Command.POLICY:
        return len(policies(rules.name)) > 1
    return knows(rules, command) and command is not Command.SPACE


def names(command: Command, _: Language) -> list[str]:
    """All keys of a command, each once."""
    return list(dict.fromkeys(chord_name(chord, _) for chord in command.row.keys))


def _in_show_me(_: Language) -> list[KeyLine]:
    """The keys of the scene that shows an answer."""

    def both(one: Command, other: Command) -> list[str]:
        return [names(one, _)[0], names(other, _)[0]]

    return [
        (names(Command.SPACE, _), _("while a solution is shown: pause or continue")),
        (both(Command.UNDO, Command.REDO), _("one move back or forward")),
        (names(Command.UNDO_TEN, _), _("ten moves back")),
        (names(Command.REDO_TEN, _), _("ten moves forward")),
        (both(Command.START, Command.END), _("to the start or the end")),
        (["+", "-"], _("faster or slower")),
        (["P"], _("play from the position shown")),
        ([_("Enter")], _("back to the game")),
    ]


def _in_list(_: Language) -> list[KeyLine]:
    """The keys that only the list of deals has."""
    return [
        ([key_name(Command.NEXT_UNSOLVED, _)], _("in the list: the next unsolved deal")),
        ([key_name(Command.PREVIOUS_UNSOLVED, _)], _("the previous unsolved deal")),
        ([key_name(Command.NEXT_HARDER, _)], _("the next harder unsolved deal")),
        ([key_name(Command.RANDOM_UNSOLVED, _)], _("a random unsolved deal")),
        ([key_name(Command.PLAY, _)], _("play")),
        ([key_name(Command.COPY, _)], _("copy your solution")),
        (["0–9"], _("go to that deal")),
    ]


def _letters(rules: Rules, _: Language) -> list[KeyLine]:
    named = {
        SHIFT: [_("Shift")],
        LETTER: [_("letter")],
        AGAIN: [_("again")],
        SPACE: names(Command.SPACE, _),
    }
    return [(named.get(key, [key]), does.translated(_)) for key, does in rules.facts.keys]
