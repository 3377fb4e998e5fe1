"""Finds out what a map shows, a little between frames: layouts, ends, what lines are worth."""

from __future__ import annotations

from enum import Enum, auto

from game.scenes.map.worths import MapWorths
from game.scenes.map.zoom_and_pan import MapSight

WORK_S = 0.003
"""How long at a time layouts and ends are worked on, so that no frame is late."""
NEWS_AFTER = 2
"""What they bring is drawn so many updates after: in a turn of its own."""


class News(Enum):
    """What has come of some work."""

    LAYOUT = auto()
    """Another layout is there, or ends are known."""
    WORTHS = auto()
    """Lines have other colours."""
    TO_DRAW = auto()
    """What was found is to be drawn now."""


class BackgroundWork:
    """The work on one tree: first what it looks like, then what its lines are worth."""

    def __init__(self, sight: MapSight, worths: MapWorths) -> None:
        self._sight, self._worths = sight, worths
        self._news_age: int | None = None
        """Updates since something was found that is not drawn yet."""

    @property
    def has_news(self) -> bool:
        """Whether something was found that is not drawn yet."""
        return self._news_age is not None

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to find out, as far as is known, and nothing to draw."""
        is_coloured = not self._sight.ready or self._worths.is_idle
        return self._sight.done and is_coloured and not self.has_news

    def go_on(self) -> News | None:
        """Do what can be done in one update; what has come of it."""
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
        if self._sight.work(WORK_S):
            return News.LAYOUT
        if self._sight.done and self._worths.work(WORK_S):
            self._sight.atlas.note_lost(self._worths.lost)
            return News.WORTHS
        return None
