"""The background work of a map, in slices between frames: layouts, dead ends, worths of lines."""

from __future__ import annotations

from enum import Enum, auto

from game.scenes.map.winnable_lines import MapWorths
from game.scenes.map.zoom_and_pan import MapCamera

WORK_S = 0.003
"""The seconds of work in one update, few enough that no frame is late."""
NEWS_AFTER = 2
"""The updates from finding something to drawing it: work and drawing share no turn of the loop."""


class News(Enum):
    """What one update of the background work has found."""

    LAYOUT = auto()
    """Another layout is there, or ends are known."""
    WORTHS = auto()
    """Lines have other colours."""
    TO_DRAW = auto()
    """What was found is to be drawn now."""


class BackgroundWork:
    """The work on one tree: first its layouts and ends, then the worths of its lines."""

    def __init__(self, camera: MapCamera, worths: MapWorths) -> None:
        self._camera, self._worths = camera, worths
        self._news_age: int | None = None
        """Updates since something was found that is not drawn yet."""

    @property
    def is_done(self) -> bool:
        """Whether nothing can be done before the solver reports more, and all is drawn."""
        is_coloured = not self._camera.ready or self._worths.is_idle
        return self._camera.done and is_coloured and self._news_age is None

    def go_on(self) -> News | None:
        """Do the work of one update; returns what it found, or None."""
        if self._news_age is None:
            news = self._find_out()
            self._news_age = None if news is None else 0
            return news
        self._news_age += 1
        if self._news_age < NEWS_AFTER:
            return None
        self._news_age = None
        return News.TO_DRAW

    def _find_out(self) -> News | None:
        if self._camera.work(WORK_S):
            return News.LAYOUT
        if self._camera.done and self._worths.work(WORK_S):
            self._camera.layouts.note_lost(self._worths.lost)
            return News.WORTHS
        return None
