"""The buttons of a table's side bar: their commands, icons, captions and tooltips."""

from __future__ import annotations

from collections.abc import Callable

from game.core.named_tuple import NamedTuple
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
        Tool(Command.EXIT, "exit", _("Exit"), _("Leave this game")),
        Tool(Command.NEW, "new", _("New"), _("A new deal")),
        Tool(Command.NUMBER, "", _("Start"), _("Type a deal number")),
        Tool(Command.LIST, "list", _("List"), _("A list of graded deals")),
    ]
    if rules.policy:
        ends.append(Tool(Command.POLICY, "switch", _("Switch"), _("Change the policy")))
    acts = [
        Tool(Command.RESTART, "restart", _("Restart"), _("Back to the deal")),
        Tool(Command.UNDO, "undo", _("Undo"), _("Take back the last action")),
        Tool(Command.REDO, "redo", _("Redo"), _("Make it again")),
        Tool(Command.HINT, "hint", _("Hint"), _("The next action of a short answer")),
        Tool(Command.VERDICT, "check-hollow", _("Verdict"), _("Can this position still be won?")),
        Tool(Command.SHOW_ME, "play", _("Show me"), _("A short answer, played by itself")),
        Tool(Command.BOOKMARK, "bookmark", _("Bookmark"), _("Remember this position")),
        _own_button(rules, _),
    ]
    rest = [
        Tool(Command.MAP, "map", _("Map"), _("All positions tried")),
        Tool(Command.HELP, "help", _("Help"), _("Rules and keys")),
        Tool(Command.OPTIONS, "options", _("Options"), _("Options")),
    ]
    return [ends, acts, rest]


def _own_button(rules: Rules, _: Callable[[str], str]) -> Tool:
    """The game's own button: purge, autoplay or redeal."""
    button = rules.facts.button
    if button is OwnButton.REDEAL:
        return Tool(Command.REDEAL, button, _("Redeal"), _("Deal the loose cards again"))
    label = _("Autoplay") if button is OwnButton.AUTOPLAY else _("Purge")
    return Tool(Command.PURGE, button, label, _("Send cards home"))
