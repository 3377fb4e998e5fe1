"""Where deals come from: the number of a new one, and the player's own packs. Small packs are
read at once, large ones behind a progress dialog.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Final

from game.core import deals
from game.core.translatable_texts import Verbatim, said_in_turn
from game.play.level_packs import Level, Pack, number_of, without_file
from game.record.pack_files import packs_of
from game.rules import Rules, rules_for
from game.scenes.common import progress
from game.scenes.common.base import Change, OpenTable
from game.scenes.common.progress import SLICE_S, LongWork
from game.scenes.common.services import Services
from game.system.folders import levels_folder
from game.system.language import Language


def new_number(services: Services, rules: Rules, present: int | None = None) -> int:
    """A random deal number, never that of the `present` deal. With the setting 'winnable deals
    only' it is one proved winnable, if there is one: a number that the solver keeps ready or, while
    there is none, one of the game's own lists.
    """
    number, winnable = present, services.settings.winnable_only
    while number is None or number == present:
        number = services.solver.ready_number(rules) if winnable else None
        if winnable and number is None:
            number = _listed(rules, present)
        if number is None:
            number = SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)
    return number


def tell_no_number(services: Services) -> None:
    """Say which numbers deals have: what was typed or pasted is none of them."""
    services.tell(services.language("Deal numbers run from 0 to 999999"))


def _listed(rules: Rules, present: int | None) -> int | None:
    """The number of a random deal of the game's own lists, which are proved winnable, but not the
    `present` one; None if there is no such deal.
    """
    packs = [pack for pack in packs_of(rules, levels_folder()) if pack.proved]
    levels = [level for pack in packs for level in pack.levels]
    while levels:
        level = levels.pop(SystemRandom().randrange(len(levels)))
        number = number_of(level.id, level.deck)
        if number is not None and number != present:
            return number
    return None


def table_of(
    rules: Rules, pack: Pack, level: Level, par: tuple[int, bool] | None, *, named: bool = False
) -> OpenTable:
    """The table of a pack's deal; `par` and `named` as in `OpenTable`."""
    number, place = number_of(level.id, level.deck), pack.place_of(level)
    return OpenTable(rules, level.deck, number, par=par, named=named, pack=place)


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
    if reading.done:
        return None
    heading = lambda _: _("Reading your deal packs")  # noqa: E731
    return progress.begin(services, LongWork(reading, "reading", heading, lambda *_: None))


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
