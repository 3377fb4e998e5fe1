"""The controls of the list of deals, and where everything is in its window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import fonts
from game.graphics.scale import SHORT_BELOW, Reflow, reflow
from game.record.deal_list import DIFFICULTIES, DealFilter
from game.scenes.common.list_controls import BUTTON, ROW_GAP, ListControls
from game.scenes.deals.detail import height_wanted
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.choices import Segmented
from game.widgets.list_view import Headings, ListRow, ListView
from game.widgets.look import Look
from game.widgets.number_entry import NumberEntry, least_width

HINTS = 44
NUMBER_WIDTH = 250
PACK_WIDTH = 280
DIFFICULTY = 28
CELL = 30
CELL_PITCH = 34
SHOW_ALL = "show-all"
EMPTY_LINE = 44
"""The distance from the line that says that nothing is shown to the button below it, in dp."""
TITLE_ROOM = 270
"""The width in dp that the header keeps free for the game's name and the line below it."""
COUNT_ROOM = 84
WORD_GAP = 10
LEAST_PADDING = 8


class DealControls(ListControls):
    """Makes and places the controls; the scene acts on them."""

    strip = 96
    filters = 70, 56

    def __init__(
        self,
        _: Language,
        packs: Sequence[str],
        pack: int,
        draw_row: Callable[[pygame.Surface, ListRow], None],
        worded: Callable[[str, str], str],
        *,
        stars: bool,
    ) -> None:
        """`packs`: the names of the packs. `pack`: the index of the one shown. `worded`: see
        `Services.worded`. `stars`: the game has stars to filter by.
        """
        self._, self._worded, self._stars = _, worded, stars
        super().__init__(ListView("deals", draw_row), Headings("heads"), height_wanted, _)
        self.is_empty = False
        """True while the button `show_all` is shown, because the list is empty."""
        self.shows_navigation = False
        """True while the navigation buttons are in the header, which has room for them."""
        self._graded = True
        """True if the deals have difficulties to filter by, or some have."""
        self._make(packs, pack)
        self.focus.widgets = self._shown()
        self.focus.focus(self.rows)
        self._look: Look | None = None
        """None until it is placed."""
        self.hints = pygame.Rect(0, 0, 0, 0)
        """The area of the key hints; its height is 0 if there is no room for them."""
        self.words: list[tuple[str, int]] = []
        """The labels before the filters, each with its left edge; empty if there is no room."""
        self.well = pygame.Rect(0, 0, 0, 0)
        """The area of the background behind the difficulty buttons."""
        self.count = pygame.Rect(0, 0, 0, 0)
        """The area of the text that says how many deals are shown."""

    def follow_language(self, packs: Sequence[str], pack: int) -> None:
        """Remake all controls but the rows, in another language or for more packs; their values
        are kept.
        """
        show = self.show.value
        self._make(packs, pack)
        self.show.value = show
        self.focus.renew(self._shown())

    def _shown(self) -> list[Widget]:
        """The controls that are shown, in the order of Tab."""
        navigation = self._navigation_buttons if self.shows_navigation else ()
        packs = [self.packs] if self.packs else ()
        show_all = [self.show_all] if self.is_empty else ()
        return [
            self.back, *packs, self.number, *navigation, self.more,
            self.show, *(self.difficulties.values() if self._graded else ()),
            self.heads, self.rows, *show_all, *self.actions.values(),
        ]  # fmt: skip

    def _make(self, packs: Sequence[str], pack: int) -> None:
        _ = self._
        self.back = Button(
            Command.BACK, "", "back", tooltip=_("Back"), key=key_name(Command.BACK, _)
        )
        self.more = Button(Command.MORE, "", "menu", tooltip=_("More"))
        self.packs: Segmented | None = None
        """The choice of the pack; None: there is only one."""
        if len(packs) > 1:
            self.packs = Segmented("pack", list(enumerate(packs)), pack, tooltip=_("List"))
        shows = [
            (DealFilter.ALL, _("All")),
            (DealFilter.UNSOLVED, _("Unsolved")),
            (DealFilter.SOLVED, _("Solved")),
            *([(DealFilter.NOT_A_STAR, _("Not optimal"))] if self._stars else ()),
        ]
        self.number = NumberEntry(
            "number",
            label=self._number_label,
            placeholder=_("Type a number"),
            tooltip=_("Play any deal"),
            key=key_name(Command.NUMBER, _),
        )
        self.show = Segmented("show", shows, DealFilter.ALL)
        self.show.spoken = _("Show")
        self.difficulties = {
            n: Button(f"difficulty-{n}", str(n), kind=ButtonKind.CELL, style=fonts.SEGMENT)
            for n in DIFFICULTIES
        }
        for n, button in self.difficulties.items():
            button.spoken = f"{_('Difficulty')} {n}"
        self.actions = {Command(button.name): button for button in self._made_actions()}
        self._navigation_buttons = self._made_navigation()
        """The buttons that open other scenes: in the header if there is room, else in the menu."""
        self.show_all = Button(
            SHOW_ALL, _("Show all deals"), height=control_sizes.BUTTON_HEIGHT_SMALL
        )
        """Removes all filters; shown only while they leave no deal."""

    @property
    def _number_label(self) -> str:
        return self._("Deal number, 0 to 999999")

    def name_number(self, *, listed: bool) -> None:
        """Set the label of the number field: `listed` says whether the deal is in the list."""
        self.number.label = self._number_label if listed else self._elsewhere_label

    @property
    def _elsewhere_label(self) -> str:
        _ = self._
        return self._worded(_("Not listed: press Enter to play"), _("Not in the list"))

    def _made_navigation(self) -> list[Button]:
        _ = self._
        library = Button(
            Command.LIBRARY, "", "library", tooltip=_("My games"),
            key=key_name(Command.LIST, _),
        )  # fmt: skip
        return [
            library,
            *(
                Button(name, "", name, tooltip=label, key=key_name(name, _))
                for name, label in ((Command.HELP, _("Help")), (Command.OPTIONS, _("Options")))
            ),
        ]

    def offer_grades(self, *, graded: bool) -> None:
        """Have the difficulty buttons if the deals are graded. Takes effect with `place`."""
        self._graded = graded
        self.focus.widgets = self._shown()

    def offer_all(self, *, empty: bool) -> None:
        """Show the button `show_all` if the list is empty, else hide it."""
        if self.focus.focused is self.show_all and not empty:
            self.focus.focus(self.rows, ring=self.focus.ring_shown)
        self.is_empty = empty
        self.focus.widgets = self._shown()
        self._place_show_all()

    def _place_show_all(self) -> None:
        if not self.is_empty or self._look is None:
            return
        area = pygame.Rect((0, 0), self.show_all.natural_size(self._look))
        area.center = self.rows.rect.center
        area.y += self._look.px(EMPTY_LINE) // 2
        self.show_all.place(self._look, area.clamp(self.rows.rect))

    def _show_navigation(self, *, shown: bool) -> None:
        """Put the navigation buttons into the header, before that of the menu, or take them out."""
        if self.focus.focused in self._navigation_buttons and not shown:
            self.focus.focus(self.more, ring=self.focus.ring_shown)
        self.shows_navigation = shown
        self.focus.widgets = self._shown()

    def _made_actions(self) -> list[Button]:
        _ = self._
        small = fonts.BUTTON_SMALL
        return [
            Button(Command.PLAY, _("Play"), "play", kind=ButtonKind.PRIMARY,
                   style=fonts.BUTTON_LARGE, tooltip=_("Play"), key=key_name(Command.PLAY, _)),
            Button(Command.PREVIOUS_UNSOLVED, "", "left", style=small,
                   tooltip=_("Previous unsolved deal"), key=key_name(Command.PREVIOUS_UNSOLVED, _)),
            Button(Command.NEXT_UNSOLVED, "", "right", style=small,
                   tooltip=_("Next unsolved deal"), key=key_name(Command.NEXT_UNSOLVED, _)),
            Button(Command.RANDOM_UNSOLVED, "", "dice", style=small,
                   tooltip=_("A random unsolved deal"), key=key_name(Command.RANDOM_UNSOLVED, _)),
            Button(Command.COPY, "", "copy", style=small,
                   tooltip=_("Copy your best solution"), key=key_name(Command.COPY, _)),
        ]  # fmt: skip

    # Layout

    def place(self, look: Look, size: tuple[int, int]) -> None:
        """Fit a window."""
        self._look = look
        form = reflow(look.scale.dp(size[0]))
        hints = form is not Reflow.SMALL and look.scale.dp(size[1]) >= SHORT_BELOW
        self.lay_out(look, size, form, foot=look.px(HINTS) if hints else 0)
        rows = self.rows.rect
        self.hints = pygame.Rect(rows.x, rows.bottom, rows.w, look.px(HINTS) if hints else 0)
        self._place_show_all()

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """Place the buttons and the fields."""
        side, gap = look.px(control_sizes.BUTTON_HEIGHT), look.px(control_sizes.GAP)
        square = pygame.Rect(area.x, area.centery - side // 2, side, side)
        self.back.place(look, square)
        small = self.is_low
        number = look.px(180), look.px(BUTTON)
        if not small:
            high = look.px(control_sizes.FIELD_HEIGHT)
            labels = self._number_label, self._elsewhere_label
            number = max(look.px(NUMBER_WIDTH), least_width(look, high, labels)), high
        pack = look.px(150 if small else PACK_WIDTH), look.px(control_sizes.SEGMENTS_HEIGHT)
        x = area.right - side
        self.more.place(look, square.move(x - area.x, 0))
        fields: list[tuple[Widget, tuple[int, int]]] = [(self.number, number)]
        fields += [(self.packs, pack)] if self.packs else []
        taken = side + look.px(TITLE_ROOM) + sum(wide + gap for _, (wide, _) in fields)
        navigation = len(self._navigation_buttons) * (side + gap)
        self._show_navigation(shown=not small and taken + navigation <= x - area.x)
        for button in reversed(self._navigation_buttons) if self.shows_navigation else ():
            x -= side + gap
            button.place(look, square.move(x - area.x, 0))
        for field, (wide, high) in fields:
            x -= wide + gap
            field.place(look, pygame.Rect(x, area.centery - high // 2, wide, high))

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """Place the filters with their labels, and the number of deals."""
        show = self.show
        natural, height = show.natural_size(look)
        gap, well = (
            look.px(control_sizes.GUTTER),
            look.px(5 * CELL_PITCH + control_sizes.SEGMENTS_INSET) if self._graded else 0,
        )
        words = [self._("Show"), self._("Difficulty") if self._graded else ""]
        indents = [look.width(word, fonts.PAGE_TEXT) + look.px(WORD_GAP) for word in words]
        if natural + gap + well + sum(indents) + look.px(COUNT_ROOM) > area.w:
            words, indents = [], [0, 0]
        width = min(natural, max(look.px(120), area.w - well - look.px(control_sizes.GAP)))
        x = area.x + indents[0]
        show.place(look, pygame.Rect(x, area.centery - height // 2, width, height))
        left = min(x + width + gap, area.right - well - indents[1])
        self.words = list(zip(words, (area.x, left), strict=False))
        left += indents[1]
        self.well = pygame.Rect(left, area.centery - height // 2, well, height)
        self._place_difficulties(look)
        self.count = pygame.Rect(left + well, area.y, area.right - left - well, area.h)

    def _place_difficulties(self, look: Look) -> None:
        """Place the difficulty buttons side by side in the well."""
        high = look.px(DIFFICULTY)
        for place, n in enumerate(DIFFICULTIES):
            x = self.well.x + look.px(control_sizes.SEGMENTS_INSET + place * CELL_PITCH)
            area = pygame.Rect(x, self.well.centery - high // 2, look.px(CELL), high)
            self.difficulties[n].place(look, area)

    def place_actions(self, look: Look) -> None:
        """Place the buttons below the detail."""
        padding, gap = look.px(control_sizes.PANEL_PADDING), look.px(ROW_GAP)
        inner = self.side.inflate(-2 * padding, -2 * padding)
        height = look.px(BUTTON)
        half = (inner.w - gap) // 2
        y = inner.bottom - height
        rows = (
            (Command.RANDOM_UNSOLVED, Command.COPY),
            (Command.PREVIOUS_UNSOLVED, Command.NEXT_UNSOLVED),
        )
        self._label_actions(short=False)
        buttons = [self.actions[command] for row in rows for command in row]
        # A button's padding may shrink to what keeps its label off the edge.
        spare = 2 * look.px(control_sizes.BUTTON_PADDING - LEAST_PADDING)
        if any(button.natural_size(look)[0] - spare > half for button in buttons):
            self._label_actions(short=True)
        for left, right in rows:
            self.actions[left].place(look, pygame.Rect(inner.x, y, half, height))
            area = pygame.Rect(inner.right - half, y, half, height)
            self.actions[right].place(look, area)
            y -= height + gap
        large = look.px(control_sizes.BUTTON_HEIGHT_LARGE)
        play = pygame.Rect(inner.x, y + height - large, inner.w, large)
        self.actions[Command.PLAY].place(look, play)
        self.detail = pygame.Rect(inner.x, inner.y, inner.w, play.top - gap - inner.y)

    def _label_actions(self, *, short: bool) -> None:
        """Give the buttons their labels; `short`: icons alone."""
        _ = self._
        labels = {
            Command.PREVIOUS_UNSOLVED: _("Previous unsolved"),
            Command.NEXT_UNSOLVED: _("Next unsolved"),
            Command.RANDOM_UNSOLVED: _("Random unsolved"),
            Command.COPY: _("Copy solution"),
        }
        for command, label in labels.items():
            self.actions[command].label = "" if short else label

    def place_strip(self, look: Look) -> None:
        """The deal below the list: two figures and the buttons side by side."""
        self._label_actions(short=True)
        inner = self.side.inflate(-2 * look.px(12), -2 * look.px(10))
        side = min(look.px(BUTTON), inner.h // 2 - 2)
        play, *others = self.actions.values()
        play.place(look, pygame.Rect(inner.right - look.px(150), inner.y, look.px(150), side))
        pitch = (play.rect.w + look.px(6)) // 4
        for number, button in enumerate(others):
            area = pygame.Rect(play.rect.x + number * pitch, 0, pitch - look.px(6), side)
            area.bottom = inner.bottom
            button.place(look, area)
        self.detail = pygame.Rect(inner.x, inner.y, play.rect.x - inner.x - 12, inner.h)
