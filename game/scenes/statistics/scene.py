"""The statistics page: a card for each game, for all time or a recent period; reset and export."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.core.translatable_texts import Wording, why
from game.core.whole_files import write_new
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.record.pack_files import proved_lengths
from game.record.statistics import FILE_NAME, Period, as_csv, game_figures
from game.rules import RULES, chosen_words, policies, rules_for, variants
from game.scenes.common.base import Change, OpenHelp, Push
from game.scenes.common.dialog_scene import QuestionScene
from game.scenes.common.page import BAR_ROOM, ScrollingPage
from game.scenes.common.services import Services
from game.scenes.statistics.statistics_card import HEIGHT, StatCard
from game.storage import Played, StorageError
from game.system.folders import levels_folder
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.choices import Segmented
from game.widgets.control_sizes import columns
from game.widgets.look import Look

_UNSAVED: Final = Wording("The statistics could not be saved in {folder} ({reason})")
PERIOD, PLOT, POLICY, EXPORT, RESET = "period", "plot", "policy", "export", "reset"
KEEP, ONE, EVERY = "keep", "one", "every"
TWO_COLUMNS_FROM = 1100
"""The window's width in dp that cards side by side need."""
ABOVE = 18
BELOW = 24
LEAST_BELOW = 16
"""The least room below the cards if the page scrolls."""
GUTTER = 24
ICON_SIDE = 44
SMALL_ICON_SIDE = 40
POLICY_HEIGHT = 32


