"""The help."""
from __future__ import annotations
from game.scenes.base import Services
from game.scenes.sheet import SheetScene
class HelpScene(SheetScene):
    """Help."""
    name = "help"
    def __init__(self, services: Services, game: str | None = None) -> None:
        super().__init__(services, services.language("Help"))
        self.focus.widgets = [self.back]
    def height_wanted(self, width: int) -> int:
        """All."""
        return 10000
    def arrange(self) -> None:
        """Nothing yet."""
