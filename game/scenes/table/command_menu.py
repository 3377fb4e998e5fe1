"""The table's menu for players without letter keys: every command that has no button."""

from __future__ import annotations

from typing import Final

from game.desktop.key_bindings import Command, meaning
from game.rules import Rules
from game.system.language import Language
from game.table.side_bar_buttons import Tool

GROUPS: Final = (
    (Command.SECOND, Command.SPACE),
    (Command.VERDICT, Command.SHOW_ME, Command.SHOW_SHORTEST),
    (
        Command.START, Command.END, Command.VIEW_BEFORE, Command.FORGET, Command.UNDO_TEN,
        Command.REDO_TEN, Command.BRANCH_BEFORE, Command.BRANCH_AHEAD, Command.SWITCH_PATH,
        Command.FOLLOW_ANSWER, Command.FOLLOW_BEST,
    ),
    (Command.RETURN, Command.SWAP, Command.DROP),
    (Command.COPY, Command.PASTE, Command.STATISTICS, Command.FULLSCREEN, Command.SCREENSHOT),
    (Command.QUIT,),
)  # fmt: skip


SPOKEN: Final = (Command.SPEAK_PILE, Command.SPEAK_TABLE, Command.SPEAK_MOVES)


def command_menu(rules: Rules, _: Language, *, heard: bool = False) -> list[list[Tool]]:
    """The entries of the menu in groups. `heard`: a screen reader is on."""
    unknown = set() if rules.facts.purges else {Command.SPACE}
    groups = (SPOKEN, *GROUPS) if heard else GROUPS
    return [[_tool(command, _) for command in group if command not in unknown] for group in groups]


def _tool(command: Command, _: Language) -> Tool:
    words = meaning(command, _)
    return Tool(command, "", words[:1].upper() + words[1:], "")
