"""Shows the session on a table: moving cards, and around them number, figures, clock, marks, the
strip of the line.
"""

from __future__ import annotations

from game.core.position import PileKind, Seat
from game.play.session import Outcome, Session
from game.play.verdict import VerdictLight
from game.scenes.common.deal_and_day_words import daily_words, deal_words, pack_words
from game.scenes.common.figures_of_session import table_figures
from game.scenes.common.services import Services
from game.scenes.common.which_cards_are_marked import pile_pills, table_marks
from game.scenes.table.hint_and_warning import HintAndWarning
from game.scenes.table.line_worth import PresentLineWorth
from game.scenes.table.plate_sign_and_bottom_bar import SignAndBar
from game.table.card_sprites import TableSounds
from game.table.figures import Figure
from game.table.layout import RoomBelow
from game.table.table_picture import TablePicture
from game.table.title_plate import PlateSign


class SessionDisplay:
    """Brings the picture of one table in line with its session."""

    def __init__(
        self,
        services: Services,
        picture: TablePicture,
        advice: HintAndWarning,
        line_worth: PresentLineWorth,
        sign_and_bar: SignAndBar,
    ) -> None:
        self._services, self._ = services, services.language
        self._picture, self._view = picture, picture.cards
        self._advice, self._line_worth, self._sign_and_bar = advice, line_worth, sign_and_bar
        self._sounds = TableSounds(services.sound)
        self._clock = 0.0
        """Seconds that the clock has counted when it was looked at last."""

    @property
    def _session(self) -> Session:
        return self._advice.session

    # The cards

    def move(self, outcome: Outcome) -> None:
        """Move the cards to where the session has put them, or shake a refused one, with sounds."""
        self._sounds.begin(outcome, self._view.position)
        if outcome.steps:
            self._picture.show(outcome.steps, self._services.speed, fades=self._services.fades)
            self._sounds.follow(moving=self._view.moving)
        if outcome.refusal is not None and outcome.card is not None:
            self._view.shake(outcome.card)

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._picture.update(seconds)
        self._sounds.follow(moving=self._view.moving)

    # Around the cards

    def follow(self, cursor: Seat | None, hovered: Seat | None) -> None:
        """Show all that has changed. `cursor`: where the card cursor shows; `hovered`: what lies
        under the mouse.
        """
        session, picture, line_worth = self._session, self._picture, self._line_worth
        daily = daily_words(session, self._services)
        pack = "" if session.number is not None else pack_words(session.pack)
        picture.number = deal_words(session.rules, session.label, self._, daily or pack)
        picture.show_figures(self._figures())
        marks = table_marks(
            session,
            self._view,
            cursor or hovered,
            letters=self._services.settings.move_keys,
            hint=self._advice.hint,
            price=lambda edge: line_worth.price(session, edge),
        )
        picture.mark(marks._replace(cursor=cursor))
        picture.show_line(line_worth.cells, session.history.at)
        self._follow_room()

    def _follow_room(self) -> None:
        before = self._view.room
        self.make_room()
        if self._view.room != before:
            self._view.rearrange()

    def make_room(self) -> None:
        """Reserve room for redo marks and the bar below the columns, at the next layout."""
        piles, pills = self._session.rules.piles, pile_pills(self._session)
        below = any(piles[pill.pile].kind is PileKind.COLUMN for pill in pills)
        signed = self._advice.sign() in (PlateSign.UTURN, PlateSign.WARNING)
        self._view.room = RoomBelow(marks=below, bar=signed or self._sign_and_bar.offer.shown)

    # The figures

    @property
    def light(self) -> VerdictLight | None:
        """The verdict of the position; None if it is not to be shown."""
        return self._services.advisor.light if self._advice.lights else None

    def _figures(self) -> list[Figure]:
        session, game_store = self._session, self._services.game_store
        clock = self._services.settings.clock
        seconds = (game_store.seconds, game_store.total) if clock else None
        par = self._services.advisor.par(session)
        best = game_store.best, game_store.best_alone
        return table_figures(session, seconds, best, self.light, par, self._)

    def follow_clock(self) -> bool:
        """Time has passed; True if the clock looks different."""
        before, self._clock = int(self._clock), self._services.game_store.seconds
        if int(self._clock) == before or not self._services.settings.clock:
            return False
        self._picture.show_figures(self._figures())
        return True

    @property
    def clock_due(self) -> float | None:
        """In how many seconds the clock looks different; None while it stands or is hidden."""
        services = self._services
        runs = services.game_store.clock_runs and services.presence.is_there
        if not services.settings.clock or not runs or self._session.is_won:
            return None
        return 1.0 - self._clock % 1.0
