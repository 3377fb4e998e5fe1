"""What a screen reader calls controls, lists and dialogs: the player's words, with values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest
from input_events import CTRL, key
from recording_services import recording_services
from scene_driver import SceneDriver
from table_driver import TableDriver

from game.accessibility.accessibility_tree import DrawnText, Item, ItemRole, every, sentence_of
from game.accessibility.screen_reader_cards import position_items
from game.app.screen_reader_updates import texts_of
from game.core import deals
from game.map.tree import MapTree, finished
from game.play.level_packs import Level
from game.play.session import Session
from game.record.daily_deals import Streak
from game.record.deal_list import ListedDeal
from game.record.known_positions import Par
from game.record.statistics import BARS, GameFigures, LengthDistribution
from game.rules import BrainJam, Klondike
from game.scenes.calendar.scene import BEFORE
from game.scenes.common.base import Pop, Push, Scene
from game.scenes.common.figures_of_session import clock_figure, shortest_figure
from game.scenes.deals.columns_and_detail import DealColumns
from game.scenes.library.scene import LibraryScene, NameAndNoteScene
from game.scenes.map.scene import MapScene
from game.scenes.review.show_me import ShowMeTool
from game.scenes.statistics.statistics_card import StatCard
from game.system.language import Language
from game.widgets.text_page import TextPage
from tools import pictures
from tools.scene_pictures import player_actions

SIZE = (1280, 800)
NBSP = "\u00a0"


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(tmp_path_factory.mktemp("pictures"))


def top_of(
    picture_services: pictures.PictureServices,
    name: str,
    language: str = "en",
    size: tuple[int, int] = SIZE,
) -> Scene:
    scene = pictures.SCENES[name](picture_services, size)[-1]
    if scene.size != size:
        player_actions.set_up([scene], size)
    scene.services.devices.screen_reader = True
    scene.services.language.change(language)
    scene.follow_language()
    scene.follow_settings()
    scene.place(size)
    player_actions.work_off(scene)
    return scene


def items_of(scene: Scene) -> dict[object, Item]:
    written = texts_of(scene, scene.services.assets) if scene.reads_its_drawing else ()
    return {item.key: item for item in every(scene.described(written))}


def focused(scene: Scene) -> Item:
    return items_of(scene)[scene.focus_key]


def names(scene: Scene, role: ItemRole) -> list[str]:
    return [item.name for item in items_of(scene).values() if item.role is role]


def library() -> SceneDriver:
    """The library with one deal in it."""
    held = recording_services()
    held.services.devices.screen_reader = True
    session = held.services.game_store.open(BrainJam(), deals.deck_of(12), 12)
    session.play(session.rules.moves(session.position)[0])
    return SceneDriver(LibraryScene(held.services), held)


def naming(scene_driver: SceneDriver, code: int, mod: int = 0) -> SceneDriver:
    change = scene_driver.press(code, mod)
    assert isinstance(change, Push)
    assert isinstance(change.scene, NameAndNoteScene)
    return SceneDriver(change.scene, scene_driver.held)


# Dialogs


def typed(dialog: SceneDriver) -> tuple[ItemRole, str, str, int | None]:
    """The entry that has the focus: its role, name and text, and where its caret is."""
    item = focused(dialog.scene)
    (line,) = item.children
    assert (line.role, item.hint) == (ItemRole.TEXT_LINE, "")
    return item.role, item.name, line.name, item.caret


@pytest.mark.parametrize(
    ("code", "mod", "title", "label"),
    [
        (pygame.K_F2, 0, "Name of Brain Jam 12", "Name"),
        (pygame.K_e, CTRL, "Note on Brain Jam 12", "Note"),
    ],
)
def test_the_entry_of_a_name_or_note_does_not_repeat_the_title_and_tells_its_text(
    code: int, mod: int, title: str, label: str
):
    dialog = naming(library(), code, mod)
    assert dialog.scene.heading == title
    assert typed(dialog) == (ItemRole.TEXT, label, "", 0)
    dialog.send(pygame.event.Event(pygame.TEXTINPUT, text="12"))
    assert typed(dialog) == (ItemRole.TEXT, label, "12", 2)
    dialog.press(pygame.K_LEFT)
    assert typed(dialog) == (ItemRole.TEXT, label, "12", 1)
    dialog.press(pygame.K_a, CTRL)
    assert typed(dialog) == (ItemRole.TEXT, label, "12", 2)
    assert focused(dialog.scene).selected_from == 0


def test_a_question_is_heard_when_it_opens(picture_services: pictures.PictureServices):
    heading = top_of(picture_services, "question").heading
    assert heading.startswith("Clear the history of deal 0417? ")
    assert heading.endswith("Your solutions will be kept.")


@pytest.mark.parametrize(
    ("name", "question"),
    [("statistics", "Reset the statistics?"), ("options", "Restore defaults?")],
)
def test_a_question_over_a_page_is_heard_and_alone_described(
    picture_services: pictures.PictureServices, name: str, question: str
):
    scene = top_of(picture_services, name)
    opener = {"statistics": "reset", "options": "defaults"}[name]
    scene.focus_group.focus(scene.focus_group.named(opener), ring=True)  # type: ignore[union-attr]
    asked = player_actions.opened(scene, scene.handle(key(pygame.K_RETURN)))
    player_actions.set_up([asked], scene.window)
    assert asked.heading.startswith(question)
    items = items_of(asked)
    assert next(iter(items.values())).name == question
    assert {item.role for item in items.values()} == {ItemRole.LABEL, ItemRole.BUTTON}
    assert all(item.hint == "" for item in items.values())
    assert asked.handle(key(pygame.K_ESCAPE)) == Pop()


def test_a_games_card_tells_its_results(picture_services: pictures.PictureServices):
    told = items_of(top_of(picture_services, "menu"))["control", "brainjam"]
    assert told.name == "Brain Jam"
    assert told.hint.startswith("Every card face up, no luck involved, ")
    assert told.hint.endswith(" deals solved")


def test_why_a_control_is_off_is_told_without_its_name(picture_services: pictures.PictureServices):
    scene = top_of(picture_services, "show-me")
    scene.handle(key(pygame.K_HOME))
    back = items_of(scene)["control", ShowMeTool.BACK_ONE]
    assert (back.name, back.hint) == ("One move back", "this is the start")


# Lists and pages


def test_the_headings_tell_the_column_at_hand_and_how_it_is_sorted():
    scene_driver = library()
    heads = scene_driver.scene.focus_group.named("heads")  # type: ignore[union-attr]
    scene_driver.scene.focus_group.focus(heads, ring=True)  # type: ignore[union-attr]
    assert focused(scene_driver.scene).name == "column Played, sorted in reverse"
    scene_driver.press(pygame.K_LEFT)
    assert focused(scene_driver.scene).name == "column Time, not sorted"
    assert focused(scene_driver.scene).hint == ""
    scene_driver.press(pygame.K_RETURN)
    assert focused(scene_driver.scene).name == "column Time, sorted in reverse"
    scene_driver.press(pygame.K_RETURN)
    assert focused(scene_driver.scene).name == "column Time, sorted"


@pytest.mark.parametrize("size", [SIZE, (640, 400)])
@pytest.mark.parametrize("name", ["list", "library"])
def test_headings_are_named_by_a_column_also_where_only_icons_are_drawn(
    picture_services: pictures.PictureServices, name: str, size: tuple[int, int]
):
    scene = top_of(picture_services, name, "fr", size)
    assert items_of(scene)["control", "heads"].name.startswith("colonne ")


@pytest.mark.parametrize(
    ("name", "role", "title"),
    [
        ("list", ItemRole.TABLE, "Brain Jam"),
        ("library", ItemRole.TABLE, "Mes parties"),
        ("review", ItemRole.TABLE, "Coups coûteux"),
        ("comparison", ItemRole.TABLE, "Où les lignes se séparent et se rejoignent"),
        ("help-klondike", ItemRole.DOCUMENT, "Klondike"),
        ("report", ItemRole.DOCUMENT, None),
    ],
)
def test_a_list_or_page_is_called_by_its_title(
    picture_services: pictures.PictureServices, name: str, role: ItemRole, title: str | None
):
    scene = top_of(picture_services, name, "fr")
    assert names(scene, role)[0] == (title or scene.heading)


def test_an_empty_list_says_why_it_is_empty(picture_services: pictures.PictureServices):
    rows = items_of(top_of(picture_services, "library-first"))["control", "deals"]
    assert (rows.name, rows.hint[:13]) == ("My games", "No games yet.")


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("map", "Map; La Peau 31337"),
        ("review", "Review; Brain Jam 2"),
        ("comparison", "Two lines of Brain Jam 2; 73 moves against 105"),
        ("show-me", "Show me; La Peau 31337; your best, 81 moves"),
        ("win", "La Peau 31337  ·  2 moves more than the shortest possible"),
    ],
)
def test_a_page_about_a_deal_is_announced_as_what_it_is(
    picture_services: pictures.PictureServices, name: str, heading: str
):
    assert top_of(picture_services, name).heading == heading


def test_the_library_is_announced_by_its_title(picture_services: pictures.PictureServices):
    assert top_of(picture_services, "library").heading == "My games"


# Fields and filters


def test_the_number_field_of_a_menu_tells_what_may_be_typed(
    picture_services: pictures.PictureServices,
):
    scene = top_of(picture_services, "table-menu")
    field = scene.focus_group.named("number")  # type: ignore[union-attr]
    scene.focus_group.focus(field, ring=True)  # type: ignore[union-attr]
    assert focused(scene).name == "Deal number, 0 to 999999"


def test_a_popup_is_announced_as_a_menu(picture_services: pictures.PictureServices):
    assert top_of(picture_services, "table-menu").heading == "Menu"
    assert top_of(picture_services, "list-menu").heading == "Menu"


def test_text_scrolled_out_of_view_is_no_stray_label(picture_services: pictures.PictureServices):
    scene = top_of(picture_services, "help-brainjam")
    page = scene.focus_group.named("keys")  # type: ignore[union-attr]
    assert isinstance(page, TextPage)
    before = names(scene, ItemRole.LABEL)
    for offset in range(0, 300, 7):
        page.scroller.jump(offset)
        assert names(scene, ItemRole.LABEL) == before


def test_the_note_of_an_option_is_told_also_out_of_view(picture_services: pictures.PictureServices):
    items = {
        item.name: item
        for item in items_of(top_of(picture_services, "options", size=(640, 400))).values()
    }
    assert items["Reduced motion"].hint == "fade instead of sliding"


def test_a_day_of_the_calendar_is_said_once_with_its_month_and_no_other_day(
    picture_services: pictures.PictureServices,
):
    scene, said = top_of(picture_services, "calendar"), list[str]()
    scene.services.speak = said.append
    before = focused(scene).name
    scene.handle(key(pygame.K_LEFT))
    day = focused(scene)
    assert day.name != before
    assert said == []
    assert day.hint.split()[0].isalpha() and day.hint.split()[1].isdigit()
    group = scene.focus_group
    assert group is not None
    group.focus(group.named(BEFORE), ring=True)
    scene.handle(key(pygame.K_RETURN))
    assert said == [items_of(scene)[day.key].name]


def test_a_card_of_statistics_tells_every_figure_with_its_label(
    picture_services: pictures.PictureServices,
):
    scene = top_of(picture_services, "statistics")
    card = scene.focus_group.named("brainjam")  # type: ignore[union-attr]
    assert isinstance(card, StatCard)
    won = LengthDistribution(60, 63.5, 70, (1, 2, *[0] * (BARS - 2)), 1)
    card.show(GameFigures(), Streak(), times=False)
    told = items_of(scene)["control", "brainjam"].hint
    assert told == (
        "not played yet, won: not known, Streak: 0, Longest streak: 0, Best time: not known, "
        "Median time: not known, Matched par: not known, Daily deals: 0 day streak, "
        "Moves in deals won: no deal won yet"
    )
    card.show(GameFigures(counted=4, won=3, moves=won), Streak(), times=False)
    told = items_of(scene)["control", "brainjam"].hint
    assert told.endswith("Moves in deals won: best 60, median 63.5, longest 70")


def test_equal_texts_at_two_places_are_both_told():
    places = [pygame.Rect(x, 0, 10, 10) for x in (0, 50, 50)]
    assert sentence_of(DrawnText("0", place) for place in places) == "0, 0"


def test_a_listed_deal_tells_what_its_signs_mean():
    level = Level("0001", deals.deck_of(1), 50)
    rows = DealColumns(Language())

    def told(**more: Any) -> list[str]:
        return rows.words(ListedDeal(0, level, **more))

    begun = told(begun=True, played=86_400)
    assert begun == ["0001", "in progress", "Minimum 50", "Last played 1970-01-02"]
    assert told(best=50, alone=50)[1:3] == ["solved unaided", "Star"]
    assert told(best=50)[1:3] == ["solved with help", "star earned with help"]


def test_the_filters_of_a_list_are_named(picture_services: pictures.PictureServices):
    scene = top_of(picture_services, "list")
    assert "Show" in names(scene, ItemRole.RADIO_GROUP)
    assert {f"Difficulty {n}" for n in range(1, 6)} <= set(names(scene, ItemRole.BUTTON))


@pytest.mark.parametrize("name", ["list", "library", "statistics", "calendar", "options", "map"])
def test_no_group_of_choices_is_called_by_its_choices(
    picture_services: pictures.PictureServices, name: str
):
    for item in items_of(top_of(picture_services, name)).values():
        if item.role is ItemRole.RADIO_GROUP:
            assert item.name != ", ".join(choice.name for choice in item.children)
            after_comma = item.name.partition(", ")[2]
            assert after_comma in ("", "Building rule", "Gaps after a redeal")


@pytest.mark.parametrize(
    ("language", "told"), [("en", ("Speed", "Normal")), ("fr", ("Vitesse", "Normale"))]
)
def test_the_slider_of_the_pace_tells_the_pace_alone(
    picture_services: pictures.PictureServices, language: str, told: tuple[str, str]
):
    items = items_of(top_of(picture_services, "show-me", language))
    pace, line = items["control", "pace"], items["control", "moves"]
    assert (pace.name, pace.value) == told
    assert any(map(str.isalpha, line.value.replace("sur", "").replace("of", "")))


def test_the_sliders_of_the_options_tell_their_values_in_words(
    picture_services: pictures.PictureServices,
):
    items = items_of(top_of(picture_services, "options-below"))
    told = [items["control", name].value for name in ("speed", "volume", "ui_scale")]
    assert told == ["Normal", "60%", "100%"]


@pytest.mark.parametrize(("name", "key"), [("verdict_light", "F3"), ("fullscreen", "F11")])
def test_a_key_in_the_options_belongs_to_its_row(
    picture_services: pictures.PictureServices, name: str, key: str
):
    scene = top_of(picture_services, "options", size=(1280, 2000))
    assert key in [each.text for each in texts_of(scene, scene.services.assets)]
    items = items_of(scene)
    assert items["control", name].shortcut == key
    assert key not in [item.name for item in items.values()]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_met_twice_in_the_options(
    picture_services: pictures.PictureServices, language: str
):
    items = list(items_of(top_of(picture_services, "options", language)).values())
    loose = {item.name for item in items if item.key[0] == "text"}
    controls = [item for item in items if item.key[0] == "control"]
    assert loose and not loose & {text for item in controls for text in (item.name, item.hint)}


def test_a_daily_deal_that_is_solved_says_so(picture_services: pictures.PictureServices):
    scene = top_of(picture_services, "menu")
    chips = [w for w in scene.focus_group.widgets if str(w.name).startswith("daily-")]  # type: ignore[union-attr]
    items = items_of(scene)
    told = {items["control", chip.name].name.endswith(", solved") for chip in chips}
    assert told == {True, False}
    for chip in chips:
        assert items["control", chip.name].name.endswith(", solved") is (chip.state is not None)  # type: ignore[attr-defined]


def test_the_keys_of_the_help_keep_the_space_before_a_colon(
    picture_services: pictures.PictureServices,
):
    items = items_of(top_of(picture_services, "help-klondike", "fr"))
    rows = [item.name for item in items.values() if item.name.startswith("Gauche, Ctrl+Z")]
    assert rows == [f"Gauche, Ctrl+Z{NBSP}: annuler"]


# Tables and maps


def test_the_figures_of_a_table_tell_their_values():
    driver = TableDriver(Klondike(), 777, clock=True, autoplay=False, animated=False)
    session = driver.scene.session
    session.play(session.rules.moves(session.position)[0])
    driver.scene.show_session()
    driver.scene.draw(pygame.Surface(SIZE))
    figures = [
        clock_figure(725, 725, Language()) if each.name == "clock" else each
        for each in driver.scene.table_picture.figures
    ]
    figures.append(shortest_figure(Par(105, proved=True), "", Language()))
    driver.scene.table_picture.show_figures(figures)
    told = names(driver.scene, ItemRole.LABEL)
    assert "Moves made so far, 1" in told
    assert "Time played, 12:05" in told
    assert "Cards on the foundations, 1 of 52" in told
    assert "Passes: the waste becomes the stock again, 2 of 2" in told
    assert "The shortest possible solution: click to see it, 105" in told


def mapped() -> Session:
    """Two branches from the deal; the second one has a bookmark at its end."""
    session = Session(BrainJam(), deals.deck_of(1), number=1, autoplay=False)
    session.history.branching = True
    first, second = session.rules.moves(session.position)[:2]
    session.play(first)
    session.undo()
    session.play(second)
    session.bookmark()
    return session


def test_a_map_tells_bookmarks_dead_ends_and_what_is_lost():
    session = mapped()
    tree = finished(MapTree(session.history).made())
    root = tree.root
    one, other = sorted(root.children, key=lambda node: node.age)

    def told(is_stuck: Callable[[object], bool], lost: set[int]) -> dict[object, str]:
        items = position_items(session, tree, root, Language("en"), is_stuck=is_stuck, lost=lost)  # type: ignore[arg-type]
        return {item.key: item.name for item in every(tuple(items))}

    found = told(lambda node: node is one, {one.key, other.key})
    assert found["node", *one.name].endswith(", dead end")
    assert found["node", *other.name].endswith(", lost, bookmark, you are here")
    assert found["node", *root.name] == "the start"
    found = told(lambda node: False, set())
    assert "dead end" not in found["node", *one.name]
    assert "lost" not in found["node", *other.name]


def test_the_map_says_what_is_lost_only_while_the_verdict_light_is_on(
    picture_services: pictures.PictureServices,
):
    scene = top_of(picture_services, "map-lost")
    assert isinstance(scene, MapScene)
    assert any(", lost" in name for name in names(scene, ItemRole.LIST_ITEM))
    scene.services.settings_file.settings = scene.services.settings._replace(verdict_light=False)
    assert not any(", lost" in name for name in names(scene, ItemRole.LIST_ITEM))
