"""What is played at a table and what shows it: session, cards, figures, marks, messages, clock."""

from __future__ import annotations

from game.core.cards import Card
from game.core.deals import deal_name, deck_text
from game.core.position import PileKind
from game.core.translatable_texts import said_in_turn
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.desktop.sound_effects import Sfx
from game.play.refusals import reason
from game.play.session import Outcome, Session
from game.play.verdict import VerdictLight
from game.record.pack_files import listed_par
from game.rules import IllegalMove, Refusal
from game.scenes.common.base import Change, OpenTable, Scene
from game.scenes.common.deal_and_day_words import daily_words, deal_words, pack_words
from game.scenes.common.figures_of_session import table_figures
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    REFUSALS,
    Tip,
    tell_tip,
)
from game.scenes.common.which_cards_are_marked import pile_pills, table_marks
from game.scenes.table.answers_to_show import TableAnswers
from game.scenes.table.arrow_keys_on_cards import ArrowKeys
from game.scenes.table.card_finder import CardFinder
from game.scenes.table.first_game_offer_and_bars import (
    FirstGameOffer,
    bar_of,
    offer_bar,
    undo_to_win_words,
)
from game.scenes.table.hint_and_warning import TableAdvice
from game.scenes.table.line_worth import PresentLineWorth
from game.scenes.table.mouse_on_cards import TableMouse
from game.scenes.table.spoken_table import SpokenTable
from game.system.folders import levels_folder
from game.table.card_sprites import TableSounds
from game.table.figures import LIGHT, Figure
from game.table.layout import RoomBelow
from game.table.table_picture import TablePicture
from game.table.title_plate import PlateSign
from game.widgets.focus import FocusGroup

BARRED = PlateSign.UTURN, PlateSign.WARNING
"""The signs with a bar."""
WIDE = 820
"""The least width of the card area, in dp, for the long text of an offer."""
WIN_SHOWN_AFTER_S = 0.3
"""The seconds from the last card's arrival to the win scene."""


class _Subject:
    """What messages are about (`Scene.subject`): they disappear when another one takes its place. A
    class of its own, because a plain object has no weak reference.
    """


