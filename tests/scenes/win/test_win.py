"""The win over the table: what it says, and the ways on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import pairwise

import pygame
import pytest
from drawn_frames import difference, redrawn
from input_events import ALT, CTRL, SHIFT, down, key, letter, motion, up
from made_deals import easy_deck
from recording_services import ART, give_weighing_solver, recording_services
from scene_driver import DrawnText, reading
from table_driver import TableDriver

from game.core import deals
from game.core.moves import Move
from game.desktop.commands import Command
from game.desktop.paste_and_drop import clipboard_text
from game.desktop.sound_effects import Sfx
from game.desktop.touch import Device
from game.graphics import colours
from game.play.level_packs import Level, Pack
from game.play.sharing_lines import read_shared
from game.record.game_store import GameStore
from game.record.known_positions import Par
from game.record.saving import deal_key
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.base import OpenMap, OpenMenu, OpenReview, OpenShowMe, Pop, Push, Quit
from game.scenes.common.figures_of_session import table_figures
from game.scenes.table.scene import TableScene
from game.scenes.win import scene as module
from game.scenes.win.panel import Celebration, WinFigures
from game.scenes.win.scene import WonScene
from game.solver import registry
from game.solver.answer import Goal, SearchLimits
from game.solver.line_review import weigh
from game.solver.line_worths import Line, cost, mistakes
from game.solver.worker import Weighed
from game.storage import About, DealKey, HelpKind, StorageError, StorageTrouble, StoredAnswer
from game.system.language import Language
from game.table.line_strip import MoveWorth
from game.widgets.button import Button
from game.widgets.control_sizes import free_place
from game.widgets.number_entry import NumberEntry

SIZES = ((640, 400), (733, 517), (900, 560), (1280, 800), (1000, 1400), (2560, 1080))


def won(
    rules: Rules, size: tuple[int, int] = (1280, 800), *, moving: bool = False, **choices: object
) -> tuple[TableDriver, WonScene]:
    """A table that was just won, and the scene over it."""
    driver = TableDriver(rules, size=size, deck=easy_deck(rules), animated=False)
    win(driver)
    if moving or choices:
        driver.recording.choose(animated=moving, **choices)  # type: ignore[arg-type]
    return driver, opened(driver)


def win(driver: TableDriver) -> None:
    """Play a deal to its end."""
    rules = driver.rules
    for _ in range(200):
        if driver.scene.session.is_won:
            break
        outcome = driver.scene.session.purge()
        if outcome.refusal is not None:
            moves = rules.moves(driver.scene.session.position)
            outcome = (
                driver.scene.session.space()
                if rules.name == "klondike"
                else driver.scene.session.play(moves[0])
            )
    driver.scene.show(outcome)
    driver.wait(0.5)
    assert isinstance(driver.change, Push)
    assert isinstance(driver.change.scene, WonScene)


def opened(driver: TableDriver) -> WonScene:
    """The scene over a won table, with what is known by now."""
    scene = WonScene(driver.recording.services, driver.scene)
    scene.place(driver.scene.size)
    scene.resume()
    return scene


def texts(scene: WonScene) -> list[DrawnText]:
    """Every line of text of the whole scene."""
    scene.refresh()
    with reading() as found:
        scene._panel.draw(scene._figures, scene.focus)
    return found


def told(scene: WonScene) -> list[str]:
    return [line.text for line in texts(scene)]


def run(scene: WonScene, target: pygame.Surface, seconds: float) -> None:
    """So much time as the loop lets it pass, drawing sixty times a second."""
    for _ in range(round(seconds * 60)):
        scene.update(1 / 60)
        if scene.busy or scene.stale:
            scene.draw(target)
            scene.stale = False


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda r: r.name)
def test_every_game_can_be_won_and_says_in_how_many_moves(rules: Rules) -> None:
    driver, scene = won(rules)
    assert driver.scene.session.moves > 3
    assert scene.title == driver.scene.title


def test_a_detour_is_told_and_does_not_count() -> None:
    rules = BrainJam()
    driver = TableDriver(rules, deck=easy_deck(rules), autoplay=False, animated=False)
    session = driver.scene.session
    for _ in range(9):
        session.play(rules.moves(session.position)[0])
    before = rules.key(session.position)
    for move in ("3s>4s", "3s>reserve"):
        assert session.play(Move.parse(move)).refusal is None
    assert rules.key(session.position) == before
    win(driver)
    scene, moves = opened(driver), session.moves
    assert f"Won in {moves} moves; {moves - 2} without the detour" in told(scene)
    assert scene.services.game_store.best == moves - 2


@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_its_buttons_lie_apart_on_a_panel_that_covers_no_bar(
    size: tuple[int, int], ui: float
) -> None:
    driver, scene = won(LaPeau(), size)
    driver.recording.choose(ui_scale=ui)
    scene = opened(driver)
    scene.draw(pygame.Surface(scene.size))
    frame, boxes = driver.scene.table_picture.cards.frame, [w.rect for w in scene.focus.widgets]
    assert pygame.Rect((0, 0), scene.size).contains(scene._panel.rect)
    for bar in (frame.side, frame.edge):
        assert not scene._panel.rect.colliderect(pygame.Rect(bar))
    apart = [*boxes, scene._panel.flag_area, scene._panel.told]
    for index, box in enumerate(boxes):
        assert scene._panel.rect.contains(box) and min(box.size) >= 28
        assert box.collidelist(apart[index + 1 :]) < 0


@pytest.mark.parametrize(
    "event",
    [key(pygame.K_LEFT), key(pygame.K_z, CTRL)],
    ids=["left", "ctrl+z"],
)
def test_undo_goes_back_into_the_game(event: pygame.event.Event) -> None:
    driver, scene = won(LaPeau())
    assert scene.handle(event) == Pop()
    assert not driver.scene.session.is_won
    driver.settle()
    driver.check_seats()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("by_pad", [False, True])
def test_with_the_card_cursor_arrows_only_move_the_focus(
    size: tuple[int, int], by_pad: bool
) -> None:
    driver, scene = won(LaPeau(), size, card_cursor=not by_pad)
    if by_pad:
        driver.recording.services.devices.last = Device.PAD
    for arrow in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_UP):
        for _ in range(8):
            assert scene.handle(key(arrow)) is None
    assert driver.scene.session.is_won and not driver.recording.told
    assert scene.handle(key(pygame.K_z, CTRL)) == Pop()
    assert not driver.scene.session.is_won


def test_where_nothing_can_be_improved_the_button_says_undo() -> None:
    driver, scene = won(LaPeau())
    assert "Try to improve" in told(scene)
    session = driver.scene.session
    driver.recording.services.advisor.set_par(session, session.moves, proved=True)
    scene.advised()
    assert "Try to improve" not in told(scene)
    assert "Undo" in told(scene)


def test_after_a_replay_the_panel_is_there_again() -> None:
    driver, scene = won(LaPeau())
    change = scene.handle(key(pygame.K_F4))
    assert isinstance(change, Push)
    assert isinstance(change.scene, OpenShowMe)
    assert scene.resume() is None
    driver.scene.show(driver.scene.session.undo())
    assert scene.resume() == Pop(), "the table was played on"


def test_back_from_the_map_the_panel_is_there_again_unless_it_led_elsewhere() -> None:
    driver, scene = won(LaPeau())
    change = scene.handle(key(pygame.K_m, CTRL))
    assert isinstance(change, Push) and isinstance(change.scene, OpenMap)
    assert scene.resume() is None and told(scene)
    change.scene.on_goto(driver.scene.session.history.graph.start.key)
    assert scene.resume() == Pop(), "the map has led back into the game"


def test_in_another_size_the_same_button_has_the_keyboard() -> None:
    _, scene = won(BrainJam())
    focus = scene.focus_group
    assert focus is not None
    scene.handle(key(pygame.K_TAB))
    chosen = focus.focused
    assert chosen is focus.widgets[1]
    scene.place((1920, 1080))
    assert focus.focused is chosen and focus.ring_shown


def test_a_button_of_the_bar_let_go_on_the_panel_is_held_no_longer() -> None:
    driver, scene = won(BrainJam())
    undo = driver.scene.table_picture.focus.named(Command.UNDO)
    scene.handle(motion(undo.rect.center))
    scene.handle(down(undo.rect.center))
    assert undo.held
    assert scene.handle(up(scene._panel.rect.midtop)) is None
    assert not undo.held


def test_a_number_field_that_was_open_at_the_win_takes_the_panel_away_when_it_is_clicked() -> None:
    driver = TableDriver(BrainJam(), deck=easy_deck(BrainJam()), animated=False)
    win(driver)
    driver.scene.do(Command.NUMBER)
    scene, field = opened(driver), driver.scene.table_picture.focus.named(Command.NUMBER)
    lost = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    for event in (lost, motion(scene._panel.rect.center), motion((5, 5))):
        assert field.focused and scene.handle(event) is None
    assert scene.handle(down(field.rect.center)) == Pop()


def test_a_win_with_help_says_so() -> None:
    _, scene = won(LaPeau())
    attempt = scene.services.game_store._attempt
    won_alone = attempt._won
    assert won_alone is not None
    attempt._won = won_alone._replace(hints=3)
    assert not any("hint" in text for text in told(scene)), "the line walks on none of them"
    for how, words in (
        (HelpKind.HINTS, "with 3 hints"),
        (HelpKind.SHOWN, "after seeing the solution"),
        (HelpKind.PASTED, "using a pasted solution"),
        (HelpKind.IMPORTED, "using an imported solution"),
    ):
        attempt._won = won_alone._replace(hints=3, how=how)
        assert f"La Peau DHLPTXbf…  ·  {words}" in told(scene)


@pytest.mark.parametrize("shown", [Command.SHOW_ME, Command.SHOW_SHORTEST])
def test_a_win_with_hints_is_still_that_after_an_answer_was_shown(shown: Command) -> None:
    driver = TableDriver(LaPeau(), deck=easy_deck(LaPeau()), animated=False)
    session = driver.scene.session
    driver.recording.services.game_store.count_hint(session, LaPeau().moves(session.position)[0])
    win(driver)
    scene = opened(driver)
    before = scene._figures.line()
    assert before.endswith("with 1 hint")
    driver.recording.services.advisor.set_par(session, session.moves, proved=True)
    before = scene._figures.line()
    change = scene.do(shown)
    assert isinstance(change, Push) and isinstance(change.scene, OpenShowMe)
    scene.resume()
    assert scene._figures.line() == before


def test_escape_shows_the_finished_table_and_one_button_leads_to_the_menu() -> None:
    _, scene = won(LaPeau())
    assert scene.handle(key(pygame.K_ESCAPE)) == Pop()
    at = scene.focus.named(Command.EXIT).rect.center
    changes = [scene.handle(event) for event in (down(at), up(at))]
    assert changes[-1] == Push(OpenMenu())


def test_new_deals_another_game() -> None:
    driver, scene = won(LaPeau())
    deck = driver.scene.session.deck
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.deck != deck
    assert not driver.scene.session.is_won


def test_quitting_and_fullscreen_work_over_it() -> None:
    driver, scene = won(LaPeau())
    assert isinstance(scene.handle(key(pygame.K_q, SHIFT, "Q")), Quit)
    assert scene.handle(key(pygame.K_F11)) is None
    assert scene.handle(key(pygame.K_RETURN, ALT)) is None
    assert driver.recording.fullscreen == [True, False]
    assert driver.scene.session.is_won


@pytest.mark.parametrize(
    "event",
    [
        key(pygame.K_c, CTRL),
        letter("M"),
        key(pygame.K_DOWN, CTRL),
        key(pygame.K_END),
        key(pygame.K_F7),
        *map(key, (pygame.K_F2, pygame.K_F3, pygame.K_SPACE)),
        *(letter(char) for char in "abcxyz"),
    ],
)
def test_what_changes_nothing_on_the_table_leaves_the_panel_open(
    event: pygame.event.Event,
) -> None:
    driver, scene = won(LaPeau())
    scene.focus.focus(None)
    assert scene.handle(event) is None
    assert driver.scene.session.is_won


def test_a_bookmark_is_seen_below_the_panel_and_a_way_to_it_closes_that() -> None:
    driver, scene = won(LaPeau())
    target = pygame.Surface(scene.size)
    scene.draw(target)
    before = target.copy()
    scene.handle(letter("M"))
    scene.draw(target)
    assert difference(before, target)
    assert scene.handle(letter("P")) is None
    driver.scene.session.to_start()
    driver.scene.session.bookmark()
    driver.scene.session.to_end()
    assert scene.handle(letter("S")) == Pop()


def test_what_the_table_goes_on_with_closes_the_panel() -> None:
    driver, scene = won(LaPeau())
    scene.focus.focus(None)
    assert scene.handle(key(pygame.K_g, CTRL)) == Pop()
    assert isinstance(driver.scene.table_picture.focus.focused, NumberEntry)


# What it says


def test_it_says_how_far_over_the_shortest_possible_only_where_that_is_proved() -> None:
    driver, scene = won(LaPeau())
    session, advisor = driver.scene.session, driver.recording.services.advisor
    assert not any("over" in text or "known" in text for text in told(scene))
    advisor.set_par(session, session.moves - 2, proved=False)
    assert "La Peau DHLPTXbf…  ·  2 moves more than the best known" in told(scene)
    assert "Best known" in told(scene)
    assert "proven" not in told(scene)
    advisor.set_par(session, session.moves - 2, proved=True)
    assert "La Peau DHLPTXbf…  ·  2 moves more than the shortest possible" in told(scene)
    assert {"Shortest possible", "proven"} <= set(told(scene))


def test_the_button_to_the_best_known_does_not_call_it_the_shortest() -> None:
    driver, scene = won(LaPeau())
    session, advisor = driver.scene.session, driver.recording.services.advisor
    button = scene.focus_group.named(Command.SHOW_SHORTEST)  # type: ignore[union-attr]
    labels = []
    for proved in (False, True):
        advisor.set_par(session, session.moves - 2, proved=proved)
        scene.advised()
        labels.append((button.label, button.tooltip))  # type: ignore[attr-defined]
    assert labels == [
        ("Best known", "Show the best known solution"),
        ("Replay shortest", "Show the shortest possible solution"),
    ]


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda r: r.name)
def test_before_an_answer_is_known_the_shortest_is_offered_where_it_can_be_proved(
    rules: Rules,
) -> None:
    driver, scene = won(rules)
    assert driver.recording.services.advisor.par(driver.scene.session) is None
    button = scene.focus_group.named(Command.SHOW_SHORTEST)  # type: ignore[union-attr]
    provable = rules in (BrainJam(), LaPeau())
    assert button.label == ("Replay shortest" if provable else "Best known")  # type: ignore[attr-defined]


def test_in_a_game_without_a_solver_no_button_offers_a_shorter_answer_than_the_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for knows in (True, False):
        monkeypatch.setattr(registry, "has_solver", lambda game, knows=knows: knows)
        scene = won(BrainJam())[1]
        names = [widget.name for widget in scene.focus.widgets]
        assert (Command.SHOW_SHORTEST in names) == knows
        assert Command.SHOW_ME in names


def test_what_is_as_short_as_can_be_is_called_so() -> None:
    driver, scene = won(LaPeau())
    session = driver.scene.session
    driver.recording.services.advisor.set_par(session, session.moves, proved=True)
    assert "La Peau DHLPTXbf…  ·  shortest possible" in told(scene)


@pytest.mark.parametrize(("over", "proved"), [(0, True), (1, True), (0, False)])
def test_a_star_stands_beside_a_best_that_nothing_can_better(over: int, proved: bool) -> None:
    driver, scene = won(LaPeau())
    session = driver.scene.session
    driver.recording.services.advisor.set_par(session, session.moves - over, proved=proved)
    stars = {cell.word for cell in scene._figures.cells() if cell.sign}
    assert stars == ({"Your best"} if proved and not over else set())


@pytest.mark.parametrize(
    ("over", "best_known", "line"),
    [
        (-10, ("no redeal", "no redeal"), "matches the best known"),
        (0, ("no redeal", "no redeal"), "matches the best known"),
        (2, ("no redeal", "no redeal"), "2 moves more than the best known"),
    ],
)
def test_a_par_that_more_redeals_can_undercut_is_only_the_best_known(
    over: int, best_known: tuple[str, str], line: str
) -> None:
    driver, scene = won(Gaps())
    session, services = driver.scene.session, driver.recording.services
    services.advisor.set_par(session, session.moves - over, proved=True)
    least = min(session.moves, session.moves - over)
    assert scene._figures.line().endswith(line)
    assert scene._figures.can_improve
    cells = {cell.word: cell for cell in scene._figures.cells()}
    assert not any(cell.sign for cell in cells.values())
    told = cells["Best known"]
    assert (told.value, told.more) == (str(least), best_known[1])
    shown = table_figures(
        session, None, (session.moves, None), None, services.advisor.par(session), Language()
    )[-1]
    assert (shown.value, shown.word, shown.more) == (str(least), "best known", best_known[0])


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda r: r.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_flag_and_panel_do_not_lie_across_the_plate(rules: Rules, size: tuple[int, int]) -> None:
    driver, scene = won(rules, size)
    with reading() as found:
        scene.draw(pygame.Surface(scene.size))
    over, plate = [scene._panel.flag_area, scene._panel.rect], driver.scene.table_picture.plate_area
    named = [line for line in found if line.text in (*rules.title.split(), rules.title)]
    assert not any(line.area.collidelist(over) >= 0 for line in named)
    small = driver.scene.table_picture.cards.frame.small
    assert named or plate.collidelist(over) >= 0 or small
    with reading() as again:
        redrawn(driver.scene)
    if not driver.scene.table_picture.cards.frame.small:
        assert any(line.text in rules.title for line in again), "the table has its plate again"


@pytest.mark.parametrize("mirrored", [False, True], ids=["usual", "mirrored"])
@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Klondike()], ids=lambda r: r.name)
def test_the_panel_leaves_the_cards_that_are_home_in_view(rules: Rules, mirrored: bool) -> None:
    driver, scene = won(rules, (1280, 800), mirrored=mirrored)
    piles = driver.scene.table_picture.cards.arrangement.piles
    home = [pygame.Rect(piles[pile]) for pile in rules.foundations]
    assert scene._panel.rect.collidelist(home) < 0


def test_a_known_answer_that_was_beaten_is_not_the_best_known_any_more() -> None:
    driver, scene = won(LaPeau())
    session = driver.scene.session
    driver.recording.services.advisor.set_par(session, session.moves + 9, proved=False)
    assert "La Peau DHLPTXbf…  ·  matches the best known" in told(scene)
    assert str(session.moves + 9) not in told(scene)


def test_a_button_copies_the_deal_with_its_best_solution_and_says_so() -> None:
    driver, scene = won(LaPeau())
    (button,) = (each for each in scene.focus.widgets if each.name == Command.COPY)
    scene.handle(down(button.rect.center))
    assert scene.handle(up(button.rect.center)) is None, "the panel stays"
    shared, session = read_shared(clipboard_text()), driver.scene.session
    assert shared.deck == session.deck and shared.moves
    assert "best solution" in driver.recording.told[-1]
    assert scene.focus.focused is scene.focus.widgets[0], "Enter does what stands on it"


def test_a_shorter_answer_than_before_is_told_with_the_one_before() -> None:
    rules = BrainJam()
    driver = TableDriver(rules, deck=easy_deck(rules), animated=False, autoplay=False)
    session = driver.scene.session
    away = next(move for move in rules.moves(session.position) if move.onto != "done")
    driver.scene.show(session.play(away))
    win(driver)
    before = session.moves
    assert "was" not in " ".join(told(opened(driver)))
    driver.scene.show(session.to_start())
    win(driver)
    assert session.moves < before
    assert f"was {before}" in told(opened(driver))


def test_where_earlier_wins_cannot_be_read_the_win_is_told_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def damaged(*arguments: object) -> None:
        raise StorageError(StorageTrouble.DAMAGED, "not what was written")

    driver, _ = won(BrainJam())
    monkeypatch.setattr(driver.recording.services.game_store.storage.plays, "of", damaged)
    assert "This game" in told(opened(driver))


@pytest.mark.parametrize(
    ("how", "gold", "best"),
    [(HelpKind.ALONE, True, "best 0:09"), (HelpKind.SHOWN, False, "best 0:50")],
)
def test_a_time_is_a_record_only_if_nothing_has_helped(
    how: HelpKind, gold: bool, best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, _ = won(LaPeau())
    plays = driver.recording.services.game_store.storage.plays
    play = plays.of(deal_key(driver.rules, driver.scene.session.deck))[0]
    shown, alone = play._replace(seconds=1, how=HelpKind.SHOWN), play._replace(seconds=50)
    monkeypatch.setattr(plays, "of", lambda key: [shown, alone, play])
    store = driver.recording.services.game_store
    monkeypatch.setattr(type(store), "seconds", 9)
    monkeypatch.setattr(type(store), "how_won", how)
    (clock,) = (cell for cell in opened(driver)._figures.cells() if cell.name == "clock")
    assert (clock.ink == colours.GOLD, clock.more) == (gold, best)


def test_a_win_that_only_improves_an_answer_has_neither_time_nor_a_number_of_hints() -> None:
    _, scene = won(LaPeau())
    attempt = scene.services.game_store._attempt
    assert attempt._won is not None
    attempt._won = attempt._won._replace(hints=3, how=HelpKind.HINTS)
    attempt.is_attempt = False
    assert "Time" not in told(scene)
    assert scene._figures.line().endswith("with hints")


def test_the_time_is_told_where_there_is_a_clock() -> None:
    assert "Time" in told(won(LaPeau())[1])
    assert "Time" not in told(won(LaPeau(), clock=False)[1])


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_off_or_written_over(size: tuple[int, int], code: str) -> None:
    driver, _ = won(BrainJam(), size)
    session = driver.scene.session
    driver.recording.services.advisor.set_par(session, session.moves - 7, proved=True)
    driver.recording.services.language = Language(code, ART.folder / "locale")
    for scale in (0.8, 1.0, 1.5):
        driver.recording.choose(ui_scale=scale)
        scene = opened(driver)
        found = texts(scene)
        assert all(line.whole for line in found), [line for line in found if not line.whole]
        panel = scene._panel.rect.move(-scene._panel.area.x, -scene._panel.area.y)
        inside = [line.area.inflate(0, -line.area.h // 2) for line in found]
        for number, area in enumerate(inside):
            assert panel.contains(area), found[number]
            assert area.collidelist(inside[number + 1 :]) < 0, found[number]
        window = pygame.Rect((0, 0), scene.size)
        assert window.contains(scene._panel.rect)
        assert window.contains(scene._panel.flag_area)
        panned = scene.size != size
        assert panned or not scene._panel.rect.colliderect(
            driver.scene.table_picture.cards.frame.side
        )


def test_a_daily_deal_is_called_so_in_the_language_that_is_chosen_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, _ = won(BrainJam())
    daily = driver.recording.services.daily
    monkeypatch.setattr(daily, "day_of", lambda rules, number: date(daily.today.year, 3, 5))
    scene = opened(driver)
    assert any("daily deal for 5 March" in text for text in told(scene))
    driver.recording.services.language.change("fr")
    scene.follow_language()
    scene.place(scene.size)
    assert any("donne du jour du 5 mars" in text for text in told(scene))


@pytest.mark.parametrize(
    "how", [HelpKind.HINTS, HelpKind.SHOWN, HelpKind.PASTED, HelpKind.IMPORTED]
)
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)], ids=str)
def test_the_longest_words_of_french_are_whole_in_one_line_or_two(
    size: tuple[int, int], how: HelpKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, _ = won(BrainJam(), size, ui_scale=0.8)
    monkeypatch.setattr(GameStore, "how_won", how)
    monkeypatch.setattr(GameStore, "hints", 12)
    daily = f"Brain Jam {deals.HIGHEST_NUMBER} · donne du jour du 26 septembre 2025"
    monkeypatch.setattr(TableScene, "title", daily)
    monkeypatch.setattr(WinFigures, "shortest", lambda self: (self._session.moves - 137, False))
    driver.recording.services.language = Language("fr", ART.folder / "locale")
    scene = opened(driver)
    found = texts(scene)
    assert all(line.whole for line in found), [line for line in found if not line.whole]
    said = {line.text for line in found}
    assert scene._figures.line() in said or said.issuperset(scene._figures.lines())
    areas = [line.area.inflate(0, -line.area.h // 2) for line in found]
    assert all(area.collidelist(areas[n + 1 :]) < 0 for n, area in enumerate(areas))


# The cascade and the flag


def test_the_flag_waves_for_a_while_and_rests_and_then_nothing_is_drawn() -> None:
    _, scene = won(LaPeau(), (640, 400), moving=True)
    target = pygame.Surface(scene.size)
    run(scene, target, 3.5)
    assert scene.busy
    run(scene, target, 5.6)
    assert not scene.busy
    assert not scene.stale


def test_after_the_cascade_the_window_looks_as_if_there_had_been_none() -> None:
    for rules in (LaPeau(), Gaps()):
        _, scene = won(rules, (640, 400), moving=True)
        target, still = pygame.Surface(scene.size), pygame.Surface(scene.size)
        run(scene, target, 9.1)
        _, calm = won(rules, (640, 400))
        calm.draw(still)
        assert difference(target, still) is None


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda r: r.name)
def test_what_is_told_as_touched_is_all_that_changes(rules: Rules) -> None:
    _, scene = won(rules, (640, 400), moving=True)
    target = pygame.Surface(scene.size)
    seen = pygame.Surface(scene.size)
    for _ in range(90):
        scene.update(1 / 60)
        for area in scene.draw(target) or [target.get_rect()]:
            seen.blit(target, area, area)
    assert difference(target, seen) is None
    whole = pygame.Surface(scene.size)
    scene._whole = True
    scene.draw(whole)
    assert difference(target, whole) is None


@pytest.mark.parametrize(
    "event",
    [key(pygame.K_SCROLLLOCK), down((2, 2)), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)],
    ids=["key", "click", "wheel"],
)
def test_any_input_ends_the_cascade_and_a_click_beside_the_buttons_does_nothing_else(
    event: pygame.event.Event,
) -> None:
    driver, scene = won(LaPeau(), (640, 400), moving=True)
    target = pygame.Surface(scene.size)
    run(scene, target, 1.0)
    assert scene._cascade is not None
    assert scene.handle(event) is None
    assert scene._cascade is None
    assert driver.scene.session.is_won
    run(scene, target, 0.1)
    assert scene._cascade is None


def test_moving_the_mouse_disturbs_nothing() -> None:
    _, scene = won(LaPeau(), (640, 400), moving=True)
    run(scene, pygame.Surface(scene.size), 0.5)
    scene.handle(motion((5, 5)))
    assert scene._cascade is not None


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE])
def test_a_key_that_means_the_panel_only_brings_it_while_cards_fly(code: int) -> None:
    driver, scene = won(LaPeau(), moving=True)
    run(scene, pygame.Surface(scene.size), 0.5)
    assert scene.handle(key(code)) is None
    assert driver.scene.session.is_won and not scene._celebrates
    assert scene.handle(key(code)) is not None or code == pygame.K_SPACE


def test_space_which_sends_cards_home_does_not_leave_the_finished_table() -> None:
    _, scene = won(LaPeau())
    assert scene.handle(key(pygame.K_SPACE)) is None
    scene.handle(key(pygame.K_TAB))
    scene.handle(key(pygame.K_TAB))
    assert scene.handle(key(pygame.K_SPACE)) is not None


def test_a_command_counts_although_it_ends_the_cascade() -> None:
    driver, scene = won(LaPeau(), moving=True)
    run(scene, pygame.Surface(scene.size), 0.5)
    assert scene.handle(key(pygame.K_z, CTRL)) == Pop()
    assert not driver.scene.session.is_won


def test_the_panel_comes_after_the_cards_and_its_buttons_act_while_it_slides_in() -> None:
    driver, scene = won(LaPeau(), moving=True)
    target = pygame.Surface(scene.size)
    at = scene.focus.named(Command.UNDO).rect.center
    run(scene, target, 0.5)
    assert [scene.handle(event) for event in (motion(at), down(at), up(at))] == [None] * 3
    run(scene, target, 0.1)
    before = target.copy()
    run(scene, target, 0.5)
    assert difference(before, target.copy()) is not None
    scene = opened(driver)
    scene.draw(target)
    scene.handle(down((2, 2)))
    assert [scene.handle(event) for event in (motion(at), down(at), up(at))][-1] == Pop()
    assert not driver.scene.session.is_won


@pytest.mark.parametrize(
    ("how", "over", "celebrated"),
    [
        (HelpKind.ALONE, 0, Celebration.GRAND),
        (HelpKind.ALONE, 1, Celebration.USUAL),
        (HelpKind.HINTS, 0, Celebration.USUAL),
        (HelpKind.SHOWN, 0, Celebration.PLAIN),
        (HelpKind.PASTED, 0, Celebration.PLAIN),
        (HelpKind.IMPORTED, 2, Celebration.PLAIN),
    ],
)
def test_the_shortest_found_unaided_is_celebrated_most_and_what_was_shown_least(
    how: HelpKind, over: int, celebrated: Celebration, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, _ = won(LaPeau(), (640, 400), moving=True)
    session, services = driver.scene.session, driver.recording.services
    services.advisor.set_par(session, session.moves - over, proved=True)
    monkeypatch.setattr(GameStore, "how_won", how)
    heard: list[Sfx] = []
    monkeypatch.setattr(services.sound, "play", heard.append)
    scene = opened(driver)
    run(scene, pygame.Surface(scene.size), 1.0)
    assert heard == [celebrated.value]
    flying = [] if scene._cascade is None else scene._cascade._flying
    assert any(flyer.is_card for flyer in flying) is (celebrated is not Celebration.PLAIN)
    assert any(not flyer.is_card for flyer in flying) is (celebrated is Celebration.GRAND)


def test_with_reduced_motion_the_flag_is_still_and_no_card_flies() -> None:
    _, scene = won(LaPeau(), (640, 400), moving=True, reduced_motion=True)
    assert not scene.busy
    scene.draw(pygame.Surface(scene.size))
    assert scene._cascade is None


def test_a_resize_ends_the_cascade_and_fits_the_window() -> None:
    driver, scene = won(LaPeau(), (640, 400), moving=True)
    run(scene, pygame.Surface(scene.size), 0.5)
    driver.scene.place((733, 517))
    scene.place((733, 517))
    target = pygame.Surface(scene.size)
    run(scene, target, 0.5)
    assert scene._cascade is None
    assert pygame.Rect((0, 0), (733, 517)).contains(scene._panel.rect)


# The next deal


def test_the_next_deal_of_a_list_is_the_next_one_that_is_not_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = BrainJam()
    driver, scene = won(rules)
    decks = [driver.scene.session.deck, deals.deck_of(9008), deals.deck_of(9009)]
    levels = tuple(Level(f"{n:04}", deck, 40) for n, deck in enumerate(decks))
    pack = Pack("list", rules.name, (), levels, ())
    monkeypatch.setattr(module, "packs_of", lambda *where: [pack])
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.deck == decks[1]
    assert driver.recording.services.advisor.par(driver.scene.session) == Par(40, False)


def test_the_next_deal_is_that_of_the_players_own_list_and_is_called_by_its_id_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = BrainJam()
    driver, scene = won(rules)
    decks = [driver.scene.session.deck, deals.deck_of(8), deals.deck_of(9)]
    own = Pack(rules.name, rules.name, (), (Level("x", decks[0], 40), Level("y", decks[1], 40)), ())
    mine = own._replace(
        name="my own.txt", levels=(Level("a", decks[0], 40), Level("b", decks[2], 40))
    )
    monkeypatch.setattr(module, "packs_of", lambda *where: [own, mine])
    driver.scene.session.pack = "a my own.txt"
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    session = driver.scene.session
    assert (session.deck, session.pack) == (decks[2], "b my own.txt")
    assert driver.scene.title == "Brain Jam b"


def test_a_players_list_of_numbered_deals_is_gone_through_and_its_claim_gives_way_to_a_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Klondike()
    driver, scene = won(rules)
    levels = (
        Level("x", driver.scene.session.deck, None),
        Level("900002", deals.deck_of(900002), 70),
    )
    pack = Pack("mine.txt", rules.name, (), levels, ())
    monkeypatch.setattr(module, "packs_of", lambda *where: [pack])
    key_of = DealKey(rules.name, rules.policy, deals.deck_text(levels[1].deck))
    driver.recording.services.game_store.storage.note(key_of, About(shortest=90))
    driver.scene.session.pack = "x mine.txt"
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    session = driver.scene.session
    assert (session.number, session.pack) == (900002, "900002 mine.txt")
    assert driver.scene.title == "Klondike 900002"
    assert driver.recording.services.advisor.par(session) == Par(90, True)


def test_a_list_is_gone_through_in_a_game_without_graded_lists_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Gaps()
    assert not rules.facts.graded_list
    driver, scene = won(rules)
    levels = (Level("a", driver.scene.session.deck, None), Level("b", deals.deck_of(9), None))
    pack = Pack("mine.txt", rules.name, (), levels, ())
    monkeypatch.setattr(module, "packs_of", lambda *where: [pack])
    driver.scene.session.pack = "a mine.txt"
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.pack == "b mine.txt"


def test_deals_solved_alone_and_with_help_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = BrainJam()
    driver, scene = won(rules)
    decks = [driver.scene.session.deck, *map(deals.deck_of, (9008, 9009, 9010))]
    levels = tuple(Level(f"{n:04}", deck, 40) for n, deck in enumerate(decks))
    monkeypatch.setattr(
        module, "packs_of", lambda *where: [Pack("list", rules.name, (), levels, ())]
    )
    solved = ((decks[1], HelpKind.ALONE), (decks[2], HelpKind.HINTS))
    driver.recording.services.game_store.storage.answers.offer(
        (
            DealKey(rules.name, rules.policy, deals.deck_text(deck)),
            StoredAnswer(40, "7h>8s", None, how=how),
        )
        for deck, how in solved
    )
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.deck == decks[3]


def test_where_answers_cannot_be_read_that_is_told_and_the_next_deal_is_the_next_of_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = BrainJam()
    driver, scene = won(rules)
    decks = [driver.scene.session.deck, deals.deck_of(8)]
    levels = tuple(Level(id, deck, 40) for id, deck in zip("12", decks, strict=True))
    pack = Pack("list", rules.name, (), levels, ())
    monkeypatch.setattr(module, "packs_of", lambda *where: [pack])

    def unreadable(*which: str) -> None:
        raise StorageError(StorageTrouble.UNREACHABLE, "gone")

    monkeypatch.setattr(driver.recording.services.game_store.storage.answers, "all", unreadable)
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.deck == decks[1]
    assert driver.recording.told[-1] == StorageError(StorageTrouble.UNREACHABLE, "gone").sentence()


def test_the_only_deal_of_a_list_is_not_its_own_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, scene = won(BrainJam())
    deck = driver.scene.session.deck
    pack = Pack("list", BrainJam.name, (), (Level("1", deck, 40),), ())
    monkeypatch.setattr(module, "packs_of", lambda *where: [pack])
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert driver.scene.session.deck != deck


def test_of_a_deal_that_is_in_no_list_the_next_one_is_any() -> None:
    driver, scene = won(BrainJam())
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert not driver.scene.session.is_won


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_message_lies_on_no_button_and_where_there_is_room_not_on_the_panel(
    size: tuple[int, int], moving: bool
) -> None:
    _, scene = won(LaPeau(), size, moving=moving)
    scene.draw(pygame.Surface(size))
    usual = pygame.Rect(0, 0, 300, scene.look.px(34))
    usual.center = size[0] // 2, size[1] - scene.look.px(110)
    place = free_place(usual, pygame.Rect((0, 0), size), scene.message_keeps_clear)
    assert not any(place.colliderect(widget.rect) for widget in scene.focus.widgets)
    assert place.colliderect(scene._panel.rect) is (size[1] < 540)
    assert not place.colliderect(scene._panel.told)


@pytest.mark.parametrize(("device", "how"), [(Device.MOUSE, "F2"), (Device.TOUCH, "Hint")])
def test_the_costliest_detour_can_be_taken_off_where_the_verdict_light_is_on(
    device: Device, how: str
) -> None:
    rules = LaPeau("same")
    moves = registry.solve(rules, rules.deal(deals.deck_of(1000)), Goal.FIRST).moves
    held = recording_services(autoplay=False, animated=False, verdict_light=True)
    give_weighing_solver(held)
    driver = TableDriver(rules, 1000, held=held)
    for move in moves:
        driver.scene.session.play(move)
    driver.scene.settle()
    scene = WonScene(driver.recording.services, driver.scene)
    scene.place((1280, 800))
    assert scene.focus.widgets[1].name == Command.UNDO
    while held.services.advisor.collect():
        driver.scene.advised()
        scene.advised()
    held.services.devices.last = device
    button = scene.focus.widgets[1]
    assert isinstance(button, Button)
    place, cost = driver.scene.line_worth.costliest or (0, 0)
    assert button.label == f"Cut {cost} moves"
    at = button.rect.center
    changes = [scene.handle(event) for event in (motion(at), down(at), up(at))]
    assert changes[-1] == Pop()
    session = driver.scene.session
    assert session.history.at == place
    assert held.told[-1] == f"You can save {cost} moves from here: press {how}"


class HalfWeighed:
    """A win in many moves, with the panel over it, of which a solver tells little by little."""

    def __init__(self) -> None:
        self.rules = LaPeau("same")
        start = self.rules.deal(deals.deck_of(1000))
        self.moves = registry.solve(self.rules, start, Goal.FIRST).moves
        self.held = recording_services(autoplay=False, animated=False, verdict_light=True)
        self.driver = TableDriver(self.rules, 1000, held=self.held)
        for move in self.moves:
            self.driver.scene.session.play(move)
        self.driver.scene.settle()
        self.scene = WonScene(self.held.services, self.driver.scene)
        self.scene.place((1280, 800))
        self.window = pygame.Surface((1280, 800))
        self.scene.draw(self.window)
        line = Line.of_actions(self.rules, start, [(move,) for move in self.moves])
        self.worths = weigh(line, SearchLimits())

    def tell(self, places: Iterable[int]) -> None:
        reviewer = self.held.services.reviewer
        assert reviewer.take(Weighed(reviewer._asked, self.worths.found(places), final=False))
        self.driver.scene.advised()
        self.scene.advised()
        self.scene.draw(self.window)

    def begin_of_detour(self, moves: int) -> int:
        worths = self.worths.worths()
        prices = [cost(*pair) for pair in pairwise(worths)]
        return next(n for n, price in enumerate(prices) if price and price.exact == moves)


def test_the_button_names_the_costliest_detour_that_is_known_by_now() -> None:
    half = HalfWeighed()
    costliest = max(one.cost.exact or 0 for one in mistakes(half.worths) if one.cost is not None)
    at, last = half.begin_of_detour(2), len(half.moves)
    half.tell((at, at + 1, last))
    button = half.scene.focus.widgets[1]
    assert isinstance(button, Button)
    assert button.label == "Cut 2 moves"
    half.tell(range(last + 1))
    assert half.scene.focus.widgets[1] is button
    assert costliest > 2 and button.label == f"Cut {costliest} moves"


def test_the_strip_below_the_panel_shows_what_has_become_known() -> None:
    half = HalfWeighed()
    strip = half.driver.scene.table_picture.line_strip.rect
    assert not strip.colliderect(half.scene._panel.area)
    before = half.window.subsurface(strip).copy()
    half.tell(range(len(half.moves) + 1))
    after = half.window.subsurface(strip).copy()
    assert difference(before, after) is not None
    half.scene.refresh()
    half.scene.draw(half.window)
    assert difference(after, half.window.subsurface(strip)) is None


def test_back_from_a_map_that_had_other_lines_weighed_more_becomes_known() -> None:
    half = HalfWeighed()
    half.held.services.reviewer.stop()
    half.scene.resume()
    half.tell(range(len(half.moves) + 1))
    assert MoveWorth.UNKNOWN not in half.driver.scene.table_picture.line_strip.cells


def test_back_from_what_a_button_opened_enter_means_the_next_deal_again() -> None:
    _, scene = won(BrainJam())
    review = scene.focus.named(Command.REVIEW)
    for event in (down(review.rect.center), up(review.rect.center)):
        change = scene.handle(event)
    assert isinstance(change, Push) and isinstance(change.scene, OpenReview)
    scene.resume()
    assert scene.focus.focused is scene.focus.named(Command.NEW)


def test_with_the_card_cursor_the_only_ring_is_that_of_the_first_button() -> None:
    driver, scene = won(Gaps(), card_cursor=True)
    assert driver.scene.arrow_keys.cursor.shown
    for _ in range(2):
        assert driver.scene.table_picture.card_painter.marks.cursor is None
        assert scene.focus_group is not None and scene.focus_group.ring_shown
        driver.scene.follow_settings()
    driver.scene.resume()
    assert driver.scene.table_picture.card_painter.marks.cursor is not None


def test_without_the_card_cursor_no_ring_shows_at_first() -> None:
    _, scene = won(Gaps())
    assert scene.focus_group is not None and not scene.focus_group.ring_shown


def test_a_pad_taken_up_after_a_win_by_mouse_has_a_ring_where_the_focus_is() -> None:
    driver, scene = won(Gaps())
    group, devices = scene.focus, driver.recording.services.devices
    for name in (Command.NEW, Command.REVIEW):
        group.focus(group.named(name))
        devices.last = Device.PAD
        scene.follow_settings()
        assert group.focused is group.named(name) and group.ring_shown
        devices.last = Device.MOUSE
        scene.follow_settings()
        scene.handle(motion((1, 1)))
        assert not group.ring_shown


def test_on_a_touch_screen_the_panel_names_taps_and_no_keys() -> None:
    driver, scene = won(Gaps(), moving=True)
    driver.recording.services.devices.last = Device.TOUCH
    scene.follow_settings()
    assert [widget.hint for widget in scene.focus.widgets if isinstance(widget, Button)] == [""] * 7
    driver.recording.services.devices.last = Device.KEYBOARD
    scene.follow_settings()
    assert "Enter" in [w.hint for w in scene.focus.widgets if isinstance(w, Button)]
