"""The scene of a won deal: flag, card cascade, figures, and buttons to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core import deals
from game.core.level_packs import number_of, pack_named
from game.desktop.commands import Command, command_of
from game.desktop.game_pad import PAD_ENTER
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.graphics import colours, fonts
from game.graphics.display_list import merged
from game.graphics.text_rendering import Align
from game.play.session import Session
from game.record.deal_list import Listing, moves_by_deck
from game.record.pack_files import packs_of, proved_lengths
from game.scenes.common.base import Change, OpenTable, Pop, Push, Scene, WonTable, closing
from game.scenes.common.deal_sources import read_one_slice
from game.scenes.common.services import Services
from game.scenes.win.cascade import Cascade
from game.scenes.win.checkered_flag import WAVES_FOR_S
from game.scenes.win.panel import BUTTON_LARGE, WinFigures, WinPanel, panel_scale
from game.storage import StorageError
from game.system.folders import levels_folder
from game.table.opaque_blits import OpaqueBlit, areas_around, cut_around
from game.widgets.base import ARROWS, Pressed
from game.widgets.button import Button, ButtonKind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.number_entry import NumberEntry

INPUTS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
MEANINGLESS: Final = (
    Command.HINT,
    Command.VERDICT,
    Command.PURGE,
    Command.REDEAL,
    Command.SPACE,
)
"""Commands without effect on a won table: they do not close the panel."""
RETURNING: Final = (
    Command.SHOW_ME,
    Command.SHOW_SHORTEST,
    Command.REVIEW,
    Command.OPTIONS,
    Command.HELP,
    Command.MAP,
    Command.STATISTICS,
)
"""Commands that open a scene and leave the table unchanged: the panel is shown again after it."""
CLOSING: Final = (Command.NUMBER, Command.SHOW_ME, Command.SHOW_SHORTEST)
"""Commands that the table goes on with although it is unchanged yet: a number is typed there, an
answer is awaited. Any other command that changes nothing leaves the panel open.
"""
REMARK_ABOVE: Final = 26
"""The distance in dp of the line that says how to stop the cascade, from its middle to the lower
end of the window, or to the strip of figures.
"""
REMARK_HEIGHT: Final = 34


class WonScene(Scene):
    """Lies over the table, which it draws itself. Commands of the table are passed on to it."""

    name = "win"
    least_room = (600, 390)

    def __init__(self, services: Services, table: WonTable) -> None:
        super().__init__(services)
        self._ = services.language
        self._table = table
        self._figures = WinFigures(services, table)
        self._panel: WinPanel
        self._waved = 0.0
        self._waves = services.motion
        self._drawn_phase: int | None = None
        self._celebrates = services.motion
        """True while the cascade is due or running."""
        self._cascade: Cascade | None = None
        self._ground: pygame.Surface | None = None
        """The table below, as a still picture; the cascade takes it over."""
        self._layers: OpaqueBlit | None = None
        """The panel with all on it, its glow and its shadow."""
        self._whole = True
        """All of the window is to be drawn."""
        self._shown = self._buttons()
        self.focus: FocusGroup = FocusGroup(self._shown)

    def _buttons(self) -> list[Button]:
        """The panel's buttons, in the current language, as what is known now names them. Without a
        solver no answer is known that is shorter than the player's best. An answer that is not
        proved is not called the shortest, and one still to be found is called so only if it will
        be proved.
        """
        _, hints, rules = self._, self.services.key_hints, self._table.session.rules
        enter = {KeyHints.PAD: PAD_ENTER, KeyHints.TOUCH: ""}.get(hints, _("Enter"))
        undo = key_name(Command.UNDO, _, hints)
        # It leads to the costliest detour, if that may be shown; else it is undo, which improves
        # nothing if the answer is proved shortest.
        moves, improving = self._table.detour, Command.IMPROVE
        if moves is None:
            improving = Command.UNDO
            label = _("Try to improve") if self._figures.can_improve else _("Undo")
        else:
            label = _.plural("Cut {n} move", "Cut {n} moves", moves).format(n=moves)
        par, proved = self._figures.shortest()
        is_shortest = proved or (
            par is None and rules.facts.proves_par and rules.facts.par_is_shortest
        )
        buttons = [
            Button(Command.NEW, _("Next deal"), "forward", kind=ButtonKind.PRIMARY, hint=enter,
                   style=fonts.BUTTON_LARGE, height=BUTTON_LARGE),
            Button(improving, label, "undo", hint=undo if moves is None else "",
                   style=fonts.BUTTON_LARGE, height=BUTTON_LARGE),
            Button(Command.REVIEW, _("Review"), "eye", tooltip=_("What each move cost"),
                   key=key_name(Command.REVIEW, _, hints)),
            Button(Command.SHOW_ME, _("Replay your best"), "play",
                   tooltip=_("Replay your best solution"),
                   key=key_name(Command.SHOW_ME, _, hints)),
            Button(Command.SHOW_SHORTEST,
                   _("Replay shortest") if is_shortest else _("Best known"), "star",
                   tooltip=_("Show the shortest possible solution") if is_shortest
                   else _("Show the best known solution")),
            Button(Command.BACK, _("Back"), "back", tooltip=_("Back"),
                   key=key_name(Command.BACK, _, hints)),
        ]  # fmt: skip
        if not self.services.solver.knows_game(rules):
            del buttons[4]
        return buttons

    def _name_buttons(self) -> None:
        """Let the buttons say what is known now; a press on them goes on."""
        for button, made in zip(self._shown, self._buttons(), strict=True):
            button.name, button.label, button.hint = made.name, made.label, made.hint
            button.tooltip, button.key = made.tooltip, made.key

    def follow_language(self) -> None:
        """The buttons in the other language; the figures follow at the next draw."""
        self._name_buttons()

    def resume(self) -> Change | None:
        """Close if the table was played on in a scene above. The first button has the focus again,
        as its hint says. The line's worths are asked for again: the scene above may have had
        another line weighed.
        """
        self._focus_first()
        if not self._table.session.is_won:
            return Pop()
        self._table.settle()
        self.advised()
        return super().resume()

    def _focus_first(self) -> None:
        """Put the focus on the first button; its ring takes the place of the card cursor."""
        self.focus.focus(self.focus.widgets[0], ring=self.services.card_cursor)

    @property
    def title(self) -> str:
        """The table's title."""
        return self._table.title

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Centre the panel and the flag over it, in the size that there is room for."""
        if size != self.window:
            self._cascade, self._celebrates = None, self._celebrates and self.window == (0, 0)
        if self._table.window != size:
            self._table.place(size)
        super().place(size)
        if self._is_panned:
            self._cascade, self._celebrates = None, False
            self.show_from((self.size[0] - size[0]) // 2, 0)
        self._panel = WinPanel(self._look, self._room, self.focus.widgets)
        if self.focus.focused is None:
            self._focus_first()
        self._ground = self._layers = None
        self._whole = True

    @property
    def _room(self) -> tuple[int, int]:
        """The size of the window without the strip of figures that may lie at its lower end."""
        if self._is_panned:
            return self.size
        edge = self._table.table_picture.cards.frame.edge
        return self.size[0], edge.y or self.size[1]

    @property
    def _look(self) -> Look:
        wide, high = self._room
        frame = self._table.table_picture.cards.frame
        bar = max(frame.side.w, 0 if frame.edge.y else frame.edge.w)
        beside = 0 if self._is_panned else 2 * bar
        return self.services.look(panel_scale((wide - beside, high), self.scale))

    @property
    def _is_panned(self) -> bool:
        """True if the window shows only a part of the scene; the table is only its background."""
        return self.size != self.window

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """In order of importance: the buttons, the bars, the line below the panel, what the panel
        tells, the panel with its flag.
        """
        frame, panel = self._table.table_picture.cards.frame, self._panel
        buttons = [widget.rect for widget in self.focus.widgets]
        bars = [pygame.Rect(frame.side), pygame.Rect(frame.edge)]
        remark = [self._remark_area()] if self._celebrates else []
        return [*buttons, *bars, *remark, panel.told, panel.rect.union(panel.flag_area)]

    # Time

    @property
    def busy(self) -> bool:
        """True while the flag waves or cards fly."""
        return self._waves or self._celebrates

    def update(self, seconds: float) -> Change | None:
        """Advance the flag and the cascade; both end by themselves."""
        if self._waves:
            self._waved += seconds
            if self._waved >= WAVES_FOR_S:
                self._waved, self._waves = 0.0, False
            self.stale = True
        if self._cascade is not None:
            self._cascade.advance(seconds)
            if self._cascade.over:
                self._calm()
        return None

    def _calm(self) -> None:
        """End the cascade: the table is shown as it was won."""
        if self._celebrates:
            self._celebrates, self._cascade, self._ground = False, None, None
            self._whole = self.stale = True

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._whole = True
        self._layers = None
        if self._cascade is None:
            self._ground = None

    def advised(self) -> None:
        """Update the panel and the table's strip: the shortest answer, or the line's cost, may be
        known.
        """
        self._name_buttons()
        if any(self.size):
            self._panel.place_buttons(self.focus.widgets)
        if self._table.table_picture.focus.stale and self._cascade is None:
            self._ground = None
        self._layers, self.stale = None, True

    def follow_settings(self) -> None:
        """Stop flag and cascade if motion is off, and redraw with the current key hints; show the
        ring if there would be a card cursor.
        """
        if not self.services.motion:
            self._waves, self._waved = False, 0.0
            self._calm()
        self._name_buttons()
        if self.services.card_cursor:
            self.focus.focus(self.focus.focused or self.focus.widgets[0], ring=True)
        self.refresh()

    # Events

    reads_its_drawing = False

    @property
    def heading(self) -> str:
        """The deal, and how near its answer comes to the shortest. The last move has already said
        that it is solved.
        """
        return self._figures.line()

    def described(self, written: Sequence[DrawnText]) -> tuple[Item, ...]:
        """The figures, then the buttons."""
        told = [self._figures.title(), self._figures.line()]
        cells = [(cell.word, cell.value, cell.more) for cell in self._figures.cells()]
        told += [" ".join(filter(None, cell)) for cell in cells]
        return (*labels(told), *super().described(written))

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Any input ends the cascade; then the buttons, then the table's keys."""
        if event.type in INPUTS:
            self._calm()
        first = self.focus.focused is self.focus.widgets[0]
        command = self._command_of(event)
        if first and command is Command.UNDO:
            # No button lies left of the first one, so the arrow keeps its usual meaning.
            return self._leave(Command.UNDO)
        action = self.focus.handle(event)
        if isinstance(action, Pressed):
            return self._leave(Command(action.name))
        if action is not None or event.type != pygame.KEYDOWN:
            self.stale = self.stale or self.focus.stale
            return None if action is not None else self._handle_beside(event)
        return None if command is None else self._leave(command)

    @property
    def pressed_scene(self) -> object:
        """The table, if a control of one of its bars is held."""
        bars = self._table.table_picture.focus.widgets
        return self._table if any(widget.held for widget in bars) else self

    def _command_of(self, event: pygame.event.Event) -> Command | None:
        """The command of a key. While arrows move the card cursor they only move the focus."""
        if event.type != pygame.KEYDOWN:
            return None
        arrow = event.key in ARROWS and not event.mod & pygame.KMOD_CTRL
        return None if arrow and self.services.card_cursor else command_of(event)

    def _handle_beside(self, event: pygame.event.Event) -> Change | None:
        """Pass an event beside the panel to the table's bars, which stay usable."""
        bars, pressing = self._table.table_picture.focus, event.type == pygame.MOUSEBUTTONDOWN
        if self._is_panned or (pressing and self._panel.rect.collidepoint(event.pos)):
            return None
        action = bars.handle(event)
        if bars.stale and self._cascade is None:
            self._ground, self._whole, self.stale = None, True, True
        if isinstance(action, Pressed):
            bars.focus(None)
            return self._leave(Command(action.name))
        # The number field was clicked: the number is typed at the table.
        clicked = action is not None and isinstance(bars.focused, NumberEntry)
        return Pop() if clicked else None

    def _leave(self, command: Command) -> Change | None:
        """Run a command on the table and close, unless the panel is still of use after it."""
        if command is Command.BACK:
            return Pop(2)
        if command in MEANINGLESS:
            return None
        if command in (Command.QUIT, Command.FULLSCREEN):
            return self._table.do(command)
        if command is Command.NEW and self._start_next():
            return Pop()
        before = self._place
        change = self._table.do(command)
        if change is None and self._place == before and command not in CLOSING:
            self.refresh()
            return None
        returns = isinstance(change, Push) and command in RETURNING
        return change if returns else closing(change)

    @property
    def _place(self) -> tuple[Session, int]:
        """What is on the table."""
        session = self._table.session
        return session, session.history.here

    def _start_next(self) -> bool:
        """Put the next unsolved deal of the list on the table; False if there is none."""
        found = next_unsolved(self.services, self._table.session)
        if found is None:
            return False
        self._table.start(found.deck, found.number, pack=found.pack)
        if found.par is not None:
            par, proved = found.par
            self.services.advisor.set_par(self._table.session, par, proved=proved)
        return True

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw what has changed: table and cascade, panel, flag."""
        self._prepare()
        touched = [] if self._cascade is None else self._cascade.take_touched()
        if self.focus.stale or self._layers is None:
            self._layers = self._draw_panel()
            self._whole = True
        phase = self._panel.flag.phase(self._waved)
        waved, self._drawn_phase = phase != self._drawn_phase, phase
        window = target.get_rect()
        areas = [window] if self._whole else list(self._uncovered(touched))
        if waved and not self._whole:
            areas.append(self._panel.flag_area.clip(window))
        for area in areas:
            self._compose(target, area)
        whole, self._whole = self._whole, False
        return None if whole else areas

    def _uncovered(self, touched: list[pygame.Rect]) -> list[pygame.Rect]:
        """The parts of areas that the panel does not hide; `draw` adds the flag's area itself."""
        core = self._panel.core
        return merged(part for area in touched for part in areas_around(area, core))

    def _prepare(self) -> None:
        """Make the picture of the table, and the cascade over it if that is due."""
        if self._cascade is not None:
            return
        table_picture, panel = self._table.table_picture, self._panel
        if self._ground is None:
            plate = table_picture.plate_area
            table_picture.plate_hidden = plate.collidelist([panel.flag_area, panel.rect]) >= 0
            self._ground, self._whole = self._table_drawn(), True
            table_picture.plate_hidden = False
        if self._celebrates:
            seed = self._table.session.number or 0
            self._cascade = Cascade(self.services, table_picture, self._ground, seed)
            self._ground = None

    def _table_drawn(self) -> pygame.Surface:
        """A picture of the table, of the size of this scene."""
        ground = pygame.Surface(self.window)
        self._table.refresh()
        self._table.draw(ground)
        return pygame.transform.smoothscale(ground, self.size) if self._is_panned else ground

    def _compose(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw all layers within a part of the window."""
        panel, layers = self._panel, self._layers
        target.set_clip(area)
        if self._cascade is not None:
            self._cascade.draw(target, area)
        elif self._ground is not None:
            target.blit(self._ground, area, area)
        target.set_clip(area)
        if layers is not None and area.colliderect(panel.area):
            layers.draw(target, panel.area.topleft)
        if area.colliderect(panel.flag_area):
            panel.flag.draw(target, panel.flag_area.topleft, self._waved)
        if self._celebrates and area.colliderect(self._remark_area()):
            self._draw_remark(target)
        target.set_clip(None)

    def _draw_panel(self) -> OpaqueBlit:
        """Draw the panel on a layer of its own. The controls are placed in window pixels: they are
        moved to the layer and back.
        """
        area = self._panel.area
        layer = self._panel.draw(self._figures)
        for widget in self.focus.widgets:
            widget.rect.move_ip(-area.x, -area.y)
        self.focus.draw(layer)
        for widget in self.focus.widgets:
            widget.rect.move_ip(area.x, area.y)
        return cut_around(layer, self._panel.core.move(-area.x, -area.y))

    def _remark_area(self) -> pygame.Rect:
        """The area of the line that says how to stop the cascade; empty if it does not fit."""
        look = self._look
        area = pygame.Rect(0, 0, look.width(self._remark, fonts.ROW) + look.px(48), 0)
        area.h = look.px(REMARK_HEIGHT)
        area.center = self._panel.rect.centerx, self._room[1] - look.px(REMARK_ABOVE)
        fits = area.top >= self._panel.rect.bottom + look.px(4)
        return area if fits else pygame.Rect(0, 0, 0, 0)

    @property
    def _remark(self) -> str:
        if self.services.key_hints is KeyHints.TOUCH:
            return self._("Tap anywhere to stop the celebration")
        return self._("Click anywhere to stop the celebration")

    def _draw_remark(self, target: pygame.Surface) -> None:
        look, area = self._look, self._remark_area()
        look.paint.box(target, area, area.h / 2.6, colours.tint(colours.WELL, 0.85))
        look.write(target, self._remark, fonts.ROW, colours.CREAM, area.center, Align.CENTRE)


def next_unsolved(services: Services, session: Session) -> OpenTable | None:
    """The next unsolved deal after the session's, which is won, in the list that the session names,
    else in the first that contains it and has one. None: there is none, or the game has no graded
    list and the session names none. If answers cannot be read, no other deal counts as solved.
    """
    rules, deck, named = session.rules, deals.deck_text(session.deck), pack_named(session.pack)
    if not (rules.facts.graded_list or named):
        return None
    best: dict[str, int] = {}
    try:
        answers = services.game_store.storage.answers
        best = moves_by_deck(answers.all(rules.name, rules.policy, alone=True))
    except StorageError as error:
        services.tell(error.sentence(services.language))
    best[deck] = session.history.moves_without_circles()
    packs = packs_of(rules, levels_folder(), read_one_slice(services))
    shortest = proved_lengths(rules, levels_folder(), services.game_store.storage)
    for pack in sorted(packs, key=lambda pack: pack.name != named):
        listing = Listing(pack, best, {}, shortest=shortest)
        row = listing.row_of(deck)
        if row < 0:
            continue
        entry = listing.rows[listing.unsolved_from(row, 1)]
        if not entry.solved:
            level = entry.level
            number = number_of(level.id, level.deck)
            par, place = listing.par_of(entry), pack.place_of(level)
            return OpenTable(rules, level.deck, number, par=par, pack=place)
    return None
