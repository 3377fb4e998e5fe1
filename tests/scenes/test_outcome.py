"""The win over the table: what it says, and the ways on."""

from __future__ import annotations

import pygame
import pytest
from stage import ALT, CTRL, SHIFT, Stage, down, easy_deck, key, motion, up

from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.base import Pop, Push, Quit
from game.scenes.outcome import WonScene

SIZES = ((640, 400), (733, 517), (900, 560), (1280, 800), (1000, 1400), (2560, 1080))


def won(rules: Rules, size: tuple[int, int] = (1280, 800)) -> tuple[Stage, WonScene]:
    """A table that was just won, and the scene over it."""
    stage = Stage(rules, size=size, deck=easy_deck(rules), animated=False)
    for _ in range(200):
        if stage.scene.session.is_won:
            break
        outcome = stage.scene.session.purge()
        if outcome.refusal is not None:
            moves = rules.moves(stage.scene.session.position)
            outcome = (
                stage.scene.session.space()
                if rules.name == "klondike"
                else stage.scene.session.play(moves[0])
            )
        stage.scene._show(outcome)
    stage.wait(0.5)
    assert isinstance(stage.change, Push)
    scene = stage.change.scene
    assert isinstance(scene, WonScene)
    scene.place(size)
    scene.resume()
    return stage, scene


@pytest.mark.parametrize("rules", [BrainJam(), LaPeau(), Gaps(), Klondike()], ids=lambda r: r.name)
def test_every_game_can_be_won_and_says_in_how_many_moves(rules: Rules) -> None:
    stage, scene = won(rules)
    assert stage.scene.session.moves > 3
    assert scene.overlay
    assert scene.title == stage.scene.title


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_its_buttons_lie_apart_inside_the_window(size: tuple[int, int]) -> None:
    _, scene = won(LaPeau(), size)
    told = scene.traced()
    assert told is not None
    boxes = {name: pygame.Rect(box) for name, box in told["buttons"].items()}
    window = pygame.Rect((0, 0), size)
    for name, box in boxes.items():
        assert window.contains(box), (name, box)
        assert min(box.size) >= 28, (name, box)
    names = list(boxes)
    for index, name in enumerate(names):
        assert boxes[name].collidelist([boxes[other] for other in names[index + 1 :]]) < 0, name


@pytest.mark.parametrize(
    "event",
    [key(pygame.K_LEFT), key(pygame.K_z, CTRL)],
    ids=["left", "ctrl+z"],
)
def test_undo_goes_back_into_the_game(event: pygame.event.Event) -> None:
    stage, scene = won(LaPeau())
    assert scene.handle(event) == Pop()
    assert not stage.scene.session.is_won
    stage.settle()
    stage.check_seats()


def test_the_button_to_improve_undoes() -> None:
    stage, scene = won(LaPeau())
    told = scene.traced()
    assert told is not None
    at = pygame.Rect(told["buttons"]["undo"]).center
    changes = [scene.handle(event) for event in (motion(at), down(at), up(at))]
    assert changes[-1] == Pop()
    assert not stage.scene.session.is_won


def test_escape_goes_back_past_the_table() -> None:
    _, scene = won(LaPeau())
    assert scene.handle(key(pygame.K_ESCAPE)) == Pop(2)


def test_new_deals_another_game() -> None:
    stage, scene = won(LaPeau())
    deck = stage.scene.session.deck
    assert scene.handle(key(pygame.K_n, CTRL)) == Pop()
    assert stage.scene.session.deck != deck
    assert not stage.scene.session.is_won


def test_quitting_and_fullscreen_work_over_it() -> None:
    stage, scene = won(LaPeau())
    assert isinstance(scene.handle(key(pygame.K_q, SHIFT, "Q")), Quit)
    assert scene.handle(key(pygame.K_F11)) is None
    assert scene.handle(key(pygame.K_RETURN, ALT)) is None
    assert stage.cast.fullscreen == [True, False]
    assert stage.scene.session.is_won


def test_letters_that_mean_nothing_here_do_nothing() -> None:
    stage, scene = won(LaPeau())
    for char in "abcxyz":
        assert scene.handle(key(ord(char), char=char)) is None
    assert stage.scene.session.is_won


def test_it_can_be_drawn_in_every_window() -> None:
    for size in SIZES:
        _, scene = won(LaPeau(), size)
        target = pygame.Surface(size)
        scene.draw(target)
        middle = target.get_at((size[0] // 2, size[1] // 2))
        assert middle[:3] != (0, 0, 0)
