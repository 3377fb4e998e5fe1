"""A game's statistics as a card: ring, figures, and how the won deals are distributed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.paint import PANEL_EDGE_WIDTH, svg_paint
from game.graphics.text_rendering import Align
from game.record.daily_deals import Streak
from game.record.statistics import BARS, GameFigures, LengthDistribution, whole_percent
from game.rules import Rules
from game.scenes.common.deal_and_day_words import clock_text
from game.scenes.common.list_columns import NONE
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import PressWidget
from game.widgets.choices import Segmented
from game.widgets.control_sizes import columns
from game.widgets.look import Look

FIGURE_TEXT: Final = TextStyle(fonts.Face.SERIF_BOLD, 23)

HEIGHT = 300
RADIUS = 12
PADDING = 24
TITLE = 27
RING = (76, 112)
"""The ring's middle, from the card's corner."""
RING_RADIUS = 48
RING_WIDTH = 11
FIGURES_FROM = 160
LABEL, FIGURE = 68, 92
"""The y of a figure's label and of the figure, from the card's top in dp; the second row is `ROW`
lower.
"""
ROW = 56
PAR_BAR = (105, 148)
"""The par bar's y from the card's top, and its greatest width, in dp."""
PLOT_HEAD = 182
PLOT = (197, 270)
PLOT_FOOT = 285
BAR_GAP = 5
RATE = TextStyle(FIGURE_TEXT.face, 26)


class CardFigure(NamedTuple):
    """A figure of the card: its name, its value, what stands beside that."""

    label: str
    value: str
    beside: str = ""
    starred: bool = False


class StatCard(PressWidget):
    """The card of one game. Answers Pressed when it is activated; `show` sets its figures."""

    def __init__(self, rules: Rules, language: Language) -> None:
        super().__init__(rules.name)
        self._title, self._suit = rules.title, rules.facts.suit
        self.spoken = rules.title  # also while the card is out of view and not drawn
        self._ = language
        self._figures = GameFigures()
        self._daily = Streak()
        self._times = False
        self.selected = False
        """True for the card whose game can be reset by itself."""
        self.policy: Segmented | None = None
        """The choice of the policy, which lies on the card; None: the game has no choice."""

    def show(self, figures: GameFigures, daily: Streak, *, times: bool) -> None:
        """Set the figures to show; `times`: plot times instead of moves."""
        self._figures, self._daily, self._times, self.stale = figures, daily, times, True
        self.spoken_more = ", ".join(self._spoken_figures())

    def _spoken_figures(self) -> Iterator[str]:
        """All figures as a screen reader says them, each with its label; the plot as its ends."""
        _ = self._
        yield self._played()
        yield self._told(_("won"), self._rate())
        for cell in self._cells():
            yield self._told(cell.label, " ".join(filter(None, cell[1:3])))
        yield self._told(self._plot_heading(), self._spoken_plot())
        if apart := self._apart():
            yield _("Attempts not counted: {list}").format(list=", ".join(apart))

    def _told(self, label: str, value: str) -> str:
        _ = self._
        known = value if value != NONE else _("not known")
        return _("{name}: {list}").format(name=label, list=known)

    def arrange(self) -> None:
        """Place the choice of the policy at the right of the title."""
        if self.policy is not None:
            look, right = self.look, self.rect.right - self.look.px(14)
            wide, high = self.policy.natural_size(look)
            title = look.px(50) + look.width(self._title, FIGURE_TEXT)
            wide = min(wide, right - self.rect.left - title - look.px(control_sizes.GAP))
            top = self.rect.y + look.px(TITLE) - high // 2
            self.policy.place(look, pygame.Rect(right - wide, top, wide, high))

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring of the focus follows its corners."""
        return self.rect, self.look.px(RADIUS)

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw background, title, ring, figures and plot."""
        look = self.look
        edge = colours.GOLD_EDGE if self.selected else colours.LINE
        if self.hovered and not self.selected:
            edge = colours.WELL_EDGE
        line = look.scale.line(PANEL_EDGE_WIDTH)
        look.paint.box(target, self.rect, look.px(RADIUS), colours.WELL, edge, line)
        self._draw_title(target, look)
        self._draw_ring(target, look)
        self._draw_figures(target, look)
        self._draw_plot(target, look)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return self.rect.x + self.look.px(x), self.rect.y + self.look.px(y)

    def _draw_title(self, target: pygame.Surface, look: Look) -> None:
        colour = colours.CORAL if self._suit in ("heart", "diamond") else colours.CREAM
        look.icon(target, self._suit, colour, self._at(29, TITLE), look.px(20))
        at = self._at(50, TITLE)
        end = look.write(target, self._title, FIGURE_TEXT, colours.CREAM, at).right
        words, left = self._played(), end + look.px(14)
        right = self.policy.rect.left if self.policy else self.rect.right
        if left + look.width(words, fonts.CAPTION) < right - look.px(control_sizes.GAP):
            at = left, at[1] + look.px(2)
            look.write(target, words, fonts.CAPTION, colours.DIM, at)

    def _played(self) -> str:
        _, figures = self._, self._figures
        if not figures.counted:
            return _("nothing counted yet") if figures.begun else _("not played yet")
        played = _.plural("{n} played", "{n} played", figures.counted)
        won = _.plural("{n} won", "{n} won", figures.won).format(n=_.number(figures.won))
        return f"{played.format(n=_.number(figures.counted))}, {won}"

    def _draw_ring(self, target: pygame.Surface, look: Look) -> None:
        middle = self._at(*RING)
        art = _ring(look, self._figures.rate or 0.0)
        target.blit(art, art.get_rect(center=middle))
        at = middle[0], middle[1] - look.px(4)
        look.write(target, self._rate(), RATE, colours.CREAM, at, Align.CENTRE)
        at = middle[0], middle[1] + look.px(19)
        look.write(target, self._("won"), fonts.SMALL_CAPTION, colours.DIM, at, Align.CENTRE)

    def _rate(self) -> str:
        rate = self._figures.rate
        return NONE if rate is None else self._("{n}%").format(n=whole_percent(rate))

    def _draw_figures(self, target: pygame.Surface, look: Look) -> None:
        """The figures, in three columns."""
        first = self.rect.x + look.px(FIGURES_FROM)
        step = min(look.px(122), (self.rect.right - look.px(PADDING) - first) // 3)
        for place, cell in enumerate(self._cells()):
            column, row = divmod(place, 2)
            x, top = first + column * step, self.rect.y + look.px(ROW * row)
            at = x, top + look.px(LABEL)
            look.write(target, cell.label, fonts.CAPTION, colours.DIM, at)
            at, ink = (x, top + look.px(FIGURE)), colours.CREAM
            if cell.starred:
                self._draw_par_bar(target, look, x)
                star, ink = look.px(18), colours.GOLD
                look.icon(target, "star-filled", ink, (x + star // 2, at[1]), star)
                at = x + star + look.px(8), at[1]
            end = look.write(target, cell.value, FIGURE_TEXT, ink, at).right
            at = end + look.px(8), at[1] + look.px(2)
            look.write(target, cell.beside, fonts.CAPTION, colours.DIM, at)

    def _cells(self) -> list[CardFigure]:
        """The figures in three columns, each from the top."""
        _, figures, seconds, days = self._, self._figures, self._figures.seconds, self._daily.days
        best = None if seconds is None else seconds.least
        median = None if seconds is None else seconds.median
        par = CardFigure(_("Matched par"), NONE)
        if figures.with_par:
            of = _("of {n}").format(n=_.number(figures.with_par))
            par = CardFigure(par.label, _.number(figures.par), of, starred=True)
        return [
            CardFigure(_("Streak"), _.number(figures.streak)),
            CardFigure(_("Longest streak"), _.number(figures.longest)),
            CardFigure(_("Best time"), _clock(best)),
            CardFigure(_("Median time"), _clock(median)),
            par,
            CardFigure(
                _("Daily deals"), _.number(days), _.plural("day streak", "day streak", days)
            ),
        ]

    def _draw_par_bar(self, target: pygame.Surface, look: Look, x: int) -> None:
        """How many of the wins that have a par to reach have reached it."""
        figures = self._figures
        wide = min(look.px(PAR_BAR[1]), self.rect.right - look.px(20) - x)
        bar = pygame.Rect(x, self.rect.y + look.px(PAR_BAR[0]), wide, look.px(5))
        look.paint.box(target, bar, bar.h / 2, colours.TRACK)
        bar.w = round(wide * figures.par / figures.with_par)
        if bar.w:
            bar.w = max(bar.w, bar.h)
            look.paint.box(target, bar, bar.h / 2, colours.GOLD)

    # The plot

    def _draw_plot(self, target: pygame.Surface, look: Look) -> None:
        """The heading with as many counts as fit of plays that no figure includes, the bars, and
        below them best, median and worst; the median stays clear of the other two.
        """
        _, lengths, gap = self._, self._lengths, look.px(control_sizes.GAP)
        left, right = self.rect.x + look.px(PADDING), self.rect.right - look.px(PADDING)
        y, base = self.rect.y + look.px(PLOT_HEAD), self.rect.y + look.px(PLOT[1])
        end = look.write(target, self._plot_heading(), fonts.CAPTION, colours.DIM, (left, y)).right
        for count in range(len(self._apart()), 0, -1):
            told = _("Attempts not counted: {list}").format(list=", ".join(self._apart()[:count]))
            if look.width(told, fonts.SMALL_CAPTION) <= right - end - look.px(PADDING):
                at, style = (right, y), fonts.SMALL_CAPTION
                look.write(target, told, style, colours.DIM, at, Align.RIGHT)
                break
        target.fill(look.paint.toned(colours.LINE), (left, base, right - left, look.scale.line()))
        top = self.rect.y + look.px(PLOT[0])
        if lengths is None:
            at = (left + right) // 2, (top + base) // 2
            look.write(target, self._none_won(), fonts.CAPTION, colours.DIM, at, Align.CENTRE)
            return
        between = look.px(BAR_GAP)
        bars = columns(pygame.Rect(left, 0, right - left - between, 0), [1] * BARS, between)
        middle = bars[lengths.middle].centerx
        for place, (bar, count) in enumerate(zip(bars, lengths.bars, strict=True)):
            if count:
                high = round((base - top) * count / max(lengths.bars))
                bar.w, bar.h = max(1, bar.w), max(look.scale.line(2), high)
                bar.bottom = base
                colour = colours.GOLD if place == lengths.middle else colours.HISTOGRAM
                look.paint.box(target, bar, min(look.px(3), bar.h // 2), colour)
        y = self.rect.y + look.px(PLOT_FOOT)
        best, median = self._best_and_median(lengths)
        first = look.write(target, best, fonts.CAPTION_STRONG, colours.CREAM, (left, y)).right
        if lengths.most > lengths.least:
            most = self._length(lengths.most)
            area = look.write(target, most, fonts.CAPTION, colours.DIM, (right, y), Align.RIGHT)
            gap += look.width(median, fonts.CAPTION_STRONG) // 2
            at = max(first + gap, min(area.left - gap, middle)), y
            look.write(target, median, fonts.CAPTION_STRONG, colours.GOLD, at, Align.CENTRE)

    @property
    def _lengths(self) -> LengthDistribution | None:
        """What is plotted; None: no deal is won."""
        return self._figures.seconds if self._times else self._figures.moves

    def _plot_heading(self) -> str:
        return self._("Times for deals won") if self._times else self._("Moves in deals won")

    def _none_won(self) -> str:
        helped = self._figures.helped.won
        return self._("no deal won without help yet") if helped else self._("no deal won yet")

    def _spoken_plot(self) -> str:
        lengths = self._lengths
        if lengths is None:
            return self._none_won()
        longest = self._("longest {n}").format(n=self._length(lengths.most))
        return ", ".join((*self._best_and_median(lengths), longest))

    def _best_and_median(self, lengths: LengthDistribution) -> tuple[str, str]:
        _ = self._
        return (
            _("best {n}").format(n=self._length(lengths.least)),
            _("median {n}").format(n=self._length(lengths.median)),
        )

    def _length(self, value: float) -> str:
        """A time or a number of moves as text."""
        return _clock(value) if self._times else _number(self._, value)

    def _apart(self) -> list[str]:
        """The counts of plays that no figure includes, the most important first."""
        _, figures = self._, self._figures
        abandoned = figures.abandoned if figures.counted < figures.played else 0
        counts = (
            (_("{n} with hints"), figures.helped.hints),
            (
                _.plural(
                    "{n} with the solution shown",
                    "{n} with the solution shown",
                    figures.helped.shown,
                ),
                figures.helped.shown,
            ),
            (
                _.plural("{n} replayed", "{n} replayed", figures.helped.redone),
                figures.helped.redone,
            ),
            (_.plural("{n} unfinished", "{n} unfinished", abandoned), abandoned),
        )
        return [text.format(n=_.number(n)) for text, n in counts if n]


def _ring(look: Look, rate: float) -> pygame.Surface:
    """The share that was won as an arc from the top, clockwise, on a dark ring."""
    radius, width = look.px(RING_RADIUS), look.px(RING_WIDTH)
    side = 2 * (radius + width)
    middle = side / 2
    gold = svg_paint("stroke", colours.GOLD)
    circle = f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="none" stroke-width="{width}"'
    svg = f"{circle} {svg_paint('stroke', look.paint.toned(colours.TRACK))}/>"
    if rate >= 1:
        svg += f"{circle} {gold}/>"
    elif rate > 0:
        angle = math.tau * rate
        x, y = middle + radius * math.sin(angle), middle - radius * math.cos(angle)
        arc = f"M {middle} {middle - radius} A {radius} {radius} 0 {int(rate > 0.5)} 1 {x} {y}"
        svg += f'<path d="{arc}" {gold} fill="none"'
        svg += f' stroke-width="{width}" stroke-linecap="round"/>'
    return look.assets.drawn(svg, (side, side))


def _clock(seconds: float | None) -> str:
    return NONE if seconds is None else clock_text(int(seconds))


def _number(_: Language, value: float) -> str:
    """A number of moves as text; a median that is not whole gets one decimal."""
    return _.number(value, 0 if value == int(value) else 1)
