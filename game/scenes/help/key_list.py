"""The keys as the help prints them, from the one table of keys and the games' letters."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import cards
from game.core.position import PileKind
from game.desktop.key_and_pad_button_names import chord_name, key_name
from game.desktop.key_bindings import BINDINGS, Command, meaning
from game.rules import RULES, Rules, policies, stock_of
from game.rules.facts import AGAIN, LETTER, SHIFT, SPACE
from game.system.language import Language

KeyLine = tuple[list[str], str]
"""Names of keys that do the same, and what they do."""

GENERAL = (
    Command.MENU,
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
       Command.SWAP, Command.DROP, Command.SPEAK_PILE, Command.SPEAK_TABLE,
       Command.SPEAK_MOVES)  # fmt: skip
"""Commands for experienced players, listed after GENERAL."""


def key_groups(game: str | None, _: Language) -> list[list[KeyLine]]:
    """The keys of a game, or of all games (None), in groups; empty groups are left out."""
    rules = None if game is None else RULES[game]()
    letters = [] if rules is None else _letters(rules, _)
    commands = [command for command in BINDINGS if rules is None or _has(rules, command)]
    acting = [command for command in commands if command not in GENERAL + FAR]
    listed = _in_list(_) if rules is None or rules.facts.graded_list else []
    groups = [
        letters, _rows(acting, _), _rows(GENERAL, _), _rows(FAR, _), _in_show_me(_), listed
    ]  # fmt: skip
    return [rows for rows in groups if rows]


def _has(rules: Rules, command: Command) -> bool:
    """True if a game has a command. Space is left out, because it is listed with the letters."""
    known = {
        Command.POLICY: len(policies(rules.name)) > 1,
        Command.REDEAL: rules.facts.redeals,
        Command.PURGE: rules.facts.purges,
        Command.SPACE: False,
    }
    return known.get(command, True)


def _rows(commands: Iterable[Command], _: Language) -> list[KeyLine]:
    return [(names(command, _), meaning(command, _)) for command in commands]


def names(command: Command, _: Language) -> list[str]:
    """All keys of a command, each once."""
    return list(dict.fromkeys(chord_name(chord, _) for chord in BINDINGS.get(command, ())))


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
    if not rules.facts.keys:
        return _general(rules, _)
    named = {
        SHIFT: [_("Shift")],
        LETTER: [_("letter")],
        AGAIN: [_("again")],
        SPACE: names(Command.SPACE, _),
    }
    return [(named.get(key, [key]), does.translated(_)) for key, does in rules.facts.keys]


def _general(rules: Rules, _: Language) -> list[KeyLine]:
    """The keys of the piles of a game whose `facts.keys` is empty, in general words."""
    letters = rules.letters(rules.deal(cards.FULL_DECK))
    found: list[KeyLine] = []
    for kind, text in _of_piles(rules, _).items():
        keys = [
            letter
            for letter, pile in zip(letters, rules.piles, strict=True)
            if pile.kind is kind and letter.strip()
        ]
        if keys:
            found.append(([keys[0] if len(keys) == 1 else f"{keys[0]}–{keys[-1]}"], text))
    if rules.one_click:
        found.append(([_("Shift")], _("with a letter: the second choice")))
    else:
        found.append(([_("letter")], _("place the card")))
    pulls = stock_of(rules) is not None
    return [
        *found,
        (
            names(Command.SPACE, _),
            _("draw a card") if pulls else _("send home every card that can go"),
        ),
    ]


def _of_piles(rules: Rules, _: Language) -> dict[PileKind, str]:
    """What the key of a pile does."""
    if rules.one_click:
        return {
            PileKind.COLUMN: _("move the last card of a column"),
            PileKind.RESERVE: _("move the card in a reserve"),
            PileKind.PULL: _("move the last card of the waste"),
        }
    return {
        PileKind.COLUMN: _("select a column"),
        PileKind.RESERVE: _("select the card in a reserve"),
        PileKind.PULL: _("select the waste"),
        PileKind.FOUNDATION: _("select a foundation"),
    }
