"""The icons: round strokes of one width on a grid of 24, in one colour.

A renderer recolours an icon by replacing `#F3EAD2` in its text. Only the gold compass and
the cursors, light with a dark outline, have colours of their own.
"""

import math

from tools.art import svg
from tools.art.compass import compass
from tools.art.geometry import polar
from tools.art.suits import NAMES, suit
from tools.art.svg import ellipse, rectangle

CREAM = "#F3EAD2"
SIZE = 24
WIDTH = 1.8


def icons() -> dict[str, str]:
    """Every icon file by name."""
    drawn = {name: _icon(_pen(data)) for name, data in _LINES.items()}
    drawn |= {name: _icon(_pen(data) + _fill(dots)) for name, (data, dots) in _DOTTED.items()}
    drawn |= {name: _icon(_solid(data)) for name, data in _SOLID.items()}
    drawn |= {f"cursor-{name}": _icon(_cursor(data)) for name, data in _CURSORS.items()}
    drawn |= {name: _icon(suit(s, 12, 12, 21, CREAM)) for s, name in NAMES.items()}
    drawn["flag"] = _icon(_flag())
    drawn["compass"] = _icon(compass(12, 12, 8.8, "#E6B85C", 0.95))
    return drawn


def _icon(content: str) -> str:
    return svg.document(SIZE, SIZE, content)


def _pen(data: str, fill: str = "none") -> str:
    return svg.path(data, fill=fill, stroke=CREAM, stroke_width=WIDTH, stroke_linecap="round",
                    stroke_linejoin="round")  # fmt: skip


def _fill(data: str) -> str:
    return svg.path(data, fill=CREAM)


def _solid(data: str) -> str:
    """A filled shape with the same round corners as the strokes."""
    return _pen(data, CREAM)


def _dots(radius: float, *points: svg.Point) -> str:
    return "".join(ellipse(x, y, radius) for x, y in points)


def _ring(cx: float, cy: float, r: float) -> str:
    return ellipse(cx, cy, r)


def _star() -> str:
    points = [polar(12, 12.6, 4.2 if i % 2 else 9.6, 36 * i) for i in range(10)]
    return svg.polygon(points)


def _gear() -> str:
    """Eight teeth with sloping flanks, and the hub."""
    points = []
    for i in range(8):
        for turn, reach in ((-15, 7.2), (-9.5, 9.8), (9.5, 9.8), (15, 7.2)):
            points.append(polar(12, 12, reach, 45 * i + turn))
    return svg.polygon(points) + _ring(12, 12, 3.1)


_PIP = "M12 3.2L20.8 12L12 20.8L3.2 12Z"
_PAGE = rectangle(5.5, 2.8, 13, 18.4, 2.4)
_BOOKMARK = "M6 3.5H18V21L12 16.2L6 21Z"
_BARS = "M3.5 20.5H20.5M6.5 16.5V13.5M10.5 16.5V7M14.5 16.5V10.5M18.5 16.5V4"
_LENS = _ring(10.5, 10.5, 6.8) + "M15.5 15.5L20.8 20.8"

