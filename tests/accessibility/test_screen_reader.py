"""The bridge to AccessKit, with a stand-in for it: when it is called, what comes of failures."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from game.accessibility.accessibility_tree import Item, ItemAction, ItemRole, Snapshot, problem_of
from game.accessibility.screen_reader import ScreenReader

ROOT = Path(__file__).parents[2]
CARD = Item(("card", 7), ItemRole.LIST_ITEM, "3 of hearts, column 1", actions=frozenset(ItemAction))
PILE = Item(("group", 1), ItemRole.LIST, "column 1, 1 card", children=(CARD,))
TABLE = Snapshot("Table", (PILE,), CARD.key, (640, 400))


class PanicError(BaseException):
    """As AccessKit's: no `Exception`."""


class Anything:
    """Stands for whatever is only handed on."""

    def __init__(self, *args: object) -> None:
        self.args, self.calls = args, dict[str, Any]()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("set_") or name == "add_action":
            return lambda *values: self.calls.setdefault(name, values)
        raise AttributeError(name)


class Names:
    """An enumeration with every name."""

    def __getattr__(self, name: str) -> str:
        return name


class FakeAdapter:
    """Notes what it is told, and says what it would be a panic to say."""

    made: FakeAdapter
    breaks = False

    def __init__(self, activate: Any, act: Any, deactivate: Any) -> None:
        FakeAdapter.made = self
        self.activate, self.act, self.deactivate = activate, act, deactivate
        self.updates: list[Any] = []

    def update_if_active(self, factory: Any) -> None:
        if FakeAdapter.breaks:
            raise PanicError("poisoned")
        update = factory()
        known = {number for number, _ in update.nodes}
        named = {
            child for _, node in update.nodes for child in node.calls.get("set_children", ((),))[0]
        }
        assert named <= known
        assert known - named == {0}
        assert update.args[0] in known
        self.updates.append(update)

    def set_root_window_bounds(self, outer: object, inner: object) -> None:
        pass

    def update_window_focus_state(self, focused: bool) -> None:
        pass

    def labels(self) -> list[str]:
        """The words of all nodes of the last update."""
        nodes = (node.calls for _, node in self.updates[-1].nodes)
        return [value[0] for calls in nodes for name, value in calls.items()
                if name in ("set_label", "set_value")]  # fmt: skip


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("accesskit")
    module.Action, module.Role, module.Live, module.Toggled = Names(), Names(), Names(), Names()
    module.Node, module.Tree, module.TreeUpdate, module.Rect = (Anything,) * 4
    module.unix = types.SimpleNamespace(Adapter=FakeAdapter)
    monkeypatch.setitem(sys.modules, "accesskit", module)
    monkeypatch.setattr(sys, "platform", "linux")
    FakeAdapter.breaks = False


def reader(problems: list[str] | None = None) -> ScreenReader:
    report = print if problems is None else problems.append
    return ScreenReader(
        types.SimpleNamespace(title="Table"),  # type: ignore[arg-type]
        lambda: None,
        report,
        lambda text: text.replace(";", " ;"),  # as in French
    )


@pytest.mark.usefixtures("kit")
def test_nothing_is_called_before_a_reader_is_on():
    reading = reader()
    reading.show("table", TABLE)
    reading.place((0, 0, 1, 1), focused=True)
    assert FakeAdapter.made.updates == []
    assert not reading.on
    assert reading.due is None


@pytest.mark.usefixtures("kit")
def test_a_reader_gets_an_empty_window_then_the_scene():
    reading = reader()
    first = FakeAdapter.made.activate()
    assert [number for number, _ in first.nodes] == [0]
    assert reading.on
    reading.show("table", TABLE)
    assert FakeAdapter.made.labels() == ["Table", "3 of hearts, column 1", "column 1, 1 card"]
    assert len(FakeAdapter.made.updates) == 1
    reading.show("table", TABLE)
    assert len(FakeAdapter.made.updates) == 1


@pytest.mark.usefixtures("kit")
def test_a_paragraph_has_a_name_and_no_value():
    reading = reader()
    FakeAdapter.made.activate()
    reading.show(
        "help", Snapshot("Help", (Item(("text", 1), ItemRole.PARAGRAPH, "Eight columns"),))
    )
    node = FakeAdapter.made.updates[-1].nodes[-1][1].calls
    assert node["set_label"] == ("Eight columns",)
    assert "set_value" not in node


