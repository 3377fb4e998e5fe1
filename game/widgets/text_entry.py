"""An entry for a line of text: a name, a note, a search."""

from __future__ import annotations

import re
import sys
from typing import Final

import pygame

from game.desktop.key_events import holds_ctrl, takes_lines, takes_words
from game.desktop.paste_and_drop import clipboard_text, put_clipboard
from game.graphics import colours, fonts
from game.widgets import control_sizes
from game.widgets.base import (
    ENTER_KEYS,
    Cancelled,
    Changed,
    Consumed,
    FieldWidget,
    ShownAttribute,
    Submitted,
    WidgetAction,
)
from game.widgets.look import Look

NATURAL_WIDTH = 300
ICON = 18
SELECTED = colours.mix(colours.ON_GOLD, colours.GOLD, 0.4)
"""Behind the selected part of the text."""
OLDER_KEYS: Final = {
    (pygame.K_DELETE, True, False): pygame.K_x,
    (pygame.K_INSERT, False, True): pygame.K_c,
    (pygame.K_INSERT, True, False): pygame.K_v,
}
"""The older keys of cut, copy and paste, by key, whether with Shift and whether with Ctrl."""
_WORD: Final = re.compile(r"\w+(?:['’]\w+)*")
"""What Ctrl with an arrow goes over at once. Blanks and signs belong to no word."""
_IS_WINDOWS: Final = sys.platform == "win32"
_OTHER_BLANKS: Final = re.compile(r"[^\S ]+")
"""Line breaks, tabs, and the no-break spaces of French."""


