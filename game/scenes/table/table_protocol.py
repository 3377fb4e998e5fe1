"""The table as its events and commands see it."""

from __future__ import annotations

from typing import Protocol

from game.play.session import Outcome
from game.rules import Rules
from game.scenes.common.base import WonTable
from game.scenes.common.services import Services
from game.scenes.table.arrow_keys_on_cards import ArrowKeys
from game.scenes.table.hint_and_warning import HintAndWarning
from game.scenes.table.line_worth import PresentLineWorth
from game.scenes.table.mouse_on_cards import TableMouse
from game.scenes.table.plate_sign_and_bottom_bar import SignAndBar
from game.scenes.table.spoken_table import SpokenTable


class TableProtocol(WonTable, Protocol):
    """More than what the win scene sees; `TableScene` tells what each part is."""

    services: Services
    advice: HintAndWarning
    line_worth: PresentLineWorth
    mouse: TableMouse
    arrow_keys: ArrowKeys
    sign_and_bar: SignAndBar
    spoken: SpokenTable
    refusals: int
    stale: bool
    rules_of_next: Rules
    """The rules of a new deal: of the present one, or as the options have been changed since."""

    @property
    def counts(self) -> bool:
        """True if what is played is in the statistics."""
        ...

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        ...

    def show_session(self) -> None:
        """Bring all that is shown around the cards in line with the session."""
        ...
