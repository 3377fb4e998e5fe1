"""What a table shows of its session: figures, plate, marks. Pure functions."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.cards import Card
from game.core.position import PULL, TURN, Action, Move, PileKind, Position, Seat
from game.desktop.keys import Command
from game.graphics.colours import Felt
from game.history import Node
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.known_answers import Par
from game.rules import Rules
from game.system.language import Language
from game.system.settings import Settings
from game.table.appearance import Appearance, HintMark, Pill, TableMarks
from game.table.cards_view import TableView
from game.table.figures import Figures
from game.table.layout import RoomBelow
from game.table.plate import PlateSign

DOT = "•"
DAY_S = 86_400


def plate_number(session: Session, _: Language, daily: str = "") -> str:
    """The deal's number and the policy, as the plate shows them under the name; `daily` says of a
    daily deal that it is one.
    """
    words = deal_words(session.rules, session.number, _)
    return f"{words}  ·  {daily}" if daily else words


def deal_words(rules: Rules, number: int | None, _: Language) -> str:
    """A deal's number, where it has one, and the policy."""
    words = []
    if number is not None and rules.facts.graded_list:
        words.append(_("No. {number}").format(number=number))
    elif number is not None:
        words.append(_("deal {number}").format(number=number))
    if rules.policy:
        words.append(rules.facts.policies[rules.policy].text.said(_))
    return "  ·  ".join(words)


def table_figures(
    session: Session,
    seconds: tuple[float, float] | None,
    best: tuple[int | None, int | None],
    light: VerdictLight | None,
    par: Par | None,
    _: Language,
) -> Figures:
    """The figures; `seconds`: of this attempt and of all, None: the clock is hidden. `best`: the
    player's answer of any kind, and the one found alone. `par`: the best answer known.
    """
    shortest, alone = best
    redeals = "" if par is None else redeals_of(session.rules, par, _)
    if par is not None and shortest is not None and not par.proved and shortest < par.moves:
        # What is best known includes what the player knows.
        par, redeals = Par(shortest, proved=False), ""
    other, answer = _other_path(session)
    return bare_figures(session.rules, session.position, session.moves, _)._replace(
        clock=None if seconds is None else clock_text(int(seconds[0])),
        clock_in_all="" if seconds is None else _in_all(*seconds),
        other=other,
        other_answer=answer,
        bookmarks=len(session.tree.bookmarks),
        light=light,
        best=shortest,
        alone=alone,
        shortest=None if par is None else par.moves,
        proved=par is not None and par.proved,
        redeals=redeals,
    )


def _in_all(seconds: float, total: float) -> str:
    """The time of all attempts, where it is more than that of one."""
    return clock_text(int(total)) if int(total) > int(seconds) else ""


def redeals_of(rules: Rules, par: Par, _: Language) -> str:
    """How many redeals an answer takes; empty in a game without any."""
    if not rules.facts.redeals:
        return ""
    if not par.redeals:
        return _("no redeal")
    told = _.plural("{n} redeal", "{n} redeals", par.redeals)
    if par.fewest:
        told = _.plural("{n} redeal (fewest)", "{n} redeals (fewest)", par.redeals)
    return told.format(n=par.redeals)


def bare_figures(rules: Rules, position: Position, moves: int, _: Language) -> Figures:
    """What a position tells by itself after so many counted moves: how far, and turns left."""
    redeals, left = rules.facts.redeals, rules.turns - position.used
    counted = (
        _.plural("redeal left", "redeals left", left)
        if redeals
        else _.plural("turn-over left", "turn-overs left", left)
    )
    return Figures(
        moves=moves,
        home=(rules.score(position), rules.goal),
        home_label=_("score") if rules.facts.in_sequence else _("home"),
        home_words=_("Cards in sequence from the two on")
        if rules.facts.in_sequence
        else _("Cards on the foundations"),
        turns=(left, rules.turns) if rules.turns else None,
        turns_words=_("Redeals: the loose cards are dealt again")
        if redeals
        else _("Turn-overs: the pulled cards become the reserve again"),
        turns_label=counted,
        turns_icon=turn_icon(rules),
    )


