"""The figures of a won deal: moves, best, shortest possible, time, and moves over the shortest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from game.play.session import Session
from game.record.saving import deal_key
from game.scenes.common.base import WonTable
from game.scenes.common.clock_and_day_words import clock_text
from game.scenes.common.figures_of_session import redeals_of
from game.scenes.common.services import Services
from game.storage import HelpKind, PlayOutcome, StorageError

_BETWEEN: Final = "  ·  "


class WinFigure(NamedTuple):
    """One figure of the panel."""

    label: str
    value: str
    caption: str = ""
    gold: bool = False
    """True if this win is the player's best in this figure."""
    news: bool = False
    """True if the caption names the previous best, which was beaten."""
    star: str = ""
    """The icon of a proved shortest answer, hollow if it was found with help; empty: none."""


class Earlier(NamedTuple):
    """The player's best before this win; None if there was none."""

    moves: int | None = None
    seconds: float | None = None


def earlier(services: Services, session: Session) -> Earlier:
    """The player's best in the wins of this deal before the last one, from the statistics."""
    try:
        plays = services.game_store.storage.plays.of(deal_key(session.rules, session.deck))
    except StorageError:
        return Earlier()
    before = [play for play in plays if play.outcome is PlayOutcome.WON][:-1]
    if not before:
        return Earlier()
    return Earlier(min(play.moves for play in before), min(play.seconds for play in before))


class WinFigures:
    """The figures of one won deal, taken from table and solver at each call."""

    def __init__(self, services: Services, table: WonTable) -> None:
        self._services, self._table, self._session = services, table, table.session
        self._ = services.language
        self._earlier = earlier(services, self._session)

    @property
    def _moves(self) -> int:
        """What the win counts: the moves made without those of circles."""
        return self._session.history.moves_without_circles()

    def cells(self) -> Iterator[WinFigure]:
        """The figures to show; unknown ones are left out."""
        _, session, game_store = self._, self._session, self._services.game_store
        moves, before, (par, proved) = self._moves, self._earlier, self.shortest()
        yield WinFigure(_("This game"), str(moves), _.plural("move", "moves", moves))
        if game_store.best is not None:
            better = before.moves is not None and game_store.best < before.moves
            was = _("was {n}").format(n=before.moves) if better else ""
            best = was or _.plural("move", "moves", game_store.best)
            own = game_store.best == game_store.best_alone
            yield WinFigure(
                _("Your best") if own else _("Best (with help)"), str(game_store.best), best,
                gold=moves == game_store.best, news=better,
                star=self._star(game_store.best, game_store.best_alone),
            )  # fmt: skip
            if game_store.best_alone is not None and game_store.best_alone != game_store.best:
                alone = game_store.best_alone
                caption = _.plural("move", "moves", alone)
                yield WinFigure(_("Best unaided"), str(alone), caption, gold=moves == alone)
        if par is not None:
            label = _("Shortest possible") if proved else _("Best known")
            caption = _("proven") if proved else _.plural("move", "moves", par)
            known = self._services.advisor.par(session)
            redeals = "" if known is None else redeals_of(session.rules, known, _)
            if known is not None and known.moves == par and redeals:
                caption = redeals
            yield WinFigure(label, str(par), caption)
        if self._services.settings.clock:
            yield self._time()

    def _star(self, best: int, alone: int | None) -> str:
        par, proved = self.shortest()
        if par is None or not proved or best > par:
            return ""
        return "star-filled" if alone is not None and alone <= par else "star"

    def _time(self) -> WinFigure:
        _, seconds, before = self._, self._services.game_store.seconds, self._earlier.seconds
        text = clock_text(int(seconds))
        if before is None:
            return WinFigure(_("Time"), text)
        best = min(before, seconds)
        caption = _("best {time}").format(time=clock_text(int(best)))
        return WinFigure(_("Time"), text, caption, gold=seconds < before)

    def shortest(self) -> tuple[int | None, bool]:
        """The moves of the shortest answer known, or None; and whether that is proved shortest."""
        par = self._services.advisor.par(self._session)
        if par is None:
            return None, False
        best = self._services.game_store.best
        return (par.moves, True) if par.proved else (min(par.moves, best or par.moves), False)

    def title(self) -> str:
        """The words for the number of moves."""
        made, moves = self._session.moves, self._moves
        if made > moves:
            text = self._("Won in {made} moves; {n} without the detour")
            return text.format(made=made, n=moves)
        return self._.plural("Solved in {n} move", "Solved in {n} moves", moves).format(n=moves)

    def line(self) -> str:
        """The deal, how near the answer comes to the shortest, and what helped to find it."""
        return _BETWEEN.join(self._told())

    def lines(self) -> tuple[str, str]:
        """The same in two lines, where one has no room for it: the deal, and the rest."""
        deal, *rest = self._told()
        return deal, _BETWEEN.join(rest)

    def _told(self) -> list[str]:
        return [each for each in (self._table.title, self._over(), self._help()) if each]

    def _help(self) -> str:
        """The words for what helped the player; empty: nothing. A win that was shown is not
        presented as the player's own.
        """
        _, game_store = self._, self._services.game_store
        match game_store.how_won:
            case HelpKind.HINTS:
                count = max(1, game_store.hints)
                return _.plural("with {n} hint", "with {n} hints", count).format(n=count)
            case HelpKind.SHOWN:
                return _("after seeing the solution")
            case HelpKind.PASTED:
                return _("using a pasted solution")
            case HelpKind.IMPORTED:
                return _("using an imported solution")
        return ""

    @property
    def can_improve(self) -> bool:
        """True unless the answer is proved shortest."""
        par, proved = self.shortest()
        return par is None or not proved or self._moves > par

    def _over(self) -> str:
        _, (par, proved) = self._, self.shortest()
        if par is None:
            return ""
        over = self._moves - par
        if over <= 0:
            return _("shortest possible") if proved else _("matches the best known")
        if proved:
            text = _.plural(
                "{n} move more than the shortest possible",
                "{n} moves more than the shortest possible",
                over,
            )
        else:
            text = _.plural(
                "{n} move more than the best known", "{n} moves more than the best known", over
            )
        return text.format(n=over)
