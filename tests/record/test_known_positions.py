"""The par of a deal: when it counts as proved, and what replaces it."""

from __future__ import annotations

from made_deals import easy_deck

from game.core.deals import deck_of
from game.core.moves import DONE, EMPTY, Move
from game.core.position import Position
from game.record.known_positions import KnownPositions, Par
from game.rules import Gaps, LaPeau, Rules
from game.solver.answer import Answer, Verdict


def easy(rules: Rules) -> tuple[Position, Answer]:
    """A deal, and a win of it that its solver calls the best there is."""
    start = position = rules.deal(easy_deck(rules))
    moves: list[Move] = []
    while not rules.is_won(position):
        moves.append(rules.moves(position)[0])
        position = rules.apply(position, moves[-1])
    won = Answer(Verdict.WON, tuple(moves), optimal=True, fewest_redeals=rules.facts.redeals)
    return start, won


def test_the_best_answer_of_a_game_with_redeals_is_not_proved_to_be_the_shortest() -> None:
    for rules, shortest in ((LaPeau(), True), (Gaps(), False)):
        known, (start, won) = KnownPositions(), easy(rules)
        par = known.note_win(rules, start, won)
        assert known.at(rules, start).par == par
        assert (par.moves, par.proved, par.is_final) == (len(won.moves), shortest, True)
        assert known.at(rules, start).is_par_settled


def test_no_claim_stands_against_a_final_par() -> None:
    for rules in (LaPeau(), Gaps()):
        known, (start, won) = KnownPositions(), easy(rules)
        known.note_win(rules, start, won)
        for proved in (False, True):
            assert not known.claim_par(rules, start, 1, proved=proved)


def test_how_many_redeals_a_claimed_par_takes_is_not_known_until_an_answer_shows_it() -> None:
    rules = Gaps()
    known, (start, won) = KnownPositions(), easy(rules)
    count = len(won.moves)
    assert known.claim_par(rules, start, count, proved=False)
    assert known.at(rules, start).par == Par(count, False, redeals=None)
    known.note_win(rules, start, won._replace(optimal=False))
    assert known.at(rules, start).par == Par(count, False, redeals=0, fewest=True)


def test_the_own_list_of_gaps_proves_its_pars_among_answers_without_a_redeal() -> None:
    rules = Gaps()
    start = rules.deal(easy_deck(rules))
    known = KnownPositions()
    assert known.claim_par(rules, start, 93, proved=True)
    assert known.at(rules, start).par == Par(93, False, redeals=0, ranked=True)


def test_where_no_short_win_was_found_none_is_looked_for_along_the_known_one() -> None:
    rules = LaPeau()
    position, won = easy(rules)
    known = KnownPositions()
    known.remember(rules, position, won._replace(optimal=False), rough=True)
    known.remember(rules, position, Answer(Verdict.UNDECIDED, ()))
    for move in won.moves:
        assert not known.at(rules, position).is_rough
        position = rules.apply(position, move)


def test_that_redeals_are_the_fewest_holds_for_every_answer_with_as_many() -> None:
    rules = Gaps()
    position = rules.deal(deck_of(1))
    while not rules.needs_redeal(position):
        position = rules.apply(position, rules.moves(position)[0])
    redeal = rules.moves(position)[0]
    short = Answer(Verdict.WON, (redeal,))
    long = Answer(Verdict.WON, (redeal, rules.moves(rules.apply(position, redeal))[0]))
    proved = long._replace(fewest_redeals=True)
    for answers in ((proved, short), (short, proved)):
        known = KnownPositions()
        for answer in answers:
            known.remember(rules, position, answer)
        assert known.at(rules, position).answer == short._replace(fewest_redeals=True)
        known = KnownPositions()
        for answer in answers:
            known.note_win(rules, position, answer)
        assert known.at(rules, position).par == Par(1, False, redeals=1, fewest=True)


def test_of_two_answers_that_with_fewer_counted_moves_is_kept_though_it_has_more_actions() -> None:
    rules = LaPeau("same")
    home = (tuple(range(0, 36, 4)), *(tuple(range(suit, 52, 4)) for suit in (1, 2, 3)))
    position = Position((*home, (36, 44, 40), (48,), *((),) * 11))
    last = [Move(card, DONE) for card in (36, 40, 44, 48)]
    run = Answer(Verdict.WON, (Move(44, 48), *last))
    singles = Answer(Verdict.WON, (Move(40, EMPTY), Move(44, EMPTY), *last))
    for answers in ((run, singles), (singles, run)):
        known = KnownPositions()
        for answer in answers:
            known.remember(rules, position, answer)
        assert known.at(rules, position).answer == singles
        assert known.at(rules, position).win == singles.moves