_LINES = {
    "menu": "M4.5 6.5H19.5M4.5 12H19.5M4.5 17.5H19.5",
    "exit": "M13.5 3.5H5.5V20.5H13.5M10 12H20.5M16.5 7.8L20.7 12L16.5 16.2",
    "new": _PAGE + "M12 8V16M8 12H16",
    "switch": "M4 8H19.5M15.7 4.2L19.5 8L15.7 11.8M20 16H4.5"
              "M8.3 12.2L4.5 16L8.3 19.8",
    "restart": "M6.3 7.2A7.8 7.8 0 1 1 4.2 12.5M6.3 2.5V7.3H11.1",
    "undo": "M8.5 20.3H14A5.7 5.7 0 0 0 14 8.9H4.5"
            "M8.4 4.9L4.3 8.9L8.4 12.9",
    "redo": "M15.5 20.3H10A5.7 5.7 0 0 1 10 8.9H19.5"
            "M15.6 4.9L19.7 8.9L15.6 12.9",
    "hint": "M8.6 16.5C8.6 14 5.6 13 5.6 9.3A6.4 6.4 0 0 1 18.4 9.3"
            "C18.4 13 15.4 14 15.4 16.5Z"
            "M9.3 19.2H14.7M10.6 21.7H13.4",
    "bookmark": _BOOKMARK,
    "pip": _PIP,
    "purge": "M4.5 3.3H19.5M12 21.5V8.5M6.3 14.2L12 8.3L17.7 14.2",
    "autoplay": "M4.5 3.3H19.5M6.5 13L12 7.7L17.5 13M6.5 20L12 14.7L17.5 20",
    "redeal": "M3 7H6.5C12 7 12 17 17.5 17H20.5"
              "M3 17H6.5C8.5 17 9.7 15.7 10.6 14.2"
              "M13.3 9.8C14.3 8.3 15.5 7 17.5 7H20.5"
              "M17.8 3.8L21 7L17.8 10.2M17.8 13.8L21 17L17.8 20.2",
    "back": "M20 12H4.5M10.3 5.8L4.2 12L10.3 18.2",
    "forward": "M4 12H19.5M13.7 5.8L19.8 12L13.7 18.2",
    "check": "M4.5 12.7L9.7 17.8L19.5 6.5",
    "check-hollow": "M2.2 13.2L6 9.2L9.6 12.8L18 3.6L22 7.2L9.8 20.6Z",
    "check-late": "M1.8 10.2L6.2 14.8L14 4.2" + _ring(17, 17, 5.2) + "M17 14.2V17.2L19 18.4",
    "begun": _ring(12, 12, 8.2) + "M12 4V20",
    "note": _PAGE + "M8.8 8H15.2M8.8 12H15.2M8.8 16H12.4",
    "name": "M3.8 20.2L4.9 15.4L16 4.3L19.7 8L8.6 19.1ZM13.6 6.7L17.3 10.4",
    "library": rectangle(3.2, 4, 4.8, 16.4, 1) + rectangle(9.2, 4, 4.8, 16.4, 1)
               + "M16 5.3L19.3 4.5L21.4 19.2L18 20Z",
    "cross": "M5.8 5.8L18.2 18.2M18.2 5.8L5.8 18.2",
    "clock": _ring(12, 12, 8.7) + "M12 7V12.5L15.5 14.6",
    "uturn": "M16.8 20.8V9.3A5.3 5.3 0 0 0 6.2 9.3V17"
             "M2.4 13.3L6.2 17.2L10 13.3",
    "star": _star(),
    "options": _gear(),
    "statistics": _BARS,
    "quit": "M12 2.8V11.5M7 5.8A8.3 8.3 0 1 0 17 5.8",
    "screen": rectangle(3, 4.3, 18, 12, 1.8) + "M8.5 20.5H15.5M12 16.5V20.3",
    "cards": rectangle(3.8, 6.5, 10.4, 14.5, 2) + "M9 3H17.8A2.2 2.2 0 0 1 20 5.2V17.5",
    "save": "M12 3.2V14.8M6.9 9.9L12 15L17.1 9.9M3.8 15.6V18.6A1.9 1.9 0 0 0 5.7 20.5H18.3"
            "A1.9 1.9 0 0 0 20.2 18.6V15.6",
    "folder": "M3 6H9.5L11.6 8.6H21V19.5H3Z",
    "search": _LENS,
    "copy": rectangle(8.8, 8.8, 12, 12, 2)
            + "M15.2 5.5V5.2A2 2 0 0 0 13.2 3.2H5.2A2 2 0 0 0 3.2 5.2"
            "V13.2A2 2 0 0 0 5.2 15.2H5.5",
    "paste": "M8.5 4.5H6.5A1.8 1.8 0 0 0 4.7 6.3V19A1.8 1.8 0 0 0 6.5 20.8H17.5"
             "A1.8 1.8 0 0 0 19.3 19V6.3A1.8 1.8 0 0 0 17.5 4.5H15.5"
             + rectangle(8.5, 2.8, 7, 3.6, 1.2) + "M8.5 11.5H15.5M8.5 15.5H13",
    "trash": "M4 6.3H20M9 6V3.5H15V6M6 6.5L7 20.8H17L18 6.5M10.2 10.5V16.8"
             "M13.8 10.5V16.8",
    "turnover": "M19.3 9.8A7.7 7.7 0 0 0 5.2 8.3"
                "M4.7 14.2A7.7 7.7 0 0 0 18.8 15.7"
                "M5.2 3.5V8.5H10.2M18.8 20.5V15.5H13.8",
    "language": _ring(12, 12, 8.8) + ellipse(12, 12, 3.9, 8.8) + "M3.2 12H20.8",
    "plus": "M12 4.5V19.5M4.5 12H19.5",
    "minus": "M4.5 12H19.5",
    "filter": "M3.5 4.5H20.5L14 12.5V18.5L10 20.5V12.5Z",
    "zoom-in": _LENS + "M10.5 7.7V13.3M7.7 10.5H13.3",
    "zoom-out": _LENS + "M7.7 10.5H13.3",
    "fit": "M4 8.5V4H8.5M15.5 4H20V8.5M20 15.5V20H15.5M8.5 20H4V15.5",
    "up": "M5.5 15.5L12 9L18.5 15.5",
    "down": "M5.5 8.5L12 15L18.5 8.5",
    "left": "M15 5L8 12L15 19",
    "right": "M9 5L16 12L9 19",
    "eye": "M2.5 12C6 6.5 18 6.5 21.5 12C18 17.5 6 17.5 2.5 12Z" + _ring(12, 12, 2.9),
    "volume": "M3.5 9.5V14.5H7L12 18.8V5.2L7 9.5Z"
              "M15.5 9A4.2 4.2 0 0 1 15.5 15M18 6A8.4 8.4 0 0 1 18 18",
}  # fmt: skip

