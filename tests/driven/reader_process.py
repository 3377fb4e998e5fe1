"""A screen reader that only knows the accessibility tree. Run by the system's Python, which has
`gi`: it does what the lines of its input say, and prints what it hears, as lines of JSON.

    {"tree": true}                     all items: role and name
    {"act": [2, 0], "name": "..."}     find an item by its place in the window, and click it
    {"find": "...", "act": true}       find an item by its name, and click it
    {"read": "..."}                    read the text typed in the item of a name
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

TOOLKIT = "Fourfold"


def tell(**told):
    print(json.dumps(told), flush=True)


def heard(event):
    if event.type.startswith("object:announcement"):
        tell(heard=event.any_data)
    else:
        tell(focused=event.source.get_name() or "")


def window():
    """The window of the program; None while there is none."""
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(number)
        if program is not None and program.get_toolkit_name() == TOOLKIT:
            program.set_cache_mask(Atspi.Cache.NONE)
            return program.get_child_at_index(0) if program.get_child_count() else None
    return None


def items(node, depth=0):
    for number in range(node.get_child_count()):
        child = node.get_child_at_index(number)
        if child is not None:
            yield depth, child
            yield from items(child, depth + 1)


def at(place):
    node = window()
    for number in place:
        node = None if node is None else node.get_child_at_index(number)
    return node


def fits(node, name):
    """News may be added to the name of what has the keyboard."""
    told = (node.get_name() if node is not None else "") or ""
    return told == name or told.startswith(name + "; ")


def named(name):
    frame = window()
    nodes = items(frame) if frame is not None else ()
    return next((node for _, node in nodes if fits(node, name)), None)


def act(node):
    return node is not None and bool(Atspi.Action.do_action(node, 0))


def selected(node):
    """The part of a text that is selected; empty without one."""
    if not Atspi.Text.get_n_selections(node):
        return ""
    found = Atspi.Text.get_selection(node, 0)
    return Atspi.Text.get_text(node, found.start_offset, found.end_offset)


def obey(asked):
    if "tree" in asked:
        frame = window()
        told = [] if frame is None else [
            (depth, node.get_role_name(), node.get_name()) for depth, node in items(frame)
        ]  # fmt: skip
        tell(tree=told, title=frame.get_name() if frame else None)
    elif "read" in asked:
        node = named(asked["read"])
        told = node and [node.get_role_name(), Atspi.Text.get_text(node, 0, -1)]
        tell(text=told and [*told, Atspi.Text.get_caret_offset(node), selected(node)])
    elif "find" in asked:
        node = named(asked["find"])
        tell(found=node is not None, acted="act" in asked and act(node))
    else:
        node = at(asked["act"])
        right = fits(node, asked["name"])
        tell(found=right, acted=right and act(node), name=node.get_name() if node else None)


def read(channel, condition):
    line = sys.stdin.readline()
    if not line:
        Atspi.event_quit()
        return False
    try:
        obey(json.loads(line))
    except GLib.GError as error:
        tell(found=False, acted=False, tree=[], text=None, error=str(error))
    return True


Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in ("object:announcement", "object:state-changed:focused"):
    Atspi.EventListener.register(listener, kind)
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, read)
tell(ready=True)
Atspi.event_main()