class StatisticsScene(ScrollingPage):
    """Lies over the scene that opened it; the card of that scene's game is selected."""

    name = "statistics"
    opened_by = Command.STATISTICS
    least_room = (720, 0)

    def __init__(
        self,
        services: Services,
        game: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`now` gives seconds since 1970."""
        super().__init__(services, lambda _: _("Statistics"))
        self._now = now
        self._plays: list[Played] = []
        self._cards = [StatCard(make(), self._) for make in RULES.values()]
        self._chosen = next((c for c in self._cards if c.name == game), self._cards[0])
        self.rebuild()
        self.does |= {
            EXPORT: self._save_table,
            RESET: self._ask_what_to_forget,
            Command.HELP: lambda: Push(OpenHelp(self._chosen.name)),
            **{card.name: partial(self._choose, card) for card in self._cards},
        }
        self._choose(self._chosen)
        self.focus.focus(self._chosen)

    def controls(self) -> Sequence[Widget]:
        """What to show, export and reset, then the cards, which stay the same."""
        _ = self._
        for card in self._cards:
            card.policy = self._policy_choice(card.name) if len(policies(card.name)) > 1 else None
        periods = [
            (Period.ALL_TIME, _("All time")),
            (Period.YEAR, _("This year")),
            (Period.MONTH, _("30 days")),
        ]
        self._period = Segmented(PERIOD, periods, Period.ALL_TIME)
        self._period.spoken = _("Period")
        self._plot = Segmented(PLOT, [(False, _("Moves")), (True, _("Times"))], False)
        self._plot.spoken = _("What to plot")
        self._export = Button(EXPORT, "", "save", tooltip=_("Save as a table (CSV)"))
        self._reset = Button(RESET, "", "trash", tooltip=_("Reset"))
        found = [self._plot, self._period, self._export, self._reset, *self.scrolled()]
        choices = [each for each in found if isinstance(each, Segmented)]
        self.takes = {choice.name: lambda value: self._count() for choice in choices}
        return found

    def scrolled(self) -> list[Widget]:
        """The controls that scroll, each policy right after its card."""
        pairs = [(card, card.policy) for card in self._cards]
        return [each for pair in pairs for each in pair if each is not None]

    def _policy_choice(self, game: str) -> Segmented:
        rules = RULES[game]()
        options = [
            (each.policy, ", ".join(choice.title.translated(self._) for choice in each.chosen))
            for each in variants()
            if each.name == game
        ]
        chosen = rules_for(game, chosen_words(game, self.services.settings)).policy
        choice = Segmented(f"{POLICY} {game}", options, chosen, height=POLICY_HEIGHT)
        label = rules.facts.policies[0].label.translated(self._)
        choice.spoken = f"{rules.title}, {label}"
        return choice

    # Figures

    def resume(self) -> Change | None:
        """Read all plays, and compute the figures from them."""
        try:
            self._plays = self.services.game_store.storage.plays.all()
        except StorageError as error:
            self.services.tell(error.sentence(self._))
        self._count()
        return super().resume()

    def follow_settings(self) -> None:
        """Count again: the setting for abandoned deals may have changed."""
        self._count()

    def _count(self) -> None:
        """Work the figures of all cards out. If the lists of proved pars cannot be read, those of
        the game's own count: `resume` has told of it.
        """
        services, since = self.services, Period(str(self._period.value)).since(self._now())
        for card in self._cards:
            policy = str(card.policy.value) if card.policy else policies(card.name)[0]
            rules, proved = rules_for(card.name, policy.split()), None
            plays = [p for p in self._plays if (p.key.game, p.key.options) == (card.name, policy)]
            if plays and rules.facts.par_is_shortest:
                proved = proved_lengths(rules, levels_folder(), services.game_store.storage).keys()
            counted = services.settings.count_abandoned
            found = game_figures(plays, since=since, count_abandoned=counted, proved=proved)
            daily = services.daily.streak(card.name)
            card.show(found, daily, times=bool(self._plot.value))
        self.stale = True

    # Layout

    @property
    def _columns(self) -> int:
        return 2 if self.width >= TWO_COLUMNS_FROM else 1

    def height_wanted(self, width: int) -> int:
        """All cards below the header."""
        look, rows = self.look, -(-len(self._cards) // self._columns)
        cards = rows * look.px(HEIGHT) + (rows - 1) * look.px(GUTTER)
        return look.px(ABOVE) + cards + look.px(BELOW)

    def arrange(self) -> None:
        """The header's controls, then the cards in their view."""
        look, content = self.look, self.content
        side = look.px(SMALL_ICON_SIDE if self.fills else ICON_SIDE)
        gap, middle, x = look.px(control_sizes.GAP), self.back.rect.centery, content.right
        for button in (self._reset, self._export):
            button.place(look, pygame.Rect(x - side, middle - side // 2, side, side))
            x -= side + gap
        heading = look.px(16) + look.width(self.heading, fonts.PAGE_TITLE) + look.px(GUTTER)
        plot = self._plot.natural_size(look)[0]
        # With too little room for all periods it shows the chosen one between arrows.
        room = x - self.back.rect.right - heading - gap - plot
        for choice, most in ((self._period, room), (self._plot, plot)):
            wide, high = choice.natural_size(look)
            wide = min(wide, most)
            choice.place(look, pygame.Rect(x - wide, middle - high // 2, wide, high))
            x -= wide + gap
        view = content.inflate(2 * look.px(8), 0)
        view.y += look.scale.line()
        view.h = content.bottom - view.y
        self.lay_scroll(view, self.height_wanted(content.w) - look.px(BELOW - LEAST_BELOW))

    def follow_scroll(self) -> None:
        """Put the cards where scrolling has brought them."""
        look, gap, high = self.look, self.look.px(GUTTER), self.look.px(HEIGHT)
        row = self.content.move(0, look.px(ABOVE) - self.scroller.offset)
        row.w -= look.px(BAR_ROOM) if self.scroller.most else 0
        row.h = high
        across = columns(row, [1] * self._columns, gap)
        for place, card in enumerate(self._cards):
            down, column = divmod(place, self._columns)
            card.place(look, across[column].move(0, down * (high + gap)))

    def focused_span(self) -> tuple[int, int] | None:
        """The card or the policy that has the focus, with the room around it."""
        focused = self.focus.focused
        if focused is None or focused not in self.scrolled():
            return None
        top = focused.rect.top - self.view.top + self.scroller.offset
        margin = self.look.px(ABOVE)
        return top - margin, top + focused.rect.h + margin

    # Events

    def focus_moved(self) -> None:
        """Choose the card that has the focus."""
        if isinstance(self.focus.focused, StatCard):
            self._choose(self.focus.focused)
        super().focus_moved()

    def _choose(self, chosen: StatCard) -> None:
        self._chosen, self.stale = chosen, True
        for card in self._cards:
            card.selected = card is chosen

    # Export and reset

    def _save_table(self) -> None:
        """Every play as a table, into the user's documents."""
        _, folder = self._, self.services.folders.documents
        if self.services.settings_file.read_only:
            told = _("Nothing was exported: this window is read-only (--read-only)")
            self.services.tell(told)
            return
        content = as_csv(self._plays).encode("utf-8-sig")
        try:
            file = write_new(folder, FILE_NAME, content)
        except OSError as error:
            self.services.announce(_UNSAVED.filled(folder=folder, reason=why(error)).translated(_))
        else:
            self.services.announce(_("Statistics saved as {file}").format(file=file))

    def _ask_what_to_forget(self) -> Change:
        _, game = self._, self._chosen.name
        only = _("Only {game}").format(game=RULES[game]().title)
        answers = [
            (Button(EVERY, _("All games")), lambda: self._forget(None)),
            (Button(ONE, only), lambda: self._forget(game)),
            (Button(KEEP, _("Keep them"), kind=ButtonKind.PRIMARY), None),
        ]
        text = _(
            "All results so far and the daily streak will be deleted. Histories and best "
            "solutions will be kept."
        )
        return Push(QuestionScene(self.services, _("Reset the statistics?"), text, answers))

    def _forget(self, game: str | None) -> None:
        """Forget the plays of a game under all its policies, or of all games."""
        try:
            self.services.game_store.storage.plays.clear(game)
            self.services.daily.forget(game)
        except StorageError as error:
            self.services.tell(error.sentence(self._))

    # Drawing

    def draw_content(self, target: pygame.Surface, look: Look) -> None:
        """Write in the header, if there is room, which plays the figures leave out."""
        text = self._("Only games without help count")
        left = self.back.rect.right + look.px(16) + look.width(self.heading, fonts.PAGE_TITLE)
        left += look.px(GUTTER)
        right = self._plot.rect.left
        if look.width(text, fonts.CAPTION) <= right - look.px(control_sizes.GAP) - left:
            at = left, self.back.rect.centery + look.px(4)
            look.write(target, text, fonts.CAPTION, colours.DIM, at)
