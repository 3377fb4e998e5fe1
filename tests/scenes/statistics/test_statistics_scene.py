"""The statistics page: by mouse and keyboard, in every form, reset and saved as a table."""

from __future__ import annotations

import csv
from pathlib import Path

import pygame
import pytest
from recording_services import recording_services, save_record
from scene_driver import DRAWN_SIZES, SceneDriver, opened, pressed_out_of_view
from table_driver import SIZES

from game.core.deals import deck_of, deck_text
from game.rules import RULES
from game.scenes.common.base import Pop, Push
from game.scenes.help.scene import HelpScene
from game.scenes.statistics.scene import EXPORT, PERIOD, PLOT, RESET, StatisticsScene
from game.storage import About, DealKey, Play, PlayOutcome
from game.table.side_bar import side_bar_buttons

NOW = 1_800_000_000
DAY = 86_400


def page(
    folder: Path, size: tuple[int, int] = (1280, 800), game: str | None = None, **choices: object
) -> SceneDriver:
    """The page over some plays: the older a play, the longer it is."""
    held = recording_services(folder, **choices)  # type: ignore[arg-type]
    storage = held.services.game_store.storage
    kinds = (
        ("brainjam", "", 8),
        ("lapeau", "alternate", 3),
        ("lapeau", "same", 2),
        ("gaps", "", 5),
    )
    for kind, options, count in kinds:
        for number in range(count):
            outcome = PlayOutcome.STUCK if number % 4 == 3 else PlayOutcome.WON
            when = NOW - number * 20 * DAY
            play = Play(1, outcome, 60 + number, 100.0 + number, number=number, when=when)
            key = DealKey(kind, options, deck_text(deck_of(number)))
            save_record(storage, key, number=number, plays=[play])
    return SceneDriver(StatisticsScene(held.services, game, lambda: NOW), held, size)


def words(driver: SceneDriver) -> list[str]:
    return [text.text for text in driver.written()]


def click(driver: SceneDriver, name: str, share: float = 0.5) -> None:
    rect = driver.scene.focus.named(name).rect
    driver.click((rect.x + round(rect.w * share), rect.centery))


def pars_told(driver: SceneDriver) -> list[tuple[str, str]]:
    """The two texts after each heading of the par."""
    shown = words(driver)
    found = [place for place, text in enumerate(shown) if text == "Matched par"]
    return [(shown[place + 1], shown[place + 2]) for place in found]


def test_each_game_tells_its_own_figures(tmp_path: Path):
    shown = words(page(tmp_path))
    assert {"8 played, 6 won", "3 played, 3 won", "5 played, 4 won", "not played yet"} <= set(shown)
    assert "75%" in shown and "80%" in shown and "100%" in shown


def test_par_is_told_of_the_wins_that_have_a_proved_one_and_else_not_at_all(tmp_path: Path):
    driver = page(tmp_path)
    listed = pars_told(driver)
    assert listed[0] == ("0", "of 5"), "number 0 is in no list"
    assert listed[2:] == [("–", "Daily deals")] * 2, "no par of Gaps is the shortest"
    for game in ("brainjam", "gaps"):
        key = DealKey(game, "", deck_text(deck_of(0)))
        driver.held.services.game_store.storage.note(key, About(shortest=55))
    driver.scene.resume()
    assert pars_told(driver) == [("0", "of 6"), *listed[1:]]


def test_a_policy_is_chosen_on_its_card(tmp_path: Path):
    driver = page(tmp_path)
    click(driver, "policy lapeau", 0.8)
    assert "2 played, 2 won" in words(driver)
    assert "3 played, 3 won" not in words(driver)


def test_the_policy_that_is_played_is_shown_first(tmp_path: Path):
    assert "2 played, 2 won" in words(page(tmp_path, building="same"))


def test_a_period_leaves_out_what_is_older(tmp_path: Path):
    driver = page(tmp_path)
    click(driver, PERIOD, 0.9)
    assert "2 played, 2 won" in words(driver)
    click(driver, PERIOD, 0.1)
    assert "8 played, 6 won" in words(driver)


def test_the_plot_shows_moves_or_times(tmp_path: Path):
    driver = page(tmp_path)
    assert "best 60" in words(driver)
    click(driver, PLOT, 0.9)
    assert "best 60" not in words(driver)
    assert "best 1:40" in words(driver)


def test_a_game_played_with_help_alone_is_not_called_unplayed(tmp_path: Path):
    driver = page(tmp_path)
    play = Play(1, PlayOutcome.WON, 90, 100.0, hints=2, number=3, when=NOW - DAY)
    key = DealKey("klondike", "", deck_text(deck_of(3)))
    save_record(driver.held.services.game_store.storage, key, number=3, plays=[play])
    driver.scene.resume()
    shown = words(driver)
    assert "Attempts not counted: 1 with hints" in shown and "nothing counted yet" in shown
    assert "no deal won without help yet" in shown
    assert not {"not played yet", "no deal won yet"} & set(shown)