def turn_icon(rules: Rules) -> str:
    """The sign of what deals or turns cards over in a game that has such turns."""
    return "redeal" if rules.facts.redeals else "turnover"


def _other_path(session: Session) -> tuple[str | None, int | None]:
    """The length of a better path to this position, `= 41` where it is as long; and that of the
    shortest answer it leads to, if it leads to one.
    """
    better = session.tree.better()
    if better is None:
        return None, None
    sign = "=" if better.depth == session.moves else "<"
    return f"{sign} {better.depth}", better.answer


def clock_text(seconds: int) -> str:
    """Minutes and seconds, from an hour on with hours."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def day_text(when: float, now: float, _: Language) -> str:
    """Today, yesterday, or the date of a time in seconds since 1970; empty for 0."""
    if not when:
        return ""
    day = time.localtime(when)
    if day[:3] == time.localtime(now)[:3]:
        return _("today")
    if day[:3] == time.localtime(now - DAY_S)[:3]:
        return _("yesterday")
    return time.strftime("%Y-%m-%d", day)


Price = Callable[[Node[Action]], str]
"""What an action that can be redone costs, in as few letters as can be; empty: not known."""


def pills(session: Session, price: Price = lambda node: "") -> tuple[Pill, ...]:
    """What can be redone from here, visited last first, at the piles that its cards leave, each
    with its price; and a dot at every card that can move where all places are taken.
    """
    found = [_pill(session, node, price(node)) for node in session.tree.ahead()]
    redone = [pill for pill in found if pill is not None]
    marked = {pill.pile for pill in redone}
    return (*redone, *(Pill(pile, DOT) for pile in _crowded(session) if pile not in marked))


def _crowded(session: Session) -> list[int]:
    """The piles whose card can move in a one-click game where every place holds cards."""
    position, piles = session.position, session.rules.piles
    places = [n for n, pile in enumerate(piles) if pile.kind in (PileKind.COLUMN, PileKind.RESERVE)]
    if not session.rules.one_click or not all(position.piles[place] for place in places):
        return []
    return [place for place in places if session.choices_of(place)]


def _pill(session: Session, node: Node[Action], price: str) -> Pill | None:
    move = node.action[0] if node.action else None
    if move is None:
        return None
    pile = _pile_left(session, move)
    if pile is None:
        return None
    text, right = _redo_key(session, node, pile)
    total = session.tree.total(node)
    if total is not None:
        return Pill(pile, str(total), right, gold=True)
    return Pill(pile, f"{text} {price}" if price else text, right)


def _pile_left(session: Session, move: Move) -> int | None:
    """The pile that a move takes a card from; a pull and a turn-over belong to the reserve."""
    if move.card is None:
        return 0 if move.onto in (PULL, TURN) else None
    seat = session.position.seat(move.card)
    return None if seat is None else seat.pile


def _redo_key(session: Session, node: Node[Action], pile: int) -> tuple[str, bool]:
    """The key that goes down the branch of a node, and whether it is a second choice; where no
    key does, a dot.
    """
    if not session.rules.facts.letter_keys_move:
        return DOT, False
    key = session.rules.letters(session.position)[pile].lower()
    found = (session.tree.known((choice,)) for choice in session.choices_of(pile))
    number = next((count for count, known in enumerate(found, 1) if known is node), 0)
    if number == 2:
        return key.upper(), True
    return {0: DOT, 1: key}.get(number, f"{key}{number}"), False


def marks(
    session: Session,
    view: TableView,
    hovered: Seat | None,
    *,
    letters: bool = False,
    hint: Move | None = None,
    price: Price = lambda node: "",
) -> TableMarks:
    """Selection and targets, or what a hovered card or gap can do, and what can be redone."""
    marked = _hand_marks(session, view, hovered)
    if hint is not None and view.held is None and session.selection is None:
        marked = marked._replace(hint=hint_mark(session, hint))
    keys = session.rules.letters(session.position) if letters else ""
    return marked._replace(pills=pills(session, price), letters=keys)


def hint_mark(session: Session, hint: Move) -> HintMark | None:
    """The hint's card and its goal; of a pull or a turn-over the reserve; a redeal has neither."""
    position = session.position
    if hint.card is None:
        return HintMark(Seat(0, 0) if hint.onto in (PULL, TURN) else None)
    seat, goal = position.seat(hint.card), session.rules.apply(position, hint).seat(hint.card)
    return None if seat is None or goal is None else HintMark(seat, goal.pile)