@pytest.mark.parametrize(("platform", "described"), [("linux", "fast, for cards"),
                                                    ("win32", "for cards")])  # fmt: skip
@pytest.mark.usefixtures("kit")
def test_a_sliders_words_are_its_value_and_where_that_is_a_number_its_description(
    platform: str, described: str, monkeypatch: pytest.MonkeyPatch
):
    reading = reader()
    FakeAdapter.made.activate()
    monkeypatch.setattr(sys, "platform", platform)
    slider = Item("speed", ItemRole.SLIDER, "Speed", value="fast", hint="for cards")
    reading.show("options", Snapshot("Options", (slider,)))
    node = FakeAdapter.made.updates[-1].nodes[-1][1].calls
    assert (node["set_value"], node["set_description"]) == (("fast",), (described,))


@pytest.mark.usefixtures("kit")
def test_activation_ends_with_the_flag_and_nothing_after_it():
    """A call between the flag and the end could hand Python to the main thread: it would wait for
    AccessKit's lock for ever.
    """
    import dis

    from game.accessibility.accesskit_adapter import AccessKitAdapter

    code = list(dis.get_instructions(AccessKitAdapter._activated))
    flag = max(n for n, step in enumerate(code)
               if step.opname == "STORE_ATTR" and step.argval == "active")  # fmt: skip
    assert not any("CALL" in step.opname for step in code[flag:])


def labels_after(said: str) -> list[str]:
    """All labels of a table that is shown after something was said."""
    reading = reader()
    FakeAdapter.made.activate()
    reading.say(said)
    reading.show("table", TABLE)
    return FakeAdapter.made.labels()


@pytest.mark.usefixtures("kit")
def test_what_is_said_is_announced_and_stands_in_the_name_of_what_has_the_keyboard():
    words = labels_after("can still be won")
    assert "can still be won" in words
    assert "3 of hearts, column 1 ; can still be won" in words


@pytest.mark.usefixtures("kit")
def test_what_has_the_keyboard_is_not_named_twice_where_it_is_called_what_is_said():
    words = labels_after("3 of hearts, column 1")
    assert "3 of hearts, column 1" in words
    assert "3 of hearts, column 1 ; 3 of hearts, column 1" not in words


@pytest.mark.parametrize(
    "text", ["", "two words", "x" * 300, " " * 300, "é\udce9 " * 90, "a " + "b" * 256]
)
@pytest.mark.usefixtures("kit")
def test_any_text_is_in_words_and_letters_that_accesskit_can_hold(text: str):
    module: Any = sys.modules["accesskit"]
    module.TextDirection, module.TextPosition, module.TextSelection = Names(), Anything, Anything
    line = Item("line", ItemRole.TEXT_LINE, text)
    entry = Item("entry", ItemRole.TEXT, "\udce9", children=(line,), caret=0)
    reading = reader()
    FakeAdapter.made.activate()
    reading.say("\udce9.txt")
    reading.show("dialog", Snapshot("Note", (entry,)))
    calls = next(
        n.calls for _, n in FakeAdapter.made.updates[-1].nodes if "set_word_lengths" in n.calls
    )
    letters, words = calls["set_character_lengths"][0], calls["set_word_lengths"][0]
    assert len(letters) == sum(words) == len(text)
    assert all(0 < length < 256 for length in (*letters, *words))
    assert sum(letters) == len(calls["set_value"][0].encode())
    for told in FakeAdapter.made.labels():
        told.encode()


@pytest.mark.usefixtures("kit")
def test_the_same_words_twice_are_two_announcements():
    reading = reader()
    FakeAdapter.made.activate()
    numbers = []
    for _time in range(2):
        reading.say("no")
        reading.show("table", TABLE)
        update = FakeAdapter.made.updates[-1]
        numbers += [n for n, node in update.nodes if node.calls.get("set_live")]
    assert len(set(numbers)) == 2


def card_after(reading: ScreenReader, said: str, table: Snapshot = TABLE) -> dict[str, Any]:
    """What AccessKit is told of the card when something was said."""
    reading.say(said)
    reading.show("table", table)
    calls: dict[str, Any] = FakeAdapter.made.updates[-1].nodes[1][1].calls
    return calls


