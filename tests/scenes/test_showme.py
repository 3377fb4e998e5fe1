"""Show me: an answer that plays by itself, with nothing of it kept."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from stage import CTRL, SHIFT, Stage, cast, check_seats, difference, easy_deck, key, letter
from theatre import DRAWN_SIZES, Theatre, overlapping

from game.position import PULL, Move, Position
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.base import Pop, Push, Quit
from game.scenes.help import HelpScene
from game.scenes.options import OptionsScene
from game.scenes.showme import ShowMeScene
from game.scenes.showmebar import PACES_S, USUAL_PACE, Control
from game.storage import DealKey
from game.table.looks import Looks

JAM = BrainJam()
ALL = [JAM, LaPeau(), LaPeau(same_suit=True), Gaps(), Klondike()]
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
) -> Theatre:
    held = cast(**choices)
    start, line = win_of(rules)
    looks = Looks(False, "", held.services.settings.card_back, held.services.felt)
    scene = ShowMeScene(
        held.services, rules, start, line[:moves], looks, title="Shown 1", number=number, made=made
    )
    return Theatre(scene, held, size)


def at(theatre: Theatre) -> int:
    return theatre.scene._replay.at


def press_button(theatre: Theatre, name: str) -> None:
    theatre.click(theatre.scene.desk.focus.named(name).rect.center)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1000, 1400)])
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
def test_its_plate_says_which_deal_is_shown(rules: Rules, size: tuple[int, int]) -> None:
    theatre = show(rules, size)
    texts = " ".join(line.text for line in theatre.written())
    deal = "No. 1" if rules.name == "brainjam" else "deal 1"
    assert rules.title in texts and deal in texts


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.title + rules.policy)
def test_it_plays_to_the_end_by_itself_and_stops_there(rules: Rules) -> None:
    theatre = show(rules)
    assert theatre.scene.due is not None and at(theatre) == 0
    count = theatre.scene._replay.last
    for _ in range(count):
        theatre.wait(PACES_S[0] + 0.1)
        if at(theatre) == count:
            break
    assert at(theatre) == count
    theatre.wait(3)
    assert theatre.scene.due is None and not theatre.scene.busy
    check_seats(theatre.scene.desk.view)
    assert rules.is_won(theatre.scene.desk.view.position)


def test_it_can_be_stopped_and_goes_on_from_there() -> None:
    theatre = show()
    theatre.wait(4)
    reached = at(theatre)
    assert reached > 1
    theatre.press(pygame.K_SPACE)
    theatre.wait(5)
    assert at(theatre) == reached and theatre.scene.due is None
    press_button(theatre, Control.PAUSE)
    theatre.wait(5)
    assert at(theatre) > reached


def test_steps_on_and_back_stop_it() -> None:
    theatre = show()
    theatre.press(pygame.K_RIGHT)
    theatre.press(pygame.K_RIGHT)
    assert at(theatre) == 2 and theatre.scene.due is None
    press_button(theatre, Control.ON_ONE)
    assert at(theatre) == 3
    theatre.press(pygame.K_LEFT)
    assert at(theatre) == 2
    theatre.wait(5)
    assert at(theatre) == 2
    for _ in range(5):
        theatre.press(pygame.K_LEFT)
    assert at(theatre) == 0
    theatre.wait(2)
    check_seats(theatre.scene.desk.view)
    assert theatre.scene.desk.view.position == theatre.scene._replay._positions[0]


def test_home_and_end_go_to_the_ends_and_no_step_goes_beyond() -> None:
    theatre = show()
    theatre.press(pygame.K_END)
    assert at(theatre) == 52
    theatre.press(pygame.K_RIGHT)
    assert at(theatre) == 52
    theatre.press(pygame.K_HOME)
    assert at(theatre) == 0
    theatre.press(pygame.K_LEFT)
    assert at(theatre) == 0


def test_after_the_end_it_can_be_played_again() -> None:
    theatre = show(moves=3)
    theatre.press(pygame.K_END)
    theatre.wait(2)
    theatre.press(pygame.K_SPACE)
    assert at(theatre) == 0 and theatre.scene.due is not None
    theatre.wait(10)
    assert at(theatre) == 3 and theatre.scene.due is None


@pytest.mark.parametrize("pace", range(len(PACES_S)))
def test_the_pace_is_the_time_between_two_moves(pace: int) -> None:
    theatre = show()
    slider = theatre.scene.desk.focus.named(Control.PACE)
    theatre.scene.desk.focus.focus(slider)
    for _ in range(abs(pace - USUAL_PACE)):
        theatre.press(pygame.K_RIGHT if pace > USUAL_PACE else pygame.K_LEFT)
    assert slider.value == pace
    theatre.scene._wait = 0.0
    theatre.wait(1 / 60)
    assert at(theatre) == 1
    theatre.wait(PACES_S[pace] - 0.05)
    assert at(theatre) == 1
    theatre.wait(0.1)
    assert at(theatre) == 2


def test_a_quicker_pace_counts_at_once() -> None:
    theatre = show()
    assert theatre.scene.due == PACES_S[0]
    theatre.scene.desk.focus.focus(theatre.scene.desk.focus.named(Control.PACE))
    theatre.press(pygame.K_END)
    assert theatre.scene.due is not None and theatre.scene.due <= PACES_S[-1]


@pytest.mark.parametrize(
    "event", [key(pygame.K_ESCAPE), key(pygame.K_F4), letter("q")], ids=["Esc", "F4", "q"]
)
@pytest.mark.parametrize("seconds", [0.0, 2.0])
def test_escape_leads_back_at_any_time(event: pygame.event.Event, seconds: float) -> None:
    theatre = show()
    theatre.wait(seconds)
    assert theatre.send(event) == Pop()


def test_help_options_and_full_screen_are_reached_while_it_plays() -> None:
    theatre = show()
    for event, scene in ((key(pygame.K_F1), HelpScene), (key(pygame.K_o, CTRL), OptionsScene)):
        change = theatre.send(event)
        assert isinstance(change, Push) and isinstance(change.scene, scene)
    assert theatre.send(key(pygame.K_F11)) is None and theatre.held.fullscreen == [True]
    assert isinstance(theatre.send(key(pygame.K_q, SHIFT, "Q")), Quit)


def test_the_cross_leads_back() -> None:
    theatre = show()
    press_button(theatre, "back")
    assert theatre.last == Pop()


def test_a_window_resized_in_mid_flight_has_every_card_on_its_seat() -> None:
    theatre = show()
    theatre.press(pygame.K_RIGHT)
    theatre.wait(0.05)
    assert theatre.scene.busy
    for size in SIZES[:-1]:
        theatre.scene.place(size)
        check_seats(theatre.scene.desk.view)
        assert theatre.scene.desk.view.position == theatre.scene._replay.position
        theatre.press(pygame.K_RIGHT)
        theatre.press(pygame.K_LEFT)
        theatre.wait(0.03)
    theatre.wait(2)
    check_seats(theatre.scene.desk.view)


@pytest.mark.parametrize("motion", [{"animated": False}, {"reduced_motion": True}])
def test_without_motion_cards_are_there_at_once(motion: dict[str, bool]) -> None:
    theatre = show(**motion)
    theatre.press(pygame.K_RIGHT)
    theatre.wait(1 / 60)
    check_seats(theatre.scene.desk.view)


@pytest.mark.parametrize("ui", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_the_bar_fits_and_lies_below_the_cards(size: tuple[int, int], ui: float) -> None:
    theatre = show(size=size, ui_scale=ui)
    widgets = theatre.scene.desk.focus.widgets
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(widget.rect) for widget in widgets)
    assert overlapping(widgets) == []
    cards = [pygame.Rect(*box[:4]) for box in theatre.scene.traced()["cards"].values()]
    assert all(not card.colliderect(widget.rect) for card in cards for widget in widgets)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_how_far_it_has_come_is_written_beside_the_controls(size: tuple[int, int]) -> None:
    theatre = show(size=size)
    theatre.press(pygame.K_RIGHT)
    lines = theatre.written()
    bar = theatre.scene.desk.view.frame.side
    (told,) = [line for line in lines if line.text == "1 of 52" and bar.holds(*line.area.center)]
    assert not any(told.area.colliderect(w.rect) for w in theatre.scene.desk.focus.widgets)
    assert pygame.Rect((0, 0), size).contains(told.area)


def test_the_title_is_the_tables() -> None:
    assert show().scene.title == "Shown 1"


def test_nothing_is_traced_while_a_card_flies() -> None:
    theatre = show()
    theatre.press(pygame.K_RIGHT)
    theatre.wait(0.05)
    assert theatre.scene.traced() is None


def test_nothing_of_it_enters_the_history_or_the_disk_but_that_it_was_shown(
    tmp_path: Path,
) -> None:
    stage = Stage(JAM, deck=easy_deck(JAM), folder=tmp_path, autoplay=False)
    session, keeper = stage.scene.session, stage.cast.services.keeper
    session.purge()
    session.to_start()
    storage = keeper.storage
    (kept,) = storage.answers(JAM.name, "")
    before = storage.deal(_key(kept))
    tree = [node.id for node in session.tree.walk()]
    change = stage.send(key(pygame.K_F4))
    assert isinstance(change, Push) and isinstance(change.scene, ShowMeScene)
    theatre = Theatre(change.scene, stage.cast, (1280, 800))
    for code in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END, pygame.K_HOME):
        theatre.press(code)
        theatre.wait(0.5)
    assert theatre.press(pygame.K_ESCAPE) == Pop()
    stage.scene.resume()
    assert [node.id for node in session.tree.walk()] == tree
    assert session.moves == 0
    after = storage.deal(_key(kept))
    assert after.rows == before.rows and after.here == before.here
    assert len(storage.plays()) == 1
    assert keeper._attempt.state.shown
    session.key("a")
    assert storage.deal(_key(kept)).state.shown


def _key(deck: str) -> DealKey:
    return DealKey(JAM.name, "", deck)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: f"{rules.name} {rules.policy}")
def test_drawing_only_what_has_changed_shows_the_same_as_drawing_everything(rules: Rules) -> None:
    theatre = show(rules, (733, 517))
    scene = theatre.scene
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
