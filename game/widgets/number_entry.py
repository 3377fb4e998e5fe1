"""An entry for the number of a deal: six digits, typed, pasted or dialled with arrows; digits that
are no deal's number are shown as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import pygame

from game.core.deals import DealError, parse_number
from game.desktop.key_events import holds_ctrl, takes_lines, takes_words
from game.desktop.paste_and_drop import clipboard_text
from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import (
    ARROWS,
    ENTER_KEYS,
    Cancelled,
    Changed,
    Consumed,
    FieldWidget,
    Pressed,
    Refused,
    ShownAttribute,
    Submitted,
    WidgetAction,
)
from game.widgets.look import Look

FIELD_LABEL: Final = fonts.TextStyle(fonts.Face.SANS, 12)

DIGITS = 6
_MOST_TYPED: Final = DIGITS + 2
"""Digits that are kept. Seven may be a number (1000000 is 0), so that the eighth has to count."""
_GROUPS: Final = r"\d{1,3}(?:[ ,.'’\xa0\u202f]\d{3})+"
_ONE_NUMBER: Final = re.compile(rf"[^0-9]*(?<![-+0-9])({_GROUPS}|\d+)[^0-9]*", re.ASCII)
"""A text with a single number, whose digits may stand in groups of three."""
DIGIT_KEYS = {
    **{pygame.KSCAN_1 + digit - 1: str(digit) for digit in range(1, 10)},
    pygame.KSCAN_0: "0",
}
ERASE_KEYS = (pygame.K_BACKSPACE, pygame.K_DELETE)
GO_MARGIN = 5
GO_INSET = 3
GO_SHAPE = 0.82
LABEL_FROM_HEIGHT = 44
"""Below this height in dp there is room for the value only."""
LEAST_CELL = 24, 40
"""The least width and height of a digit that a finger can turn, in dp of the screen's density."""
TURN_SIGN, TURN_AT = 0.28, 0.18
"""The side of the arrows above and below such a digit, and how far their middles lie inside the
field, as shares of its height.
"""
SPREAD_TEXT = 0.32
"""The size of such a digit in a high field, as a share of its height."""


def digit_of(event: pygame.event.Event) -> str:
    """The digit that a key stands for, or empty.

    On a French keyboard the upper row gives digits only with Shift. So a key whose text is no
    digit counts by its place on the keyboard.
    """
    text = event.unicode
    if len(text) == 1 and text in "0123456789":
        return str(text)
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return ""
    return DIGIT_KEYS.get(event.scancode, "")


def least_width(look: Look, high: int, labels: Iterable[str]) -> int:
    """The width in pixels in which an entry of a height shows the whole of each label."""
    longest = max(look.width(label, FIELD_LABEL) for label in labels)
    beside = _go_width(look, high) + look.px(GO_INSET)
    return look.px(control_sizes.FIELD_PADDING) + longest + look.px(GO_MARGIN) + beside


def _go_width(look: Look, high: int) -> int:
    return round((high - 2 * look.px(GO_INSET)) * GO_SHAPE)