def _hand_marks(session: Session, view: TableView, hovered: Seat | None) -> TableMarks:
    runs = session.rules.sequences(session.position)
    held = view.held_box()
    if view.held is not None and held is not None:
        found = session.targets(view.held.seat)
        under = view.arrangement.nearest(held, found, session.position)
        return _target_marks(session, found, under, frozenset(), runs)
    if session.selection is not None:
        found = session.targets(session.selection.seat)
        under = hovered.pile if hovered is not None and hovered.pile in found else None
        return _target_marks(session, found, under, frozenset(session.selected()), runs)
    if session.rules.facts.hover_targets and hovered is not None:
        return _gap_marks(session, hovered, runs)
    return TableMarks(runs=runs)


def _target_marks(
    session: Session,
    found: frozenset[int],
    under: int | None,
    chosen: frozenset[Card],
    runs: tuple[tuple[int, int], ...],
) -> TableMarks:
    """Targets glow; the one under the mouse is reversed, or filled where it is empty."""
    if under is None:
        return TableMarks(chosen, found, runs=runs)
    pile = session.position.piles[under]
    if not pile:
        return TableMarks(chosen, found, filled=under, has_target=True, runs=runs)
    return TableMarks(chosen | {pile[-1]}, found, has_target=True, runs=runs)


def _gap_marks(session: Session, seat: Seat, runs: tuple[tuple[int, int], ...]) -> TableMarks:
    """A hovered card shows its places, a hovered gap the card that fits."""
    position = session.position
    choices = session.choices(seat)
    card = choices[0].card if choices else None
    fitting = None if card is None else position.seat(card)
    if card is None or fitting is None:
        return TableMarks(runs=runs)
    if position.piles[seat.pile]:
        return TableMarks(glowing=session.targets(seat), runs=runs)
    return TableMarks(glowing=frozenset([fitting.pile]), ghost=(seat.pile, card), runs=runs)


def usable(session: Session) -> dict[Command, bool]:
    """Which commands of the bars have something to do just now."""
    tree = session.tree
    return {
        Command.UNDO: tree.can_undo,
        Command.REDO: tree.can_redo,
        Command.RESTART: tree.can_undo,
        Command.POLICY: not session.in_progress,
        Command.HINT: not session.is_won and not session.is_stuck,
        Command.VERDICT: not session.is_won,
        Command.PURGE: bool(session.rules.purge(session.position)),
        Command.REDEAL: session.needs_redeal,
    }


def why_off(session: Session, _: Language) -> dict[Command, str]:
    """What a button that has nothing to do says of it."""
    at_deal = _("this is the deal")
    redeal = _("only when no card can move") if session.turns_left else _("no redeal is left")
    over = _("the game is won") if session.is_won else _("only undo is left")
    return {
        Command.UNDO: at_deal,
        Command.RESTART: at_deal,
        Command.REDO: _("nothing was undone"),
        Command.POLICY: _("only at the deal"),
        Command.HINT: over,
        Command.VERDICT: over,
        Command.PURGE: _("no card can go home now"),
        Command.REDEAL: redeal,
    }


def looks(settings: Settings, felt: Felt, density: float) -> Appearance:
    """How the player wants cards and table to look on a screen."""
    return Appearance(
        settings.large_print,
        settings.palette,
        settings.card_back,
        felt,
        settings.least_card,
        settings.mirrored,
        density,
    )


def room_below(session: Session, sign: PlateSign | None) -> RoomBelow:
    """Columns end higher while something is written below them."""
    piles = session.rules.piles
    below = any(piles[pill.pile].kind is PileKind.COLUMN for pill in pills(session))
    return RoomBelow(marks=below, bar=sign in (PlateSign.UTURN, PlateSign.WARNING))
