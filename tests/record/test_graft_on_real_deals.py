"""'Same position by another way' of the specification, sentence by sentence, on real deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from made_deals import easy_deck

from game.core import deals
from game.core.moves import PULL, RESERVE, TURN, Move
from game.core.position import PileKind, Position
from game.play.session import Session
from game.play.sharing_line import Shared, read_shared
from game.record.game_store import GameStore
from game.rules import BrainJam, Gaps, IllegalMove, Klondike, LaPeau, Rules
from game.rules.base import placed
from game.scenes.common.figures_of_session import _other_path
from game.scenes.common.which_cards_are_marked import redo_pills
from game.solver import registry
from game.solver.answer import Goal
from game.storage import DealKey, Storage
from game.system.trace import Tracer

JAM, PEAU, GAPS, KLONDIKE = BrainJam(), LaPeau(), Gaps(), Klondike()
BY_TITLE = {"ids": lambda rules: rules.title}
ALL_GAMES = pytest.mark.parametrize("rules", [JAM, PEAU, GAPS, KLONDIKE], **BY_TITLE)
WHERE_PLACES_DO_NOT_MATTER = pytest.mark.parametrize("rules", [JAM, PEAU, KLONDIKE], **BY_TITLE)
WINS = Path(__file__).parents[1] / "driven" / "wins"
FILES = {JAM: "brainjam", PEAU: "lapeau-alternate", GAPS: "gaps", KLONDIKE: "klondike"}


def recorded(rules: Rules) -> list[Shared]:
    """Won deals of a game."""
    text = (WINS / f"{FILES[rules]}.txt").read_text(encoding="utf-8")
    return [read_shared(line) for line in text.splitlines() if not line.startswith("#")]


def dealt(rules: Rules, number: int = 1) -> Session:
    session = Session(rules, deals.deck_of(number), number=number, autoplay=False)
    session.tree.branching = True
    return session


def play(session: Session, *moves: Move | str) -> None:
    for move in moves:
        made = Move.parse(move) if isinstance(move, str) else move
        outcome = session.play(made)
        assert outcome.refusal is None, (str(made), outcome.refusal)


class Ways(NamedTuple):
    """A deal, two ways from it to one position, the first one longer, and a win from there."""

    number: int
    longer: list[Move]
    shorter: list[Move]
    win: list[Move]


@cache
def two_ways(rules: Rules) -> Ways:
    """The first such deal; the ways meet nowhere before but in Gaps, and neither goes in a
    circle.
    """
    if rules is GAPS:
        return _by_a_detour()
    for number in range(1, 60):
        start = rules.deal(deals.deck_of(number))
        pairs = [(a, b) for a in rules.moves(start) for b in rules.moves(rules.apply(start, a))]
        shorts = {rules.key(after(rules, start, pair)): pair for pair in pairs}
        for pair in pairs:
            there = after(rules, start, pair)
            for third in rules.moves(there):
                short = shorts.get(rules.key(rules.apply(there, third)))
                longer = [*pair, third]
                if short is None or not _apart(rules, number, longer, short):
                    continue
                end = after(rules, start, longer)
                win = registry.solve(rules, end, Goal.FIRST, time_limit=3).moves
                if win:
                    return Ways(number, longer, list(short), list(win))
    raise AssertionError("no such deal")


def _by_a_detour() -> Ways:
    """A card that follows the one before it at once, and once more when that has moved on."""
    for line in recorded(GAPS):
        assert line.number is not None
        position = GAPS.deal(line.deck)
        for place, move in enumerate(line.moves):
            two = list(line.moves[place : place + 2])
            there = GAPS.key(after(GAPS, position, two))
            for first in GAPS.moves(position):
                if _leads(GAPS, position, [first, *two], there):
                    before, win = list(line.moves[:place]), list(line.moves[place + 2 :])
                    return Ways(line.number, [*before, first, *two], [*before, *two], win)
            position = GAPS.apply(position, move)
    raise AssertionError("no such deal")


def _leads(rules: Rules, position: Position, moves: Sequence[Move], key: object) -> bool:
    try:
        return rules.key(after(rules, position, moves)) == key
    except IllegalMove:
        return False


def _apart(rules: Rules, number: int, longer: Sequence[Move], shorter: Sequence[Move]) -> bool:
    start = rules.deal(deals.deck_of(number))
    one, two = (
        [rules.key(after(rules, start, way[:count])) for count in range(len(way) + 1)]
        for way in (longer, shorter)
    )
    return len({*one, *two}) == len(one) + len(two) - 2 and counted(
        rules, number, longer
    ) > counted(rules, number, shorter)


def after(rules: Rules, position, moves: Sequence[Move]):
    for move in moves:
        position = rules.apply(position, move)
    return position


def counted(rules: Rules, number: int, moves: Sequence[Move]) -> int:
    position, count = rules.deal(deals.deck_of(number)), 0
    for move in moves:
        steps = rules.steps(position, move)
        position, count = steps[-1], count + len(steps)
    return count


def check_tree(session: Session) -> None:
    """Every node replays from the deal by the rules, and knows the key that it is filed under."""
    tree = session.tree
    for node in tree.walk():
        position, moves = tree.position_of(0), 0
        for action in tree.line(node.id):
            for move in action:
                steps = session.rules.steps(position, move)
                position, moves = steps[-1], moves + len(steps)
        assert moves == node.depth
        assert session.rules.key(position) == session.rules.key(tree.position_of(node.id))
        assert session.rules.is_won(position) == node.won
        for child in node.children:
            assert child.parent is node


# What is the same position


def test_brain_jam_it_does_not_matter_which_reserve_a_card_lies_in() -> None:
    session = dealt(JAM)
    a, b = (session.position.piles[pile][-1] for pile in (8, 9))
    play(session, Move(a, "reserve", 1), Move(b, "reserve", 2))
    first = session.tree.here
    session.to_start()
    play(session, Move(b, "reserve", 1), Move(a, "reserve", 2))
    tree = session.tree
    assert tree.here != first and tree.node().key_hash == tree.node(first).key_hash


def test_brain_jam_the_order_of_the_columns_does_not_matter() -> None:
    """A column is emptied and the same card is put into one or the other empty column: that is
    one action, and the tree keeps the column that was chosen first.
    """
    one = with_two_empty_columns()
    last = next(pile[-1] for pile in one.position.piles[8:] if len(pile) > 1)
    here = one.tree.here
    empty = [n for n in range(1, 9) if not one.position.piles[7 + n]]
    play(one, Move(last, "empty", empty[0]))
    known = one.tree.here
    one.goto(here)
    play(one, Move(last, "empty", empty[1]))
    assert one.tree.here == known
    assert one.position.piles[7 + empty[0]] == (last,)


@pytest.mark.parametrize("rules", [PEAU, KLONDIKE], **BY_TITLE)
def test_the_order_of_stacks_and_columns_does_not_matter(rules: Rules) -> None:
    start = rules.deal(deals.deck_of(1))
    columns = [n for n, pile in enumerate(rules.piles) if pile.kind is PileKind.COLUMN]
    piles, down = list(start.piles), list(start.down)
    for a, b in zip(columns, reversed(columns), strict=True):
        piles[a] = start.piles[b]
        if down:
            down[a] = start.down[b]
    other = start._replace(piles=tuple(piles), down=tuple(down))
    assert other != start and rules.key(other) == rules.key(start)


def test_gaps_the_slots_matter() -> None:
    """The same two at the beginning of one row or of another."""
    for number in range(1, 60):
        start = GAPS.deal(deals.deck_of(number))
        ways = [move for move in GAPS.moves(start) if move.card is not None and move.card < 8]
        pair = next(((a, b) for a in ways for b in ways if a.card == b.card and a != b), None)
        if pair is not None:
            break
    assert pair is not None
    session = dealt(GAPS, number)
    play(session, pair[0])
    session.undo()
    play(session, pair[1])
    assert session.tree.better() is None
    keys = {GAPS.key(session.tree.position_of(node.id)) for node in session.tree.node(0).children}
    assert len(keys) == 2


def test_gaps_the_redeals_used_matter() -> None:
    start = GAPS.deal(deals.deck_of(1))
    assert GAPS.key(start._replace(used=1)) != GAPS.key(start)


def test_klondike_order_and_count_of_reserve_and_pull_stack_matter() -> None:
    session = dealt(KLONDIKE)
    keys = {KLONDIKE.key(session.position)}
    for _ in range(24):
        play(session, Move(None, PULL))
        keys.add(KLONDIKE.key(session.position))
    assert len(keys) == 25
    stock = session.tree.position_of(0)
    order = list(stock.piles[0])
    order[0], order[1] = order[1], order[0]
    other = stock._replace(piles=(tuple(order), *stock.piles[1:]))
    assert sorted(other.piles[0]) == sorted(stock.piles[0])
    assert KLONDIKE.key(other) != KLONDIKE.key(stock)


def test_a_card_on_another_card_is_another_position() -> None:
    session = dealt(JAM)
    a, b = (session.position.piles[pile][-1] for pile in (8, 9))
    play(session, Move(a, "reserve"))
    session.to_start()
    play(session, Move(b, "reserve"))
    assert session.tree.better() is None


def test_klondike_the_turn_overs_used_matter_and_so_does_what_is_pulled() -> None:
    session = dealt(KLONDIKE)
    for _ in range(24):
        play(session, Move(None, PULL))
    play(session, Move(None, TURN))
    assert session.position.piles == session.tree.position_of(0).piles
    assert session.tree.better() is None
    session.to_start()
    play(session, Move(None, PULL))
    assert session.tree.better() is None


def test_klondike_the_same_cards_face_down_are_another_position_than_face_up() -> None:
    one = KLONDIKE.deal(deals.deck_of(1))
    down = list(one.down)
    column = next(n for n, count in enumerate(down) if count and n > 5)
    down[column] -= 1
    other = type(one)(one.piles, tuple(down), one.used)
    assert KLONDIKE.key(one) != KLONDIKE.key(other)


@ALL_GAMES
def test_the_same_won_position_by_two_ways_is_two_answers(rules: Rules) -> None:
    line, last, other = ends_two_ways(rules)
    session = Session(rules, line.deck, autoplay=False)
    session.tree.branching = True
    play(session, *line.moves[: -len(last)])
    fork = session.tree.here
    for moves in (last, other):
        session.goto(fork)
        play(session, *moves)
        assert session.is_won and session.tree.better() is None
    won = [node for node in session.tree.walk() if node.won]
    assert len(won) == 2 and len({rules.key(session.tree.position_of(n.id)) for n in won}) == 1


def ends_two_ways(rules: Rules) -> tuple[Shared, list[Move], list[Move]]:
    """A won deal, its last moves, and the same ones in another order that wins too."""
    for line in recorded(rules):
        for count in range(2, 9):
            last = list(line.moves[-count:])
            start = after(rules, rules.deal(line.deck), line.moves[:-count])
            for place in range(1, count):
                other = [last[place], *last[:place], *last[place + 1 :]]
                if _wins(rules, start, other):
                    return line, last, other
    raise AssertionError("no such deal")


def _wins(rules: Rules, position: Position, moves: Sequence[Move]) -> bool:
    try:
        return rules.is_won(after(rules, position, moves))
    except IllegalMove:
        return False


def test_won_positions_are_never_merged() -> None:
    session = Session(JAM, easy_deck(JAM), autoplay=False)
    session.tree.branching = True
    play(session, *JAM.purge(session.position))
    assert session.is_won
    first = session.tree.here
    session.to_start()
    card = session.position.piles[8][-1]
    play(session, Move(card, "reserve"), *_home(session, Move(card, "reserve")))
    assert session.is_won and session.tree.here != first
    assert session.tree.better() is None
    assert {node.id for node in session.tree.walk() if node.won} == {first, session.tree.here}


def _home(session: Session, first: Move) -> tuple[Move, ...]:
    return JAM.purge(JAM.apply(session.position, first))


# Reaching a known position by a path that is not shorter


@ALL_GAMES
def test_a_longer_way_notes_the_better_one_and_the_indicator_shows_its_number(
    rules: Rules,
) -> None:
    number, longer, shorter, _ = two_ways(rules)
    session = dealt(rules, number)
    play(session, *shorter)
    known = session.tree.here
    session.to_start()
    play(session, *longer)
    assert session.tree.here != known
    better = session.tree.better()
    assert better is not None and better.id == known
    assert _other_path(session)[0] == f"< {counted(rules, number, shorter)}"


def test_a_way_of_the_same_length_is_shown_as_equal_only_where_its_answer_is_shorter() -> None:
    session = dealt(JAM, 3)
    a, b = (session.position.piles[pile][-1] for pile in (8, 9))
    play(session, Move(a, "reserve"), Move(b, "reserve"))
    first = session.tree.here
    session.to_start()
    play(session, Move(b, "reserve"), Move(a, "reserve"))
    assert _other_path(session) == (None, None)
    second = session.tree.here
    session.goto(first)
    play(session, *registry.solve(JAM, session.position, Goal.FIRST).moves)
    assert session.is_won
    total = session.moves
    session.goto(second)
    assert _other_path(session) == ("= 2", total)


@ALL_GAMES
def test_the_equals_key_switches_to_the_better_way(rules: Rules) -> None:
    number, longer, shorter, _ = two_ways(rules)
    session = dealt(rules, number)
    play(session, *shorter)
    known = session.tree.here
    session.to_start()
    play(session, *longer)
    key = rules.key(session.position)
    assert session.switch_path().refusal is None
    assert (session.tree.here, rules.key(session.position)) == (known, key)
    assert session.moves == counted(rules, number, shorter)
    assert _other_path(session)[0] is None
    assert session.switch_path().refusal is not None


# Reaching it by a shorter path


@ALL_GAMES
def test_a_shorter_way_takes_over_what_was_tried_and_the_old_node_stays_as_a_leaf(
    rules: Rules,
) -> None:
    number, longer, shorter, _ = two_ways(rules)
    session = dealt(rules, number)
    play(session, *longer)
    old = session.tree.here
    for move in rules.moves(session.position)[:3]:
        session.goto(old)
        play(session, move)
    beyond = [node.id for node in session.tree.node(old).children]
    session.to_start()
    play(session, *shorter)
    new = session.tree.here
    assert [node.id for node in session.tree.node(new).children] == beyond
    assert session.tree.node(old).children == []
    better = session.tree.better(old)
    assert better is not None and better.id == new and session.tree.better(new) is None
    check_tree(session)
    for id in beyond:
        session.goto(id)
        assert session.moves == session.tree.node(id).depth
        session.undo()
        assert session.tree.here == new
    session.goto(old)
    assert _other_path(session)[0] == f"< {counted(rules, number, shorter)}"


@ALL_GAMES
def test_bookmarks_move_along_with_what_is_grafted(rules: Rules) -> None:
    number, longer, shorter, _ = two_ways(rules)
    session = dealt(rules, number)
    play(session, *longer)
    session.bookmark()
    play(session, rules.moves(session.position)[0])
    session.bookmark()
    beyond = session.tree.here
    session.to_start()
    play(session, *shorter)
    assert session.tree.bookmarks == (session.tree.here, beyond)
    session.return_to_bookmark()
    assert session.moves == session.tree.node(beyond).depth
    session.return_to_bookmark()
    assert session.moves == counted(rules, number, shorter)


@cache
def circle() -> tuple[int, list[Move]]:
    """A deal of La Peau, and moves that lead back to the deal itself: a card that comes off
    its like onto the other of the same colour, and back.
    """
    for number in range(1, 400):
        start = PEAU.deal(deals.deck_of(number))
        for first in PEAU.moves(start):
            there = PEAU.apply(start, first)
            for back in PEAU.moves(there):
                if PEAU.key(PEAU.apply(there, back)) == PEAU.key(start):
                    return number, [first, back]
    raise AssertionError("no circle in these deals")


def test_going_round_in_a_circle_is_a_new_node_with_its_better_one() -> None:
    number, moves = circle()
    session = dealt(PEAU, number)
    play(session, *moves)
    assert session.moves == 2 and session.tree.here != 0
    better = session.tree.better()
    assert better is not None and better.id == 0
    assert _other_path(session)[0] == "< 0"
    session.switch_path()
    assert session.moves == 0
    check_tree(session)


def test_what_is_tried_after_a_circle_is_not_lost_when_its_beginning_is_gone_on_from() -> None:
    number, moves = circle()
    session = dealt(PEAU, number)
    play(session, *moves)
    other = next(m for m in PEAU.moves(session.position) if m.card != moves[0].card)
    play(session, other)
    tried = session.tree.here
    session.to_start()
    play(session, other)
    assert session.tree.node(tried).depth == 3 and session.moves == 1
    assert session.tree.better(tried) is not None
    check_tree(session)


# Answers


def game_store_on(folder: Path) -> GameStore:
    storage = Storage(folder)
    return GameStore(storage, Tracer(), lambda text: None)


@ALL_GAMES
def test_a_graft_shortens_the_answers_below_and_saves_the_best_at_once(
    rules: Rules, tmp_path: Path
) -> None:
    number, longer, shorter, win = two_ways(rules)
    deck = deals.deck_of(number)
    game_store = game_store_on(tmp_path)
    session = game_store.open(rules, deck, number, branching=True, autoplay=False)
    play(session, *longer, *win)
    assert session.is_won
    first = session.moves
    assert game_store.best == first
    session.to_start()
    play(session, *shorter[:-1])
    outcome = session.play(shorter[-1])
    assert outcome.refusal is None and outcome.shortest
    best = session.tree.best
    assert best is not None and best < first and game_store.best == best
    assert session.tree.node().answer == best
    key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
    # As another program sees the file at this moment.
    other = game_store_on(tmp_path)
    saved = other.storage.answers.best(key)
    other.close()
    assert saved is not None and saved.moves == best
    moves = game_store.answer_of(rules, deck)
    assert rules.is_won(after(rules, rules.deal(deck), moves))
    check_tree(session)
    game_store.close()
    again = game_store_on(tmp_path)
    assert again.storage.answers.best(key) == saved
    session = again.open(rules, deck, number, branching=True, autoplay=False)
    assert session.tree.best == best
    check_tree(session)
    again.close()


@ALL_GAMES
def test_actions_that_lead_to_an_answer_show_its_total(rules: Rules) -> None:
    number, longer, shorter, win = two_ways(rules)
    session = dealt(rules, number)
    play(session, *longer, *win)
    total = session.moves
    session.to_start()
    (pill,) = redo_pills(session)
    assert (pill.text, pill.gold) == (str(total), True)
    play(session, *shorter)
    session.to_start()
    texts = sorted(pill.text for pill in redo_pills(session) if pill.gold)
    forks = len(session.tree.node().children) > 1
    assert texts == [str(session.tree.best), str(total)][: 1 + forks], "a fork shows both"


# Chosen empty places


def test_a_chosen_reserve_that_is_taken_on_the_shorter_way_gives_way_to_a_free_one() -> None:
    number, onto = next(
        (number, move)
        for number in range(1, 60)
        for move in JAM.moves(JAM.deal(deals.deck_of(number)))
        if isinstance(move.onto, int)
    )
    session = dealt(JAM, number)
    tops = [pile[-1] for pile in session.position.piles[8:]]
    a, c = [card for card in tops if card not in (onto.card, onto.onto)][:2]
    play(session, Move(onto.card, "reserve", 1), Move(a, "reserve", 2), onto)
    play(session, Move(c, "reserve", 1))
    end, key = session.tree.here, JAM.key(session.position)
    session.to_start()
    play(session, Move(a, "reserve", 1), onto)
    assert [node.id for node in session.tree.node().children] == [end]
    session.redo()
    assert (session.tree.here, session.moves) == (end, 3)
    assert JAM.key(session.position) == key
    check_tree(session)


def with_two_empty_columns() -> Session:
    session = Session(JAM, easy_deck(JAM), autoplay=False)
    session.tree.branching = True
    while sum(not pile for pile in session.position.piles[8:]) < 2:
        play(session, JAM.purge(session.position)[0])
    return session


def test_a_move_to_a_chosen_empty_column_replays_on_a_twin_where_that_column_is_full() -> None:
    session = with_two_empty_columns()
    here = session.tree.here
    base = session.moves
    one, two = [n for n in range(1, 9) if not session.position.piles[7 + n]][:2]
    first, second = [pile[-1] for pile in session.position.piles[8:] if len(pile) > 1][:2]
    # The long way: by a reserve into the one column, then the second card into the other.
    play(session, Move(first, "reserve", 1), Move(first, "empty", one))
    play(session, Move(second, "empty", two))
    end, key = session.tree.here, JAM.key(session.position)
    assert session.tree.line()[-1] == (Move(second, "empty", two),)
    # The short way takes the other column: there `second>empty-two` finds it full.
    session.goto(here)
    play(session, Move(first, "empty", two))
    assert session.tree.node(end).depth == base + 2
    (child,) = session.tree.node().children
    assert child.id == end
    assert session.redo().refusal is None
    assert session.tree.here == end and JAM.key(session.position) == key
    seat = session.position.seat(second)
    assert seat is not None and seat.pile == 7 + one
    check_tree(session)


@WHERE_PLACES_DO_NOT_MATTER
def test_an_answer_with_chosen_empty_places_is_grafted_and_still_wins(rules: Rules) -> None:
    number, longer, shorter, win = two_ways(rules)
    session = dealt(rules, number)
    play(session, *longer)
    chosen = 0
    for move in win:
        named = last_empty(session, placed(rules, session.position, move))
        chosen += named.place > 0
        play(session, named)
    assert session.is_won and chosen
    before = session.moves
    session.to_start()
    play(session, *shorter)
    best = session.tree.best
    assert best is not None and best < before
    session.follow_answer()
    session.to_end()
    assert session.is_won and session.moves == best
    check_tree(session)


def last_empty(session: Session, move: Move) -> Move:
    """The same move to the last of the empty places."""
    if not move.place:
        return move
    kind = PileKind.RESERVE if move.onto == RESERVE else PileKind.COLUMN
    piles = zip(session.rules.piles, session.position.piles, strict=True)
    empty = [pile.place for pile, held in piles if pile.kind is kind and not held]
    return move._replace(place=empty[-1])


# Plain mode


def test_in_plain_mode_a_known_position_on_the_line_is_still_noted() -> None:
    number, moves = circle()
    session = dealt(PEAU, number)
    session.tree.branching = False
    play(session, *moves)
    assert _other_path(session)[0] == "< 0"
