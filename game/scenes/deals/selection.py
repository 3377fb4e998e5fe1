"""Selects a deal in the list; decides what is shown of it, and which buttons it allows."""

from __future__ import annotations

import pygame

from game.desktop.commands import Command
from game.record.deal_list import ListedDeal
from game.scenes.common.services import Services
from game.scenes.deals.controls import DealControls
from game.scenes.deals.detail import Detail
from game.scenes.deals.listed_packs import ListedPacks
from game.widgets.look import Look


class DealSelection:
    """Selects rows of the list, and updates the detail and the buttons for the selected deal."""

    def __init__(self, services: Services, packs: ListedPacks, controls: DealControls) -> None:
        self._services, self._packs, self._controls = services, packs, controls
        self._rows = controls.rows
        self._detail = Detail(services)
        self.deck = ""
        """The 52 letters of the deal selected; empty if there is none."""
        self._before_typing: int | None = None
        """The row selected when a number began to be typed."""
        self._last_played = packs.last_played()
        """The 52 letters of the deal that was played last when a table was last opened."""

    @property
    def entry(self) -> ListedDeal | None:
        """The deal selected."""
        row, rows = self._rows.selected, self._packs.listing.rows
        return rows[row] if 0 <= row < len(rows) else None

    def fill(self, deck: str) -> None:
        """Show the rows of the listing, and select the deal `deck`; if that is not shown, the
        easiest unsolved deal, else the first.
        """
        listing = self._packs.listing
        rows = listing.rows
        self._controls.offer_all(empty=not rows and bool(listing.entries))
        found = (listing.row_of(deck), listing.next_harder(), min(0, len(rows) - 1))
        self._rows.fill(len(rows), next((row for row in found if row >= 0), -1))
        self.follow()

    def note_last_played(self) -> None:
        """A table is about to be opened: note which deal was played last."""
        self._last_played = self._packs.last_played()

    def read_again(self) -> None:
        """Read the packs and the record again. Another deal that was played at the table, a new
        one or one by its number, becomes the selected one. If a filter hides the selected deal now,
        the one that has come into its row is selected.
        """
        row, deck = self._rows.selected, self.deck
        last = self._packs.last_played()
        if last != self._last_played:
            deck, self._last_played = last, last
        self._packs.read_again()
        self.fill(deck)
        if self._packs.listing.row_of(deck) < 0:
            self.select(min(row, len(self._packs.listing.rows) - 1))

    def select(self, row: int) -> None:
        """Select a row; -1 changes nothing."""
        if row >= 0:
            self._rows.select(row)
            self.follow()

    def follow(self) -> None:
        """Update detail and buttons for the selected deal. Call it when the list has selected
        another row, or the controls were remade.
        """
        entry, packs = self.entry, self._packs
        self.deck = "" if entry is None else entry.deck
        record = None if entry is None else packs.record_of(entry)
        self._detail.show(packs.rules, entry, record, proved=packs.listing.pack.proved)
        actions = self._controls.actions
        actions[Command.PLAY].enabled = entry is not None
        actions[Command.COPY].enabled = entry is not None and entry.best is not None
        unsolved = any(not row.solved for row in packs.listing.rows)
        for command in (
            Command.PREVIOUS_UNSOLVED,
            Command.NEXT_UNSOLVED,
            Command.RANDOM_UNSOLVED,
        ):
            actions[command].enabled = unsolved
        # The detail is no control: it is redrawn together with the rows.
        self._rows.stale = True

    def draw_detail(self, target: pygame.Surface, look: Look) -> None:
        """The deal in its panel."""
        self._detail.draw(target, look, self._controls.detail)

    # Unsolved deals

    def go(self, command: Command) -> None:
        """Select the unsolved deal that a command asks for. Other commands change nothing."""
        row, listing = self._rows.selected, self._packs.listing
        match command:
            case Command.NEXT_UNSOLVED:
                self.select(listing.unsolved_from(row, 1))
            case Command.PREVIOUS_UNSOLVED:
                self.select(listing.unsolved_from(row, -1))
            case Command.RANDOM_UNSOLVED:
                self.select(listing.random_unsolved(row))
            case Command.NEXT_HARDER:
                self._go_harder(listing.next_harder(row))

    def _go_harder(self, harder: int) -> None:
        self.select(harder)
        if harder < 0:
            _ = self._services.language
            self._services.tell(_("No harder unsolved deal in this list"))

    # A number that is typed

    def follow_typing(self, text: str) -> None:
        """Select the deal whose id is typed; if there is none, the one selected before typing."""
        if self._before_typing is None:
            self._before_typing = self._rows.selected
        listing, number = self._packs.listing, self._controls.number.value
        row = listing.row_of_id(text) if text else -1
        self._controls.name_number(listed=number is None or listing.entry_of(number) is not None)
        self.select(row if row >= 0 else self._before_typing)

    def end_typing(self) -> None:
        """End typing, after Enter, Escape or a move to another control. The selection stays."""
        self._before_typing = None
        self._controls.name_number(listed=True)
