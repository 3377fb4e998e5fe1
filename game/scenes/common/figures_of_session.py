"""A session's figures, as a table shows them: moves, cards home, turns left, clock, answers."""

from __future__ import annotations

from game.core.position import Position
from game.history import FAR
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.known_positions import Par
from game.rules import Rules
from game.scenes.common.clock_and_day_words import clock_text
from game.system.language import Language
from game.table.figure_values import Figures


def table_figures(
    session: Session,
    seconds: tuple[float, float] | None,
    best: tuple[int | None, int | None],
    light: VerdictLight | None,
    par: Par | None,
    _: Language,
) -> Figures:
    """The figures. `seconds`: of this attempt and of all attempts; None: the clock is hidden.
    `best`: the moves of the player's best answer, and of the best one found without help. `par`:
    the best answer known.
    """
    shortest, alone = best
    redeals = "" if par is None else redeals_of(session.rules, par, _)
    if par is not None and shortest is not None and not par.proved and shortest < par.moves:
        # The player's answer is shorter than the unproved par, so it is the best known.
        par, redeals = Par(shortest, proved=False), ""
    history = session.history
    other, to_go = history.other_way, history.node.to_go
    return bare_figures(session.rules, session.position, session.moves, _)._replace(
        clock=None if seconds is None else clock_text(int(seconds[0])),
        clock_in_all="" if seconds is None else _in_all(*seconds),
        other=other,
        other_answer=None if other is None or to_go == FAR else other + to_go,
        other_meets=history.meets,
        bookmarks=len(history.bookmarks),
        light=light,
        best=shortest,
        alone=alone,
        shortest=None if par is None else par.moves,
        proved=par is not None and par.proved,
        redeals=redeals,
    )


def _in_all(seconds: float, total: float) -> str:
    """The time of all attempts in words; empty unless it is more than this attempt's."""
    return clock_text(int(total)) if int(total) > int(seconds) else ""


def redeals_of(rules: Rules, par: Par, _: Language) -> str:
    """How many redeals an answer takes; empty in a game without any, and if it is not known."""
    if not rules.facts.redeals or par.redeals is None:
        return ""
    if not par.redeals:
        return _("no redeal")
    told = _.plural("{n} redeal", "{n} redeals", par.redeals)
    if par.fewest:
        told = _.plural("{n} redeal (fewest)", "{n} redeals (fewest)", par.redeals)
    return told.format(n=par.redeals)


def bare_figures(rules: Rules, position: Position, moves: int, _: Language) -> Figures:
    """The figures that follow from a position and its counted moves: score, and turns left."""
    redeals, left = rules.facts.redeals, rules.max_redeals - position.used
    counted = (
        _.plural("redeal left", "redeals left", left)
        if redeals
        else _.plural("pass left", "passes left", left)
    )
    return Figures(
        moves=moves,
        home=(rules.score(position), rules.goal),
        home_label=_("score") if rules.facts.in_sequence else _("home"),
        home_words=_("Cards in sequence, from the 2 up")
        if rules.facts.in_sequence
        else _("Cards on the foundations"),
        turns=(left, rules.max_redeals) if rules.max_redeals else None,
        turns_words=_("Redeals: cards not in sequence are dealt again")
        if redeals
        else _("Passes: the waste becomes the stock again"),
        turns_label=counted,
        turns_icon=turn_icon(rules),
    )


def turn_icon(rules: Rules) -> str:
    """The icon of a redeal, or of a turn-over in games without redeals."""
    return "redeal" if rules.facts.redeals else "turnover"
