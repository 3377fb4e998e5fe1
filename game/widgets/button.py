"""Buttons: a label, an icon, or both; plain, gold, a row of a list, a cell of a well, or one of a
bar, its name below.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import pygame

from game.core.translatable_texts import Translate
from game.desktop.commands import Control
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours, fonts
from game.graphics.colours import Rgb, Rgba
from game.graphics.fonts import TextStyle
from game.graphics.scale import round_half_up
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import PressWidget, ShownAttribute
from game.widgets.look import PAD_BUTTONS, Look, draw_key_cap, key_cap_width

ICON_GAP: Final = 9
ICON_SHARE: Final = 1.35
"""The height of an icon beside a label, as a multiple of the label's font size."""

ButtonColours = tuple[Rgba | Rgb | None, Rgba | Rgb | None, Rgb]
"""Fill, edge and the colour of label and icon."""

LABEL_INSET = 14
"""The left margin of a left-aligned label, in dp."""
LEAST_PADDING = 8
"""Between the label and each side where the button is narrow, in dp."""
PRESSED_SHADE = 0.85
HOVER_SHINE = 1.06


class ButtonKind(Enum):
    """PLAIN is the usual button. PRIMARY is gold; a scene has one. ROW has no ground until it is
    hovered. CELL is one of several in a well, any number of which may be selected.
    """

    PLAIN = "plain"
    PRIMARY = "primary"
    ROW = "row"
    CELL = "cell"


def shaded(colour: Rgba | Rgb | None, factor: float) -> Rgba | Rgb | None:
    """A fill made darker or lighter; translucent white ones become more or less opaque."""
    if colour is None:
        return None
    if len(colour) == 4:
        return (*colour[:3], min(255, round(colour[3] * factor)))
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


