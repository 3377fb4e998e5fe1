"""The packs that the list can show; of the one shown, what the player has done with each deal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from game.core import deals
from game.play.level_packs import Pack, pack_named
from game.record.deal_list import ListedDeal, Listing, moves_by_deck
from game.record.pack_files import packs_fitting, packs_of, proved_lengths, short_name
from game.rules import Rules, rules_for
from game.scenes.common.deal_and_day_words import clock_text
from game.scenes.common.deal_sources import pack_told, read_one_slice
from game.scenes.common.services import Services
from game.storage import DealFigures, DealKey, StorageError
from game.system.folders import levels_folder
from game.system.language import Language


def packs_at(services: Services, rules: Rules, deck: str, place: str) -> tuple[list[Pack], int]:
    """The packs of a game and policy, its own and the player's, and the index of the one to show.
    That is the one with the deal of these 52 letters; of several, the one that the deal's place
    names (`Pack.place_of`), else the first. Without such a pack the index is 0.
    """
    packs = packs_of(rules, levels_folder(), read_one_slice(services))
    dealt = deals.parse_deck(deck) if deck else ()
    holding = [
        at for at, pack in enumerate(packs) if any(level.deck == dealt for level in pack.levels)
    ]
    named = pack_named(place)
    return packs, min(holding, key=lambda at: packs[at].name != named, default=0)


def packs_with(services: Services, rules: Rules, pack: Pack) -> tuple[list[Pack], int]:
    """The packs of a game and policy, its own and the player's, and the index of `pack` among them.
    If several hold its deals, it is the one with its name. A pack that is not among them is
    inserted where it will be once it is kept: among the player's, by its name.
    """
    own = read_one_slice(services)
    packs = packs_of(rules, levels_folder(), own)
    if not any(other.levels == pack.levels for other in packs):
        own = sorted([*own, pack], key=lambda other: other.name)
        packs = packs_of(rules, levels_folder(), own)
    alike = [place for place, other in enumerate(packs) if other.levels == pack.levels]
    return packs, min(alike, key=lambda place: packs[place].name != pack.name)


class ListedPacks:
    """All packs that can be chosen. One is shown, with the player's record of its deals. If some of
    the record cannot be read, the player is told, and that part is missing.
    """

    def __init__(self, services: Services, packs: list[Pack], shown: int) -> None:
        """`shown` is the place of the pack to begin with."""
        self._services, self._ = services, services.language
        self.packs = packs
        self.listing = Listing(packs[shown], {}, {})
        self.rules: Rules
        self._totals: Mapping[str, tuple[int, float]] = {}
        """The attempts of each deal that was tried, and the seconds in all."""
        self.show(shown)

    # Which packs there are

    @property
    def shown(self) -> int:
        """The place of the pack shown."""
        return self.packs.index(self.listing.pack)

    def names(self) -> list[str]:
        """The names of the packs: the size of the game's own, the file names of the player's."""
        return [self._name_of(pack) for pack in self.packs]

    def _name_of(self, pack: Pack) -> str:
        if not pack.proved:
            return short_name(pack.name)
        count = len(pack.levels)
        return self._.plural("{n} deal", "{n} deals", count).format(n=self._.number(count))

    def tell_problems(self) -> None:
        """Tell what the pack shown holds, if some lines of its file are left out."""
        if self.listing.pack.problems:
            self._services.tell(pack_told(self.listing.pack, self._))

    def take_more(self) -> bool:
        """Add the packs that were too large to be read before; True if there are any."""
        found = packs_fitting(self._services.packs.packs, self.rules)
        more = [pack for pack in found if not self._is_there(pack)]
        self.packs += more
        return bool(more)

    def _is_there(self, pack: Pack) -> bool:
        """True if a pack is in the list, perhaps under another name."""
        if pack.levels:
            return any(pack.levels == known.levels for known in self.packs)
        return any(pack.name == known.name for known in self.packs)

    # The player's record

    def show(self, place: int) -> None:
        """Show the pack at a place, filtered and sorted as the one before."""
        pack = self.packs[place]
        self.rules = rules_for(pack.game, pack.options)
        self._read(pack)

    def read_again(self) -> None:
        """Read the record of the pack shown; it may have changed."""
        self._read(self.listing.pack)

    def _read(self, pack: Pack) -> None:
        storage, rules = self._services.game_store.storage, self.rules
        best: dict[str, int] = {}
        alone: dict[str, int] = {}
        played: dict[str, int] = {}
        begun: set[str] = set()
        self._totals = {}
        shortest = {} if pack.proved else proved_lengths(rules, levels_folder(), storage)
        try:
            best = moves_by_deck(storage.answers.all(rules.name, rules.policy))
            alone = moves_by_deck(storage.answers.all(rules.name, rules.policy, alone=True))
            played = storage.touched(rules.name, rules.policy)
            begun = storage.begun(rules.name, rules.policy)
            self._totals = storage.attempt_totals(rules.name, rules.policy)
        except StorageError as error:
            self._services.tell(error.sentence(self._))
        before, self.listing = self.listing, Listing(pack, best, played, alone, begun, shortest)
        self.listing.follow(before)
        self.listing.arrange()

    def last_played(self) -> str:
        """The 52 letters of the game's deal played last; empty: none, or one of another policy."""
        try:
            last = self._services.game_store.storage.last_played(self.rules.name)
        except StorageError as error:
            self._services.tell(error.sentence(self._))
            return ""
        return last.key.deck if last is not None and last.key.options == self.rules.policy else ""

    def record_of(self, deal: ListedDeal) -> PlayRecord:
        """The record of playing a deal."""
        tries, seconds = self._totals.get(deal.deck, (0, 0.0))
        key, kept = DealKey(self.rules.name, self.rules.policy, deal.deck), None
        with suppress(StorageError):
            kept = self._services.game_store.storage.deal_figures(key)
        return PlayRecord(tries, seconds, kept)


class PlayRecord(NamedTuple):
    """The record of one deal."""

    tries: int
    seconds: float
    """Played, all tries together."""
    kept: DealFigures | None
    """What its history holds; None if there is none, or it cannot be read."""

    def text(self, _: Language) -> str:
        """The record in one line; empty if the deal was never played."""
        words = []
        if self.tries:
            words.append(_.plural("{n} attempt", "{n} attempts", self.tries).format(n=self.tries))
        if self.seconds >= 1:
            words.append(_("{time} in total").format(time=clock_text(int(self.seconds))))
        return " · ".join(words)
