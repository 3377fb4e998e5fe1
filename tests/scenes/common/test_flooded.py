"""What floods of random events have found, each as the few steps that it takes."""

from __future__ import annotations

import pytest
from scene_driver import open_scene

from game.rules import RULES, LaPeau, Rules
from game.scenes.common.sample_positions import sample_position
from game.scenes.help.scene import HelpScene


def test_help_that_was_scrolled_to_a_heading_survives_another_size() -> None:
    driver = open_scene(HelpScene)
    scene = driver.scene
    assert isinstance(scene, HelpScene)
    heading = scene._page._headings[-1][0]
    scene._page.show_heading(heading)
    scene._page.scroller.finish()
    scene._page._headings = [("Touches", 0)]  # as another language leaves it
    scene.place((1000, 1400))


@pytest.mark.parametrize("rules", [*(make() for make in RULES.values()), LaPeau("same")])
def test_the_picture_of_a_game_in_the_menu_can_be_made_under_every_policy(rules: Rules) -> None:
    assert sample_position(rules).piles