class Button(PressWidget):
    """Answers Pressed when the mouse is let go on it, or at Enter and Space.

    `hint` is the key written at its right end. `selected` marks the current row, or a cell
    that is chosen.
    """

    label = ShownAttribute[str]()
    hint = ShownAttribute[str]()
    """The key written on it, or empty."""
    selected = ShownAttribute[bool]()
    """Whether it is the chosen one of its row or column."""

    def __init__(
        self,
        name: str,
        label: str = "",
        icon: str = "",
        *,
        kind: ButtonKind = ButtonKind.PLAIN,
        style: TextStyle = fonts.BUTTON,
        height: float = control_sizes.BUTTON_HEIGHT,
        align: Align = Align.CENTRE,
        hint: str = "",
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.kind = kind
        self._label = label
        self.icon = icon
        self._style = style
        self._height = height
        self._align = align
        self._hint = hint
        self._selected = False

    # Layout

    def natural_size(self, look: Look) -> tuple[int, int]:
        """Room for icon, label and hint; an icon alone is square."""
        height = look.px(self._height)
        if not self._label:
            return height, height
        hint = look.width(self._hint, fonts.SMALL_CAPTION) + look.px(control_sizes.GAP)
        width = self._content_width(look) + 2 * look.px(control_sizes.BUTTON_PADDING)
        return width + (2 * hint if self._hint else 0), height

    def row_width(self, look: Look) -> int:
        """The least width of a row of a menu that holds label and hint."""
        hint = look.width(self._hint, fonts.SMALL_CAPTION) + look.px(control_sizes.GAP)
        room = self._content_width(look) + look.px(LABEL_INSET + 8)
        return room + (hint if self._hint else 0)

    def least_width(self, look: Look) -> int:
        """The width below which the label is cut."""
        return self._content_width(look) + 2 * look.px(LEAST_PADDING)

    def _icon_px(self, look: Look) -> int:
        if not self.icon:
            return 0
        share = ICON_SHARE if self._label else 1.25
        return round(look.text_px(self._style) * share)

    def _content_width(self, look: Look) -> int:
        icon = self._icon_px(look)
        gap = look.px(ICON_GAP) if icon and self._label else 0
        return icon + gap + look.width(self._label, self._style)

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw ground, icon, label and hint in the colours of its state."""
        look = self.look
        fill, edge, ink = self.skin()
        look.paint.box(target, *self.focus_area(), fill, edge, look.scale.line())
        drop = look.scale.line(control_sizes.PRESSED_DROP) if self.is_down else 0
        self._draw_content(target, ink, self.rect.move(0, drop))

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring follows the button's own corners."""
        cell = self.kind is ButtonKind.CELL
        wanted = self.look.px(control_sizes.SEGMENT_RADIUS if cell else control_sizes.BUTTON_RADIUS)
        return self.rect, min(wanted, self.rect.height // 2)

    def skin(self) -> ButtonColours:
        """The colours of its state."""
        bare, cell = self.kind in (ButtonKind.ROW, ButtonKind.CELL), self.kind is ButtonKind.CELL
        if not self.enabled:
            edges = (None, None) if bare else (colours.DISABLED_FILL, colours.DISABLED_EDGE)
            return *edges, colours.FAINT
        fill: Rgba | Rgb | None
        edge: Rgba | Rgb | None
        over: Rgba | Rgb | None
        over_edge: Rgba | Rgb | None
        ink = colours.CREAM
        if self.kind is ButtonKind.PRIMARY or (cell and self._selected):
            fill, edge, ink = colours.GOLD, None, colours.ON_GOLD
            over, over_edge = shaded(fill, HOVER_SHINE), None
        elif self._selected:
            fill, edge = colours.ROW_SELECTED_FILL, colours.GOLD_EDGE
            over, over_edge = shaded(fill, 1.3), edge
        elif bare:
            fill, edge, over, over_edge = None, None, colours.ROW_HOVER_FILL, None
        else:
            fill, edge = colours.BUTTON_FILL, colours.BUTTON_EDGE
            over, over_edge = colours.HOVER_FILL, colours.HOVER_EDGE
        if self.is_down:
            return shaded(over, PRESSED_SHADE), edge, ink
        return (over, over_edge, ink) if self.hovered else (fill, edge, ink)

    def _draw_content(self, target: pygame.Surface, ink: Rgb, area: pygame.Rect) -> None:
        look = self.look
        icon, free = self._icon_px(look), (area.width - self._content_width(look)) // 2
        left = area.left + max(free, look.px(LEAST_PADDING) if self._label else free)
        if self._align is Align.LEFT:
            left = area.left + look.px(LABEL_INSET)
        if icon:
            look.icon(target, self.icon, ink, (left + icon // 2, area.centery), icon)
        if self._label:
            label_left = left + (icon + look.px(ICON_GAP) if icon else 0)
            room = area.right - look.px(LEAST_PADDING) - label_left
            look.write(target, self._label, self._style, ink, (label_left, area.centery), room=room)
        self._draw_hint(target, ink, area)

    def _draw_hint(self, target: pygame.Surface, ink: Rgb, area: pygame.Rect) -> None:
        if self._hint in PAD_BUTTONS:
            wide = key_cap_width(self.look, self._hint)
            left = area.right - self.look.px(12) - wide
            draw_key_cap(target, self.look, self._hint, left, area.centery)
        elif self._hint:
            colour = colours.DIM if ink == colours.CREAM else ink
            at = (area.right - self.look.px(14), area.centery)
            self.look.write(target, self._hint, fonts.SMALL_CAPTION, colour, at, Align.RIGHT)


def button_of(
    control: Control,
    _: Translate,
    *,
    kind: ButtonKind = ButtonKind.PLAIN,
    style: TextStyle = fonts.BUTTON,
    height: float = control_sizes.BUTTON_HEIGHT,
    worded: bool = False,
    tip: str = "",
    icon: str = "",
) -> Button:
    """A button with the icon, tooltip and key of its row; `worded`: and with its caption. `tip` and
    `icon` stand in for those of its row.
    """
    caption = control.caption(_) if worded else ""
    return Button(
        control, caption, icon or control.row.icon, kind=kind, style=style, height=height,
        tooltip=tip or control.tip(_), key=key_name(control, _),
    )  # fmt: skip


TOOL_ICON_SHARE = 0.60
RADIUS_SHARE = 0.24
CAPTION = TextStyle(fonts.Face.SANS, 14)
CAPTION_GAP = 2
CAPTION_HEIGHT = 1.25


def caption_height(look: Look) -> int:
    """Room for the name below the square, in pixels, with its gap."""
    text = round_half_up(look.text_px(CAPTION) * CAPTION_HEIGHT)
    return look.px(CAPTION_GAP) + text


class ToolButton(PressWidget):
    """Answers Pressed. `caption` may be empty: then it is the square alone.

    In an area higher than the square, the square stays at the top; a press on the name counts
    too. `lit` shows it gold while its function is active.
    """

    icon = ShownAttribute[str]()
    """The name of its icon."""
    caption = ShownAttribute[str]()
    """The name below it."""
    lit = ShownAttribute[bool]()
    """Whether it is shown gold."""

    def __init__(
        self, name: str, icon: str, caption: str = "", *, tooltip: str = "", key: str = ""
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self._icon = icon
        self._caption = self.spoken = caption
        self._lit = False

    @classmethod
    def of(cls, control: Control, _: Translate) -> ToolButton:
        """One without a caption, with the icon, tooltip and key of its row."""
        return cls(control, control.row.icon, tooltip=control.tip(_), key=key_name(control, _))

    def square(self) -> pygame.Rect:
        """Where its square is; the focus ring goes around it."""
        below = caption_height(self.look) if self._caption else 0
        side = min(self.rect.width, self.rect.height - below)
        return pygame.Rect(self.rect.centerx - side // 2, self.rect.top, side, side)

    def own_area(self) -> pygame.Rect:
        """The square and the name, which may be wider."""
        beyond = self.look.width(self._caption, CAPTION) - self.rect.width
        return self.rect.inflate(max(0, beyond), 0)

    def drawn_area(self) -> pygame.Rect:
        """The name may reach a pixel further than it is wide."""
        return self.target().inflate(2, 0)

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the square."""
        square = self.square()
        return square, round(square.width * RADIUS_SHARE)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the square, its icon and the name."""
        look, square = self.look, self.square()
        fill, edge, ink = self._skin()
        radius = square.width * RADIUS_SHARE
        look.paint.box(target, square, radius, fill, edge, look.scale.line())
        drop = look.scale.line(control_sizes.PRESSED_DROP) if self.is_down else 0
        centre = (square.centerx, square.centery + drop)
        look.icon(target, self._icon, ink, centre, round(square.width * TOOL_ICON_SHARE))
        if self._caption:
            text = caption_height(look) - look.px(CAPTION_GAP)
            at = (square.centerx, square.bottom + look.px(CAPTION_GAP) + text // 2)
            colour = colours.SIDE_LABEL if self.enabled else colours.OFF
            look.write(target, self._caption, CAPTION, colour, at, Align.CENTRE)

    def _skin(self) -> ButtonColours:
        if not self.enabled:
            return colours.DISABLED_FILL, colours.DISABLED_EDGE, colours.OFF
        ink = colours.ON_GOLD if self._lit else colours.CREAM
        fill: colours.Rgba | colours.Rgb = colours.GOLD if self._lit else colours.BUTTON_FILL
        if self.is_down:
            return shaded(fill if self._lit else colours.HOVER_FILL, PRESSED_SHADE), None, ink
        if self.hovered and not self._lit:
            return colours.HOVER_FILL, colours.HOVER_EDGE, ink
        return fill, colours.BUTTON_EDGE, ink
