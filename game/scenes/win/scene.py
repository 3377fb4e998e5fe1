"""The scene of a won deal: flag, card cascade, figures, and buttons to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.accessibility.accessibility_tree import DrawnText, Item, labels
from game.core import deals
from game.desktop.commands import Command, command_of
from game.desktop.game_pad import PAD_ENTER
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.graphics import fonts
from game.graphics.display_list import Shown
from game.play.level_packs import pack_named
from game.play.session import Session
from game.record.deal_list import Listing, moves_by_deck
from game.record.pack_files import packs_of, proved_lengths
from game.scenes.common.base import Change, OpenTable, Pop, Push, WonTable, closing
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.deal_sources import read_one_slice, table_of
from game.scenes.common.services import Services
from game.scenes.win.cascade import Cascade, between_bars
from game.scenes.win.checkered_flag import WAVES_FOR_S
from game.scenes.win.panel import BUTTON_LARGE, Celebration, WinFigures, WinPanel
from game.storage import StorageError
from game.system.folders import levels_folder
from game.table.opaque_blits import OpaqueBlit
from game.table.window_layout import TableFrame
from game.widgets.base import ARROWS, Pressed
from game.widgets.button import Button, ButtonKind, button_of
from game.widgets.control_sizes import BUTTON_HEIGHT_SMALL
from game.widgets.focus import FocusGroup
from game.widgets.number_entry import NumberEntry

INPUTS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
SLIDES_S: Final = 0.3
PANELS: Final = (Command.BACK, Command.SPACE)
"""Commands that mean the panel, which is not seen while cards fly."""
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


class WonScene(ControlScene):
    """Lies over the table: first the cascade, then the panel. Commands of the table are passed on
    to it.
    """

    name = "win"
    least_room = (600, 390)

    def __init__(self, services: Services, table: WonTable) -> None:
        """Its sound is played at once."""
        super().__init__(services, FocusGroup())
        self._ = services.language
        self._table = table
        self._figures = WinFigures(services, table)
        celebration = self._figures.celebration
        services.sound.play(celebration.value)
        self._grand = celebration is Celebration.GRAND
        self._celebrates = services.motion and celebration is not Celebration.PLAIN
        """True while the cascade is due or running: there is no panel yet."""
        self._cascade: Cascade | None = None
        self._whole = True
        """The cascade has all of the window to draw."""
        self._panel: WinPanel
        self._layers: OpaqueBlit | None = None
        """The panel with all on it, its glow and its shadow."""
        self._shown_s = 0.0 if services.motion else WAVES_FOR_S
        """For how long the panel has been shown; it counts until the flag rests."""
        self.rebuild()

    def build(self) -> list[Button]:
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
            button_of(Command.EXIT, _, worded=True),
            Button(Command.COPY, _("Copy"), "copy", style=fonts.BUTTON_SMALL,
                   height=BUTTON_HEIGHT_SMALL, tooltip=_("Copy your best solution"),
                   key=key_name(Command.COPY, _, hints)),
        ]  # fmt: skip
        if not self.services.solver.knows_game(rules):
            del buttons[4]
        return buttons

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
        """Place the panel and the flag over it between the table's bars. Another size ends the
        cascade.
        """
        if size != self.window and any(self.window):
            self._calm()
        super().place(size)
        self._fit_table()
        piles = self._table.table_picture.cards.arrangement.piles
        home = [pygame.Rect(piles[pile]) for pile in self._table.session.rules.foundations]
        self._panel = WinPanel(self.services, self.scale, between_bars(self._frame), home)
        self._panel.place_buttons(self.focus.widgets)
        self.show_from(*self._panel.rect.topleft)
        if self.focus.focused is None:
            self._focus_first()
        self._layers = None

    def _fit_table(self) -> None:
        """Let the table be as large as this scene, which may be larger than the window."""
        if self._table.window != self.size:
            self._table.place(self.size)

    @property
    def _frame(self) -> TableFrame:
        return self._table.table_picture.cards.frame

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """In order of importance: the buttons, the bars, what the panel tells, the panel with its
        flag.
        """
        bars, panel = [pygame.Rect(self._frame.side), pygame.Rect(self._frame.edge)], self._panel
        buttons = [widget.rect for widget in self.focus.widgets]
        return [*buttons, *bars, panel.told, panel.rect.union(panel.flag_area)]

    # Time

    @property
    def busy(self) -> bool:
        """True while cards fly, the panel slides in or the flag waves."""
        return self._celebrates or self._shown_s < WAVES_FOR_S

    def update(self, seconds: float) -> Change | None:
        """Advance the cascade, then the panel with its flag; all end by themselves."""
        if self._celebrates:
            if self._cascade is not None:
                self._cascade.advance(seconds)
                if self._cascade.over:
                    self._calm()
        elif self.busy:
            self._shown_s, self.stale = self._shown_s + seconds, True
        return super().update(seconds)

    def _calm(self) -> None:
        """End the cascade: the table is shown as it was won, and the panel slides in."""
        if self._celebrates:
            self._celebrates, self._cascade, self.stale = False, None, True
            self._table.refresh()

    def refresh(self) -> None:
        """Draw everything again."""
        super().refresh()
        self._table.refresh()
        self._whole, self._layers = True, None

    def advised(self) -> None:
        """Update the panel: the shortest answer, or the line's cost, may be known. A press on a
        button goes on.
        """
        for button, made in zip(self.focus.widgets, self.build(), strict=True):
            assert isinstance(button, Button)
            button.name, button.label, button.hint = made.name, made.label, made.hint
            button.tooltip, button.key = made.tooltip, made.key
        if any(self.size):
            self._panel.place_buttons(self.focus.widgets)
        self._layers, self.stale = None, True

    def follow_settings(self) -> None:
        """Stop flag and cascade if motion is off, and redraw with the current key hints; show the
        ring if there would be a card cursor.
        """
        if not self.services.motion:
            self._shown_s = WAVES_FOR_S
            self._calm()
        self.advised()
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
        """Any input ends the cascade, and does more only as a command or on the table's bars; then
        the buttons, the keys, and the bars.
        """
        command = self._command_of(event)
        if self._celebrates:
            if event.type not in INPUTS:
                return None
            self._calm()
            if event.type == pygame.KEYDOWN:
                return None if command in (None, *PANELS) else self.do(command)
            return self._handle_beside(event)
        if command is Command.UNDO and self.focus.focused is self.focus.widgets[0]:
            # No button lies left of the first one, so the arrow keeps its usual meaning.
            return self.do(command)
        is_space = event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE
        if is_space and self.focus.focused is self.focus.widgets[0]:
            # It sent cards home a moment ago: pressed once more it does not leave the table.
            return None
        change = super().handle(event)
        beside = change is None and event.type != pygame.KEYDOWN
        return self._handle_beside(event) if beside else change

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """Do the table's command."""
        command = self._command_of(event)
        return None if command is None else self.do(command)

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
        if pressing and self._panel.rect.collidepoint(event.pos):
            return None
        action = bars.handle(event)
        self.stale = self.stale or bars.stale
        if isinstance(action, Pressed):
            bars.focus(None)
            return self.do(action.name)
        # The number field was clicked: the number is typed at the table.
        clicked = action is not None and isinstance(bars.focused, NumberEntry)
        return Pop() if clicked else None

    def do(self, name: str) -> Change | None:
        """Run a command on the table and close, unless the panel is still of use after it."""
        command = Command(name)
        if command is Command.BACK:
            return Pop()
        if command in MEANINGLESS:
            return None
        if command in (Command.QUIT, Command.FULLSCREEN, Command.EXIT):
            return self._table.do(command)
        if command is Command.NEW and self._start_next():
            return Pop()
        before = self._place
        change = self._table.do(command)
        if change is None and self._place == before and command not in CLOSING:
            self._focus_first()  # Enter does what stands on it, not again what was pressed
            self.stale = True
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
        self._table.start(found)
        return True

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the cascade; or what has changed of the table, and the panel over it."""
        self._fit_table()
        if self._layers is None or self.focus.stale:
            # Before the first card flies, too: it takes the time of some frames.
            self._layers = self._panel.draw(self._figures, self.focus)
        if self._celebrates:
            return self._draw_cascade(target)
        picture, panel = self._table.table_picture, self._panel
        hidden = picture.plate_area.collidelist([panel.flag_area, panel.rect]) >= 0
        picture.plate_hidden = hidden
        touched = picture.draw(target, self._above(self._layers, target.get_rect()))
        picture.plate_hidden = False
        return touched

    def _draw_cascade(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        table = self._table
        if self._cascade is None:
            ground = pygame.Surface(self.size)
            table.refresh()
            table.draw(ground)
            self._cascade = Cascade(
                self.services, table.table_picture, ground, table.session.number or 0,
                grand=self._grand,
            )  # fmt: skip
        touched = self._cascade.draw(target, whole=self._whole)
        whole, self._whole = self._whole, False
        return None if whole else touched

    def _above(self, layers: OpaqueBlit, window: pygame.Rect) -> list[Shown]:
        """The panel and its flag, on their way or in their place, and the tooltip."""
        panel = self._panel
        away = panel.off(min(1.0, self._shown_s / SLIDES_S))
        area, flag = panel.area.move(away), panel.flag_area.move(away)
        waved = self._shown_s if self.busy else 0.0
        return [
            Shown("panel", (layers, area.topleft), area, _draw_layers),
            Shown("flag", (flag.topleft, panel.flag.phase(waved)), flag, panel.flag.draw),
            *self._tooltip.shown(window),
        ]


def _draw_layers(target: pygame.Surface, layers: OpaqueBlit, at: tuple[int, int]) -> None:
    layers.draw(target, at)


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
        best = moves_by_deck(answers.all(rules.name, rules.policy))
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
            return table_of(rules, pack, entry.level, listing.par_of(entry))
    return None
