"""The solver's advice at a table: hint, warning with its way back, and what the plate shows."""

from __future__ import annotations

import time

from game.core import cards
from game.core.moves import Move
from game.core.position import PileKind, Position
from game.core.translatable_texts import said_in_turn
from game.play.session import Outcome, Session
from game.play.verdict import LOST, WITH_A_REDEAL, VerdictLight, lost_hint_words
from game.rules import Rules
from game.scenes.common.deal_and_day_words import policy_words
from game.scenes.common.services import Services
from game.system.language import Language
from game.table.title_plate import PlateSign

UNDECIDED = (None, VerdictLight.THINKING)
SETTLED_AFTER_S = 1.5
"""The seconds that a table is open before costly searches: a short look starts none."""
PATIENCE_S = 0.7
"""The seconds that a hint may take before the player is told to wait."""
LONGER_WAITS_S = 2.0
"""The seconds before the hint of a longer answer can be played; usually that of a short one comes
first.
"""
_now = time.monotonic


class TableAdvice:
    """The solver's advice at one table, as far as the player wants to see it."""

    def __init__(self, services: Services) -> None:
        self._services, self._advisor = services, services.advisor
        self._ = services.language
        self.session: Session
        self._named = False
        self._hinted: Position | None = None
        """What the hint belongs to."""
        self.hint: Move | None = None
        """The hint that is shown. While one is still awaited, it belongs to a longer answer."""
        self._asked = False
        """A hint was asked for and has not come yet."""
        self._longer_since = 0.0
        """When the hint of a longer answer was shown."""
        self._to_tell: float | None = None
        """The seconds until the player is told to wait for the hint; None: that was told."""
        self._told_hidden = self._told_redeal = False
        """The player was told that hints at this deal know the hidden cards, or what a redeal
        brings.
        """
        self._ignores_loss = False
        self._shows_way_back = False
        """A hint was asked for at this position, which is lost."""
        self._age = 0.0
        """Seconds since the table was opened."""
        self.own_light: bool | None = None
        """Whether the verdict light is on at this table, whatever the settings say; None: as the
        settings say.
        """
        self.own_hint: Move | None = None
        """The move of a lesson's step, the hint there; None: the solver is asked."""

    def begin(self, session: Session, *, named: bool) -> None:
        """Advise on a deal. `named`: the player has chosen this very deal, so its verdict is
        shown even with the light off, until something is played.
        """
        self.session, self._named = session, named
        self._told_hidden = self._told_redeal = self._ignores_loss = False
        self._hinted = None

    def settle_down(self, seconds: float) -> bool:
        """Let time pass; True once, at the moment from which `follow` also asks for the par. From
        then on winnable deals are stocked too, if only those are to be dealt.
        """
        before, self._age = self._age, self._age + seconds
        if not before < SETTLED_AFTER_S <= self._age:
            return False
        if self._services.settings.winnable_only:
            self._services.solver.stock(self.session.rules)
        return True

    def follow(self) -> None:
        """The session has moved, and a hint goes with the position that it was asked for."""
        session, warns = self.session, self._services.settings.warn
        if session.position != self._hinted:
            self._hinted, self.hint = session.position, None
            self._asked = self._shows_way_back = False
        self._advisor.follow(
            session, watch=self.lights, warn=warns, par=self._age >= SETTLED_AFTER_S
        )
        if session.is_stuck:
            self._advisor.want_last_winnable()

    @property
    def lit(self) -> bool:
        """True if the verdict light is on at this table."""
        return self._services.settings.verdict_light if self.own_light is None else self.own_light

    @property
    def lights(self) -> bool:
        """True if the verdict of the present position is shown: the light is on, or the player has
        chosen this very deal and played nothing yet.
        """
        return self.lit or (self._named and not self.session.history.can_undo)

    def switch_light(self) -> None:
        """Say that verdicts are shown or hidden from now on, then show or hide them: a screen
        reader speaks the verdict last. A light of this table's own is not saved.
        """
        shown, self._named = not self.lit, False
        on, off = self._("Verdict light on: can you still win?"), self._("Verdict light off")
        self._services.tell(on if shown else off)
        if self.own_light is None:
            self._services.change(verdict_light=shown)
        else:
            self.own_light = shown

    # The hint

    def press_hint(self) -> Outcome:
        """Show the next action of a short answer; the second time, make it."""
        session = self.session
        if session.is_won:
            return Outcome()
        waits = self._asked and _now() - self._longer_since < LONGER_WAITS_S
        if self.hint is not None and not waits:
            return session.play(self.hint)
        if self.own_hint is not None:
            self.hint = self.own_hint
            return Outcome()
        if session.needs_redeal:
            # A redeal is the only move: the solver is not asked.
            self.hint = session.rules.moves(session.position)[0]
            self._services.game_store.count_hint(session)
            self._services.tell(self._("No card can move: it is time to redeal"))
            return Outcome()
        self._asked, self._to_tell = True, PATIENCE_S
        self._advisor.want_hint()
        self.advised()
        return Outcome()

    def drop_hint(self) -> bool:
        """Take the hint away, or no longer wait for it; False if there was none."""
        had_one = self._asked or self.hint is not None
        self._asked, self.hint = False, None
        return had_one

    @property
    def due(self) -> float | None:
        """In how many seconds `update` has something to say; None if it has not."""
        return self._to_tell if self._asked else None

    def update(self, seconds: float) -> bool:
        """Let time pass; tells the player if a hint takes long. True if a hint is shown now."""
        if not self._asked or self._to_tell is None:
            return False
        self._to_tell -= seconds
        if self._to_tell > 0:
            return False
        self._to_tell = None
        if not self._advisor.seeks_short:
            self._services.tell(self._("The solver is looking for a hint"))
            return False
        self._show_longer()
        return True

    def _show_longer(self) -> None:
        """Show the hint of a longer answer until that of a short one comes."""
        if self.hint is None:
            self._longer_since = _now()
        self._show_hint(self._advisor.first_hint)
        self._services.tell(self._("This wins. Looking for something shorter"))

    def _show_hint(self, hint: Move | None) -> None:
        shown, self.hint = self.hint, hint
        # A hint at a lost position helps to no win.
        if hint is not None and hint != shown and self._advisor.light not in LOST:
            again = shown is not None
            self._services.game_store.count_hint(self.session, hint, again=again)

    def advised(self) -> bool:
        """The solver may have answered: show the hint that was asked for, or say that there
        is none. True if the short answer has come that the player was told to wait for.
        """
        advisor = self._advisor
        if not self._asked or advisor.light in UNDECIDED:
            return False
        if advisor.seeks_short:
            if self._to_tell is None and self.hint is None:
                self._show_longer()
            return False
        waited, self._asked = self.hint is not None, False
        self._show_hint(advisor.hint)
        if advisor.light in LOST:
            self._shows_way_back = True
            advisor.want_last_winnable()
        text = self._remark()
        if text:
            self._services.tell(text)
        return waited and not text

    def _remark(self) -> str:
        _, rules, light = self._, self.session.rules, self._advisor.light
        lost = _("This position can no longer be won")
        plain = {
            VerdictLight.NEVER: _("This deal cannot be won"),
            VerdictLight.CANNOT: lost,
            VerdictLight.NO_SOLVER: _("There is no solver for this game"),
            VerdictLight.UNKNOWN: _("The solver found nothing from here"),
        }
        if light is VerdictLight.WHATEVER:
            if self.session.turns_left and rules.facts.redeals:
                # What a redeal brings depends on how it places the gaps, so that is said too.
                lost = _("This deal cannot be won with {gaps}, whatever you do").format(
                    gaps=policy_words(rules, _)
                )
            leads = lost_hint_words(None if self.hint is None else self._advisor.score, _)
            return said_in_turn((lost, leads), _)
        if light in WITH_A_REDEAL:
            return self._play_for()
        if light in plain:
            return plain[light]
        if self._told_hidden or not hides(self.session):
            return ""
        self._told_hidden = True
        return _("Hints take the hidden cards into account")

    def _play_for(self) -> str:
        """The words for what the answer's next redeal keeps; the first time, also that hints know
        redeals.
        """
        _ = self._
        if not self._told_redeal:
            self._told_redeal = True
            return _("Hints know how the cards will be redealt: that is fixed by the deal")
        rules, position = self.session.rules, self.session.position
        for move in self._advisor.known.at(rules, position).win:
            if move.card is None:
                return _("Aim for a redeal that keeps {cards}").format(
                    cards=kept_by_redeal(rules, position, _)
                )
            position = rules.apply(position, move)
        return ""

    # Flag, U-turn, warning

    def sign(self) -> PlateSign | None:
        """The sign that takes the compass's place on the plate; None: the compass stays."""
        if self.session.is_won:
            return PlateSign.FLAG
        if self.session.is_stuck:
            return PlateSign.UTURN
        lost = self._advisor.light in LOST
        if not lost and self._advisor.light not in UNDECIDED:
            self._ignores_loss = False
        warns = self._services.settings.warn and not self._ignores_loss
        leads_back = self._shows_way_back and self._advisor.undos_to_win is not None
        return PlateSign.WARNING if lost and (warns or leads_back) else None

    def ignore_loss(self) -> None:
        """Show no warning until a position is known not to be lost, or a hint is asked for at a
        lost one.
        """
        self._ignores_loss, self._shows_way_back = True, False


def kept_by_redeal(rules: Rules, position: Position, _: Language) -> str:
    """What a redeal of a position keeps, in words."""
    words = {
        0: _("clubs up to {rank}"),
        1: _("diamonds up to {rank}"),
        2: _("hearts up to {rank}"),
        3: _("spades up to {rank}"),
    }
    told = []
    for _first, end in rules.sequences(position):
        last = position.piles[end][0]
        rank = cards.name(last)[0].replace("T", "10")
        told.append(words[cards.suit(last)].format(rank=rank))
    return ", ".join(told) if told else _("nothing")


def hides(session: Session) -> bool:
    """True if there are cards that the player has never seen: face down in a column, or in a
    reserve that was not turned over yet.
    """
    position = session.position
    return any(
        down and (pile.kind is PileKind.COLUMN or not position.used)
        for pile, down in zip(session.rules.piles, position.down, strict=False)
    )