class TextEntry(FieldWidget):
    """Answers Changed with the text as it is typed, Submitted at Enter, Cancelled at Escape.

    Letters come as TEXTINPUT, so dead keys and input methods work; keys move the caret and erase.
    Ctrl+A, or keys with Shift, select; what is typed, pasted or erased replaces the selection.
    Ctrl takes whole words: to the right up to the end of a word, as in GTK, but on Windows up to
    the beginning of the next. Ctrl+Shift erases up to an end of the line. On macOS, Option takes
    words, and Cmd all up to an end.
    """

    text = ShownAttribute[str]()
    """The text in the entry."""

    def __init__(
        self,
        name: str,
        text: str = "",
        *,
        most: int,
        placeholder: str = "",
        icon: str = "",
        tooltip: str = "",
        key: str = "",
    ) -> None:
        """`most`: the greatest length of the text, in characters."""
        super().__init__(name, tooltip=tooltip, key=key)
        self._text, self._most = text[:most], most
        self.caret = len(self._text)
        """How many letters of the text are before the caret."""
        self.selected_from = self.caret
        """How many letters are before the other end of the selection; without one, the caret."""
        self._placeholder, self._icon = placeholder, icon

    @property
    def _selected(self) -> tuple[int, int]:
        """The places where the selection begins and ends; both are the caret's without one."""
        return min(self.caret, self.selected_from), max(self.caret, self.selected_from)

    def _select(self, anchor: int, caret: int) -> None:
        self.selected_from, self.caret, self.stale = anchor, caret, True

    def natural_size(self, look: Look) -> tuple[int, int]:
        """A usual field; any width is fine."""
        return look.px(NATURAL_WIDTH), look.px(control_sizes.FIELD_HEIGHT)

    def focus_changed(self) -> None:
        """Put the caret at the end."""
        self.caret = self.selected_from = len(self._text)

    # Events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control; typed text comes as TEXTINPUT, apart from its keys."""
        if event.type == pygame.TEXTINPUT:
            return self._insert(event.text) if self.focused and self.enabled else None
        return super().handle(event)

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Move, select, erase, copy, paste, submit or cancel; a key that types a letter is
        used up.
        """
        ctrl = holds_ctrl(event.mod)
        if event.key in ENTER_KEYS:
            return Submitted(self.name, 0)
        if event.key == pygame.K_ESCAPE:
            return Cancelled(self.name)
        shifts = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_CTRL)
        edit = OLDER_KEYS.get((event.key, *shifts), event.key if ctrl else 0)
        if (action := self._edit(edit)) is not None:
            return action
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            return self._erase(event.mod, forward=event.key == pygame.K_DELETE)
        if self._move(event.key, event.mod):
            return Consumed()
        typed = event.unicode and event.unicode.isprintable()
        return Consumed() if typed and not ctrl and not event.mod & pygame.KMOD_ALT else None

    def _edit(self, key: int) -> WidgetAction | None:
        """Do what a key with Ctrl means: select all, paste or, of a selection, copy or cut."""
        start, end = self._selected
        if key == pygame.K_a:
            self._select(0, len(self._text))
            return Consumed()
        if key == pygame.K_v:
            return self._insert(clipboard_text())
        if key not in (pygame.K_c, pygame.K_x) or start == end:
            return None
        put_clipboard(self._text[start:end])
        return self._replace("") if key == pygame.K_x else Consumed()

    def _move(self, key: int, mods: int) -> bool:
        selects, whole = bool(mods & pygame.KMOD_SHIFT), takes_words(mods) or takes_lines(mods)
        start, end = self._selected
        leaves = start < end and not (selects or whole)
        goals = {
            pygame.K_LEFT: start if leaves else self._beside(mods, forward=False),
            pygame.K_RIGHT: end if leaves else self._beside(mods, forward=True),
            pygame.K_HOME: 0,
            pygame.K_END: len(self._text),
        }
        if key not in goals or not self._text:
            return False  # in an empty field arrows move the focus
        self._select(self.selected_from if selects else goals[key], goals[key])
        return True

    def _beside(self, mods: int, *, forward: bool) -> int:
        """The place a letter before or after the caret; by words or lines if keys ask for that."""
        caret, words = self.caret, _WORD.finditer(self._text)
        if takes_words(mods) and forward:
            stops = (word.start() if _IS_WINDOWS else word.end() for word in words)
            return min((stop for stop in stops if stop > caret), default=len(self._text))
        if takes_words(mods):
            return max((word.start() for word in words if word.start() < caret), default=0)
        if takes_lines(mods):
            return len(self._text) if forward else 0
        return min(caret + 1, len(self._text)) if forward else max(caret - 1, 0)

    def _insert(self, text: str) -> WidgetAction:
        clean = "".join(char for char in _OTHER_BLANKS.sub(" ", text) if char.isprintable())
        return self._replace(clean) if clean else Consumed()

    def _replace(self, text: str) -> WidgetAction:
        """Put a text, as far as there is room for it, in the place of the selection."""
        start, end = self._selected
        before, after = self._text[:start], self._text[end:]
        text = text[: self._most - len(before + after)]
        return self._write(before + text + after, start + len(text))

    def _erase(self, mods: int, *, forward: bool) -> WidgetAction:
        if self.caret != self.selected_from:
            return self._replace("")
        if takes_lines(mods):
            goal = len(self._text) if forward else 0
        else:
            goal = self._beside(mods, forward=forward)
        start, end = sorted((self.caret, goal))
        return self._write(self._text[:start] + self._text[end:], start)

    def _write(self, text: str, caret: int) -> WidgetAction:
        self._select(caret, caret)
        if text == self._text:
            return Consumed()
        self._text = text
        return Changed(self.name, text)

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Consume the press; if it is a finger's, ask the system for its keyboard."""
        if self.touched:
            # Text input is never stopped: KEYDOWN would then no longer tell what Shift makes.
            pygame.key.start_text_input()
        return super().grabbed(at)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Consume the click, which puts the caret between the letters nearest to it."""
        if at is not None and self._text:
            area = self._text_area()
            x = at[0] - self._text_left(area)
            starts = (self._text[:n] for n in range(len(self._text) + 1))
            edges = [self.look.width(start, fonts.FIELD_VALUE) for start in starts]
            place = min(range(len(edges)), key=lambda n: abs(edges[n] - x))
            self._select(place, place)
        return Consumed()

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw the field and its text, moved so that the caret is in view."""
        look = self.look
        self.draw_ground(target)
        if self._icon:
            side = look.px(ICON)
            left = self.rect.left + look.px(control_sizes.FIELD_PADDING)
            at = left + side // 2, self.rect.centery
            look.icon(target, self._icon, colours.DIM, at, side)
        area, style = self._text_area(), fonts.FIELD_VALUE
        left, high = self._text_left(area), round(look.text_px(style) * 1.1)
        top = area.centery - high // 2
        ends = (look.width(self._text[:place], style) for place in (*self._selected, self.caret))
        start, end, caret = (left + wide for wide in ends)
        with look.paint.clipped(target, area):
            if self.focused and start < end:
                target.fill(SELECTED, (start, top, end - start, high))
            if self._text:
                look.write(target, self._text, style, colours.CREAM, (left, area.centery))
            elif not self.focused:
                look.write(target, self._placeholder, style, colours.DIM, area.midleft, room=area.w)
            if self.focused:
                target.fill(colours.GOLD, (caret, top, look.scale.line(1.6), high))

    def _text_area(self) -> pygame.Rect:
        """The part of the field that the text shows in."""
        look = self.look
        padding = look.px(control_sizes.FIELD_PADDING)
        before = padding + (look.px(ICON) + look.px(8) if self._icon else 0)
        width = self.rect.w - before - padding
        return pygame.Rect(self.rect.left + before, self.rect.top, width, self.rect.h)

    def _text_left(self, area: pygame.Rect) -> int:
        """Where the text begins; left of its area if the caret would else be out of view."""
        look = self.look
        before = look.width(self._text[: self.caret], fonts.FIELD_VALUE)
        return area.left - max(0, before - area.w + look.px(4))
