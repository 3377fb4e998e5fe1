"""The number of a new deal, and what is said of one that no deal has."""

from __future__ import annotations

from random import SystemRandom

from game.core import deals
from game.core.level_packs import number_of
from game.record.pack_files import packs_of
from game.rules import Rules
from game.scenes.common.services import Services
from game.system.folders import levels_folder


def new_number(services: Services, rules: Rules, present: int | None = None) -> int:
    """A random deal number, never that of the `present` deal. With the setting 'winnable deals
    only' it is one proved winnable, if there is one: a number that the solver keeps ready or, while
    there is none, one of the game's own lists.
    """
    while (number := _drawn(services, rules, present)) == present:
        pass
    return number


def tell_no_number(services: Services) -> None:
    """Say which numbers deals have: what was typed or pasted is none of them."""
    services.tell(services.language("Deal numbers run from 0 to 999999"))


def _drawn(services: Services, rules: Rules, present: int | None) -> int:
    """A number as for `new_number`; among all numbers it may be the present one."""
    if services.settings.winnable_only:
        number = services.solver.ready_number(rules)
        if number is None:
            number = _listed(rules, present)
        if number is not None:
            return number
    return SystemRandom().randrange(deals.HIGHEST_NUMBER + 1)


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
