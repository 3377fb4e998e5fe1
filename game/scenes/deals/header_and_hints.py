"""The header, panels, messages and key hints of the list of deals."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import chord_name, key_name
from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.record.deal_list import Listing
from game.rules import Rules
from game.scenes.common.deal_and_day_words import policy_words
from game.scenes.common.list_scene import draw_list_heading
from game.scenes.deals.controls import EMPTY_LINE, DealControls
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.look import Look, draw_key_cap, key_cap_width


class HeaderAndHints:
    """Draws the words and lines around the list of one pack."""

    def __init__(
        self, _: Language, controls: DealControls, shown_key: Callable[[str], str]
    ) -> None:
        """`shown_key` returns a key as hints show it; empty: the hint is left out."""
        self._, self._controls, self._shown_key = _, controls, shown_key

    def draw(self, target: pygame.Surface, look: Look, rules: Rules, listing: Listing) -> None:
        """Draw everything around the rows but the controls."""
        self._draw_header(target, look, rules, listing)
        self._draw_panels(target, look)
        self._draw_words(target, look, len(listing.rows))

    def _draw_header(
        self, target: pygame.Surface, look: Look, rules: Rules, listing: Listing
    ) -> None:
        """Draw the game's name, the list's totals and its policy."""
        controls = self._controls
        after = controls.packs or controls.number
        words = "" if controls.is_low else self._summary(rules, listing)
        draw_list_heading(target, look, rules.title, words, controls.back.rect, after.rect.left)

    def _summary(self, rules: Rules, listing: Listing) -> str:
        _ = self._
        text = _.plural("{n} of {count} solved", "{n} of {count} solved", listing.solved)
        text = text.format(n=_.number(listing.solved), count=_.number(len(listing.entries)))
        if listing.stars:
            stars = _.plural("{n} star", "{n} stars", listing.stars).format(n=listing.stars)
            text = f"{text}  ·  {stars}"
        policy = policy_words(rules, _)
        return f"{text}  ·  {policy}" if policy else text

    def _draw_panels(self, target: pygame.Surface, look: Look) -> None:
        """Both panels with the lines around the heads, and the ground of the filters."""
        controls = self._controls
        controls.draw_panels(target, look)
        radius, edge = look.px(control_sizes.SEGMENTS_RADIUS), look.scale.line()
        if controls.well.w:
            look.paint.box(target, controls.well, radius, colours.WELL, colours.WELL_EDGE, edge)
        for word, x in controls.words:
            look.write(target, word, fonts.PAGE_TEXT, colours.DIM, (x, controls.well.centery))

    def _draw_words(self, target: pygame.Surface, look: Look, count: int) -> None:
        """Draw the number of deals shown, the key hints and, if the list is empty, a message."""
        area = self._controls.count
        text = self._.plural("{n} deal", "{n} deals", count).format(n=self._.number(count))
        if look.width(text, fonts.CAPTION) <= area.w - look.px(control_sizes.GAP):
            look.write(target, text, fonts.CAPTION, colours.DIM, area.midright, Align.RIGHT)
        self._draw_hints(target, look, self._controls.hints)
        if self._controls.is_empty:
            self._draw_empty(target, look)

    def _draw_empty(self, target: pygame.Surface, look: Look) -> None:
        rows = self._controls.rows.rect
        at = (rows.centerx, self._controls.show_all.rect.y - look.px(EMPTY_LINE) // 2)
        if at[1] > rows.top:
            text = self._("No deals match these filters")
            look.write(target, text, fonts.ROW, colours.DIM, at, Align.CENTRE, rows.w)

    def _draw_hints(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """The keys of the list in a row, as many as there is room for."""
        x, y = area.x, area.centery
        for key, text in self._hints() if area.h else ():
            cap = key_cap_width(look, key) + look.px(8)
            width = cap + look.width(text, fonts.CAPTION)
            if x + width > area.right:
                return
            draw_key_cap(target, look, key, x, y)
            look.write(target, text, fonts.CAPTION, colours.DIM, (x + cap, y))
            x += width + look.px(20)

    def _hints(self) -> list[tuple[str, str]]:
        _ = self._
        hints = (
            (key_name(Command.NEXT_UNSOLVED, _), _("next unsolved")),
            (key_name(Command.PREVIOUS_UNSOLVED, _), _("previous")),
            (key_name(Command.RANDOM_UNSOLVED, _), _("random")),
            (key_name(Command.PLAY, _), _("play")),
            (key_name(Command.NEXT_HARDER, _), _("next harder deal")),
            (key_name(Command.COPY, _), _("copy")),
            (key_name(Command.HELP, _), _("help")),
            (chord_name(Command.BACK.row.keys[-1], _), _("back")),
        )
        shown = [(self._shown_key(key), text) for key, text in hints]
        return [(key, text) for key, text in shown if key]
