"""A table in little plays its deals to the end, one after another, every card on its seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.core.deals import Deck
from game.core.moves import DONE
from game.play.notation import read_answer
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.sample_positions import sample_position
from game.scenes.menu.self_play import (
    BEAT,
    FLAG_STAYS,
    HOME_BEAT,
    DemoDeal,
    Phase,
    SelfPlayTable,
    demo_deals,
    demo_file,
    read_demos,
)
from game.system.folders import asset_folder
from game.table.miniature import MiniaturePlaces

GAMES = (BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Klondike())
IDS = [f"{rules.name} {rules.policy}".strip() for rules in GAMES]
AREA = pygame.Rect(15, 30, 228, 220)
LINES = read_demos(asset_folder())


def reel(rules: Rules, seed: int = 1) -> Iterator[DemoDeal]:
    return demo_deals(rules, LINES, Random(seed))


def playing(rules: Rules, area: pygame.Rect = AREA) -> SelfPlayTable:
    pygame.display.init()
    table = SelfPlayTable()
    table.arrange(area)
    assert table.play(reel(rules), 1.0, Random(1))
    return table


def step(table: SelfPlayTable) -> None:
    assert table.due is not None
    table.update(table.due)


def check_seats(table: SelfPlayTable) -> None:
    places = table._places
    assert isinstance(places, MiniaturePlaces)
    for card, seat in table.position.seats():
        sprite = table._sprites[card]
        assert (sprite.x, sprite.y) == places.place(table.position, seat)
        assert sprite.up == table.position.is_up(seat)
        assert sprite.flip == 1.0 and not sprite.legs
    assert len(table._sprites) == sum(map(len, table.position.piles))


@pytest.mark.parametrize("rules", GAMES, ids=IDS)
def test_every_deal_that_comes_with_the_program_is_won_by_its_answer(rules: Rules) -> None:
    deals, decks = reel(rules), set[Deck]()
    while (deal := next(deals)).deck not in decks:
        decks.add(deal.deck)
        assert deal.rules == rules
        position = rules.deal(deal.deck)
        for move in read_answer(rules, position, deal.answer):
            position = rules.apply(position, move)
            columns = [p for p, (kind, _) in enumerate(rules.piles) if kind in ("column", "slot")]
            assert max(len(position.piles[p]) for p in columns) <= rules.facts.demo_column
        assert rules.is_won(position)
    assert len(decks) >= 7, "another one on each day of a week"


@pytest.mark.parametrize("rules", GAMES, ids=IDS)
def test_a_deal_is_played_to_its_end_cheered_gathered_and_the_next_one_dealt(rules: Rules) -> None:
    table = playing(rules)
    first = table._moves[0]
    wins = flags = 0
    for _ in range(20_000):
        step(table)
        if not table.moving and table._phase is not Phase.GATHERED:
            check_seats(table)
        won = rules.is_won(table.position)
        wins += won
        flags += table._flag_size() > 0
        assert not table._flag_size() or won, "no flag before the win"
        if table._made == 3 and table._moves[0] != first:
            break
    else:
        raise AssertionError("the next deal never came")
    assert wins and flags
    assert table.plays_by(rules)


def test_the_flag_stays_for_its_time_and_goes() -> None:
    table = playing(Gaps())
    while table._flag_at is None:
        step(table)
    began = table._flag_at
    while table._flag_at is not None:
        step(table)
    assert table.now - began == pytest.approx(FLAG_STAYS, abs=0.1)


def test_a_card_flies_without_a_jump_and_turns_on_its_way() -> None:
    table = playing(Klondike())
    before: dict[int, tuple[float, float]] = {}
    flips = set()
    for _ in range(600):
        step(table)
        for card, sprite in table._sprites.items():
            at = sprite.x, sprite.y
            if card in before:
                far = max(abs(a - b) for a, b in zip(at, before[card], strict=True))
                assert far < 60, "in a thirtieth of a second"
            before[card] = at
            flips.add(round(sprite.flip, 1))
    assert min(flips) < 0.5


def test_it_asks_for_time_only_when_something_happens() -> None:
    table = playing(BrainJam())
    assert not table.update(0.5) and not table.moving
    assert table.due == pytest.approx(0.5)
    assert table.update(0.5) and table.moving
    assert table.due == pytest.approx(1 / 30)


def test_a_machine_that_slept_does_not_catch_up() -> None:
    table = playing(BrainJam())
    made = table._made
    table.update(8 * 3600)
    assert table._made - made <= 1


def test_resting_it_lets_its_cards_land_and_asks_for_nothing_until_it_plays_on() -> None:
    table = playing(BrainJam())
    while not table.moving:
        table.update(0.1)
    table.rests = True
    while table.moving:
        assert table.due is not None
        table.update(0.05)
    made, now = table._made, table.now
    assert table.due is None
    table.update(100)
    assert (table._made, table.now) == (made, now)
    table.rests = False
    assert table.due is not None
    for _ in range(40):
        table.update(0.1)
    assert table._made > made


def test_standing_still_it_asks_for_nothing() -> None:
    table = playing(BrainJam())
    table.hold(Gaps(), sample_position(Gaps()))
    assert table.due is None and not table.plays
    assert not table.update(100)
    assert table.position == sample_position(Gaps())
    check_seats(table)


@pytest.mark.parametrize("moment", ["flight", "flag", "gathering", "dealing"])
def test_another_size_puts_every_card_on_its_seat(moment: str) -> None:
    table = playing(LaPeau())
    reached = {
        "flight": lambda: table.moving,
        "flag": lambda: table._flag_at is not None,
        "gathering": lambda: len(table._flying()) > 1 and table._made == len(table._moves),
        "dealing": lambda: table._made == 0 and table.moving,
    }[moment]
    while not reached():
        step(table)
    table.arrange(pygame.Rect(10, 10, 120, 100))
    check_seats(table)
    for _ in range(300):
        step(table)
        if not table.moving and table._phase is not Phase.GATHERED:
            check_seats(table)


def test_cards_go_home_quickly_once_nothing_else_is_left_to_do() -> None:
    table = playing(LaPeau())
    beats: dict[int, float] = {}
    while table._made < len(table._moves):
        made, before = table._made, table._next_at
        step(table)
        if table._made > made:
            beats[made] = table._next_at - before
    last = max(n for n, move in enumerate(table._moves) if move.onto != DONE)
    assert last in beats and last + 1 in beats
    for made, beat in beats.items():
        assert beat == pytest.approx(HOME_BEAT if made > last else BEAT)


def test_the_same_deal_does_not_come_twice_before_all_have_come() -> None:
    deals = reel(BrainJam())
    decks = [next(deals).deck for _ in range(20)]
    assert len(set(decks[:10])) == 10
    assert decks[10:] == decks[:10]


def test_a_game_without_lines_has_no_deal_and_remarks_are_none(tmp_path: Path) -> None:
    file = demo_file(tmp_path)
    file.parent.mkdir()
    good = next(line for line in LINES if line.startswith("fourfold gaps"))
    file.write_text(f"# remark\n\n{good}\n", "utf-8")
    lines = read_demos(tmp_path)
    assert lines == [good]
    deals = demo_deals(Gaps(), lines, Random(3))
    assert [next(deals).rules for _ in range(3)] == [Gaps()] * 3
    assert next(demo_deals(BrainJam(), lines, Random(1)), None) is None
