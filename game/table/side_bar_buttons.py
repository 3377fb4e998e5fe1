"""The buttons of a table's side bar: their commands, icons, captions and tooltips."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.desktop.key_bindings import Command
from game.rules import Rules
from game.rules.facts import OwnButton


class Tool(NamedTuple):
    """A command as a button of a side bar or a row of a popup menu: icon, caption and tooltip."""

    command: Command
    icon: str
    caption: str
    tooltip: str
    key: str = ""
    """The key that does it in this scene alone; empty: the command's own."""


def side_bar_buttons(rules: Rules, _: Callable[[str], str]) -> list[list[Tool]]:
    """The groups of a game's side bar. The number field has the command NUMBER."""
    ends = [
        Tool(Command.NEW, "new", _("New"), _("A new deal")),
        Tool(Command.NUMBER, "", _("Deal no."), _("Type a deal number")),
        Tool(Command.LIST, "list", _("List"), _("A list of graded deals")),
    ]
    if rules.facts.policies:
        change = rules.facts.policies[0].change.translated(_)
        ends.append(Tool(Command.POLICY, "switch", _("Rule"), change))
    acts = [
        Tool(Command.RESTART, "restart", _("Restart"), _("Start this deal again")),
        Tool(Command.UNDO, "undo", _("Undo"), _("Undo the last action")),
        Tool(Command.REDO, "redo", _("Redo"), _("Redo the last undone action")),
        Tool(Command.HINT, "hint", _("Hint"), _("Show the next move")),
        Tool(Command.VERDICT, "check-hollow", _("Verdict"), _("Can you still win?")),
        Tool(Command.SHOW_ME, "play", _("Show me"), _("Show a solution")),
        Tool(Command.BOOKMARK, "bookmark", _("Bookmark"), _("Bookmark this position")),
        _own_button(rules, _),
    ]
    rest = [
        Tool(Command.MAP, "map", _("Map"), _("Every position you have tried")),
        Tool(Command.HELP, "help", _("Help"), _("Rules and keys")),
        Tool(Command.OPTIONS, "options", _("Options"), _("Options")),
    ]
    return [ends, acts, rest]


def _own_button(rules: Rules, _: Callable[[str], str]) -> Tool:
    """The game's own button: purge, autoplay or redeal."""
    button = rules.facts.button
    if button is OwnButton.REDEAL:
        return Tool(Command.REDEAL, button, _("Redeal"), _("Redeal the cards not in sequence"))
    label = _("Autoplay") if button is OwnButton.AUTOPLAY else _("Send home")
    return Tool(Command.PURGE, button, label, _("Send cards home"))