def test_a_game_whose_only_play_is_unfinished_is_not_called_unplayed(tmp_path: Path):
    driver = page(tmp_path)
    play = Play(1, PlayOutcome.OPEN, 9, 10.0, number=3, when=NOW - DAY)
    key = DealKey("klondike", "", deck_text(deck_of(3)))
    save_record(driver.held.services.game_store.storage, key, number=3, plays=[play])
    driver.scene.resume()
    shown = words(driver)
    assert "nothing counted yet" in shown and "not played yet" not in shown


def test_abandoned_deals_count_as_the_player_chooses(tmp_path: Path):
    driver = page(tmp_path)
    storage = driver.held.services.game_store.storage
    play = Play(1, PlayOutcome.OPEN, 3, 1.0, when=NOW - 5 * DAY)
    key = DealKey("gaps", "", deck_text(deck_of(99)))
    save_record(storage, key, plays=[play])
    driver.scene.resume()
    assert "5 played, 4 won" in words(driver)
    assert "Attempts not counted: 1 unfinished" in words(driver)
    driver.held.choose(count_abandoned=True)
    assert "6 played, 4 won" in words(driver)
    assert "Attempts not counted: 1 unfinished" not in words(driver)


def test_the_card_of_the_game_one_came_from_is_chosen(tmp_path: Path):
    driver = page(tmp_path, game="gaps")
    assert [card.name for card in driver.scene._cards if card.selected] == ["gaps"]
    assert driver.scene.focus.focused.name == "gaps"


def test_arrows_go_from_card_to_card_and_choose(tmp_path: Path):
    driver = page(tmp_path)
    seen = []
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        driver.press(key)
        if driver.scene.focus.focused.name.startswith("policy"):
            driver.press(key)
        seen += [card.name for card in driver.scene._cards if card.selected]
    assert {"lapeau", "klondike", "gaps", "brainjam"} >= set(seen) and len(set(seen)) > 2


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_every_control_is_reached_by_tab_and_seen(size: tuple[int, int], tmp_path: Path):
    driver = page(tmp_path, size)
    scene, reached = driver.scene, set()
    for _ in range(len(scene.focus.widgets)):
        driver.press(pygame.K_TAB)
        driver.wait(1.0)
        focused = scene.focus.focused
        reached.add(focused.name)
        view = scene.view if focused in scene.scrolled() else pygame.Rect((0, 0), size)
        assert view.colliderect(focused.rect)
        if focused.rect.h < view.h:
            assert view.inflate(8, 8).contains(focused.rect)
    assert reached == {widget.name for widget in scene.focus.widgets}


def test_a_reset_asks_and_a_no_keeps_everything(tmp_path: Path):
    driver = page(tmp_path)
    click(driver, RESET)
    question = opened(driver)
    assert "Reset the statistics?" in words(question)
    assert question.press(pygame.K_ESCAPE) == Pop()
    assert "8 played, 6 won" in words(driver)


def answer(driver: SceneDriver, name: str) -> None:
    question = opened(driver)
    assert question.click(question.scene.focus_group.named(name).rect.center) == Pop()
    driver.scene.resume()


def test_one_game_can_be_reset_by_itself(tmp_path: Path):
    driver = page(tmp_path, game="lapeau")
    click(driver, RESET)
    assert "Only La Peau" in words(opened(driver))
    answer(driver, "one")
    shown = words(driver)
    assert "3 played, 3 won" not in shown and "8 played, 6 won" in shown
    left = {each.key.game for each in driver.held.services.game_store.storage.plays.all()}
    assert left == {"brainjam", "gaps"}


def test_all_games_are_reset_with_their_daily_streaks(tmp_path: Path):
    driver = page(tmp_path)
    storage = driver.held.services.game_store.storage
    storage.set_fact("daily won gaps 2026-11-22", "1")
    click(driver, RESET)
    answer(driver, "every")
    assert words(driver).count("not played yet") == 4
    assert storage.plays.all() == [] and storage.facts("daily won ") == {}


def test_the_plays_are_saved_as_a_table_whose_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(tmp_path / "docs"))
    driver = page(tmp_path)
    click(driver, EXPORT)
    click(driver, EXPORT)
    files = [tmp_path / "docs" / f"fourfold-statistics{n}.csv" for n in ("", "-2")]
    assert driver.held.told == [f"Statistics saved as {file}" for file in files]
    with files[0].open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == 18
    monkeypatch.setattr(driver.held.services.settings_file, "read_only", True)
    click(driver, EXPORT)
    assert "--read-only" in driver.held.told[-1] and len(list(files[0].parent.iterdir())) == 2


