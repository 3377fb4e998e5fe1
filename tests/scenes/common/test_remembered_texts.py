"""What is shown or offered once is remembered in settings of a bounded length."""

from __future__ import annotations

from recording_services import recording_services

from game.scenes.common.tips_and_first_games import Tip, is_offered, note_first_game, tell_tip
from game.system.settings import LONGEST


def test_a_setting_that_was_made_too_long_elsewhere_still_takes_the_newest_entry() -> None:
    held = recording_services()
    held.services.settings_file.change(tips=True, told="x" * LONGEST, first_games="y" * LONGEST)
    for _ in range(2):
        tell_tip(held.services, Tip.HOME)
        note_first_game(held.services, "gaps", "offered")
    assert is_offered(held.services.settings, "gaps")
    assert held.services.settings.told.endswith(",home")
    assert held.services.settings.told.count("home") == 1
