"""What scenes return changes the stack, and each scene fits before it is on top."""

from __future__ import annotations

import pytest

from game.app.scene_stack import SceneStack, UnmadeScene
from game.scenes.common.base import (
    Change,
    OpenHelp,
    Pop,
    Push,
    Quit,
    Replace,
    Scene,
    SceneRequest,
    closing,
)

ROOM = (800, 600)


class Plain(Scene):
    """Notes what happens to it; may want something as soon as it is on top."""

    def __init__(self, name: str, wish: Change | None = None) -> None:
        self.name, self.wish = name, wish
        self.window = self.size = self.corner = (0, 0)
        self.stale = False
        self.resumed = self.was_covered = 0

    def covered(self) -> None:
        self.was_covered += 1

    def resume(self) -> Change | None:
        assert self.size == ROOM and self.stale
        self.resumed += 1
        wish, self.wish = self.wish, None
        return wish


class Stacked:
    """A stack, and what it has told."""

    def __init__(self, *names: str) -> None:
        self.came: list[str] = []
        self.left = 0
        self.stack = SceneStack(
            lambda: ROOM, lambda scene: self.came.append(scene.name), self.drop, self.make
        )
        self.stack.begin([Plain(name) for name in names])

    @staticmethod
    def make(request: SceneRequest) -> Scene:
        return Plain(type(request).__name__)

    def drop(self) -> None:
        self.left += 1

    @property
    def names(self) -> str:
        return " ".join(scene.name for scene in self.stack)


def test_at_the_beginning_only_the_last_comes_on_top() -> None:
    held = Stacked("menu", "list", "table")
    assert (held.names, held.came) == ("menu list table", ["table"])
    assert [scene.size for scene in held.stack] == [ROOM] * 3
    assert [scene.resumed for scene in held.stack] == [0, 0, 1]  # type: ignore[attr-defined]


CHANGES = pytest.mark.parametrize(
    ("change", "names", "left"),
    [
        (None, "menu table", 0),
        (Push(Plain("help")), "menu table help", 0),
        (Push(OpenHelp()), "menu table OpenHelp", 0),
        (Replace(OpenHelp()), "menu OpenHelp", 1),
        (Push(Plain("help"), under=Plain("list")), "menu table list help", 0),
        (Replace(Plain("table2")), "menu table2", 1),
        (Replace(Plain("menu2"), 2), "menu2", 1),
        (Replace(Plain("table2"), 1, Plain("list")), "menu list table2", 1),
        (Pop(), "menu", 1),
    ],
)


@CHANGES
def test_what_a_scene_returns_is_done(change: Change | None, names: str, left: int) -> None:
    held = Stacked("menu", "table")
    held.stack.apply(change)
    assert (held.names, held.left, held.stack.ended) == (names, left, False)
    assert held.came[-1] == names.split()[-1] == held.stack.top.name


def test_a_scene_is_told_before_another_covers_it() -> None:
    held = Stacked("menu", "table")
    table = held.stack.top
    assert isinstance(table, Plain)
    held.stack.apply(Push(Plain("help")))
    assert table.was_covered == 1
    held.stack.apply(Pop())
    assert table.was_covered == 1


@CHANGES
def test_a_scene_that_closes_with_a_change_leaves_what_that_makes_without_it(
    change: Change | None, names: str, left: int
) -> None:
    held = Stacked("menu", "table", "panel")
    held.stack.apply(closing(change))
    assert held.names == names


@pytest.mark.parametrize("change", [Pop(2), Pop(9), Quit()])
def test_without_scenes_or_by_a_wish_the_program_ends(change: Change) -> None:
    held = Stacked("menu", "table")
    held.stack.apply(change)
    assert held.stack.ended


def test_a_scene_may_want_another_one_at_once() -> None:
    held = Stacked("menu")
    held.stack.apply(Push(Plain("a", Replace(Plain("b", Push(Plain("c")))))))
    assert (held.names, held.came) == ("menu b c", ["menu", "a", "b", "c"])


def test_a_scene_for_later_is_made_when_one_comes_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Plain] = []

    def make() -> Plain:
        made.append(Plain("list"))
        return made[-1]

    held = Stacked("menu")
    later = UnmadeScene.__new__(UnmadeScene)
    later.make, later.window, later.stale = make, ROOM, False
    held.stack.insert(0, later)
    held.stack.apply(Push(Plain("help")))
    assert made == []
    held.stack.apply(Pop(2))
    assert list(held.stack) == made and made[0].resumed == 1
