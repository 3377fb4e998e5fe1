"""The question before the program ends with moves that could not be saved."""

from __future__ import annotations

from typing import Final

from game.scenes.common.base import Change, Pop, Quit
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind

QUIT: Final = "quit"
TRY_AGAIN: Final = "try-again"
_STAY: Final = "stay"


class QuitQuestion(DialogScene):
    """Offers to save again and then quit, or to quit at once. Escape goes back to the game."""

    name = "unsaved"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.follow_language()

    def follow_language(self) -> None:
        """Word the question in the language of now."""
        _ = self.services.language
        kept, lost = self.services.game_store.storage.unsaved
        count = kept + lost
        title = _.plural("{n} move could not be saved", "{n} moves could not be saved", count)
        if lost:
            text = _.plural(
                "{n} move would be lost: it could not be kept elsewhere.",
                "{n} moves would be lost: they could not be kept elsewhere.",
                lost,
            ).format(n=lost)
        else:
            text = _("Your moves will be kept in a separate file until you next start Fourfold.")
        again = Button(TRY_AGAIN, _("Try again"), kind=ButtonKind.PRIMARY)
        self.ask(title.format(n=count), text, [Button(QUIT, _("Quit")), again], cancel=_STAY)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        if action != Pressed(TRY_AGAIN):
            return Quit() if action == Pressed(QUIT) else Pop()
        if self.services.game_store.try_again():
            return Quit()
        self.services.announce(self.services.language("Your moves still can’t be saved"))
        return None
