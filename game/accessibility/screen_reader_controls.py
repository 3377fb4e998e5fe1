"""Controls as items: what each is called, its state, and how it is used without a mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pygame

from game.accessibility.accessibility_tree import (
    DrawnText,
    Item,
    ItemAction,
    ItemArea,
    ItemRole,
    Key,
    sentence_of,
)
from game.core.deals import HIGHEST_NUMBER
from game.widgets.base import Widget
from game.widgets.button import Button
from game.widgets.choices import Choice, Toggle
from game.widgets.focus import FocusGroup
from game.widgets.list_view import Headings, ListView
from game.widgets.number_entry import NumberEntry
from game.widgets.slider import LabelledSlider, Slider
from game.widgets.text_entry import TextEntry
from game.widgets.text_page import Heading, KeyTable, Paragraph, Picture, TextPage

USE = frozenset((ItemAction.ACTIVATE, ItemAction.FOCUS))
STEP = frozenset((ItemAction.MORE, ItemAction.LESS, ItemAction.FOCUS))


def area_of(rect: pygame.Rect) -> ItemArea:
    """A rectangle as the area of an item."""
    return rect.x, rect.y, rect.w, rect.h


def key_of(widget: Widget) -> tuple[str, str]:
    """The key of a control's item."""
    return "control", str(widget.name)


def page_items(widgets: Sequence[Widget], written: Sequence[DrawnText]) -> tuple[Item, ...]:
    """The items of a page: its texts, then its controls; `written` is all text that it draws."""
    return (*text_items(widgets, written), *control_items(widgets, written))


def control_items(widgets: Iterable[Widget], written: Sequence[DrawnText]) -> Iterator[Item]:
    """The items of a scene's controls; `written` is all text that the scene draws."""
    known: set[Key] = set()
    for widget in widgets:
        if key_of(widget) not in known:
            known.add(key_of(widget))
            yield _item(widget, [each for each in written if each.is_in(widget.rect)])


def text_items(widgets: Iterable[Widget], written: Sequence[DrawnText]) -> Iterator[Item]:
    """Labels for the text in view that lies on no control and that none says, in the order of
    writing.
    """
    widgets = list(widgets)
    areas = [widget.own_area() for widget in widgets]
    said = {text for each in widgets for text in (each.spoken, each.spoken_more)}
    said |= {each.spoken_value for each in widgets if isinstance(each, Slider)}
    seen = (each for each in written if each.seen and each.text not in said)
    loose = (each for each in seen if not any(each.is_in(area) for area in areas))
    for number, each in enumerate(loose):
        if not each.is_ornament:
            yield Item(("text", number), ItemRole.LABEL, each.text, area_of(each.area))


def _item(widget: Widget, written: Sequence[DrawnText]) -> Item:
    label = widget.label if isinstance(widget, Button | NumberEntry) else ""
    name = widget.spoken or label or widget.tooltip or sentence_of(written) or str(widget.name)
    told = _told_beside(widget, name, written)
    why_off = "" if widget.enabled else widget.why_off
    explained = [each for each in (widget.tooltip, why_off) if each not in name]
    hint = ", ".join(filter(None, (told, *explained)))
    base = Item(
        key_of(widget),
        ItemRole.BUTTON if widget.focusable else ItemRole.LABEL,
        name.replace("\n", " "),
        area_of(widget.rect),
        actions=USE if widget.focusable else frozenset(),
        enabled=widget.enabled,
        hint=hint,
        shortcut=widget.key,
    )
    return _with_state(widget, base, written)


def _told_beside(widget: Widget, name: str, written: Sequence[DrawnText]) -> str:
    """What a control says besides its name: its own words for that, else what is written on it.
    Controls whose parts are items of their own, the headings of a list, and an entry, whose text is
    its value, say nothing more, but an empty list says why it is empty.
    """
    if widget.spoken_more:
        return widget.spoken_more
    has_items = isinstance(widget, ListView) and widget.count > 0
    if has_items or isinstance(widget, Choice | TextPage | TextEntry | NumberEntry | Headings):
        return ""
    return sentence_of(each for each in written if each.text not in name)


def _with_state(widget: Widget, base: Item, written: Sequence[DrawnText]) -> Item:
    """The item with the role, state and actions of its kind of control."""
    match widget:
        case Toggle():
            return base._replace(role=ItemRole.SWITCH, on=widget.on)
        case Slider():
            slider = base._replace(
                role=ItemRole.SLIDER,
                actions=STEP | {ItemAction.SET},
                number=(widget.value, *widget.limits),
                value=widget.spoken_value,
            )
            if not isinstance(widget, LabelledSlider):
                return slider
            return slider._replace(value=_slider_value(widget, base.name), hint="")
        case Choice():
            return base._replace(
                role=ItemRole.RADIO_GROUP, actions=STEP, children=tuple(_choices(widget, base))
            )
        case NumberEntry():
            return base._replace(
                role=ItemRole.NUMBER,
                actions=frozenset((ItemAction.FOCUS, ItemAction.SET)),
                number=(int(widget.text or 0), 0, HIGHEST_NUMBER),
            )
        case TextEntry():
            line = Item((*key_of(widget), "line"), ItemRole.TEXT_LINE, widget.text)
            return base._replace(
                role=ItemRole.TEXT,
                actions=frozenset((ItemAction.FOCUS,)),
                children=(line,),
                caret=widget.caret,
                selected_from=widget.selected_from,
            )
        case ListView():
            rows = tuple(_rows(widget, written))
            actions = frozenset((ItemAction.FOCUS,))
            return base._replace(role=ItemRole.TABLE, actions=actions, children=rows)
        case TextPage():
            return base._replace(
                role=ItemRole.DOCUMENT, actions=frozenset(), children=tuple(_text(widget))
            )
        case Button() if widget.selected:
            return base._replace(on=True)
    return base