def test_saving_the_table_has_a_sign_of_its_own(tmp_path: Path):
    scene = page(tmp_path).scene
    groups = [group for rules in RULES.values() for group in side_bar_buttons(rules(), str)]
    assert scene._export.icon not in {tool.icon for group in groups for tool in group}
    assert scene.services.assets.picture(f"icons/{scene._export.icon}", (24, 24))


def test_where_the_table_cannot_be_saved_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "docs").write_text("in the way")
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(tmp_path / "docs"))
    driver = page(tmp_path)
    click(driver, EXPORT)
    (line,) = driver.held.told
    assert str(tmp_path / "docs") in line and "\n" not in line


def test_escape_the_back_button_and_the_key_that_opened_it_close_it(tmp_path: Path):
    driver = page(tmp_path)
    assert isinstance(driver.press(pygame.K_ESCAPE), Pop)
    assert isinstance(driver.press(pygame.K_s, pygame.KMOD_LCTRL), Pop)
    click(driver, "back")
    assert isinstance(driver.last, Pop)


def test_help_opens_at_the_chosen_game(tmp_path: Path):
    driver = page(tmp_path, game="gaps")
    change = driver.press(pygame.K_F1)
    assert isinstance(change, Push) and isinstance(change.scene, HelpScene)
    assert change.scene._shown.name == "gaps"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
def test_cards_and_controls_do_not_overlap(size: tuple[int, int], ui: float, tmp_path: Path):
    scene = page(tmp_path, size, ui_scale=ui).scene
    cards = [card.rect for card in scene._cards]
    assert not any(one.collidelist(cards[:place]) >= 0 for place, one in enumerate(cards))
    header = [scene.focus.named(name).rect for name in ("back", PLOT, PERIOD, EXPORT, RESET)]
    assert not any(one.collidelist(header[:place]) >= 0 for place, one in enumerate(header))
    for rect in (*cards, *header):
        assert rect.left >= scene.content.left - 8 and rect.right <= scene.content.right + 8
    assert scene.scroller.most >= 0
    assert cards[-1].bottom - scene.view.top - scene.scroller.most <= scene.view.h


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_the_last_card_can_be_scrolled_into_view(size: tuple[int, int], tmp_path: Path):
    driver = page(tmp_path, size)
    driver.send(*[pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1)] * 40)
    driver.wait(3.0)
    scene = driver.scene
    assert scene._cards[-1].rect.bottom <= scene.view.bottom
    assert scene.scroller.offset == scene.scroller.most


def test_page_keys_scroll_the_page_there_and_back(tmp_path: Path):
    driver = page(tmp_path, (640, 400))
    scroller = driver.scene.scroller
    for _ in range(20):
        driver.press(pygame.K_PAGEDOWN)
        driver.wait(0.5)
    assert scroller.offset == scroller.most > 0
    for _ in range(20):
        driver.press(pygame.K_PAGEUP)
        driver.wait(0.5)
    assert scroller.offset == 0
    for end, code in ((scroller.most, pygame.K_END), (0, pygame.K_HOME)):
        driver.press(code)
        driver.wait(2.0)
        assert scroller.offset == end


def test_the_card_of_the_game_one_came_from_is_in_view_at_once(tmp_path: Path):
    scene = page(tmp_path, (640, 400), game="klondike").scene
    assert scene.view.contains(scene.focus.named("klondike").rect)


def test_the_card_with_the_focus_is_in_view_in_a_window_of_another_size(tmp_path: Path):
    driver = page(tmp_path, (640, 400))
    scene = driver.scene
    for _ in range(5):
        driver.press(pygame.K_DOWN)
    assert scene.focus.focused is scene.focus.named("klondike")
    for size in ((1280, 800), (700, 560), (640, 400)):
        scene.place(size)
        assert scene.view.contains(scene.focus.named("klondike").rect), size


def test_what_the_wheel_has_brought_into_view_stays_there_in_another_window(tmp_path: Path):
    driver = page(tmp_path, (640, 400))
    scene = driver.scene
    scene.scroller.jump(scene.scroller.most)
    scene.place((660, 420))
    assert scene.view.contains(scene.focus.named([*RULES][-1]).rect)


def test_cards_out_of_view_cannot_be_pressed(tmp_path: Path):
    driver = page(tmp_path, (640, 400))
    scene = driver.scene
    for offset in range(0, scene.scroller.most, 36):
        scene.scroller.jump(offset)
        scene.follow_scroll()
        assert pressed_out_of_view(driver) <= {"back", PLOT, PERIOD, EXPORT, RESET}


def test_storage_trouble_is_told_and_the_page_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from game.storage import StorageError, StorageTrouble

    driver = page(tmp_path)

    def broken(*what: object) -> None:
        raise StorageError(StorageTrouble.BUSY, "busy")

    monkeypatch.setattr(driver.held.services.game_store.storage.plays, "clear", broken)
    click(driver, RESET)
    answer(driver, "every")
    assert len(driver.held.told) == 1
    assert "8 played, 6 won" in words(driver)
