"""Whatever comes while cards fly, every card ends on its seat and the picture is right.

FOURFOLD_INTERRUPTIONS says how many there are for each game: 1000 before a release.
"""

from __future__ import annotations

import os
from random import Random

import pygame
import pytest
from drawn_frames import Screen, difference, redrawn
from handwritten_positions import ALL_RULES, rules_name
from input_events import CTRL, key
from random_play import random_events
from table_driver import STEP, TableDriver

from game.rules import Rules

COUNT = int(os.environ.get("FOURFOLD_INTERRUPTIONS", "60"))
CHECKED_EVERY = 25
SIZES = ((640, 400), (733, 517), (900, 560), (1280, 800), (700, 900), (1000, 1400))
FULL = (1366, 768)
"""What the desktop of fullscreen is."""
FRAMES = (1, 2, 3, 5, 12)
"""Steps of logic in a frame: from a fast display to one that stutters."""


class Player:
    """Random input, faster than the cards."""

    def __init__(self, driver: TableDriver, random: Random) -> None:
        self.driver, self.random = driver, random
        self.screen = Screen(driver.scene.size)
        self.windowed = driver.scene.size
        self.kinds: set[str] = set()

    def interrupt(self) -> None:
        chance = self.random.random()
        if chance < 0.20:
            self.undo_or_redo()
        elif chance < 0.26:
            self.resize(self.random.choice(SIZES))
        elif chance < 0.32:
            self.switch_fullscreen()
        elif chance < 0.36:
            self.choose()
        else:
            self.use_the_hand()
        if self.driver.view.moving:
            self.kinds.add("in flight")

    def undo_or_redo(self) -> None:
        codes = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
        self.driver.send(key(self.random.choice(codes)))
        self.kinds.add("undo")

    def resize(self, size: tuple[int, int]) -> None:
        if self.driver.view.moving:
            self.kinds.add("resized in flight")
        self.driver.scene.place(size)
        self.screen = Screen(size)

    def switch_fullscreen(self) -> None:
        """The window fills the desktop or goes back: to the scene that is another size."""
        self.driver.send(key(pygame.K_F11))
        if self.driver.recording.fullscreen[-1]:
            self.windowed = self.driver.scene.size
        self.resize(FULL if self.driver.recording.fullscreen[-1] else self.windowed)
        self.kinds.add("fullscreen")

    def choose(self) -> None:
        choice = self.random.choice(
            [
                {"large_print": self.random.random() < 0.5},
                {"speed": self.random.choice((0.5, 1.0, 2.0))},
                {"ui_scale": self.random.choice((0.8, 1.0, 1.3))},
                {"move_keys": self.random.random() < 0.5},
                {"reduced_motion": self.random.random() < 0.3},
            ]
        )
        self.driver.recording.choose(**choice)  # type: ignore[arg-type]

    def use_the_hand(self) -> None:
        controls = [widget.rect for widget in self.driver.scene.table_picture.focus.widgets]
        for event in random_events(self.random, self.driver.view, controls):
            self.driver.send(event)
            self.driver.clock.now += self.random.choice((0.02, 0.5))

    def frame(self) -> None:
        """A frame of some length."""
        for _ in range(self.random.choice(FRAMES)):
            self.driver.take(self.driver.scene.update(STEP))
        self.screen.show(self.driver.scene)

    def come_to_rest(self) -> None:
        """Let go of everything; what is seen then is what drawing from nothing shows."""
        self.driver.send(key(pygame.K_ESCAPE))
        self.driver.view.let_go()
        while self.driver.scene.busy:
            self.frame()
        self.screen.show(self.driver.scene)
        self.driver.check_seats()
        assert difference(self.screen.seen, redrawn(self.driver.scene)) is None


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_name)
def test_a_thousand_interruptions_leave_every_card_on_its_seat(rules: Rules) -> None:
    random = Random(f"interrupted {rules_name(rules)}")
    driver = TableDriver(rules, random.randrange(1000), settle=False)
    player = Player(driver, random)
    for number in range(COUNT):
        player.interrupt()
        for _ in range(random.randrange(5)):
            player.frame()
        if number % CHECKED_EVERY == CHECKED_EVERY - 1:
            player.come_to_rest()
        if number % 100 == 99:
            # Random play ends in places where little moves: another deal.
            driver.send(key(pygame.K_n, CTRL))
    player.come_to_rest()
    assert player.kinds >= {"in flight", "undo", "fullscreen"}
    assert "resized in flight" in player.kinds or COUNT < 200
