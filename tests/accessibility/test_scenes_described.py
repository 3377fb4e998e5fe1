"""Every scene as a screen reader finds it: whole, named, and all its controls there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pygame
import pytest

from game.accessibility.accessibility_tree import (
    Item,
    ItemAction,
    ItemRole,
    Snapshot,
    every,
    problem_of,
)
from game.accessibility.screen_reader_controls import key_of
from game.app.screen_reader_updates import texts_of
from game.scenes.common.base import Scene
from game.system.language import LANGUAGES
from tools import pictures
from tools.scene_pictures import player_actions
from tools.scene_pictures.page_pictures import PAGES
from tools.scene_pictures.table_pictures import TABLES

SIZE = (1280, 800)
SOME_TABLES = ("brainjam-stuck", "lapeau", "gaps", "klondike")
assert set(SOME_TABLES) <= TABLES.keys()


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(tmp_path_factory.mktemp("pictures"))


def top_of(
    picture_services: pictures.PictureServices, name: str, size: tuple[int, int] = SIZE
) -> Scene:
    scene = pictures.SCENES[name](picture_services, size)[-1]
    if scene.size != size:
        player_actions.set_up([scene], size)
    scene.services.devices.screen_reader = True
    return scene


def described(scene: Scene) -> tuple[Item, ...]:
    written = texts_of(scene, scene.services.assets) if scene.reads_its_drawing else ()
    return scene.described(written)


@pytest.fixture(scope="module", params=[*PAGES, *SOME_TABLES])
def each(
    request: pytest.FixtureRequest, picture_services: pictures.PictureServices
) -> tuple[str, Scene]:
    """A scene and its name."""
    return request.param, top_of(picture_services, request.param)


@pytest.mark.parametrize("size", [SIZE, (640, 400)])
def test_a_scene_is_told_in_full(each: tuple[str, Scene], size: tuple[int, int]):
    _, scene = each
    if scene.size != size:
        player_actions.set_up([scene], size)
    items = described(scene)
    assert problem_of(Snapshot(scene.title, items)) == ""
    assert scene.heading
    found = {item.key: item for item in every(items)}
    for item in found.values():
        assert item.name.strip() or item.role is ItemRole.TEXT_LINE, item
        assert not item.name.isspace()
    focus = scene.focus_key
    assert focus is None or focus in found
    group = scene.focus_group
    for widget in () if group is None else group.widgets:
        item = found[key_of(widget)]
        assert item.enabled is widget.enabled
        if item.role is ItemRole.BUTTON:
            # A name for people, not the one that traces know it by.
            assert item.name != item.key[1] or item.name[0].isupper(), item


def test_no_two_controls_of_a_scene_are_called_the_same(each: tuple[str, Scene]):
    name, scene = each
    if name == "map-dense":
        return  # hundreds of positions: two of them may follow the same move
    for language in LANGUAGES:
        scene.services.language.change(language)
        scene.follow_language()
        scene.follow_settings()
        scene.place(SIZE)
        player_actions.work_off(scene)
        called = Counter(names_below(described(scene)))
        assert all(words.strip() for _role, words in called)
        assert [told for told, count in called.items() if count > 1] == [], language


def names_below(items: Iterable[Item], group: str = "") -> Iterator[tuple[str, str]]:
    """What can be used: a choice among others is heard with the name of the whole."""
    for item in items:
        if item.actions:
            yield item.role.name, f"{group}, {item.name}" if group else item.name
        choices = item.role is ItemRole.RADIO_GROUP
        yield from names_below(item.children, item.name if choices else "")


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
@pytest.mark.parametrize("table", ["brainjam", "lapeau"])
def test_a_tool_has_the_same_name_whether_or_not_it_is_written_below_it(
    picture_services: pictures.PictureServices, table: str, size: tuple[int, int]
):
    items = {
        item.name: item for item in described(top_of(picture_services, table, size)) if item.actions
    }
    assert {"Undo", "Redo", "Hint"} <= items.keys()
    assert "Undo the last action" in items["Undo"].hint
    if size == (1280, 800):
        assert {"Verdict", "Show me"} <= items.keys()


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_the_number_field_of_a_list_tells_what_may_be_typed(
    picture_services: pictures.PictureServices, size: tuple[int, int]
):
    scene = top_of(picture_services, "list", size)
    fields = [item.name for item in described(scene) if item.role is ItemRole.NUMBER]
    assert fields == ["Deal number, 0 to 999999"]


def test_the_number_field_tells_what_is_typed_as_its_value_alone(
    picture_services: pictures.PictureServices,
):
    scene = top_of(picture_services, "list")
    typed = []
    for digit in "1299999":
        scene.handle(
            pygame.event.Event(pygame.KEYDOWN, key=ord(digit), mod=0, unicode=digit, scancode=0)
        )
        item = {item.key: item for item in described(scene)}["control", "number"]
        assert item.hint == "Play any deal"
        assert item.number is not None
        typed.append(item.number[0])
    assert typed == [1, 12, 129, 1299, 12999, 129999, 1299999]


def test_lists_have_rows_with_cells(picture_services: pictures.PictureServices):
    items = {item.key: item for item in every(described(top_of(picture_services, "list")))}
    rows = [item for item in items.values() if item.role is ItemRole.ROW]
    assert len(rows) > 5
    assert sum(bool(row.selected) for row in rows) == 1
    assert all(row.children and ItemAction.ACTIVATE in row.actions for row in rows)
    assert any("Difficulty" in row.name and "Minimum" in row.name for row in rows)


def test_the_help_is_text(picture_services: pictures.PictureServices):
    items = [*every(described(top_of(picture_services, "help-playing")))]
    roles = [item.role for item in items]
    assert roles.count(ItemRole.HEADING) > 3
    assert roles.count(ItemRole.PARAGRAPH) > 10
    assert not any("**" in item.name or "`" in item.name for item in items)


def test_options_have_their_values(picture_services: pictures.PictureServices):
    items = {item.name: item for item in every(described(top_of(picture_services, "options")))}
    assert items["Verdict light"].role is ItemRole.SWITCH
    assert items["Verdict light"].on in (True, False)
    assert [choice.name for choice in items["Clock"].children] == ["Hidden", "Shown"]


def test_of_a_choice_the_option_chosen_has_the_focus(picture_services: pictures.PictureServices):
    scene = top_of(picture_services, "options")
    group = scene.focus_group
    assert group is not None
    group.focus(group.named("clock"), ring=True)
    heard = []
    for key in (pygame.K_LEFT, pygame.K_RIGHT):
        scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        items = {item.key: item for item in every(described(scene))}
        heard.append((items[scene.focus_key].name, items[scene.focus_key].on))
    assert heard == [("Hidden", True), ("Shown", True)]


def test_reading_a_scene_leaves_its_picture_as_it_was(
    picture_services: pictures.PictureServices, tmp_path: Path
):
    for name in ("options", "menu", "statistics"):
        scene = top_of(picture_services, name)
        before, after = pygame.Surface(SIZE), pygame.Surface(SIZE)
        scene.refresh()
        scene.draw(before)
        described(scene)
        scene.draw(after)
        assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(after, "RGB"), name


def test_controls_are_used_by_the_actions_of_their_items(
    picture_services: pictures.PictureServices,
):
    scene = top_of(picture_services, "options")
    settings = scene.services.settings
    scene.perform(("control", "clock", int(not settings.clock)), ItemAction.ACTIVATE)
    assert scene.services.settings.clock is not settings.clock
    scene.perform(("control", "verdict_light"), ItemAction.ACTIVATE)
    assert scene.services.settings.verdict_light is not settings.verdict_light
    scene.perform(("control", "no such thing"), ItemAction.ACTIVATE)
    scene.perform(("control", "ui_scale"), ItemAction.SET, 150.0)
    assert scene.services.settings.ui_scale == 1.5
