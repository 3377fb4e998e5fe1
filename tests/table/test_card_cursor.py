"""The card cursor: arrows lead to every card, in windows of every form."""

from __future__ import annotations

from random import Random

import pytest
from handwritten_positions import rules_name
from made_deals import any_move
from table_driver import SIZES

from game.core import deals
from game.core.position import PileKind, Position, Seat
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.table.card_cursor import CardCursor, first_seat, reading_order, stops
from game.table.card_sprites import Appearance, CardSprites

GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
ARROWS = ((1, 0), (-1, 0), (0, 1), (0, -1))

every_game = pytest.mark.parametrize("rules", GAMES, ids=rules_name)
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def played(rules: Rules, actions: int, seed: int = 1) -> Position:
    """A position after some random moves."""
    random, position = Random(seed), rules.deal(deals.deck_of(seed))
    for _ in range(actions):
        move = any_move(rules, position, random)
        if move is None:
            break
        position = rules.apply(position, move)
    return position


def view_of(
    rules: Rules, size: tuple[int, int], position: Position, *, mirrored: bool = False
) -> CardSprites:
    view = CardSprites(rules, size)
    view.appearance = Appearance(mirrored=mirrored)
    view.put(position)
    view.resize(size, 1.0)
    return view


def reached(view: CardSprites, start: Seat, *, by_pile: bool = False) -> set[Seat]:
    """All that arrows lead to from a seat."""
    found, due = {start}, [start]
    while due:
        here = due.pop()
        for arrow in ARROWS:
            cursor = CardCursor()
            cursor.put(here)
            if cursor.towards(view.position, view.arrangement, arrow, by_pile=by_pile):
                assert cursor.seat is not None
                if cursor.seat not in found:
                    found.add(cursor.seat)
                    due.append(cursor.seat)
    return found


@every_game
@every_size
@pytest.mark.parametrize("mirrored", [False, True], ids=["plain", "mirrored"])
def test_arrows_lead_to_every_stop_from_every_pile(
    rules: Rules, size: tuple[int, int], *, mirrored: bool
) -> None:
    view = view_of(rules, size, played(rules, 12), mirrored=mirrored)
    kinds = view.arrangement.kinds
    wanted = {seat for pile in range(len(kinds)) for seat in stops(view.position, kinds, pile)}
    for pile in (0, len(kinds) // 2, len(kinds) - 1):
        assert reached(view, view.position.end(pile)) == wanted


@every_game
@every_size
def test_jumps_lead_to_the_end_of_every_pile(rules: Rules, size: tuple[int, int]) -> None:
    view = view_of(rules, size, played(rules, 12))
    wanted = {view.position.end(pile) for pile in range(len(rules.piles))}
    assert reached(view, first_seat(view.position, view.arrangement), by_pile=True) == wanted


@every_game
def test_stops_go_from_the_end_inwards(rules: Rules) -> None:
    position = played(rules, 30)
    kinds = [pile.kind for pile in rules.piles]
    for pile, held in enumerate(position.piles):
        depths = [seat.depth for seat in stops(position, kinds, pile)]
        assert depths == sorted(depths, reverse=True)
        assert depths[0] == max(0, len(held) - 1)
        assert all(position.is_up(Seat(pile, depth)) for depth in depths[1:])
        if kinds[pile] is not PileKind.COLUMN:
            assert len(depths) == 1


@every_game
def test_reading_order_names_every_pile_once(rules: Rules) -> None:
    view = view_of(rules, (1280, 800), played(rules, 0))
    assert sorted(reading_order(view.arrangement)) == list(range(len(rules.piles)))


def test_it_begins_where_it_was_or_at_the_first_column() -> None:
    rules = BrainJam()
    view = view_of(rules, (1280, 800), played(rules, 0))
    cursor = CardCursor()
    assert not cursor.shown
    first = cursor.begin(view.position, view.arrangement)
    assert rules.piles[first.pile].id == "column-1"
    assert first == view.position.end(first.pile)
    cursor.towards(view.position, view.arrangement, (1, 0))
    cursor.shown = False
    assert rules.piles[cursor.begin(view.position, view.arrangement).pile].id == "column-2"


def test_it_stays_on_its_pile_and_goes_to_its_end() -> None:
    rules = Klondike()
    before = rules.deal(deals.deck_of(1))
    cursor = CardCursor()
    pile = next(index for index, each in enumerate(rules.piles) if each.id == "column-7")
    cursor.put(before.end(pile))
    piles = list(before.piles)
    piles[pile] = piles[pile][:2]
    cursor.follow(before._replace(piles=tuple(piles)))
    assert cursor.seat == Seat(pile, 1)
    piles[pile] = ()
    cursor.follow(before._replace(piles=tuple(piles)))
    assert cursor.seat == Seat(pile, 0)