class PlayedTable(Scene):
    """One deal, all that shows it, and the messages about it. Commands, keys and mouse act on it;
    the scene `TableScene` does them.
    """

    def __init__(self, services: Services, asked: OpenTable) -> None:
        """`asked` says what is played; its command is the scene's to run."""
        super().__init__(services)
        self._ = services.language
        self.advice = TableAdvice(services)
        self.line_worth = PresentLineWorth(services)
        self.rules_of_next = asked.rules
        """The rules of a new deal, which the options may have changed since."""
        self.refusals = 0
        """How many times the player was told why something cannot be done."""
        self._subject: _Subject
        self._is_new: bool
        """The deal was put on the table, and nothing was said of it yet."""
        self._tells_of_now: bool
        """A message about the present position is shown: why a move is refused, or the hint. The
        mouse may have moved since.
        """
        self._to_win: float | None = None
        """Seconds until the win scene opens, counted while no card moves; None: no win is due."""
        appearance = services.appearance
        self.table_picture = TablePicture(asked.rules, services.look, appearance, self._)
        self.focus: FocusGroup = self.table_picture.focus
        self.arrow_keys = ArrowKeys(services, self.table_picture.cards, self.table_picture.focus)
        self.offer = FirstGameOffer(services)
        self._offered_at: Session | None = None
        """The deal at which the first game was offered: cards do not move when that bar goes."""
        self._sounds = TableSounds(services.sound)
        self._clock = 0.0
        """Seconds that the clock has counted when it was looked at last."""
        self.session: Session
        self._take(asked)
        try:
            if asked.moves:
                services.game_store.add_line(self.session, asked.moves)
        except Exception:
            # This table never comes: the deal of the present one is open again.
            services.game_store.leave(self.session)
            raise
        self.table_picture.line_strip.explain = self.line_worth.explain

    # The deal

    def _take(self, asked: OpenTable) -> None:
        """Open a deal where it was left."""
        settings = self.services.settings
        self._subject, self._tells_of_now, self._is_new = _Subject(), False, True
        self.session = self.services.game_store.open(
            asked.rules,
            asked.deck,
            asked.number,
            branching=settings.branching,
            autoplay=settings.autoplay,
            counts=self.counts,
            pack=asked.pack,
        )
        self.advice.begin(self.session, named=asked.named)
        # A list of the game or the player's record may prove a par.
        par = listed_par(asked.rules, deck_text(asked.deck), levels_folder())
        par = self.services.game_store.proved_par(self.session) if par is None else par
        if par is not None:
            self.services.advisor.set_par(self.session, par, proved=True)
        if asked.par is not None:
            self.services.advisor.set_par(self.session, asked.par[0], proved=asked.par[1])
        self.table_picture.set_number(self.session.number)
        self.mouse = TableMouse(self.table_picture.cards, self.services.cursors, self.session)
        self.spoken = SpokenTable(self.services, self.session)
        self.finder = CardFinder(self.services, self.session)
        self.answers = TableAnswers(self.services, self.session, lambda: self.title, self.show)

    @property
    def counts(self) -> bool:
        """True if what is played is in the statistics."""
        return True

    def start(self, asked: OpenTable) -> None:
        """Put another deal of the same rules on the table, dealt card by card unless it was played
        before.
        """
        self.services.game_store.leave(self.session)
        self._take(asked)
        self.table_picture.cards.speed = self.services.speed
        if self.session.history.can_undo:
            self.offer.shown = False
            self.table_picture.cards.show([self.session.position])
        else:
            self.table_picture.cards.deal(self.session.position, asked.deck)
            self.services.sound.play(Sfx.SHUFFLE)
        self.arrow_keys.follow()
        self.services.speak(self.heading)
        self._tell_daily()
        self.settle()
        self.table_picture.refresh()

    def _tell_daily(self) -> None:
        """Say once that this is a daily deal, if the window is so small that the plate may not."""
        is_new, self._is_new = self._is_new, False
        if not is_new or not self.table_picture.cards.frame.small or not self.counts:
            return
        if daily_words(self.session, self.services):
            self.services.remark(self.title)

    @property
    def game(self) -> str:
        """The game being played."""
        return self.session.rules.name

    @property
    def subject(self) -> object:
        """A message about one deal goes when another deal comes, one about a position with it."""
        return self._subject

    @property
    def title(self) -> str:
        """The game's name and the deal's number, or its id in its pack."""
        title = deal_name(self.session.rules.title, self.session.label)
        daily = daily_words(self.session, self.services)
        return f"{title} · {daily}" if daily else title

    # What is shown

    def do(self, command: Command) -> Change | None:
        """Do a command; returns the change of the stack that it asks for."""
        raise NotImplementedError

    def show(self, outcome: Outcome) -> None:
        """Let the picture follow what the session did."""
        if outcome.steps:
            if self._tells_of_now:
                self._tells_of_now = False
                self._end_messages()
            self.finder.end()
            self.offer.shown = False
            self._make_room()
        self._move(outcome)
        if outcome.steps:
            self.arrow_keys.follow()
        best = self.session.history.best
        if outcome.shortest and best is not None and not self.session.is_won:
            # Of a deal that was just won the win scene tells it.
            text = self._.plural("Shorter solution: {n} move", "Shorter solution: {n} moves", best)
            self.services.tell(text.format(n=best))
        if outcome.refusal is not None:
            self._tell_refusal(outcome.refusal, outcome.card)
        if not outcome.steps and (outcome.refusal is not None or self.advice.hint is not None):
            self._tells_of_now = True
        self.spoken.heard(outcome)
        self.settle()

    def _move(self, outcome: Outcome) -> None:
        """Move the cards to where the session has put them, or shake a refused one, with sounds."""
        picture, view = self.table_picture, self.table_picture.cards
        self._sounds.begin(outcome, view.position)
        if outcome.steps:
            picture.show(outcome.steps, self.services.speed, fades=self.services.fades)
            self._sounds.follow(moving=view.moving)
        if outcome.refusal is not None and outcome.card is not None:
            view.shake(outcome.card)

    def _end_messages(self) -> None:
        """Let the messages go that are about this table."""
        self._subject = _Subject()

    def _tell_refusal(self, refusal: IllegalMove, card: Card | None) -> None:
        self.refusals += 1
        knows = self.services.solver.knows_game
        if self.refusals == REFUSALS and self.counts and knows(self.session.rules):
            # The tip comes before the reason, because a later message would remove the reason.
            tell_tip(self.services, Tip.HINT)
        why = reason(self.session.rules, self.session.position, refusal, card).translated(self._)
        due = refusal.refusal is Refusal.REDEAL_DUE
        self.services.tell(f"{why} ({_how_to_redeal(self.services)})" if due else why)

    def settle(self) -> None:
        """Have advice for the session as it is now, and show it. Below the table of another deal,
        whose clock and verdict they would be, all stays as it is.
        """
        if not self.services.game_store.is_open(self.session):
            return
        self.advice.follow()
        self.line_worth.follow(self.session, lit=self.advice.lit)
        self.show_session()

    def show_session(self) -> None:
        """Bring all that is shown around the cards in line with the session."""
        session, picture, mouse = self.session, self.table_picture, self.mouse
        self.stale = True
        # The verdict is spoken before the way back that a bar knows.
        self.spoken.known(self._light, self.advice.hint)
        self._show_sign(self.advice.sign())
        daily = daily_words(session, self.services)
        pack = "" if session.number is not None else pack_words(session.pack)
        picture.number = deal_words(session.rules, session.label, self._, daily or pack)
        picture.show_figures(self._figures())
        self._mark()
        picture.show_line(self.line_worth.cells, session.history.at)
        before = picture.cards.room
        self._make_room()
        if picture.cards.room != before:
            picture.cards.rearrange()
        mouse.set_cursor(picture.card_painter.marks, picture.look)

    def _show_sign(self, sign: PlateSign | None) -> None:
        """Show a sign on the plate, and its bar, else the offer of a first game."""
        picture, services, lost = self.table_picture, self.services, sign in BARRED
        before, picture.sign = picture.sign, sign
        undos = services.advisor.undos_to_win if lost else None
        bar = bar_of(sign, undos, services.advisor.light, self._) if lost else None
        if bar is None and self.offer.shown:
            wide = picture.cards.frame.area.w >= picture.look.px(WIDE)
            bar = offer_bar(services, wide=wide)
        if picture.set_bar(bar) and bar is not None:
            # Of a U-turn the narrator speaks, and of a lost deal the light where it shows.
            if sign is PlateSign.WARNING and (undos or not self.advice.lights):
                services.speak(bar.text)
            if sign is PlateSign.UTURN and undos is not None:
                services.speak(undo_to_win_words(undos, self._))
        if sign is before:
            return
        if PlateSign.UTURN in (sign, before):
            scene = "stuck" if sign is PlateSign.UTURN else "table"
            services.tracer.event("scene", name=scene)
        if PlateSign.FLAG in (sign, before):
            self._to_win = WIN_SHOWN_AFTER_S if sign is PlateSign.FLAG else None

    def _mark(self) -> None:
        """Mark cards and piles; the card cursor shows in place of what lies under the mouse."""
        session, cursor = self.session, self.arrow_keys.seat
        marks = table_marks(
            session,
            self.table_picture.cards,
            cursor or self.mouse.hovered,
            letters=self.services.settings.move_keys,
            hint=self.advice.hint,
            price=lambda edge: self.line_worth.price(session, edge),
        )
        if cursor is not None:
            marks = marks._replace(lifted=marks.lifted & marks.reversed)
        self.table_picture.mark(marks._replace(cursor=cursor, found=self.finder.seat))

    def _make_room(self) -> None:
        """Reserve room for redo marks and the bar below the columns, at the next layout."""
        piles, pills = self.session.rules.piles, pile_pills(self.session)
        below = any(piles[pill.pile].kind is PileKind.COLUMN for pill in pills)
        if self.offer.shown:
            self._offered_at = self.session
        bar = self.advice.sign() in BARRED or self._offered_at is self.session
        self.table_picture.cards.room = RoomBelow(marks=below, bar=bar)

    @property
    def _light(self) -> VerdictLight | None:
        """The verdict of the position; None if it is not to be shown."""
        return self.services.advisor.light if self.advice.lights else None

    def _figures(self) -> list[Figure]:
        session, game_store = self.session, self.services.game_store
        clock = self.services.settings.clock
        seconds = (game_store.seconds, game_store.total) if clock else None
        par = self.services.advisor.par(session)
        best = game_store.best, game_store.best_alone
        figures = table_figures(session, seconds, best, self._light, par, self._)
        if self.advice.lit:
            return figures
        why = self._("Shown because you chose this very deal. Click to hide the light")
        return [each._replace(tooltip=why) if each.name == LIGHT else each for each in figures]

    def _follow_clock(self) -> None:
        """Show the clock if it looks different now."""
        before, self._clock = int(self._clock), self.services.game_store.seconds
        if int(self._clock) != before and self.services.settings.clock:
            self.table_picture.show_figures(self._figures())
            self.stale = True

    @property
    def clock_due(self) -> float | None:
        """In how many seconds the clock looks different; None while it stands or is hidden."""
        services = self.services
        runs = services.game_store.clock_runs and services.presence.is_there
        if not services.settings.clock or not runs or self.session.is_won:
            return None
        return 1.0 - self._clock % 1.0

    @property
    def detour(self) -> int | None:
        """The moves that the costliest detour of the line has cost, if that may be shown."""
        found = self.line_worth.costliest
        return None if found is None else found[1]

    @property
    def heading(self) -> str:
        """The deal, how it stands, and the offer of a first game."""
        bar = self.table_picture.bar
        offered = bar.text if bar is not None and self.offer.shown else ""
        return said_in_turn((self.spoken.opening(self.title), offered), self._)


def _how_to_redeal(services: Services) -> str:
    """The key, the button or the two clicks that redeal."""
    _, key = services.language, key_name(Command.REDEAL, services.language)
    by_device = {
        KeyHints.KEYS: _("{key}, or double-click a card"),
        KeyHints.ARROWS: _("{key}, or press Enter twice quickly on a card"),
        KeyHints.PAD: _("press Enter twice quickly on a card"),
        KeyHints.TOUCH: _("tap the button, or double-tap a card"),
    }
    return by_device[services.key_hints].format(key=key)