class NumberEntry(FieldWidget):
    """Answers Submitted with an int at Enter or its arrow, Cancelled at Escape.

    While it has the focus digits are typed at its end; the first one replaces the old number, or
    the one that is dialled.
    Ctrl+V pastes the number in the clipboard. Refused answers a clipboard without one, or with
    several, and digits that are no deal's number.
    Enter before anything is typed begins dialling by arrow keys: up and down change a digit, left
    and right go to another one, Enter submits, Escape ends dialling. A finger dials too: its first
    tap begins, then a tap on a digit's upper or lower half turns it. Where the digits are too small
    for that a tap answers Pressed.
    """

    label = ShownAttribute[str]()
    """The text above the digits, if there is room for it."""
    text = ShownAttribute[str]()
    """The digits as they stand."""

    def __init__(
        self,
        name: str,
        *,
        label: str = "",
        placeholder: str = "",
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self._label = label
        self._placeholder = placeholder
        self._fresh = True
        self._text = ""
        self._shown = ""
        self._dialled: int | None = None
        """The index of the digit that arrow keys change; None while nothing is dialled."""
        self._by_finger = False
        """The dialling was begun by a finger, for which the digits stand apart."""

    # State

    @property
    def is_dialled(self) -> bool:
        """Whether arrows change its digits now."""
        return self._dialled is not None

    @property
    def is_no_deal(self) -> bool:
        """Whether there are digits that are no deal's number."""
        return bool(self.text) and self.value is None

    @property
    def value(self) -> int | None:
        """The number; None if there are no digits, or no deal has that number."""
        try:
            return parse_number(self.text)
        except DealError:
            return None

    @value.setter
    def value(self, value: int | None) -> None:
        self._shown = self.text = "" if value is None else str(value)
        self._fresh, self._dialled = True, None

    def focus_changed(self) -> None:
        """When the focus comes, the next digit begins a new number.

        When it goes, the entry shows the number that was set or submitted last.
        """
        self._fresh, self._dialled = True, None
        if not self.focused:
            self.text = self._shown

    # Events

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Type, erase, paste, dial, submit or cancel."""
        if self._dialled is not None and (event.key in ARROWS or event.key == pygame.K_ESCAPE):
            return self._dial(self._dialled, event.key)
        if event.key in ENTER_KEYS:
            return self._begin_to_dial() if self._fresh else self._submit()
        if event.key == pygame.K_ESCAPE:
            return Cancelled(self.name)
        if event.key in ERASE_KEYS:
            whole = self._fresh or takes_words(event.mod) or takes_lines(event.mod)
            return self._write("" if whole else self.text[:-1])
        if event.key == pygame.K_v and holds_ctrl(event.mod):
            text = clipboard_text()
            number = _ONE_NUMBER.fullmatch(text)
            if number is None:
                return Refused(self.name) if text else Consumed()
            return self._write("".join(filter(str.isdigit, number[1])))
        digit = digit_of(event)
        if digit:
            anew = self._fresh or self.is_dialled
            return self._write(digit if anew else self.text + digit)
        return None

    def _begin_to_dial(self) -> WidgetAction:
        text = (self.text if self.value is not None else "").zfill(DIGITS)
        action = self._write(text)
        self._dialled, self._by_finger, self.stale = 0, False, True
        return action

    def begin_by_finger(self) -> WidgetAction:
        """Begin to dial with the digits so far apart that a finger can turn each."""
        action = self._begin_to_dial()
        self._by_finger = True
        return action

    def _tapped(self, at: tuple[int, int]) -> WidgetAction:
        """Begin to dial, or turn the digit there: up in its upper half, down in its lower half."""
        if not self._is_spread:
            width, height = map(self.look.scale.fixed, LEAST_CELL)
            small = self._cell(0).width < width or self.rect.height < height
            return Pressed(self.name) if small else self.begin_by_finger()
        place = next((n for n in range(DIGITS) if at[0] < self._cell(n).right), DIGITS - 1)
        return self._dial(place, pygame.K_UP if at[1] < self.rect.centery else pygame.K_DOWN)

    def _dial(self, place: int, key: int) -> WidgetAction:
        if key == pygame.K_ESCAPE:
            self._dialled, self._fresh = None, True
            self.text, self.stale = self._shown, True
            return Changed(self.name, self.text)
        across, down = ARROWS[key]
        self._dialled, self.stale = min(max(place + across, 0), DIGITS - 1), True
        if not down:
            return Consumed()
        digit = (int(self.text[place]) - down) % 10
        self.text = f"{self.text[:place]}{digit}{self.text[place + 1 :]}"
        return Changed(self.name, self.text)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Submit at a click on the arrow; a click elsewhere only gives the focus, a tap dials."""
        if at is not None and self._go_area().collidepoint(at):
            return self._submit()
        return self._tapped(at) if at is not None and self.touched else Consumed()

    def confirms_nothing(self, event: pygame.event.Event) -> bool:
        """True for Enter, or a click on the arrow, while it has the focus and is empty."""
        if not self.focused or self.text:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            return self._go_area().collidepoint(event.pos)
        return event.type == pygame.KEYDOWN and event.key in ENTER_KEYS

    def is_letter(self, event: pygame.event.Event) -> bool:
        """True for a key that types something which is no digit, while it has the focus."""
        typed = event.type == pygame.KEYDOWN and event.unicode
        return self.focused and bool(typed) and event.unicode.isprintable()

    def _submit(self) -> WidgetAction:
        number = self.value
        if number is None:
            return Refused(self.name) if self.text else Consumed()
        self._shown, self._fresh, self._dialled = self.text, True, None
        return Submitted(self.name, number)

    def _write(self, text: str) -> WidgetAction:
        text = text[:_MOST_TYPED]
        self._fresh, self._dialled = False, None
        if text == self.text:
            return Consumed()
        self.text = text
        return Changed(self.name, text)

    # Drawing

    def _go_area(self) -> pygame.Rect:
        gap = self.look.px(GO_INSET)
        high = self.rect.height - 2 * gap
        wide = _go_width(self.look, self.rect.height)
        return pygame.Rect(self.rect.right - wide - gap, self.rect.top + gap, wide, high)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the field with its label, digits and caret, and the arrow."""
        look, go = self.look, self._go_area()
        self.draw_ground(target, colours.CORAL if self.is_no_deal else None)
        if self._is_spread:
            self._draw_spread(target)
        else:
            self._draw_value(target)
        usable = self.enabled and not self.is_no_deal
        radius = min(look.px(6), go.height // 3)
        look.paint.box(target, go, radius, colours.GOLD if usable else colours.TRACK)
        look.icon(target, "play", colours.ON_GOLD, go.center, round(go.height * 0.58))

    @property
    def _is_spread(self) -> bool:
        """Whether the digits stand apart, to be turned by a finger."""
        return self._dialled is not None and self._by_finger

    def _cell(self, place: int) -> pygame.Rect:
        """The area in which a finger turns a digit."""
        left = self.rect.left + self.look.px(GO_MARGIN)
        room = self._go_area().left - left
        start, end = (left + room * n // DIGITS for n in (place, place + 1))
        return pygame.Rect(start, self.rect.top, end - start, self.rect.height)

    def _draw_spread(self, target: pygame.Surface) -> None:
        """Draw each digit between two arrows; those of the digit turned last are gold."""
        look, high = self.look, self.rect.height
        style = fonts.FIELD_VALUE
        style = style._replace(size=max(style.size, look.scale.dp(high) * SPREAD_TEXT))
        inset, side = round(high * TURN_AT), round(high * TURN_SIGN)
        for place, digit in enumerate(self.text):
            cell = self._cell(place)
            look.write(target, digit, style, colours.CREAM, cell.center, Align.CENTRE)
            ink = colours.GOLD if place == self._dialled else colours.DIM
            for name, y in (("up", cell.top + inset), ("down", cell.bottom - inset)):
                look.icon(target, name, ink, (cell.centerx, y), side)

    def _draw_value(self, target: pygame.Surface) -> None:
        """Draw the digits under the label; where there is none, centred beside the arrow."""
        look, rect, beside = self.look, self.rect, self._go_area().left
        at, align = ((rect.left + beside) // 2, rect.top + rect.height // 2), Align.CENTRE
        if self._label and rect.height >= look.px(LABEL_FROM_HEIGHT):
            left = rect.left + look.px(control_sizes.FIELD_PADDING)
            above = left, rect.top + look.px(14.5)
            look.write(target, self._label, FIELD_LABEL, colours.DIM, above)
            at, align = (left, rect.top + look.px(31.5)), Align.LEFT
        shown = self.text or ("" if self.focused else self._placeholder)
        ink = colours.CREAM if self.text and self.enabled else colours.DIM
        # Smaller type in a side bar, where six digits would touch the edge.
        room = beside - rect.left - 2 * look.px(GO_MARGIN)
        wide = look.width("0" * max(DIGITS, len(self.text)), fonts.FIELD_VALUE)
        style = fonts.FIELD_VALUE if wide <= room else fonts.CAPTION_STRONG
        area = look.write(
            target, shown, style, colours.CORAL if self.is_no_deal else ink, at, align
        )
        if self._dialled is not None:
            start, end = (
                look.width(self.text[:place], style) for place in (self._dialled, self._dialled + 1)
            )
            thick = look.scale.line(2)
            target.fill(colours.GOLD, (area.left + start, area.bottom - thick, end - start, thick))
        elif self.focused:
            high = round(look.text_px(style) * 1.1)
            caret = area.right + look.px(1), at[1] - high // 2, look.scale.line(1.6), high
            target.fill(colours.GOLD, caret)
