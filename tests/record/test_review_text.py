"""A review in words, English and French."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.core import cards
from game.core.deals import deck_of
from game.core.moves import Move
from game.record.review_text import ReviewText
from game.rules import Rules, rules_for
from game.scenes.common.steps_along_a_line import worth_words
from game.solver.line_worths import Line, LineWorths, PositionBounds, mistakes
from game.system.language import Language

ROOT = Path(__file__).parent.parent.parent
ENGLISH = Language()
FRENCH = Language("fr", ROOT / "assets" / "locale")
RULES = rules_for("brainjam")


def a_line(rules: Rules, count: int) -> Line:
    """So many first moves of a deal, whatever they are worth."""
    position, moves = rules.deal(deck_of(2)), list[Move]()
    for _ in range(count):
        moves.append(rules.moves(position)[0])
        position = rules.apply(position, moves[-1])
    return Line.of_moves(rules, rules.deal(deck_of(2)), moves)


def worths(totals: list[int | tuple[int, int] | None], *, better: str = "5s>reserve") -> LineWorths:
    """A line of which each place has a total, bounds of one, or is lost."""
    known = LineWorths(a_line(RULES, len(totals) - 1))
    for place, total in enumerate(totals):
        if total is None:
            known.take([PositionBounds(place, True, 0, None, None)])
            continue
        least, most = total if isinstance(total, tuple) else (total, total)
        win = (Move.parse(better),)
        known.take([PositionBounds(place, False, least - place, most - place, win)])
    return known


def test_a_lost_line_says_where_and_how_far_back() -> None:
    text = ReviewText(ENGLISH, worths([90, 90, 92, None, None]))
    assert text.headline() == "Lost at move 3 of 4: undo 2 steps and you can still win"


def test_a_deal_that_was_never_to_be_won_says_so() -> None:
    assert ReviewText(ENGLISH, worths([None, None])).headline() == "This deal cannot be won"


def test_a_loss_between_places_that_are_not_decided_is_no_exact_place() -> None:
    known = LineWorths(a_line(RULES, 4))
    known.take([PositionBounds(0, False, 90, 90, ()), PositionBounds(4, True, 0, None, None)])
    assert ReviewText(ENGLISH, known).headline() == "Lost by move 4 of 4"


def test_an_unfinished_line_says_what_can_be_had() -> None:
    text = ReviewText(ENGLISH, worths([90, 90, 92]))
    assert text.headline() == "Still winnable after 2 moves, shortest possible 92"
    assert (
        ReviewText(ENGLISH, LineWorths(a_line(RULES, 1))).headline()
        == "After 1 move: outcome unknown"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (ENGLISH, "Still winnable after 2 moves, best known 125"),
        (FRENCH, "Encore gagnable après 2 coups, meilleure solution connue : 125"),
    ],
    ids=lambda value: getattr(value, "code", None),
)
def test_an_unfinished_line_says_where_a_shorter_win_is_not_ruled_out(
    language: Language, said: str
) -> None:
    assert ReviewText(language, worths([90, 90, (57, 125)])).headline() == said


def a_line_of_gaps(redeals: int, total: int = 100) -> LineWorths:
    """Two moves of Gaps, and a win in `total` from there that takes so many redeals."""
    known = LineWorths(a_line(rules_for("gaps"), 2))
    win = (Move.parse("redeal"),) * redeals
    known.take([PositionBounds(place, False, 1, total - place, win) for place in range(3)])
    return known


@pytest.mark.parametrize(
    ("language", "redeals", "said"),
    [
        (ENGLISH, 0, "Still winnable without a redeal after 2 moves, best known 100"),
        (ENGLISH, 1, "Still winnable with at most one redeal after 2 moves, best known 100"),
        (
            *(FRENCH, 2),
            "Encore gagnable avec au plus deux redonnes après 2 coups,"
            " meilleure solution connue\u00a0: 100",
        ),
    ],
    ids=lambda value: getattr(value, "code", None),
)
def test_an_unfinished_line_of_gaps_says_how_many_redeals_will_do(
    language: Language, redeals: int, said: str
) -> None:
    text = ReviewText(language, a_line_of_gaps(redeals))
    assert text.headline() == next(text.lines()) == said


def test_of_two_wins_the_one_with_fewer_redeals_says_within_how_many_it_can_be_won() -> None:
    known, redeal = a_line_of_gaps(0), Move.parse("redeal")
    known.take(
        [PositionBounds(0, False, 1, 89, (redeal,)), PositionBounds(2, False, 1, 87, (redeal,))]
    )
    assert (known.redeals(0), known.fewest_redeals(0)) == (1, 0)
    said = "Still winnable without a redeal after 2 moves, best known 89"
    assert ReviewText(ENGLISH, known).headline() == said
    assert worth_words(known, 1, ENGLISH) == "can be won without a redeal"


def test_a_win_that_the_line_follows_for_a_while_tells_of_the_redeals_there_too() -> None:
    known, redeal = LineWorths(a_line(rules_for("gaps"), 2)), Move.parse("redeal")
    first, second = known.line.actions[1:]
    known.take([PositionBounds(0, False, 1, 91, (*first, *second, *first))])
    known.take([PositionBounds(place, False, 1, 80, (redeal,)) for place in range(3)])
    assert [known.redeals(place) for place in range(3)] == [1, 1, 1]
    assert [known.fewest_redeals(place) for place in range(3)] == [0, 0, 0]


def test_a_won_line_of_gaps_says_how_many_redeals_the_best_answer_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(rules_for("gaps")), "is_won", lambda self, position: True)
    said = [ReviewText(ENGLISH, a_line_of_gaps(redeals, 2)).headline() for redeals in range(3)]
    assert said == [
        "Solved in 2, best known 2 (no redeal)",
        "Solved in 2, best known 2 (1 redeal)",
        "Solved in 2, best known 2 (2 redeals)",
    ]
    # The line has redeals of another kind than the best known answer.
    assert ReviewText(ENGLISH, a_line_of_gaps(0, 100)).headline() == "Solved in 2"


def test_what_cost_something_comes_costliest_first_and_the_loss_before_all() -> None:
    known = worths([90, 91, 94, 94, None])
    assert [one.place for one in mistakes(known)] == [4, 2, 1]


def test_a_costly_move_is_one_line_with_the_better_one() -> None:
    text = ReviewText(ENGLISH, worths([90, 93]))
    (found,) = mistakes(worths([90, 93]))
    assert text.one(found) == "Move 1: As home, +3. Shorter: 5s to a reserve."


def test_a_cost_that_is_not_proved_is_told_as_its_bounds_or_not_at_all() -> None:
    (found,) = mistakes(worths([90, (91, 92)]))
    assert ReviewText(ENGLISH, worths([90, (91, 92)])).price(found.cost) == "+1 to +2"
    assert mistakes(worths([90, (90, 92)])) == []


def test_the_review_for_a_forum_is_in_the_order_of_play() -> None:
    text = ReviewText(ENGLISH, worths([90, 91, 94, None]))
    lines = list(text.lines())
    assert lines[0] == "Lost at move 3 of 3: undo 1 step and you can still win"
    assert [line.partition(":")[0] for line in lines[1:]] == ["Move 1", "Move 2", "Move 3"]
    assert "throws away the win. Better: 5s to a reserve." in lines[3]


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ([2, 3, 4], "Solved in 4, shortest possible 2: 2 moves over, in 2 detours"),
        ([4, 4, 4], "Solved in 4, the shortest possible"),
        ([(2, 4), (2, 4), 4], "Solved in 4, best known 4"),
        ([3, (3, 4), 4], "Solved in 4, shortest possible 3: 1 move over"),
    ],
)
def test_a_won_line_says_how_much_room_there_was(
    monkeypatch: pytest.MonkeyPatch, totals: list, said: str
) -> None:
    known = worths([totals[0], *totals[1:]])
    won = known.line._replace(depths=(0, 2, 4))
    monkeypatch.setattr(type(RULES), "is_won", lambda self, position: True)
    known = LineWorths(won)
    for place, total in enumerate(totals):
        least, most = total if isinstance(total, tuple) else (total, total)
        depth = won.depths[place]
        known.take([PositionBounds(place, False, least - depth, most - depth, ())])
    assert ReviewText(ENGLISH, known).headline() == said


def test_a_won_line_has_no_best_known_answer_before_one_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(RULES), "is_won", lambda self, position: True)
    known = LineWorths(a_line(RULES, 4))
    assert ReviewText(ENGLISH, known).headline() == "Solved in 4"
    assert next(ReviewText(FRENCH, known).lines()) == "Résolue en 4"


def test_moves_of_every_game_are_words() -> None:
    text = ReviewText(ENGLISH, worths([90, 90]))
    said = ["pull", "turn", "redeal", "7h>8h", "7h>empty-3", "7h>done"]
    assert [text.move(Move.parse(one)) for one in said] == [
        *("draw", "new pass", "redeal"),
        *("7h to 8h", "7h to an empty place", "7h home"),
    ]
    assert text.action((Move.parse("7h>done"), Move.parse("8h>done"))) == "7h home and 1 more"


def test_a_card_of_gaps_goes_right_of_another_not_to_it() -> None:
    rules = rules_for("gaps")
    text = ReviewText(ENGLISH, LineWorths(a_line(rules, 1)), cards.sign)
    assert text.move(Move.parse("Td>9d")) == "10♦ right of 9♦"
    assert text.move(Move.parse("2d>empty-3")) == "2♦ to the left end"


def test_cards_are_named_as_the_table_shows_them() -> None:
    known, found = worths([90, 93]), mistakes(worths([90, 93]))[0]
    signed = ReviewText(ENGLISH, known, cards.sign)
    assert (signed.played(found), signed.instead(found)) == (
        "Move 1: A♠ home",
        "Shorter: 5♠ to a reserve",
    )
    french = ReviewText(FRENCH, known, partial(cards.sign, french=True))
    assert french.move(Move.parse("Kd>Qd")) == "R♦ sur D♦"


def test_the_review_is_said_in_french_too() -> None:
    text = ReviewText(FRENCH, worths([90, 93, None]))
    assert list(text.lines()) == [
        "Perdue au coup 2 sur 2\u00a0: gagnable en annulant 1 action",
        "Coup 1\u00a0: As à la fondation, +3. Plus court\u00a0: 5s en réserve.",
        "Coup 2\u00a0: 3h en réserve, laisse échapper la victoire. Mieux\u00a0: 5s en réserve.",
    ]
