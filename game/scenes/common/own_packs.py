"""The player's own packs of deals, as scenes come by them: small ones at once, large ones in pieces
with their progress shown.
"""

from __future__ import annotations

from game.core.level_packs import Pack
from game.scenes.common import progress
from game.scenes.common.base import Change
from game.scenes.common.progress import SLICE_S, ProgressWords
from game.scenes.common.services import Services
from game.system.language import Language


def read_at_once(services: Services) -> list[Pack]:
    """All that are read by now; where one is large it may be missing."""
    shelf = services.packs
    shelf.look()
    shelf.work(SLICE_S)
    return shelf.packs


def read_on(services: Services) -> Change | None:
    """Read the others, which the player may stop; None where there are none."""
    shelf = services.packs

    def then(stopped: bool) -> None:
        if stopped:
            shelf.stop()

    return None if shelf.done else progress.begin(services, shelf, PACKS_WORDS, then)


def _percent(_: Language, read: int, count: int) -> str:
    return _("{n} % done").format(n=100 * read // max(1, count))


PACKS_WORDS = ProgressWords("reading", lambda _: _("Reading your packs of deals"), _percent)


def file_words(name: str) -> ProgressWords:
    """The words of reading a file of this name."""
    return ProgressWords("reading", lambda _: _("Reading {file}").format(file=name), _percent)