def _slider_value(slider: LabelledSlider, name: str) -> str:
    """The words beside a slider; a label that repeats the slider's name is left out."""
    value, label = slider.words[:2]
    return value if label.casefold() == name.casefold() else f"{value} {label}".strip()


def _rows(widget: ListView, written: Sequence[DrawnText]) -> Iterator[Item]:
    for row in widget.rows_told():
        area = widget.row_area(row)
        if widget.row_words is not None:
            cells = list(widget.row_words(row))
        else:
            cells = [each.text for each in written if each.is_in(area)]
        key = (*key_of(widget), row)
        yield Item(
            key,
            ItemRole.ROW,
            ", ".join(cell for cell in cells if cell),
            area_of(area),
            tuple(Item((*key, n), ItemRole.CELL, cell) for n, cell in enumerate(cells) if cell),
            actions=USE,
            selected=row == widget.selected,
            place=row,
        )


def _choices(widget: Choice, base: Item) -> Iterator[Item]:
    for place, label in enumerate(widget.labels):
        yield Item(
            (*key_of(widget), place),
            ItemRole.RADIO_BUTTON,
            label,
            base.area,
            actions=USE,
            enabled=base.enabled,
            on=place == widget.place_chosen,
            place=place,
        )


def _text(page: TextPage) -> Iterator[Item]:
    """Headings, paragraphs and key tables, in order; a picture is read as the text beside it."""
    for number, block in enumerate(page.blocks):
        key = (*key_of(page), number)
        match block:
            case Heading(text, level):
                yield Item(key, ItemRole.HEADING, plain(text), level=level)
            case Paragraph(text) | Picture(beside=text) if text:
                yield Item(key, ItemRole.PARAGRAPH, plain(text))
            case KeyTable(rows, line):
                for place, (names, meaning) in enumerate(rows):
                    told = line.format(name=", ".join(names), list=plain(meaning))
                    yield Item((*key, place), ItemRole.PARAGRAPH, told)


def plain(text: str) -> str:
    """A text of the help without its markup."""
    return text.replace("**", "").replace("`", "").replace("•\u00a0 ", "")


# Actions on controls


def keys_for(
    group: FocusGroup, key: Key, action: ItemAction, value: float | None
) -> list[pygame.event.Event]:
    """Focus the control of an item; returns the KEYDOWN events that do the action there. There are
    none if the focus is enough, the key is unknown, or the control cannot be used.
    """
    parts = key if isinstance(key, tuple) else ()
    widget = next((each for each in group.widgets if parts[:2] == key_of(each)), None)
    if widget is None or not (widget.enabled and widget.focusable):
        return []
    group.focus(widget, ring=True)
    if isinstance(widget, ListView) and len(parts) > 2:
        return _to_row(widget, int(str(parts[2])), press=action is ItemAction.ACTIVATE)
    if action is ItemAction.FOCUS:
        return []
    if isinstance(widget, Choice) and len(parts) > 2:
        steps = int(str(parts[2])) - widget.place_chosen
        return [_press(pygame.K_RIGHT if steps > 0 else pygame.K_LEFT)] * abs(steps)
    if action in (ItemAction.MORE, ItemAction.LESS):
        return [_press(pygame.K_RIGHT if action is ItemAction.MORE else pygame.K_LEFT)]
    if action is ItemAction.SET and value is not None:
        return _set(widget, round(value))
    return [_press(pygame.K_RETURN)]


def _to_row(widget: ListView, row: int, *, press: bool) -> list[pygame.event.Event]:
    """The keys that go from the selected row to another one; `press` adds Enter."""
    steps = row - max(0, widget.selected) if 0 <= row < widget.count else 0
    keys = [_press(pygame.K_DOWN if steps > 0 else pygame.K_UP)] * abs(steps)
    return keys + [_press(pygame.K_RETURN)] * press


def _set(widget: Widget, value: int) -> list[pygame.event.Event]:
    """The keys that type a number and submit it, or move a slider to it."""
    if isinstance(widget, NumberEntry):
        digits = [_press(ord(digit), digit) for digit in str(max(0, min(value, HIGHEST_NUMBER)))]
        return [*digits, _press(pygame.K_RETURN)]
    if isinstance(widget, Slider):
        steps = widget.steps_to(value)
        return [_press(pygame.K_RIGHT if steps > 0 else pygame.K_LEFT)] * abs(steps)
    return []


def _press(key: int, char: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=char, scancode=0)