@pytest.mark.usefixtures("kit")
def test_news_while_the_keyboard_stays_on_a_card_describe_it_as_orca_hears_no_change_of_its_name():
    reading = reader()
    FakeAdapter.made.activate()
    reading.show("table", TABLE)
    assert card_after(reading, "no")["set_description"] == ("no",)
    assert "set_description" not in card_after(reading, "", TABLE._replace(focus=PILE.key))
    assert "set_description" not in card_after(reading, "done")
    button = CARD._replace(role=ItemRole.BUTTON)
    reading.show("menu", Snapshot("Menu", (button,), button.key))
    assert "set_description" not in card_after(
        reading, "no", Snapshot("Menu", (button,), button.key)
    )


@pytest.mark.usefixtures("kit")
def test_the_same_words_twice_change_a_card_twice():
    reading = reader()
    FakeAdapter.made.activate()
    reading.show("table", TABLE)
    told = [card_after(reading, "no") for _time in range(3)]
    assert len({each["set_description"] for each in told[:2]}) == 2
    assert len({each["set_label"] for each in told[1:]}) == 2


@pytest.mark.usefixtures("kit")
def test_news_are_in_the_name_of_the_window_where_nothing_has_the_keyboard():
    reading = reader()
    FakeAdapter.made.activate()
    reading.say("news")
    reading.show("table", TABLE._replace(focus=None))
    assert "Table ; news" in FakeAdapter.made.labels()
    reading.show("table", TABLE)
    assert "Table" in FakeAdapter.made.labels()


@pytest.mark.usefixtures("kit")
def test_news_go_when_the_keyboard_goes_elsewhere():
    reading = reader()
    FakeAdapter.made.activate()
    reading.say("news")
    reading.show("table", TABLE)
    reading.show("table", TABLE._replace(focus=PILE.key))
    assert "column 1, 1 card" in FakeAdapter.made.labels()
    assert "3 of hearts, column 1" in FakeAdapter.made.labels()


@pytest.mark.usefixtures("kit")
def test_what_a_reader_asks_is_done_in_the_main_thread_and_once():
    reading = reader()
    FakeAdapter.made.activate()
    reading.show("table", TABLE)
    (number,) = (n for n, node in FakeAdapter.made.updates[-1].nodes
                 if node.calls.get("set_label") == (CARD.name,))  # fmt: skip
    for target in (number, 12345):
        request = types.SimpleNamespace(action="CLICK", target=target, data=None)
        FakeAdapter.made.act(request)
    assert [(key, action) for key, action, _ in reading.asked()] == [
        (CARD.key, ItemAction.ACTIVATE)
    ]
    assert list(reading.asked()) == []


@pytest.mark.usefixtures("kit")
def test_a_tree_that_makes_no_sense_never_reaches_accesskit():
    twice = TABLE._replace(items=(PILE, PILE))
    assert problem_of(twice)
    assert problem_of(TABLE._replace(focus="nothing"))
    problems: list[str] = []
    reading = reader(problems)
    FakeAdapter.made.activate()
    reading.show("table", twice)
    assert FakeAdapter.made.labels() == ["Table"]
    assert problems


@pytest.mark.usefixtures("kit")
def test_after_one_failure_the_program_goes_on_without():
    problems: list[str] = []
    reading = reader(problems)
    FakeAdapter.made.activate()
    FakeAdapter.breaks = True
    reading.show("table", TABLE)
    assert problems == ["PanicError: poisoned"]
    assert not reading.on
    reading.say("lost")
    reading.show("table", TABLE)
    reading.place((0, 0, 1, 1), focused=True)
    assert list(reading.asked()) == []
    assert len(problems) == 1


@pytest.mark.usefixtures("kit")
def test_a_reader_may_go_and_come_again():
    reading = reader()
    adapter = FakeAdapter.made
    adapter.activate()
    reading.show("table", TABLE)
    adapter.deactivate()
    assert not reading.on
    reading.forget()
    reading.show("table", TABLE)
    adapter.activate()
    reading.show("table", TABLE)
    assert len(adapter.updates) == 2


def test_without_accesskit_there_is_no_reader(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "accesskit", None)
    problems: list[str] = []
    reading = reader(problems)
    assert not reading.on
    assert problems == []
    reading.show("table", TABLE)


def test_the_first_frame_imports_neither_accesskit_nor_its_adapter():
    script = (
        "import sys, game.app.loop, game.scenes.table.scene\n"
        "print([name for name in sys.modules if 'accesskit' in name])"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                           cwd=ROOT, check=True)  # fmt: skip
    assert found.stdout.splitlines()[-1] == "[]"
