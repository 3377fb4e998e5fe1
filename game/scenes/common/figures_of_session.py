"""The list of a session's figures: moves, cards home, turns left, clock, answers.

A figure is added here; `FiguresBar` draws it, a click does its command.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core.position import Position
from game.desktop.commands import Command
from game.graphics import colours
from game.history import FAR
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.known_positions import Par
from game.rules import Rules
from game.scenes.common.deal_and_day_words import clock_text
from game.system.language import Language
from game.table.figures import Figure, light_figure


def table_figures(
    session: Session,
    seconds: tuple[float, float] | None,
    best: tuple[int | None, int | None],
    light: VerdictLight | None,
    par: Par | None,
    _: Language,
) -> list[Figure]:
    """The figures. `seconds`: of this attempt and of all attempts; None: the clock is hidden.
    `best`: the moves of the player's best answer, and of the best one found without help. `par`:
    the best answer known.
    """
    history = session.history
    moves, *state = bare_figures(session.rules, session.position, session.moves, _)
    found = [moves]
    if history.other_way is not None:
        to_go = history.node.to_go
        answer = None if to_go == FAR else history.other_way + to_go
        found.append(other_figure(history.other_way, answer, _, meets=history.meets))
    if history.bookmarks:
        found.append(bookmarks_figure(len(history.bookmarks), _))
    if seconds is not None:
        found.append(clock_figure(*seconds, _))
    found += state
    if light is not None:
        found.append(light_figure(light, _))
    redeals = "" if par is None else redeals_of(session.rules, par, _)
    if par is not None and best[0] is not None and not par.proved and best[0] < par.moves:
        # The player's answer is shorter than the unproved par, so it is the best known.
        par, redeals = Par(best[0], proved=False), ""
    found += best_figures(*best, _)
    if par is not None:
        found.append(shortest_figure(par, redeals, _))
    return found


def bare_figures(rules: Rules, position: Position, moves: int, _: Language) -> list[Figure]:
    """The figures that follow from a position and its counted moves: score, and turns left."""
    found = [moves_figure(moves, _), home_figure(rules, rules.score(position), _)]
    if rules.max_redeals:
        found.append(turns_figure(rules, rules.max_redeals - position.used, _))
    return found


def moves_figure(moves: int, _: Language) -> Figure:
    """The counted moves."""
    word = _.plural("move", "moves", moves)
    return Figure("moves", str(moves), word, tooltip=_("Moves made so far"))


def other_figure(length: int, answer: int | None, _: Language, *, meets: bool) -> Figure:
    """The length of a shorter way to the position, and of the shortest answer along it. `meets`:
    it meets the present line here; further on it is shown quietly.
    """
    solution, told = "", str(length)
    if answer is not None:
        solution = _("solution {n}").format(n=answer)
        words = _.plural(
            "leads to a solution in {n} move", "leads to a solution in {n} moves", answer
        )
        told = f"{length}, {words.format(n=answer)}"
    return Figure(
        "other", f"< {length}", _("shorter path"),
        tooltip=_("A shorter path leads here: click to take it"), click=Command.SWITCH_PATH,
        told=told, more=solution, in_line=solution, ink=colours.GOLD if meets else colours.DIM,
    )  # fmt: skip


def bookmarks_figure(count: int, _: Language) -> Figure:
    """The bookmarks: a single one has no number."""
    return Figure(
        "bookmarks", str(count) if count > 1 else "", _.plural("bookmark", "bookmarks", count),
        "bookmark-filled", _("Bookmarks: click for the list"), Command.BOOKMARKS,
        told=str(count), sign_ink=colours.GOLD, signed=True,
    )  # fmt: skip


def clock_figure(seconds: float, total: float, _: Language) -> Figure:
    """The time of this attempt; that of all attempts is told where it is more."""
    tooltip = _("Time played")
    if int(total) > int(seconds):
        tooltip = _("Time for this attempt; {time} over all attempts")
        tooltip = tooltip.format(time=clock_text(int(total)))
    return Figure("clock", clock_text(int(seconds)), _("time"), "clock", tooltip, signed=True)


def home_figure(rules: Rules, score: int, _: Language) -> Figure:
    """The score, and that of a won game."""
    sequence, goal = rules.facts.in_sequence, rules.goal
    return Figure(
        "home", f"{score} {_('of')} {goal}", _("score") if sequence else _("home"),
        tooltip=_("Cards in sequence, from the 2 up") if sequence
        else _("Cards on the foundations"),
        told=_("{n} of {count}").format(n=score, count=goal), of=(score, goal),
    )  # fmt: skip


def turns_figure(rules: Rules, left: int, _: Language) -> Figure:
    """The redeals or turn-overs that are left."""
    if rules.facts.redeals:
        word = _.plural("redeal left", "redeals left", left)
        tooltip = _("Redeals: cards not in sequence are dealt again")
    else:
        word = _.plural("pass left", "passes left", left)
        tooltip = _("Passes: the waste becomes the stock again")
    told = _("{n} of {count}").format(n=left, count=rules.max_redeals)
    of = left, rules.max_redeals
    return Figure("turns", str(left), word, turn_icon(rules), tooltip, told=told, of=of)


def best_figures(best: int | None, alone: int | None, _: Language) -> Iterator[Figure]:
    """The length of the player's best answer, and of the best one found alone, if another."""
    if best is None:
        return
    word = _("best") if alone == best else _("best (with help)")
    tooltip = _("Your best solution: click to make redo follow it")
    yield Figure("best", str(best), word, "flag", tooltip, Command.FOLLOW_BEST, result=True)
    if alone is not None and alone != best:
        tooltip = _("Your best unaided solution")
        yield Figure("alone", str(alone), _("best unaided"), "flag", tooltip, result=True)


def shortest_figure(par: Par, redeals: str, _: Language) -> Figure:
    """The shortest answer known of the deal. `redeals`: how many it takes, in words."""
    word, tooltip = _("best known"), _("The best known solution: click to see it")
    if par.proved:
        word, tooltip = _("shortest"), _("The shortest possible solution: click to see it")
    return Figure(
        "shortest", str(par.moves), word, "star-filled" if par.proved else "star",
        tooltip, Command.SHOW_SHORTEST, told=f"{par.moves}, {redeals}" if redeals else "",
        more=redeals, in_line=f"{word}, {redeals}" if redeals else "",
        ink=colours.GOLD, result=True,
    )  # fmt: skip


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


def turn_icon(rules: Rules) -> str:
    """The icon of a redeal, or of a turn-over in games without redeals."""
    return "redeal" if rules.facts.redeals else "turnover"
