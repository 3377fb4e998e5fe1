"""Show me: an answer that plays by itself, with nothing of it kept."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from drawn_frames import difference
from handwritten_positions import lapeau
from history_lines import made
from input_events import ALT, CTRL, SHIFT, down, key, letter, motion, up
from made_deals import easy_deck
from recording_services import recording_services
from scene_driver import DRAWN_SIZES, SceneDriver, overlapping
from table_driver import TableDriver, check_seats, told_by_figures

from game.core import deals
from game.core.moves import PULL, Move
from game.core.position import Position
from game.desktop.sound_effects import Sfx
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Rules
from game.scenes.common.base import Pop, Push, Quit
from game.scenes.common.steps_along_a_line import AnswerReplay
from game.scenes.help.key_list import key_groups
from game.scenes.help.scene import HelpScene
from game.scenes.options.scene import OptionsScene
from game.scenes.review.show_me import PACES_S, ShowMeScene, ShowMeTool
from game.storage import DealKey
from game.system.language import Language
from game.system.settings import Settings
from game.table.card_sprites import CardSprites
from game.table.title_plate import PlateSign, has_words

KEYS_ONLY = {ShowMeTool.QUICKER, ShowMeTool.SLOWER, ShowMeTool.LEAVE}
SHOWN = [tool for tool in ShowMeTool if tool not in {ShowMeTool.PLAY, *KEYS_ONLY}]
JAM = BrainJam()
ALL = [JAM, LaPeau(), LaPeau("same"), Gaps(), Klondike()]
SIZES = ((640, 400), (733, 517), (1280, 800), (1920, 1080), (1000, 1400), (3840, 2160))


def win_of(rules: Rules) -> tuple[Position, tuple[Move, ...]]:
    """An easy deal and a line that wins it."""
    position = start = rules.deal(easy_deck(rules))
    moves: list[Move] = []
    while not rules.is_won(position):
        moves.append(
            next(
                iter(rules.purge(position)),
                Move(None, PULL) if rules.name == "klondike" else rules.moves(position)[0],
            )
        )
        position = rules.apply(position, moves[-1])
        assert len(moves) < 200
    return start, tuple(moves)


def show(
    rules: Rules = JAM,
    size: tuple[int, int] = (1280, 800),
    moves: int | None = None,
    number: int | None = 1,
    made: int = 0,
    **choices: bool | int | float | str,
) -> SceneDriver:
    held = recording_services(**choices)
    start, line = win_of(rules)
    scene = ShowMeScene(
        held.services, rules, start, line[:moves], title="Shown 1", label=number, made=made
    )
    return SceneDriver(scene, held, size)


def at(scene_driver: SceneDriver) -> int:
    return scene_driver.scene._replay.at


def press_button(scene_driver: SceneDriver, name: str) -> None:
    scene_driver.click(scene_driver.scene.table_picture.focus.named(name).rect.center)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1000, 1400)])
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
def test_its_plate_says_which_deal_is_shown(rules: Rules, size: tuple[int, int]) -> None:
    scene_driver = show(rules, size)
    texts = " ".join(line.text for line in scene_driver.written())
    deal = "Deal 1"
    assert rules.title in texts and deal in texts


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
def test_it_plays_to_the_end_by_itself_and_stops_there(rules: Rules) -> None:
    scene_driver = show(rules)
    assert scene_driver.scene.due is not None and at(scene_driver) == 0
    count = scene_driver.scene._replay.last
    for _ in range(count):
        scene_driver.wait(PACES_S[0] + 0.1)
        if at(scene_driver) == count:
            break
    assert at(scene_driver) == count
    scene_driver.wait(3)
    assert scene_driver.scene.due is None and not scene_driver.scene.busy
    check_seats(scene_driver.scene.table_picture.cards)
    assert rules.is_won(scene_driver.scene.table_picture.cards.position)


def test_it_can_be_stopped_and_goes_on_from_there() -> None:
    scene_driver = show()
    scene_driver.wait(4)
    reached = at(scene_driver)
    assert reached > 1
    scene_driver.press(pygame.K_SPACE)
    scene_driver.wait(5)
    assert at(scene_driver) == reached and scene_driver.scene.due is None
    press_button(scene_driver, ShowMeTool.PAUSE)
    scene_driver.wait(5)
    assert at(scene_driver) > reached


def test_steps_on_and_back_stop_it() -> None:
    scene_driver = show()
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.press(pygame.K_RIGHT)
    assert at(scene_driver) == 2 and scene_driver.scene.due is None
    press_button(scene_driver, ShowMeTool.ON_ONE)
    assert at(scene_driver) == 3
    scene_driver.press(pygame.K_LEFT)
    assert at(scene_driver) == 2
    scene_driver.wait(5)
    assert at(scene_driver) == 2
    for _ in range(5):
        scene_driver.press(pygame.K_LEFT)
    assert at(scene_driver) == 0
    scene_driver.wait(2)
    check_seats(scene_driver.scene.table_picture.cards)
    assert (
        scene_driver.scene.table_picture.cards.position
        == scene_driver.scene._replay.line.positions[0]
    )


def test_home_and_end_go_to_the_ends_and_no_step_goes_beyond() -> None:
    scene_driver = show()
    scene_driver.press(pygame.K_END)
    assert at(scene_driver) == 52
    scene_driver.press(pygame.K_RIGHT)
    assert at(scene_driver) == 52
    scene_driver.press(pygame.K_HOME)
    assert at(scene_driver) == 0
    scene_driver.press(pygame.K_LEFT)
    assert at(scene_driver) == 0


def test_after_the_end_it_can_be_played_again() -> None:
    scene_driver = show(moves=3)
    scene_driver.press(pygame.K_END)
    scene_driver.wait(2)
    scene_driver.press(pygame.K_SPACE)
    assert at(scene_driver) == 0 and scene_driver.scene.due is not None
    scene_driver.wait(10)
    assert at(scene_driver) == 3 and scene_driver.scene.due is None


@pytest.mark.parametrize("pace", range(len(PACES_S)))
def test_the_pace_is_the_time_between_two_moves(pace: int) -> None:
    scene_driver = show()
    slider = scene_driver.scene.table_picture.focus.named(ShowMeTool.PACE)
    scene_driver.scene.table_picture.focus.focus(slider)
    for _ in range(abs(pace - Settings().show_pace)):
        scene_driver.press(pygame.K_RIGHT if pace > Settings().show_pace else pygame.K_LEFT)
    assert slider.value == pace
    scene_driver.scene._wait = 0.0
    scene_driver.wait(1 / 60)
    assert at(scene_driver) == 1
    scene_driver.wait(PACES_S[pace] - 0.05)
    assert at(scene_driver) == 1
    scene_driver.wait(0.1)
    assert at(scene_driver) == 2


def test_a_quicker_pace_counts_at_once() -> None:
    scene_driver = show()
    assert scene_driver.scene.due == PACES_S[0]
    scene_driver.scene.table_picture.focus.focus(
        scene_driver.scene.table_picture.focus.named(ShowMeTool.PACE)
    )
    scene_driver.press(pygame.K_END)
    assert scene_driver.scene.due is not None and scene_driver.scene.due <= PACES_S[-1]


@pytest.mark.parametrize(
    "event", [key(pygame.K_ESCAPE), key(pygame.K_F4), letter("q")], ids=["Esc", "F4", "q"]
)
@pytest.mark.parametrize("seconds", [0.0, 2.0])
def test_escape_leads_back_at_any_time(event: pygame.event.Event, seconds: float) -> None:
    scene_driver = show()
    scene_driver.wait(seconds)
    assert scene_driver.send(event) == Pop()


def test_help_options_and_full_screen_are_reached_while_it_plays() -> None:
    scene_driver = show()
    for event, scene in ((key(pygame.K_F1), HelpScene), (key(pygame.K_o, CTRL), OptionsScene)):
        change = scene_driver.send(event)
        assert isinstance(change, Push) and isinstance(change.scene, scene)
    assert scene_driver.send(key(pygame.K_F11)) is None and scene_driver.held.fullscreen == [True]
    assert isinstance(scene_driver.send(key(pygame.K_q, SHIFT, "Q")), Quit)


def test_the_cross_leads_back() -> None:
    scene_driver = show()
    press_button(scene_driver, "back")
    assert scene_driver.last == Pop()


def test_a_window_resized_in_mid_flight_has_every_card_on_its_seat() -> None:
    scene_driver = show()
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(0.05)
    assert scene_driver.scene.busy
    for size in SIZES[:-1]:
        scene_driver.scene.place(size)
        check_seats(scene_driver.scene.table_picture.cards)
        assert (
            scene_driver.scene.table_picture.cards.position == scene_driver.scene._replay.position
        )
        scene_driver.press(pygame.K_RIGHT)
        scene_driver.press(pygame.K_LEFT)
        scene_driver.wait(0.03)
    scene_driver.wait(2)
    check_seats(scene_driver.scene.table_picture.cards)


@pytest.mark.parametrize("motion", [{"animated": False}, {"reduced_motion": True}])
def test_without_motion_cards_are_there_at_once(motion: dict[str, bool]) -> None:
    scene_driver = show(**motion)
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(1 / 60)
    check_seats(scene_driver.scene.table_picture.cards)


@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_the_bar_fits_and_lies_below_the_cards(size: tuple[int, int], ui: float) -> None:
    scene_driver = show(size=size, ui_scale=ui)
    widgets = scene_driver.scene.table_picture.focus.widgets
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(widget.rect) for widget in widgets)
    assert overlapping(widgets) == []
    cards = [pygame.Rect(*box[:4]) for box in scene_driver.scene.traced()["cards"].values()]
    assert all(not card.colliderect(widget.rect) for card in cards for widget in widgets)


@pytest.mark.parametrize("number", [7, 99, 852, 1234, 172929])
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
@pytest.mark.parametrize("ui", [1.0, 2.0])
def test_in_a_small_window_the_bar_cuts_no_card(rules: Rules, number: int, ui: float) -> None:
    position = start = rules.deal(deals.deck_of(number))
    moves: list[Move] = []
    while len(moves) < 40 and (found := rules.moves(position)):
        moves.append(found[-1])
        position = rules.apply(position, moves[-1])
    held = recording_services(ui_scale=ui)
    scene = ShowMeScene(held.services, rules, start, tuple(moves), title="")
    driver = SceneDriver(scene, held, (640, 400))
    for _ in range(0, len(moves), 8):
        driver.press(pygame.K_PAGEDOWN)
        table, shown = scene.table_picture.cards.arrangement, scene._replay.position
        ends = [table.seat(shown, shown.end(n)) for n, pile in enumerate(shown.piles) if pile]
        assert max(box.bottom for box in ends) <= scene.table_picture.cards.frame.side.y


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
def test_entering_it_moves_no_card_sideways(size: tuple[int, int], rules: Rules, ui: float) -> None:
    scene_driver = show(rules, size=size, ui_scale=ui)
    view = scene_driver.scene.table_picture.cards
    table = CardSprites(view.rules, size)
    table.resize(size, ui)
    table.put(view.position)
    assert view.arrangement.card == table.arrangement.card
    assert [box.x for box in view.arrangement.piles] == [box.x for box in table.arrangement.piles]


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_how_far_it_has_come_is_written_beside_the_controls(size: tuple[int, int]) -> None:
    scene_driver = show(size=size)
    scene_driver.press(pygame.K_RIGHT)
    lines = scene_driver.written()
    bar = scene_driver.scene.table_picture.cards.frame.side
    (told,) = [line for line in lines if line.text == "1 of 52" and bar.holds(*line.area.center)]
    assert not any(
        told.area.colliderect(w.rect) for w in scene_driver.scene.table_picture.focus.widgets
    )
    assert pygame.Rect((0, 0), size).contains(told.area)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_words_beside_the_controls_have_their_room(
    size: tuple[int, int], ui: float, language: str
) -> None:
    scene_driver = show(Klondike(), size, ui_scale=ui)
    scene_driver.held.services.language.change(language)
    scene_driver.scene.follow_language()
    scene_driver.scene.place(size)
    bar = scene_driver.scene.table_picture.cards.frame.side
    for code in (pygame.K_RIGHT, pygame.K_END):
        scene_driver.press(code)
        scene_driver.wait(2)
        scene_driver.scene.refresh()
        lines = [line for line in scene_driver.written() if bar.holds(*line.area.center)]
        assert lines and all(line.whole for line in lines)
        # A line's area is higher than its letters.
        areas = [
            pygame.Rect(area).inflate(0, -area[3] // 3)
            for area in {tuple(line.area) for line in lines}
        ]
        areas += [widget.rect for widget in scene_driver.scene._bar.widgets]
        for number, area in enumerate(areas):
            assert bar.x <= area.left and area.right <= bar.right
            assert area.collidelist(areas[:number]) == -1


def test_a_replay_stays_within_its_answer_and_passes_every_counted_move() -> None:
    rules = LaPeau()
    start = lapeau("Kc 9h 8s 7d", "Th", "Ts", "Kh", "Ks", "Kd", "Qc", "Qs", "Qh", "Qd", "Jc")
    replay = AnswerReplay(rules, start, [Move.parse("9h>Ts")])
    assert replay.go(-1) == () and replay.position == start and replay.moves == 0
    passed = replay.go(7)
    assert passed == rules.steps(start, Move.parse("9h>Ts"))
    assert replay.is_over and replay.moves == replay.all_moves == len(passed) > 1
    assert replay.position == replay.line.positions[-1] == passed[-1]
    assert replay.go(0) == (start,) and not replay.is_over


def test_a_replay_of_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises(IllegalMove):
        AnswerReplay(Klondike(), Klondike().deal(easy_deck(Klondike())), [Move.parse("2c>Kd")])


@pytest.mark.parametrize("game", [rules.name for rules in ALL])
def test_the_help_lists_its_keys(game: str) -> None:
    rows = {}
    for group in key_groups(game, Language()):
        if any("a solution is shown" in text for _, text in group):
            rows = {" ".join(caps): text for caps, text in group}
    assert "pause or continue" in rows["Space"]
    assert rows["Left Right"] == "one move back or forward"
    assert (rows["Page Up"], rows["Page Down"]) == ("ten moves back", "ten moves forward")
    assert rows["Home End"] == "to the start or the end"
    assert rows["+ -"] == "faster or slower"


def test_the_title_is_the_tables() -> None:
    assert show().scene.title == "Shown 1"


def drag(scene_driver: SceneDriver, shares: tuple[float, ...]) -> None:
    """Take the line at the first share of its length and draw it past the others."""
    line = scene_driver.scene.table_picture.focus.named(ShowMeTool.LINE)
    places = [(line.rect.left + round(line.rect.w * share), line.rect.centery) for share in shares]
    scene_driver.send(motion(places[0]), down(places[0]))
    scene_driver.send(*(motion(place, held=True) for place in places[1:]), up(places[-1]))


def test_a_click_on_the_line_goes_there_in_flight_and_it_stops() -> None:
    scene_driver = show()
    drag(scene_driver, (0.5,))
    assert at(scene_driver) == 26 and scene_driver.scene.busy
    scene_driver.wait(5)
    assert at(scene_driver) == 26 and scene_driver.scene.due is None
    check_seats(scene_driver.scene.table_picture.cards)


def test_the_line_can_be_dragged_and_cards_are_there_at_once() -> None:
    scene_driver = show()
    drag(scene_driver, (0.1, 0.3, 0.75))
    assert at(scene_driver) == 39 and not scene_driver.scene.busy
    check_seats(scene_driver.scene.table_picture.cards)
    drag(scene_driver, (0.75, 0.4, 1.2))
    assert at(scene_driver) == 52 and scene_driver.scene.due is None
    drag(scene_driver, (0.99, 0.4, -0.3))
    assert at(scene_driver) == 0
    check_seats(scene_driver.scene.table_picture.cards)


def test_a_dragged_line_redraws_what_has_changed() -> None:
    scene_driver = show(LaPeau(), (733, 517))
    drag(scene_driver, (0.1, 0.3, 0.75))
    seen, whole = scene_driver.draw().copy(), pygame.Surface((733, 517))
    scene_driver.scene.refresh()
    scene_driver.scene.draw(whole)
    assert difference(seen, whole) is None


def test_the_wheel_over_the_line_goes_step_by_step() -> None:
    scene_driver = show()
    scene_driver.send(
        motion(scene_driver.scene.table_picture.focus.named(ShowMeTool.LINE).rect.center)
    )
    for turn, reached in ((1, 1), (1, 2), (-1, 1)):
        scene_driver.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn))
        assert at(scene_driver) == reached


def test_pages_are_ten_moves_even_while_the_line_has_the_focus() -> None:
    scene_driver = show()
    for focused in (False, True):
        if focused:
            focus = scene_driver.scene.table_picture.focus
            focus.focus(focus.named(ShowMeTool.LINE), ring=True)
        for code, reached in (
            (pygame.K_PAGEDOWN, 10),
            (pygame.K_PAGEDOWN, 20),
            (pygame.K_PAGEUP, 10),
            (pygame.K_PAGEUP, 0),
            (pygame.K_PAGEUP, 0),
            (pygame.K_END, 52),
            (pygame.K_PAGEDOWN, 52),
            (pygame.K_HOME, 0),
        ):
            scene_driver.press(code)
            assert at(scene_driver) == reached
            assert scene_driver.scene.due is None


@pytest.mark.parametrize(
    ("keys", "pace"), [("+", 3), ("=", 3), ("++", 4), ("+++", 4), ("-", 1), ("--", 0), ("---+", 1)]
)
def test_plus_and_minus_are_the_pace(keys: str, pace: int) -> None:
    scene_driver = show()
    for char in keys:
        scene_driver.press(pygame.K_KP_PLUS if char == "+" else ord(char), char=char)
    slider = scene_driver.scene.table_picture.focus.named(ShowMeTool.PACE)
    assert slider.value == pace and at(scene_driver) == 0
    words = ("Very slow", "Slow", "Normal", "Fast", "Very fast")
    assert [line.text for line in scene_driver.written() if line.text in words] == [words[pace]]
    assert slider.tooltip == f"Speed: {words[pace]}"


def test_the_next_answer_begins_with_the_pace_that_was_chosen() -> None:
    scene_driver = show()
    scene_driver.press(pygame.K_KP_PLUS, char="+")
    services = scene_driver.held.services
    assert services.settings.show_pace == Settings().show_pace + 1
    start, line = win_of(JAM)
    scene = ShowMeScene(services, JAM, start, line, title="")
    assert scene._bar.pace == services.settings.show_pace


def test_every_pace_can_be_kept() -> None:
    for pace in range(len(PACES_S)):
        assert show(show_pace=pace).scene._bar.wait_s == PACES_S[pace]


def test_with_reduced_motion_pictures_fade() -> None:
    scene_driver = show(reduced_motion=True)
    before = scene_driver.draw().copy()
    scene_driver.press(pygame.K_END)
    during = scene_driver.draw().copy()
    assert scene_driver.scene.busy
    scene_driver.wait(1)
    after = scene_driver.draw().copy()
    assert not scene_driver.scene.busy
    whole = pygame.Surface(scene_driver.size)
    scene_driver.scene.refresh()
    scene_driver.scene.draw(whole)
    assert difference(after, whole) is None
    assert difference(before, during) is None and difference(during, after) is not None


def test_a_new_language_keeps_pace_and_place() -> None:
    scene_driver = show(moves=5)
    scene_driver.press(pygame.K_KP_PLUS, char="+")
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.held.services.language.change("fr")
    scene_driver.scene.follow_language()
    scene_driver.scene.follow_settings()
    scene_driver.scene.place(scene_driver.size)
    texts = [line.text for line in scene_driver.written()]
    assert "Rapide" in texts and "1 sur 5" in texts
    assert (
        scene_driver.scene.table_picture.focus.named(ShowMeTool.PACE).value
        == Settings().show_pace + 1
    )
    assert at(scene_driver) == 1


@pytest.mark.parametrize("event", [key(pygame.K_RETURN), key(pygame.K_KP_ENTER)])
def test_enter_leads_back_but_where_a_button_has_the_focus(event: pygame.event.Event) -> None:
    scene_driver = show()
    scene_driver.scene.table_picture.focus.focus(
        scene_driver.scene.table_picture.focus.named(ShowMeTool.ON_ONE), ring=True
    )
    assert scene_driver.send(event) is None and at(scene_driver) == 1
    scene_driver.scene.table_picture.focus.focus(None)
    assert scene_driver.send(event) == Pop()
    full = scene_driver.held.fullscreen
    assert scene_driver.press(pygame.K_RETURN, ALT) is None and full == [True]


def test_space_stops_after_any_click() -> None:
    scene_driver = show()
    press_button(scene_driver, ShowMeTool.ON_ONE)
    for reached in (1, 1):
        scene_driver.press(pygame.K_SPACE)
        assert at(scene_driver) == reached
    drag(scene_driver, (0.5, 0.2))
    reached = at(scene_driver)
    scene_driver.press(pygame.K_RIGHT)
    assert at(scene_driver) == reached + 1
    scene_driver.click(scene_driver.scene.table_picture.focus.named(ShowMeTool.PACE).rect.midright)
    scene_driver.press(pygame.K_LEFT)
    assert at(scene_driver) == reached


def test_every_control_is_reached_by_tab_and_works_by_enter() -> None:
    scene_driver = show(moves=5)
    reached = []
    scene_driver.press(pygame.K_RIGHT)
    for _ in range(6):
        scene_driver.press(pygame.K_TAB)
        focused = scene_driver.scene.table_picture.focus.focused
        assert focused is not None and scene_driver.scene.table_picture.focus.ring_shown
        reached.append(focused.name)
    assert reached == [*SHOWN, "back"]
    assert scene_driver.press(pygame.K_RETURN) == Pop()


def test_steps_beyond_the_ends_are_off_and_say_why() -> None:
    scene_driver = show(moves=3)
    focus = scene_driver.scene.table_picture.focus
    back, on = focus.named(ShowMeTool.BACK_ONE), focus.named(ShowMeTool.ON_ONE)
    assert (back.enabled, on.enabled) == (False, True) and "start" in back.explained
    scene_driver.press(pygame.K_RIGHT)
    assert (back.enabled, on.enabled) == (True, True)
    scene_driver.press(pygame.K_END)
    assert (back.enabled, on.enabled) == (True, False) and "end" in on.explained


def test_enter_on_a_step_that_went_off_does_nothing_and_tab_goes_on_from_there() -> None:
    scene_driver = show(moves=3)
    focus = scene_driver.scene.table_picture.focus
    focus.focus(focus.named(ShowMeTool.ON_ONE), ring=True)
    for _ in range(5):
        assert scene_driver.press(pygame.K_RETURN) is None
    assert at(scene_driver) == 3 and focus.focused is focus.named(ShowMeTool.ON_ONE)
    assert focus.ring_shown and scene_driver.scene.due is None
    scene_driver.press(pygame.K_TAB, SHIFT)
    assert focus.focused is focus.named(ShowMeTool.PAUSE) and focus.ring_shown


@pytest.mark.parametrize("name", [*SHOWN, "back"])
def test_every_control_says_what_it_is_for_and_by_which_key(name: str) -> None:
    for scene_driver in (show(), show(size=(640, 400))):
        control = scene_driver.scene.table_picture.focus.named(name)
        assert control.tooltip and control.key
        scene_driver.send(motion(control.rect.center))
        scene_driver.scene._replay.running = False
        assert scene_driver.scene.due is not None
        scene_driver.wait(0.6)
        texts = [line.text for line in scene_driver.written()]
        assert control.tooltip in " ".join(texts) and control.key in texts


def test_the_sign_of_stop_is_what_a_press_does() -> None:
    scene_driver = show(moves=2)
    pause = scene_driver.scene.table_picture.focus.named(ShowMeTool.PAUSE)
    assert (pause.icon, pause.tooltip) == ("pause", "Stop")
    scene_driver.press(pygame.K_SPACE)
    assert (pause.icon, pause.tooltip) == ("play", "Continue")
    scene_driver.press(pygame.K_END)
    assert (pause.icon, pause.tooltip) == ("restart", "Show again")
    press_button(scene_driver, ShowMeTool.PAUSE)
    assert (pause.icon, at(scene_driver)) == ("pause", 0)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
def test_the_end_of_a_win_is_told_there_and_only_there(rules: Rules) -> None:
    scene_driver = show(rules, (1600, 1000))
    for code, told in ((pygame.K_END, True), (pygame.K_LEFT, False), (pygame.K_RIGHT, True)):
        scene_driver.press(code)
        scene_driver.wait(2)
        assert (scene_driver.scene.table_picture.sign is PlateSign.FLAG) == told
        assert ("solved" in [line.text for line in scene_driver.written()]) == told


def test_no_sign_lies_on_cards() -> None:
    for size in DRAWN_SIZES:
        scene_driver = show(Gaps(), size)
        scene_driver.press(pygame.K_END)
        scene_driver.wait(2)
        table = scene_driver.scene.table_picture.cards.arrangement
        assert (scene_driver.scene.table_picture.sign is PlateSign.FLAG) == has_words(table)
        assert "solved" in [line.text for line in scene_driver.written()]


def test_an_answer_of_gaps_that_falls_short_tells_its_score() -> None:
    scene_driver = show(Gaps(), moves=1)
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(2)
    score = Gaps().score(scene_driver.scene.table_picture.cards.position)
    assert score < 48 and scene_driver.scene.table_picture.sign is None
    texts = [line.text for line in scene_driver.written()]
    assert f"score {score} of 48" in texts and "solved" not in texts


def test_an_answer_that_ends_before_the_win_claims_nothing() -> None:
    scene_driver = show(moves=5)
    scene_driver.press(pygame.K_END)
    scene_driver.wait(2)
    assert scene_driver.scene.table_picture.sign is None
    assert "solved" not in [line.text for line in scene_driver.written()]


def test_moves_are_counted_as_at_the_table() -> None:
    """A run of La Peau counts as many moves as single ones would."""
    rules = LaPeau()
    start = lapeau("Kc 9h 8s 7d", "Th", "Ts", "Kh", "Ks", "Kd", "Qc", "Qs", "Qh", "Qd", "Jc")
    held = recording_services()
    move = Move.parse("9h>Ts")
    scene = ShowMeScene(held.services, rules, start, (move,), title="", made=30)
    scene_driver = SceneDriver(scene, held)
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(2)
    count = len(rules.steps(start, move))
    assert count > 1
    assert told_by_figures(scene.table_picture)["moves"] == str(30 + count)
    assert f"{count} of {count}" in [line.text for line in scene_driver.written()]


def test_klondike_shows_what_its_table_does() -> None:
    scene_driver = show(Klondike())
    scene_driver.wait(0.1)
    texts = [line.text for line in scene_driver.written()]
    assert "24" in texts and "2 passes left" in texts
    for _ in range(5):
        scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(3)
    left = len(scene_driver.scene.table_picture.cards.position.piles[0])
    assert left < 24 and str(left) in [line.text for line in scene_driver.written()]


def test_it_is_heard_as_at_the_table_but_not_while_it_is_dragged() -> None:
    scene_driver = show(Klondike())
    heard: list[Sfx] = []
    scene_driver.held.services.sound.play = heard.append  # type: ignore[method-assign]
    scene_driver.press(pygame.K_RIGHT)
    assert heard and heard[0] in (Sfx.SLIDE, Sfx.FLIP)
    scene_driver.wait(2)
    heard.clear()
    drag(scene_driver, (0.2, 0.5, 0.4))
    scene_driver.wait(2)
    assert heard.count(Sfx.SLIDE) + heard.count(Sfx.FLIP) == 1  # the click that began it


@pytest.mark.parametrize("stopped_by", [pygame.K_SPACE, pygame.K_END])
def test_stopped_or_at_its_end_nothing_is_drawn(stopped_by: int) -> None:
    scene_driver = show()
    scene_driver.wait(2)
    scene_driver.press(stopped_by)
    scene_driver.wait(5)
    scene_driver.draw()
    scene_driver.draw()  # the art that the first one has made
    for _ in range(100):
        scene_driver.scene.update(1 / 60)
        assert not scene_driver.scene.stale and not scene_driver.scene.busy
    assert scene_driver.scene.due is None
    assert scene_driver.scene.draw(scene_driver.surface) == []


def test_a_choice_of_looks_is_followed() -> None:
    scene_driver = show()
    before = scene_driver.draw().copy()
    scene_driver.held.choose(felt="burgundy", card_back="burgundy", four_colours=True)
    appearance = scene_driver.scene.table_picture.cards.appearance
    assert (appearance.back, appearance.palette, appearance.felt.name) == (
        "burgundy",
        "four",
        "BURGUNDY",
    )
    assert difference(before, scene_driver.draw()) is not None


def test_nothing_is_traced_while_a_card_flies() -> None:
    scene_driver = show()
    scene_driver.press(pygame.K_RIGHT)
    scene_driver.wait(0.05)
    assert scene_driver.scene.traced() is None


def test_nothing_of_it_enters_the_history_or_the_disk_but_that_it_was_shown(
    tmp_path: Path,
) -> None:
    driver = TableDriver(JAM, deck=easy_deck(JAM), folder=tmp_path, autoplay=False)
    session, game_store = driver.scene.session, driver.recording.services.game_store
    session.purge()
    session.to_start()
    storage = game_store.storage
    (kept,) = storage.answers.all(JAM.name, "")
    before = storage.deal(_key(kept))
    known = session.history.graph.rows()
    change = driver.send(key(pygame.K_F4))
    assert isinstance(change, Push) and isinstance(change.scene, ShowMeScene)
    scene_driver = SceneDriver(change.scene, driver.recording, (1280, 800))
    for code in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END, pygame.K_HOME):
        scene_driver.press(code)
        scene_driver.wait(0.5)
    assert scene_driver.press(pygame.K_ESCAPE) == Pop()
    driver.scene.resume()
    assert session.history.graph.rows() == known
    assert session.moves == 0
    after = storage.deal(_key(kept))
    assert (after.edges, after.line) == (before.edges, before.line)
    assert len(storage.plays.all()) == 1
    assert game_store._attempt.state.shown
    session.key("a")
    assert storage.deal(_key(kept)).state.shown


def undone_from_a_win() -> TableDriver:
    """A table 40 moves before the end of an answer ahead."""
    driver = TableDriver(JAM, deck=easy_deck(JAM), autoplay=False)
    driver.scene.session.purge()
    driver.scene.session.undo(40)
    driver.scene.resume()
    return driver


def test_it_is_played_on_from_the_position_shown_which_is_on_the_line_that_was_made() -> None:
    driver = undone_from_a_win()
    session = driver.scene.session
    line, known = made(session.history), len(session.history)
    change = driver.send(key(pygame.K_F4))
    assert isinstance(change, Push) and isinstance(change.scene, ShowMeScene)
    scene_driver = SceneDriver(change.scene, driver.recording, (1280, 800))
    scene_driver.press(pygame.K_RIGHT)
    assert scene_driver.send(letter("p")) == Pop()
    assert made(session.history)[:-1] == line and len(session.history) == known


def _key(deck: str) -> DealKey:
    return DealKey(JAM.name, "", deck)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: f"{rules.name} {rules.policy}")
def test_drawing_only_what_has_changed_shows_the_same_as_drawing_everything(rules: Rules) -> None:
    scene_driver = show(rules, (733, 517))
    scene = scene_driver.scene
    surface, seen, whole = (pygame.Surface(scene.size) for _ in range(3))
    for number in range(240):
        scene.update(1 / 60)
        touched = scene.draw(surface)
        for area in [surface.get_rect()] if touched is None else touched:
            seen.blit(surface, area, area)
        if number % 40 == 39:
            scene.refresh()
            scene.draw(whole)
            assert difference(seen, whole) is None
            seen.blit(whole, (0, 0))
            surface.blit(whole, (0, 0))
