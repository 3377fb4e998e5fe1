"""The header, panels, messages and key hints of the list of deals."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.desktop.keys import Command
from game.desktop.modifiers import named_here
from game.graphics import colours, fonts
from game.graphics.assets import Align
from game.record.deal_list import Listing
from game.rules import Rules
from game.scenes.common.list_scene import draw_heads_lines
from game.scenes.deals.controls import EMPTY_LINE, DealControls
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.key_cap import draw_key_cap, key_cap_width
from game.widgets.look import Look


class HeaderAndHints:
    """Draws the words and lines around the list of one pack."""

    def __init__(
        self, _: Language, controls: DealControls, shown_key: Callable[[str], str]
    ) -> None:
        """`shown_key` returns a key as hints show it; empty: the hint is left out."""
        self._, self._controls, self._shown_key = _, controls, shown_key

    def draw_header(
        self, target: pygame.Surface, look: Look, rules: Rules, listing: Listing, left_of: str
    ) -> None:
        """Draw the game's name, the list's totals and its policy, left of the control named
        `left_of`.
        """
        named = self._controls.focus.named
        back = named(Command.BACK).rect
        left = back.right + look.px(18)
        up = 0 if self._controls.is_low else look.px(11)
        room = named(left_of).rect.left - left - look.px(control_sizes.GAP)
        at = (left, back.centery - up)
        look.write(target, rules.title, fonts.LIST_TITLE, colours.CREAM, at, room=room)
        if not self._controls.is_low:
            at, words = (left, back.centery + look.px(19)), self._summary(rules, listing)
            look.write(target, words, fonts.CAPTION, colours.PLATE_NUMBER, at, room=room)

    def _summary(self, rules: Rules, listing: Listing) -> str:
        _ = self._
        text = _.plural("{n} solved of {count}", "{n} solved of {count}", listing.solved)
        text = text.format(n=_.number(listing.solved), count=_.number(len(listing.entries)))
        if listing.stars:
            stars = _.plural("{n} star", "{n} stars", listing.stars).format(n=listing.stars)
            text = f"{text}  ·  {stars}"
        policy = rules.facts.policies.get(rules.policy)
        return text if policy is None else f"{text}  ·  {policy.text.translated(_)}"

    def draw_panels(self, target: pygame.Surface, look: Look) -> None:
        """Both panels with the lines around the heads, and the ground of the filters."""
        controls = self._controls
        look.paint.panel(target, controls.panel, look.scale)
        look.paint.panel(target, controls.side, look.scale)
        draw_heads_lines(target, controls.heads.rect)
        radius, edge = look.px(control_sizes.SEGMENTS_RADIUS), look.scale.line()
        look.paint.box(target, controls.well, radius, colours.WELL, colours.WELL_EDGE, edge)
        for word, x in controls.words:
            look.write(target, word, fonts.PAGE_TEXT, colours.DIM, (x, controls.well.centery))

    def draw_words(self, target: pygame.Surface, look: Look, count: int) -> None:
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
            text = self._("No deal is shown with these filters")
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
            (_("Tab"), _("next unsolved")),
            (_("Shift+Tab"), _("previous")),
            (named_here("Ctrl+R"), _("random")),
            (_("Enter"), _("play")),
            (named_here("Ctrl+C"), _("copy")),
            ("F1", _("help")),
            ("Q", _("back")),
        )
        shown = [(self._shown_key(key), text) for key, text in hints]
        return [(key, text) for key, text in shown if key]