_DOTTED = {
    "map": (
        _ring(12, 4.4, 2.2) + _ring(5.2, 19.4, 2.2) + _ring(18.8, 19.4, 2.2)
        + "M12 6.8V17M12 10.5C12 14.3 5.2 12.5 5.2 17"
          "M12 10.5C12 14.3 18.8 12.5 18.8 17",
        _dots(3.1, (12, 19.4)),
    ),
    "help": ("M7.8 8.4A4.3 4.3 0 1 1 13.6 12.4C12.5 12.9 12 13.7 12 15.3",
             _dots(1.3, (12, 19.5))),
    "warning": ("M12 3.5L21.5 20H2.5Z M12 9.5V14.2", _dots(1.15, (12, 17.1))),
    "calendar": (rectangle(3.5, 5.2, 17, 15.6, 2) + "M3.5 10H20.5M8 2.8V7M16 2.8V7",
                 _dots(2, (12, 15.4))),
    "list": ("M9.3 6H20.5M9.3 12H20.5M9.3 18H20.5", _dots(1.5, (4.6, 6), (4.6, 12), (4.6, 18))),
    "dice": (rectangle(3.6, 3.6, 16.8, 16.8, 3.4),
             _dots(1.4, (8.2, 8.2), (15.8, 8.2), (12, 12), (8.2, 15.8), (15.8, 15.8))),
}  # fmt: skip

_SOLID = {
    "play": "M7.5 4.5L19.5 12L7.5 19.5Z",
    "pause": "M7.5 5V19H8.8V5ZM15.2 5V19H16.5V5Z",
    "step-back": "M13.6 5L4.4 12L13.6 19ZM18.4 5V19H19.2V5Z",
    "step-on": "M10.4 5L19.6 12L10.4 19ZM4.8 5V19H5.6V5Z",
    "bookmark-filled": _BOOKMARK,
    "pip-filled": _PIP,
    "star-filled": _star(),
    "disc": _ring(12, 12, 5.4),
}
_CURSORS = {
    "arrow": "M5 2.5L5 18.5L9.2 14.8L12 21.2L15 19.9L12.2 13.7L17.8 13.3Z",
    "down": "M9 2.5H15V12H20.5L12 21.5L3.5 12H9Z",
    "hand": "M8.5 3.2C8.5 1.3 11.3 1.3 11.3 3.2V9.8"
            "C11.3 8.3 13.9 8.3 13.9 9.8V10.8"
            "C13.9 9.4 16.4 9.5 16.4 11.1V12.1"
            "C16.4 10.8 18.8 10.9 18.8 12.6V16.8"
            "C18.8 20.2 16.8 22.3 13.7 22.3H12.2"
            "C9.9 22.3 8.6 21.3 7.3 19.5L3.7 14.6"
            "C2.7 13.1 4.7 11.6 6 12.9L8.5 15.4Z",
}  # fmt: skip


def _cursor(data: str) -> str:
    """Light on any ground: a dark outline, and a soft dark copy below."""
    dark = "#0B1A17"
    shade = svg.path(data, transform="translate(.7 .9)", fill=dark, fill_opacity=0.35, stroke=dark,
                     stroke_opacity=0.35, stroke_width=1.8, stroke_linejoin="round")  # fmt: skip
    return shade + svg.path(data, fill="#FFFDF6", stroke=dark, stroke_width=1.4,
                            stroke_linejoin="round")  # fmt: skip


def _flag() -> str:
    """A checkered flag in the wind: light cells in the icon's colour, dark ones open."""
    left, top, width, height, columns, rows = 5, 3.6, 16.5, 10.5, 4, 3

    def swell(x: float) -> float:
        return 1.25 * math.sin((x - left) / width * math.tau * 0.9)

    def edge(x0: float, x1: float, y: float) -> list[svg.Point]:
        return [(x, y + swell(x)) for x in (x0 + (x1 - x0) * i / 6 for i in range(7))]

    cells = ""
    for i in range(columns):
        for j in range(i % 2, rows, 2):
            x0, x1 = left + width * i / columns, left + width * (i + 1) / columns
            y0, y1 = top + height * j / rows, top + height * (j + 1) / rows
            cells += svg.polygon(edge(x0, x1, y0) + edge(x0, x1, y1)[::-1])
    rim = edge(left, left + width, top) + edge(left, left + width, top + height)[::-1]
    outline = svg.path(svg.polygon(rim), fill="none", stroke=CREAM, stroke_width=1.1,
                       stroke_linejoin="round")  # fmt: skip
    return _fill(cells) + outline + _pen("M5 2.6V21.8")
