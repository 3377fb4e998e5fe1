"""Reads the player's own packs of deals for scenes: small ones at once, large ones in slices
behind a progress dialog.
"""

from __future__ import annotations

from typing import Final

from game.core.level_packs import Pack, without_file
from game.core.translatable_texts import Verbatim, said_in_turn
from game.rules import rules_for
from game.scenes.common import progress
from game.scenes.common.base import Change
from game.scenes.common.progress import SLICE_S, ProgressWords
from game.scenes.common.services import Services
from game.system.language import Language

MOST_TOLD: Final = 2
"""The most lines left out of a pack that one message names."""


def read_one_slice(services: Services) -> list[Pack]:
    """Read for about `SLICE_S` seconds; returns all packs that are read by then."""
    services.packs.look()
    services.packs.reading.work(SLICE_S)
    return services.packs.packs


def read_remaining(services: Services) -> Change | None:
    """Read the remaining packs; the player may stop it. None: all packs are read."""
    reading = services.packs.reading
    return None if reading.done else progress.begin(services, reading, PACKS_WORDS, lambda _: None)


def pack_told(pack: Pack, _: Language) -> str:
    """What a pack holds, how many lines of its file are left out, and the first of them."""
    count, bad, told = len(pack.levels), len(pack.problems), list[str]()
    if count:
        title = rules_for(pack.game, pack.options).title
        words = _.plural("{file}: {n} deal of {game}", "{file}: {n} deals of {game}", count)
        told.append(Verbatim(words.format(file=pack.name, n=_.number(count), game=title)))
    if count and bad:
        left = _.plural("{n} line skipped", "{n} lines skipped", bad)
        told.append(left.format(n=_.number(bad)))
    for problem in pack.problems[:MOST_TOLD]:
        told.append((without_file(problem) if told else problem).translated(_))
    sentence = said_in_turn(told, _)
    return Verbatim(f"{sentence} …") if bad > MOST_TOLD else sentence


PACKS_WORDS = ProgressWords("reading", lambda _: _("Reading your deal packs"))
