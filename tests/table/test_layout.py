"""Where bars, piles and cards are, in windows of every form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

import pygame
import pytest
from handwritten_positions import rules_name
from hypothesis import example, given
from hypothesis import strategies as st
from table_driver import SIZES

from game.core import deals
from game.core.position import PileKind, Position, Seat, piles
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.rules.facts import Facts, Reach, Spread
from game.scenes.options.option_list import LEAST_CARDS
from game.table.card_size_and_fan import uses_mini_face
from game.table.card_sprites import Appearance, CardSprites
from game.table.layout import RoomBelow, TableLayout
from game.table.miniature import MiniaturePlaces
from game.table.window_layout import (
    Box,
    WindowShape,
    bottom_bar_scale,
    frame,
    is_small,
    room_for_bar,
)

GAMES: tuple[Rules, ...] = (BrainJam(), LaPeau(), Gaps(), Klondike())
WINDOWS = st.tuples(st.integers(640, 3840), st.integers(400, 2160))
UI = st.sampled_from((0.8, 1.0, 1.25, 1.5))
NEEDS = {"classic": 0.215, "side": 0.145, "mini": 0.295, "large": 82 / 350}
"""How much of a covered card must show so that its rank and suit can be read, of CH."""

every_game = pytest.mark.parametrize("rules", GAMES, ids=rules_name)
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def table_of(
    rules: Rules,
    size: tuple[int, int],
    position: Position | None = None,
    *,
    ui: float = 1.0,
    large: bool = False,
) -> TableLayout:
    """The arrangement of a position, by default the deal 1."""
    view = CardSprites(rules, size)
    view.resize(size, ui)
    view.appearance = Appearance(large=large)
    view.put(position or rules.deal(deals.deck_of(1)))
    return view.arrangement


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


class WideTop(BrainJam):
    """A game with more piles above its columns than columns."""

    name = "widetop"
    piles = piles((PileKind.FOUNDATION, 4), (PileKind.RESERVE, 8), (PileKind.COLUMN, 8))

    def __init__(self, spread: Spread) -> None:
        self.facts = Facts(spreads=(spread,))  # type: ignore[misc]

    def deal(self, deck: Sequence[int]) -> Position:
        return Position(((),) * 12 + super().deal(deck).piles[8:])


TWELVE = Spread(
    12, 12.8, 0.2, 36, 0.235, ((PileKind.FOUNDATION, 0, 4), (PileKind.RESERVE, 4, 8)),
    dealt=Reach(0, 6), usual=Reach(0, 11), open_for=Reach(0, 8), headed=True,
)  # fmt: skip


# Piles


def check_piles(table: TableLayout) -> None:
    window = Box(0, 0, table.frame.width, table.frame.height)
    assert inside(table.frame.area, window)
    assert not overlap(table.frame.area, table.frame.side)
    assert not overlap(table.frame.area, table.frame.edge)
    assert not overlap(table.frame.side, table.frame.edge)
    for box in table.piles:
        assert inside(box, table.frame.area), box
        assert (box.w, box.h) == table.card
    for a, b in combinations(table.piles, 2):
        assert not overlap(a, b), (a, b)
    if table.plate.w and table.plate.h:
        above_rows = table.frame.small and table.kinds[0] is PileKind.SLOT
        assert inside(table.plate, window if above_rows else table.frame.area)
        assert not any(overlap(table.plate, box) for box in table.piles)


def test_a_window_is_small_by_its_width_or_height() -> None:
    assert is_small(899, 800, 1.0)
    assert is_small(1280, 559, 1.0)
    assert not is_small(900, 560, 1.0)


@every_size
@every_game
def test_piles_lie_apart_in_the_card_area(rules: Rules, size: tuple[int, int]) -> None:
    check_piles(table_of(rules, size))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("ui", [1.5, 2.0])
@every_size
@every_game
def test_where_bars_have_grown_cards_still_stand_off_them(
    rules: Rules, size: tuple[int, int], ui: float, mirrored: bool
) -> None:
    window = frame(WindowShape(*size, ui, mirrored))
    view = CardSprites(rules, size)
    view.appearance = Appearance(mirrored=mirrored)
    view.resize(size, ui)
    if view.frame.small:
        return
    view.put(rules.deal(deals.deck_of(1)))
    piles, card = view.arrangement.piles, view.arrangement.card
    if min(b.x - a.x - card[0] for a, b in combinations(piles, 2) if b.x > a.x) <= 2:
        return
    left, right = min(box.x for box in piles), max(box.right for box in piles)
    ends = (window.edge.right, window.side.x) if mirrored else (window.side.right, window.edge.x)
    if window.portrait:
        ends = (0, window.side.x) if mirrored else (window.side.right, window.width)
    assert left - ends[0] >= 8 and ends[1] - right >= 8


@every_game
@given(size=WINDOWS, ui=UI)
def test_piles_lie_apart_in_windows_of_any_size(
    rules: Rules, size: tuple[int, int], ui: float
) -> None:
    check_piles(table_of(rules, size, ui=ui))


@every_size
@every_game
def test_cards_are_five_to_seven_and_large_enough_to_hit(
    rules: Rules, size: tuple[int, int]
) -> None:
    width, height = table_of(rules, size).card
    assert abs(height - width * 7 / 5) <= 1
    assert width >= 36


# Columns


def full(rules: Rules, *columns: tuple[int, int]) -> Position:
    """A position whose first columns hold so many face-down and face-up cards."""
    first = next(i for i, pile in enumerate(rules.piles) if pile.kind is PileKind.COLUMN)
    piles: list[tuple[int, ...]] = [()] * len(rules.piles)
    down = [0] * len(rules.piles)
    cards = iter(range(52))
    for index, (backs, faces) in enumerate(columns):
        piles[first + index] = tuple(next(cards) for _ in range(backs + faces))
        down[first + index] = backs
    return Position(tuple(piles), tuple(down) if rules.name == "klondike" else ())


LONGEST = {
    "brainjam": [((0, 18),), ((0, 18), (0, 17), (0, 17)), ((0, 7), (0, 8), (0, 18))],
    "lapeau": [((0, 16),), ((0, 16), (0, 16), (0, 16)), ((0, 4),) * 7 + ((0, 16),)],
    "klondike": [((6, 13),), ((6, 13), (5, 13), (4, 11)), ((6, 1), (0, 13)), ((0, 13), (6, 2))],
}
"""Brain Jam: six dealt cards, then a king's run down to the queen of another suit's ace at worst;
La Peau: three on which a king's run lies; Klondike: six face down under a whole run.
"""


def check_columns(table: TableLayout, position: Position, *, large: bool) -> None:
    """Columns end above their floors, and every covered card shows what its face needs."""
    height = table.card[1]
    for pile, held in enumerate(position.piles):
        if table.kinds[pile] is not PileKind.COLUMN or not held:
            continue
        bottom = table.seat(position, Seat(pile, len(held) - 1)).bottom
        assert bottom <= table.floors[pile], (pile, bottom, table.floors[pile], table.card)
        narrow = table.takes_side_face(position, pile)
        face = "mini" if table.mini else "large" if large else "side" if narrow else "classic"
        for depth in range(len(held) - 1):
            shown = table.shown(position, Seat(pile, depth))
            need = NEEDS[face] * height if position.is_up(Seat(pile, depth)) else 3
            assert shown.h >= need, (face, pile, depth, shown, height)


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large print"])
@every_size
@pytest.mark.parametrize("game", LONGEST)
def test_the_longest_columns_end_above_the_floor_and_show_every_index(
    game: str, size: tuple[int, int], large: bool
) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    for columns in LONGEST[game]:
        position = full(rules, *columns)
        check_columns(table_of(rules, size, position, large=large), position, large=large)


@example(size=(711, 449), ui=0.8, large=True, seed=3841)
@given(size=WINDOWS, ui=UI, large=st.booleans(), seed=st.integers(0, 10_000))
@pytest.mark.parametrize("game", LONGEST)
def test_columns_of_any_length_fit_in_windows_of_any_size(
    game: str, size: tuple[int, int], ui: float, large: bool, seed: int
) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    random = Random(seed)
    columns, left = [], 52
    for index in range(min(7, random.randint(1, 7))):
        backs = random.randint(0, 6) if game == "klondike" else 0
        most = {"brainjam": 18, "lapeau": 16, "klondike": 13}[game]
        faces = min(left - backs, random.randint(1, most))
        if faces < 1 or (game == "lapeau" and index > 12):
            break
        columns.append((backs, faces))
        left -= backs + faces
    position = full(rules, *columns)
    check_columns(table_of(rules, size, position, ui=ui, large=large), position, large=large)


@every_size
@pytest.mark.parametrize("game", LONGEST)
def test_columns_that_grow_while_played_fit_and_do_not_grow_back_in_the_deal(
    game: str, size: tuple[int, int]
) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    view = CardSprites(rules, size)
    view.put(rules.deal(deals.deck_of(1)))
    before = view.arrangement.card
    for columns in LONGEST[game]:
        position = full(rules, *columns)
        view.show([position])
        check_columns(view.arrangement, position, large=False)
    least = view.arrangement.card
    assert least <= before
    view.show([rules.deal(deals.deck_of(1))])
    assert view.arrangement.card == least
    view.deal(rules.deal(deals.deck_of(1)), deals.deck_of(1))
    assert view.arrangement.card == before


@every_size
@pytest.mark.parametrize("game", LONGEST)
def test_marks_and_the_bar_leave_the_longest_columns_room(game: str, size: tuple[int, int]) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    position = full(rules, *LONGEST[game][0])
    view = CardSprites(rules, size)
    view.room = view.room._replace(marks=True, bar=True)
    view.put(position)
    marks = view.frame.text_scale.px(20 if view.frame.small else 28)
    room = marks + room_for_bar(view.frame)
    check_columns(view.arrangement, position, large=False)
    column = next(i for i, held in enumerate(position.piles) if held)
    last = Seat(column, len(position.piles[column]) - 1)
    if not view.frame.portrait or rules.name != "lapeau":
        bottom = view.arrangement.seat(position, last).bottom
        assert bottom <= view.frame.area.bottom - room


@pytest.mark.parametrize("ui", [1.0, 1.5])
@every_size
@every_game
def test_the_bar_changes_no_cards_width_or_x(
    rules: Rules, size: tuple[int, int], ui: float
) -> None:
    positions = [rules.deal(deals.deck_of(1))]
    positions += [full(rules, *columns) for columns in LONGEST.get(rules.name, ())]
    for position in positions:
        without, beside = (with_bar(rules, size, ui, position, shown) for shown in (False, True))
        assert beside.card == without.card
        assert [box.x for box in beside.piles] == [box.x for box in without.piles]


@pytest.mark.parametrize("ui", [1.0, 1.5, 2.0])
@every_size
@every_game
def test_the_bar_covers_no_foundation(rules: Rules, size: tuple[int, int], ui: float) -> None:
    table = with_bar(rules, size, ui, rules.deal(deals.deck_of(1)), True)
    home = [
        box
        for box, kind in zip(table.piles, table.kinds, strict=True)
        if kind is PileKind.FOUNDATION
    ]
    lowest = table.frame.area.bottom - room_for_bar(table.frame)
    room = lowest - table.frame.area.y
    if home and (home[0].y == home[-1].y or room >= len(home) * table.card[1]):
        assert max(box.bottom for box in home) <= lowest
    assert not any(overlap(a, b) for a, b in pairwise(home))


@pytest.mark.parametrize("ui", [1.0, 1.5])
@every_size
def test_the_rows_of_gaps_stay_where_they_are_when_the_bar_comes(
    size: tuple[int, int], ui: float
) -> None:
    rules = Gaps()
    without, table = (
        with_bar(rules, size, ui, rules.deal(deals.deck_of(1)), shown) for shown in (False, True)
    )
    check_piles(table)
    assert without.piles == table.piles
    assert table.piles[-1].bottom <= table.frame.area.bottom - room_for_bar(table.frame)
    tops = sorted({box.y for box in table.piles})
    assert min(b - a for a, b in pairwise(tops)) > table.card[1]


@pytest.mark.parametrize("size", [(1280, 720), (1280, 728), (1366, 712), (1366, 768), (1440, 900)])
def test_gaps_has_faces_91_pixels_wide_in_windows_of_laptops(size: tuple[int, int]) -> None:
    table = table_of(Gaps(), size)
    check_piles(table)
    assert table.card >= (91, 127)
    assert not table.mini and table.frame.small


def test_bars_keep_their_words_where_cards_would_hardly_be_wider() -> None:
    """La Peau at 1280x800 has cards of 116 pixels, and of 118 at most."""
    view = CardSprites(LaPeau(), (1280, 800))
    for least in (100, 160):
        view.appearance = Appearance(least_card=least)
        view.resize((1280, 800), 1.0)
        assert not view.frame.small
        assert view.narrower == (116 if least == 160 else None)


def with_bar(
    rules: Rules, size: tuple[int, int], ui: float, position: Position, shown: bool
) -> TableLayout:
    """The arrangement of a position while the bar at the bottom is shown, or not."""
    view = CardSprites(rules, size)
    view.room = RoomBelow(bar=shown)
    view.resize(size, ui)
    view.put(position)
    return view.arrangement


# Hitting


@every_size
@every_game
def test_every_card_is_hit_where_it_shows_and_nowhere_else(
    rules: Rules, size: tuple[int, int]
) -> None:
    position = rules.deal(deals.deck_of(1))
    table = table_of(rules, size, position)
    for pile, held in enumerate(position.piles):
        if not held:
            assert table.hit(position, *table.piles[pile].centre) == Seat(pile, 0)
        for depth in range(len(held)):
            shown = table.shown(position, Seat(pile, depth))
            if not shown.h:
                continue
            corners = ((shown.x, shown.y), (shown.right - 1, shown.bottom - 1), shown.centre)
            for x, y in corners:
                assert table.hit(position, x, y) == Seat(pile, depth)
    area = table.frame.area
    assert table.hit(position, area.x - 5, area.y - 5) is None


# The numbers of layout.md


def near(found: float, wanted: float, within: float = 1.0) -> bool:
    return abs(found - wanted) <= within


wide = pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])


@wide
def test_bars_and_the_card_area_have_the_sheets_sizes(size: tuple[int, int]) -> None:
    window = frame(WindowShape(*size))
    scale = 1.0 if size == (1920, 1080) else (1280 / 1920) ** 0.6
    assert near(window.text_scale.factor, scale, 1e-9)
    assert near(window.side.w, 96 * scale)
    assert near(window.edge.w, 128 * scale)
    assert near(window.area.x, (96 + 28) * scale)
    assert near(window.area.right, size[0] - (128 + 28) * scale)
    assert near(window.area.y, 28 * scale)
    assert near(window.area.bottom, size[1] - 28 * scale)


@wide
@pytest.mark.parametrize("game", LONGEST)
def test_columns_are_centred_with_even_gaps(game: str, size: tuple[int, int]) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    table = table_of(rules, size)
    columns = [box for box, kind in zip(table.piles, table.kinds, strict=True)
               if kind is PileKind.COLUMN and box.y == table.piles[-1].y]  # fmt: skip
    gaps = {b.x - a.right for a, b in pairwise(columns)}
    assert len(gaps) == 1
    assert gaps.pop() <= 0.26 * table.card[0] + 1
    left, right = min(box.x for box in table.piles), max(box.right for box in table.piles)
    assert near(left - table.frame.area.x, table.frame.area.right - right, 2)


BEFORE = {
    ("brainjam", (640, 400)): (59, 28), ("brainjam", (1280, 800)): (114, 37),
    ("brainjam", (1000, 1400)): (92, 30), ("brainjam", (2560, 1080)): (195, 64),
    ("brainjam", (3840, 2160)): (354, 116), ("lapeau", (640, 400)): (40, 19),
    ("lapeau", (1280, 800)): (75, 36), ("lapeau", (1000, 1400)): (113, 47),
    ("lapeau", (2560, 1080)): (146, 61), ("lapeau", (3840, 2160)): (232, 97),
    ("gaps", (640, 400)): (40, 0), ("gaps", (1280, 800)): (75, 0),
    ("gaps", (1000, 1400)): (60, 0), ("gaps", (2560, 1080)): (150, 0),
    ("gaps", (3840, 2160)): (232, 0), ("klondike", (640, 400)): (67, 0),
    ("klondike", (1280, 800)): (131, 0), ("klondike", (1000, 1400)): (105, 0),
    ("klondike", (2560, 1080)): (195, 0), ("klondike", (3840, 2160)): (390, 0),
}  # fmt: skip
"""Width of a card and strip of a covered one, in a deal of the layout with fixed divisors."""


@pytest.mark.parametrize(("game", "size"), BEFORE)
def test_cards_and_strips_are_never_smaller_than_with_fixed_divisors(
    game: str, size: tuple[int, int]
) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    position = rules.deal(deals.deck_of(1))
    table = table_of(rules, size, position)
    width, strip = BEFORE[game, size]
    assert table.card[0] >= width
    if strip:
        column = table.kinds.index(PileKind.COLUMN)
        assert table.shown(position, Seat(column, 0)).h >= strip


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (3840, 2160)])
def test_la_peau_has_two_rows_and_its_foundations_beside_them_where_that_makes_cards_larger(
    size: tuple[int, int],
) -> None:
    table = table_of(LaPeau(), size)
    foundations, columns = table.piles[:4], table.piles[4:]
    assert len({box.x for box in foundations}) == 1
    assert foundations[0].x > columns[6].x
    assert len({box.y for box in columns[:7]}) == 1
    assert len({box.y for box in columns[7:]}) == 1
    assert columns[7].y > columns[0].bottom
    assert table.card[0] * table.card[1] > 1.8 * BEFORE["lapeau", (1280, 800)][0] ** 2 * 1.4


def test_a_row_of_gaps_is_folded_in_a_tall_window_and_reads_on_in_its_second_line() -> None:
    table = table_of(Gaps(), (1000, 1400))
    for start in range(0, 52, 13):
        row = table.piles[start : start + 13]
        assert {box.y for box in row[:7]} == {row[0].y}
        assert {box.y for box in row[7:]} == {row[7].y}
        assert [box.x for box in row[7:]] == [box.x for box in row[:6]]
        assert row[7].y - row[0].bottom < table.card[1] * 0.13
    assert table.piles[13].y - table.piles[7].bottom > table.piles[7].y - table.piles[0].bottom


@wide
def test_the_top_row_of_brain_jam_is_packed_against_the_outer_columns(
    size: tuple[int, int],
) -> None:
    table = table_of(BrainJam(), size)
    home, free, columns = table.piles[:4], table.piles[4:8], table.piles[8:]
    assert home[0].x == columns[0].x
    assert free[3].right == columns[7].right
    for row in (home, free):
        assert all(near(b.x - a.right, 0.07 * table.card[0]) for a, b in pairwise(row))
    assert home[3].right < table.plate.x
    assert table.plate.right < free[0].x


@wide
def test_a_packed_top_row_ends_with_its_columns_however_many_piles_it_has(
    size: tuple[int, int],
) -> None:
    packed = TWELVE._replace(width=13.6, packed=0.07, headed=False)
    table = table_of(WideTop(packed), size)
    home, free = table.piles[:4], table.piles[4:12]
    assert all(inside(box, table.frame.area) for box in table.piles)
    assert not any(overlap(a, b) for a, b in combinations(table.piles, 2))
    assert home[3].right < table.plate.x < table.plate.right < free[0].x


@every_size
def test_columns_stand_in_the_middle_of_a_longer_top_row_and_its_plate_has_a_line(
    size: tuple[int, int],
) -> None:
    rules = WideTop(TWELVE)
    table = table_of(rules, size)
    top, columns = table.piles[:12], table.piles[12:]
    assert near(columns[0].x - top[0].x, top[-1].right - columns[-1].right, 1)
    assert not any(overlap(table.plate, box) for box in table.piles)
    assert all(inside(box, table.frame.area) for box in (*table.piles, table.plate))
    little = MiniaturePlaces(rules, pygame.Rect(0, 0, 300, 200), [])
    left, right = little.corner(12)[0], little.corner(19)[0] + little.card[0]
    assert near(left, 300 - right, 1)


def test_the_top_row_of_la_peau_stands_over_the_last_columns_of_a_very_wide_window() -> None:
    lapeau = table_of(LaPeau(), (2560, 1080))
    assert [box.x for box in lapeau.piles[:4]] == [box.x for box in lapeau.piles[-4:]]
    assert (lapeau.plate.x, lapeau.plate.right) == (lapeau.piles[4].x, lapeau.piles[7].right)


@wide
def test_the_top_row_of_klondike_stands_over_its_columns(size: tuple[int, int]) -> None:
    klondike = table_of(Klondike(), size)
    columns = [box.x for box in klondike.piles[6:]]
    assert [box.x for box in klondike.piles[:6]] == [*columns[:2], *columns[3:]]
    assert klondike.plate.x == columns[2]


@wide
def test_the_rows_of_gaps_fill_the_card_area(size: tuple[int, int]) -> None:
    table = table_of(Gaps(), size)
    area = table.frame.area
    rows = [table.piles[start] for start in range(0, 52, 13)]
    gaps = {b.y - a.bottom for a, b in pairwise(rows)}
    assert max(gaps) - min(gaps) <= 1
    assert 0.13 * table.card[1] - 1 <= min(gaps) <= 0.30 * table.card[1] + 1
    assert table.piles[-1].right - table.piles[0].x > 0.98 * area.w


@pytest.mark.parametrize("game", LONGEST)
@wide
def test_short_columns_take_the_largest_step_which_opens_into_free_height(
    game: str, size: tuple[int, int]
) -> None:
    rules = next(rules for rules in GAMES if rules.name == game)
    position = full(rules, (0, 3))
    table = table_of(rules, size, position)
    column = next(i for i, held in enumerate(position.piles) if held)
    step = table.seat(position, Seat(column, 1)).y - table.seat(position, Seat(column, 0)).y
    assert near(step, table.fan.largest * table.card[1])
    assert 0.235 <= table.fan.largest <= 0.55


def test_face_down_cards_lie_a_tenth_apart_and_open_with_the_fan() -> None:
    position = full(Klondike(), (6, 1))
    table = table_of(Klondike(), (1920, 1080), position)
    ys = [table.seat(position, Seat(6, depth)).y for depth in range(7)]
    share = table.fan.largest / 0.235
    assert share >= 1
    assert all(near(b - a, 0.105 * share * table.card[1]) for a, b in pairwise(ys))


def test_face_down_cards_draw_together_before_an_index_is_squeezed() -> None:
    rules = Klondike()
    position = full(rules, (6, 8))
    table = table_of(rules, (1280, 800), position)
    backs = table.seat(position, Seat(6, 1)).y - table.seat(position, Seat(6, 0)).y
    assert backs < 0.105 * table.card[1]
    assert table.step(6, 14, 6) >= 0.145 * table.card[1]


@pytest.mark.parametrize(
    ("size", "small", "portrait"),
    [
        ((900, 560), False, False),
        ((899, 560), True, False),
        ((900, 559), True, False),
        ((1000, 1100), False, False),
        ((1000, 1101), False, True),
        ((700, 900), True, True),
    ],
)
def test_thresholds_of_the_small_and_the_tall_form(
    size: tuple[int, int], small: bool, portrait: bool
) -> None:
    window = frame(WindowShape(*size))
    assert (window.small, window.portrait) == (small, portrait)
    if small:
        assert window.side.w == 44
        assert window.edge.h == 28
        assert window.area.x == 54
    elif portrait:
        assert near(window.edge.h, 64 * window.text_scale.factor)


@every_game
@pytest.mark.parametrize("ui", [1.25, 1.5, 2.0])
@pytest.mark.parametrize("room", [RoomBelow(), RoomBelow(marks=True), RoomBelow(bar=True)])
def test_large_text_takes_no_room_from_cards_at_640x400(
    rules: Rules, ui: float, room: RoomBelow
) -> None:
    widths = []
    for size in (1.0, ui):
        view = CardSprites(rules, (640, 400))
        view.room = room
        view.resize((640, 400), size)
        view.put(rules.deal(deals.deck_of(1)))
        widths.append(view.arrangement.card[0])
    usual, large = widths
    assert large >= usual


@pytest.mark.parametrize("size", [(640, 400), (1280, 800), (1000, 1400)])
def test_bars_grow_into_what_is_free_around_the_cards_but_not_into_them(
    size: tuple[int, int],
) -> None:
    usual, large = (frame(WindowShape(*size, ui)) for ui in (1.0, 2.0))
    assert large.side.w >= 1.3 * usual.side.w
    assert 4 <= large.area.x - large.side.right < usual.area.x - usual.side.right
    assert large.area.bottom <= large.height - 4


def test_the_bar_where_nothing_can_be_done_is_as_large_as_its_words_have_room() -> None:
    low, wide = (frame(WindowShape(width, 500, 2.0)) for width in (640, 1400))
    assert bottom_bar_scale(low).factor < 1.2
    assert bottom_bar_scale(wide).factor == 2.0


def test_la_peau_stands_in_two_rows_of_seven_and_six_in_a_tall_window() -> None:
    table = table_of(LaPeau(), (1000, 1400))
    columns = table.piles[4:]
    assert len({box.y for box in columns[:7]}) == 1
    assert len({box.y for box in columns[7:]}) == 1
    assert columns[7].y > columns[0].bottom
    assert [box.x for box in columns[7:]] == [box.x for box in columns[:6]]


def test_cards_under_84_pixels_take_the_mini_face_and_wider_fans() -> None:
    small, large = table_of(BrainJam(), (640, 400)), table_of(BrainJam(), (1280, 800))
    assert small.mini
    assert small.card[0] < 84
    assert not large.mini
    assert large.card[0] >= 84
    position = full(BrainJam(), (0, 3))
    table = table_of(BrainJam(), (640, 400), position)
    step = table.seat(position, Seat(8, 1)).y - table.seat(position, Seat(8, 0)).y
    assert near(step, 0.345 * table.card[1])


def test_squeezed_columns_take_the_side_face_and_others_the_classic() -> None:
    position = full(BrainJam(), (0, 14), (0, 3))
    table = table_of(BrainJam(), (1280, 800), position)
    assert table.takes_side_face(position, 8)
    assert not table.takes_side_face(position, 9)


def test_all_cards_of_a_squeezed_column_have_one_form_of_index() -> None:
    view = CardSprites(BrainJam(), (1280, 800))
    view.put(full(BrainJam(), (0, 14), (0, 3)))
    squeezed, other = ({view.sprites[c].narrow for c in view.position.piles[p]} for p in (8, 9))
    assert (squeezed, other) == ({True}, {False})


@every_game
@every_size
@pytest.mark.parametrize("ui", [1.0, 1.5])
def test_a_least_card_takes_room_from_the_bars_only_where_cards_would_be_smaller(
    rules: Rules, size: tuple[int, int], ui: float
) -> None:
    """The choices of the options at every size: cards never shrink by one, stay as they are where
    they are large enough, and are as wide as was asked or as wide as the window lets them be.
    """
    usual, widest = _with_least(rules, size, ui, 0), _with_least(rules, size, ui, 10_000)
    assert widest.card[0] >= usual.card[0]
    for least in LEAST_CARDS:
        shown = _with_least(rules, size, ui, least).card[0]
        if usual.card[0] >= least * usual.scale:
            assert shown == usual.card[0]
        else:
            assert shown == widest.card[0]


@every_game
@pytest.mark.parametrize("size", [(1600, 1000), (3840, 2160)])
def test_a_least_card_makes_cards_larger_in_large_windows(
    rules: Rules, size: tuple[int, int]
) -> None:
    usual, widest = (_with_least(rules, size, 1.0, least) for least in (0, 10_000))
    assert widest.card[0] > usual.card[0] or rules.name == "lapeau", "where it is worth it"


class _Shown(NamedTuple):
    card: tuple[int, int]
    scale: float


def _with_least(rules: Rules, size: tuple[int, int], ui: float, least: int) -> _Shown:
    """The cards of a table with a card size of the options, and what a pixel of that is here."""
    view = CardSprites(rules, size)
    view.resize(size, ui)
    scale = max(view.appearance.density, view.frame.card_scale.factor)
    view.appearance = Appearance(least_card=least)
    view.resize(size, ui)
    return _Shown(view._arranged().card, scale)


def test_narrow_cards_have_the_mini_face() -> None:
    assert uses_mini_face(83)
    assert not uses_mini_face(84)
    assert uses_mini_face(69, columns=False)
    assert not uses_mini_face(70, columns=False)


@pytest.mark.parametrize("ui", [1.0, 1.5])
@pytest.mark.parametrize("size", [(640, 400), (733, 517), (800, 600), (899, 559)])
def test_the_sign_of_gaps_has_the_strip_above_the_cards_in_a_small_window(
    size: tuple[int, int], ui: float
) -> None:
    rules = Gaps()
    table = with_bar(rules, size, ui, rules.deal(deals.deck_of(1)), shown=True)
    assert table.plate.h >= 24
    assert table.plate.bottom < table.piles[0].y
