"""A game of Brain Jam that is broken off in the real window, and goes on."""

from __future__ import annotations

from harness.lines import recorded
from harness.player import Player, seats_of, seats_shown
from harness.program import Start

from game.rules import BrainJam

RULES = BrainJam()
WIN = recorded("wins", "brainjam")


def begin(start: Start, **options: bool) -> Player:
    program = start("brainjam", WIN.number, **options)
    return Player(program, RULES, WIN.deck)


def test_after_kill_9_the_game_stands_after_the_last_action_of_the_trace(start: Start) -> None:
    player = begin(start)
    player.play(WIN.moves[:30], player.by_click)
    player.undo()
    player.program.kill()
    again = start("brainjam", WIN.number)
    resumed = Player(again, RULES, WIN.deck, player.mirror)
    resumed.redo()
    resumed.play(WIN.moves[30:34], resumed.by_click)


def test_kill_9_in_a_flood_of_keys_loses_nothing_that_is_in_the_trace(start: Start) -> None:
    player = begin(start)
    player.play(WIN.moves[:10], player.by_click)
    before = len(player.program.trace.actions)
    player.program.key(*["Left", "Right"] * 60)
    player.program.wait(lambda: len(player.program.trace.actions) > before + 3, "some undos")
    player.program.kill()
    player.take_actions()
    again = start("brainjam", WIN.number)
    if seats_shown(RULES, again.trace.layout) != seats_of(RULES, player.position):
        # The kill came when the next action was on disk and not yet in the trace.
        last = player.program.trace.actions[-1]["move"]
        player.mirror.go("redo" if last == "undo" else "undo")
    resumed = Player(again, RULES, WIN.deck, player.mirror)
    resumed.play(WIN.moves[resumed.mirror.depth :][:3], resumed.by_click)


def test_escape_goes_back_to_list_and_menu_and_the_menu_continues(start: Start) -> None:
    player = begin(start)
    player.play(WIN.moves[:5], player.by_click)
    player.program.key("Escape")
    player.program.wait_for_scene("list")
    player.program.key("Escape")
    player.program.wait_for_scene("menu")
    player.program.press("continue")
    player.program.wait_for_scene("table")
    player.wait_for_cards()
    player.play(WIN.moves[5:10], player.by_click)


def test_a_game_goes_on_in_a_window_of_another_size(start: Start) -> None:
    player = begin(start, moving=True)
    for number, size in enumerate([(733, 517), (1920, 1080), (1000, 1400), (640, 400)]):
        player.program.resize(*size)
        player.wait_for_cards()
        player.play(WIN.moves[5 * number : 5 * number + 5], player.by_click)
