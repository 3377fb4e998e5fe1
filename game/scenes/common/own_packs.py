"""Reads the player's own packs of deals for scenes: small ones at once, large ones in slices
behind a progress dialog.
"""

from __future__ import annotations

from game.core.level_packs import Pack
from game.scenes.common import progress
from game.scenes.common.base import Change
from game.scenes.common.progress import SLICE_S, ProgressWords
from game.scenes.common.services import Services


def read_one_slice(services: Services) -> list[Pack]:
    """Read for about `SLICE_S` seconds; returns all packs that are read by then."""
    packs = services.packs
    packs.look()
    packs.work(SLICE_S)
    return packs.packs


def read_remaining(services: Services) -> Change | None:
    """Read the remaining packs; the player may stop it. None: all packs are read."""
    packs = services.packs

    def then(stopped: bool) -> None:
        if stopped:
            packs.stop()

    return None if packs.done else progress.begin(services, packs, PACKS_WORDS, then)


PACKS_WORDS = ProgressWords("reading", lambda _: _("Reading your packs of deals"))
