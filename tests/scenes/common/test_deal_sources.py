"""The number of a New: winnable ones only, where the player wants that."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest
from recording_services import RecordingServices, gateway_to, recording_services

from game.core import deals
from game.record.pack_files import packs_of
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common import deal_sources
from game.scenes.common.deal_sources import new_number

EVERY_GAME = pytest.mark.parametrize(
    "rules",
    [BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Klondike()],
    ids=lambda rules: rules.title + rules.policy,
)


class Stocked:
    """A solver that has some winnable numbers ready."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)

    def ready_number(self, game: str, options: tuple[str, ...] = ()) -> int | None:
        return self.numbers.pop(0) if self.numbers else None


def services_with(numbers: Iterable[int], *, winnable_only: bool) -> RecordingServices:
    held = recording_services(winnable_only=winnable_only)
    held.services.solver = gateway_to(lambda receive: Stocked(numbers), eager=True)
    return held


@EVERY_GAME
def test_with_winnable_deals_only_the_numbers_of_the_solver_come_first(rules: Rules) -> None:
    held = services_with([17, 4, 99], winnable_only=True)
    assert [new_number(held.services, rules) for _ in range(3)] == [17, 4, 99]


@pytest.mark.parametrize("par", ["85", "-"])
def test_while_the_solver_has_none_a_deal_of_the_games_own_list_is_given(
    par: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"{id} {deals.deck_text(deals.deck_of(n))} {par}" for id, n in LISTED]
    (tmp_path / "klondike.txt").write_text("# game: klondike\n" + "\n".join(lines))
    monkeypatch.setattr(deal_sources, "levels_folder", lambda: tmp_path)
    held = services_with([], winnable_only=True)
    found = {new_number(held.services, Klondike()) for _ in range(60)}
    assert found == {3, 8}
    others = {new_number(held.services, Klondike(), 3) for _ in range(60)}
    assert others == {8}, "a new deal is not the one on the table"


LISTED = (("0003", 3), ("0008", 8), ("easy", 9), ("0011", 12))
"""Two of these have no number: their ids are not those of their cards."""


@EVERY_GAME
def test_the_games_own_lists_give_numbers_of_their_own(rules: Rules) -> None:
    packs = [pack for pack in packs_of(rules, deal_sources.levels_folder()) if pack.proved]
    if not packs:
        pytest.skip("there is no list of this game yet")
    held = services_with([], winnable_only=True)
    decks = {level.deck for pack in packs for level in pack.levels}
    for _ in range(5):
        assert deals.deck_of(new_number(held.services, rules)) in decks


def test_without_list_and_solver_any_number_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_sources, "levels_folder", lambda: tmp_path)
    held = services_with([], winnable_only=True)
    found = {new_number(held.services, Gaps()) for _ in range(12)}
    assert len(found) > 8 and all(0 <= number <= deals.HIGHEST_NUMBER for number in found)


def test_a_player_who_wants_any_deal_gets_any_and_the_solver_is_not_asked() -> None:
    held = services_with([17] * 100, winnable_only=False)
    found = {new_number(held.services, BrainJam()) for _ in range(50)}
    assert len(found) > 40


def test_a_number_that_is_drawn_again_is_not_the_new_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    held = services_with([17, 17, 4], winnable_only=True)
    assert new_number(held.services, BrainJam(), 17) == 4
    held = services_with([], winnable_only=False)
    numbers = iter([17, 17, 5])
    monkeypatch.setattr(
        deal_sources, "SystemRandom", lambda: SimpleNamespace(randrange=lambda _: next(numbers))
    )
    assert new_number(held.services, BrainJam(), 17) == 5
