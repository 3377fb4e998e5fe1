"""The icons: round strokes of one width on a grid of 24, in one colour.

A renderer recolours an icon by replacing `#F3EAD2` in its text. Only the compass (gold), the
flag, the cursors and the warning of two tones hold a second colour.
"""

import math

from tools.art import svg
from tools.art.compass import compass
from tools.art.geometry import polar
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


_PAGE = rectangle(5.5, 2.8, 13, 18.4, 2.4)
_BOOKMARK = "M6 3.500H18V21L12 16.200L6 21Z"
_BARS = (
    "M3.500 20.500H20.500M6.500 16.500V13.500M10.500 16.500V7M14.500 16.500V10.500M18.500 16.500V4"
)
_LENS = _ring(10.5, 10.5, 6.8) + "M15.500 15.500L20.800 20.800"
_SPEAKER = "M3.500 9.500V14.500H7L12 18.800V5.200L7 9.500Z"

_LINES = {
    "menu": "M4.500 6.500H19.500M4.500 12H19.500M4.500 17.500H19.500",
    "exit": "M13.500 3.500H5.500V20.500H13.500M10 12H20.500M16.500 7.800L20.700 12L16.500 16.200",
    "new": _PAGE + "M12 8V16M8 12H16",
    "switch": "M4 8H19.500M15.700 4.200L19.500 8L15.700 11.800M20 16H4.500M8.300 12.200L4.500 16L8.300 19.800",
    "restart": "M6.300 7.200A7.800 7.800 0 1 1 4.200 12.500M6.300 2.500V7.300H11.100",
    "undo": "M8.500 20.300H14A5.700 5.700 0 0 0 14 8.900H4.500M8.400 4.900L4.300 8.900L8.400 12.900",
    "redo": "M15.500 20.300H10A5.700 5.700 0 0 1 10 8.900H19.500M15.600 4.900L19.700 8.900L15.600 12.900",
    "hint": "M8.600 16.500C8.600 14 5.600 13 5.600 9.300A6.400 6.400 0 0 1 18.400 9.300C18.400 13 15.400 14 15.400 16.500Z"
            "M9.300 19.200H14.700M10.600 21.700H13.400",
    "bookmark": _BOOKMARK,
    "purge": "M4.500 3.300H19.500M12 21.500V8.500M6.300 14.200L12 8.300L17.700 14.200",
    "autoplay": "M4.500 3.300H19.500M6.500 13L12 7.700L17.500 13M6.500 20L12 14.700L17.500 20",
    "redeal": "M3 7H6.500C12 7 12 17 17.500 17H20.500M3 17H6.500C8.500 17 9.700 15.700 10.600 14.200"
              "M13.300 9.800C14.300 8.300 15.500 7 17.500 7H20.500M17.800 3.800L21 7L17.800 10.200M17.800 13.800L21 17L17.800 20.200",
    "back": "M20 12H4.500M10.300 5.800L4.200 12L10.300 18.200",
    "forward": "M4 12H19.500M13.700 5.800L19.800 12L13.700 18.200",
    "check": "M4.500 12.700L9.700 17.800L19.500 6.500",
    "cross": "M5.800 5.800L18.200 18.200M18.200 5.800L5.800 18.200",
    "clock": _ring(12, 12, 8.7) + "M12 7V12.500L15.500 14.600",
    "uturn": "M16.800 20.800V9.300A5.300 5.300 0 0 0 6.200 9.300V17M2.400 13.300L6.200 17.200L10 13.300",
    "star": _star(),
    "options": _gear(),
    "statistics": _BARS,
    "quit": "M12 2.800V11.500M7 5.800A8.300 8.300 0 1 0 17 5.800",
    "screen": rectangle(3, 4.3, 18, 12, 1.8) + "M8.500 20.500H15.500M12 16.500V20.300",
    "cards": rectangle(3.8, 6.5, 10.4, 14.5, 2) + "M9 3H17.800A2.200 2.200 0 0 1 20 5.200V17.500",
    "folder": "M3 6H9.500L11.600 8.600H21V19.500H3Z",
    "search": _LENS,
    "copy": rectangle(8.8, 8.8, 12, 12, 2) + "M15.200 5.500V5.200A2 2 0 0 0 13.200 3.200H5.200A2 2 0 0 0 3.200 5.200"
            "V13.200A2 2 0 0 0 5.200 15.200H5.500",
    "paste": "M8.500 4.500H6.500A1.800 1.800 0 0 0 4.700 6.300V19A1.800 1.800 0 0 0 6.500 20.800H17.500"
             "A1.800 1.800 0 0 0 19.300 19V6.300A1.800 1.800 0 0 0 17.500 4.500H15.500"
             + rectangle(8.5, 2.8, 7, 3.6, 1.2) + "M8.500 11.500H15.500M8.500 15.500H13",
    "trash": "M4 6.300H20M9 6V3.500H15V6M6 6.500L7 20.800H17L18 6.500M10.200 10.500V16.800M13.800 10.500V16.800",
    "turnover": "M19.300 9.800A7.700 7.700 0 0 0 5.200 8.300M4.700 14.200A7.700 7.700 0 0 0 18.800 15.700"
                "M5.200 3.500V8.500H10.200M18.800 20.500V15.500H13.800",
    "language": _ring(12, 12, 8.8) + ellipse(12, 12, 3.9, 8.8) + "M3.200 12H20.800",
    "plus": "M12 4.500V19.500M4.500 12H19.500",
    "minus": "M4.500 12H19.500",
    "filter": "M3.500 4.500H20.500L14 12.500V18.500L10 20.500V12.500Z",
    "sort": "M7.500 4V19.800M3.800 16.200L7.500 20L11.200 16.200M16.500 20V4.200M12.800 7.800L16.500 4L20.200 7.800",
    "zoom-in": _LENS + "M10.500 7.700V13.300M7.700 10.500H13.300",
    "zoom-out": _LENS + "M7.700 10.500H13.300",
    "fit": "M4 8.500V4H8.500M15.500 4H20V8.500M20 15.500V20H15.500M8.500 20H4V15.500",
    "up": "M5.500 15.500L12 9L18.500 15.500",
    "down": "M5.500 8.500L12 15L18.500 8.500",
    "left": "M15 5L8 12L15 19",
    "right": "M9 5L16 12L9 19",
    "keyboard": rectangle(2.5, 6, 19, 12.5, 2) + "M6 10H6.100M10 10H10.100M14 10H14.100M18 10H18.100M8 14.500H16",
    "eye": "M2.500 12C6 6.500 18 6.500 21.500 12C18 17.500 6 17.500 2.500 12Z" + _ring(12, 12, 2.9),
    "camera": "M3 7.500H7.200L9 5H15L16.800 7.500H21V19H3Z" + _ring(12, 12.8, 3.6),
    "volume": _SPEAKER + "M15.500 9A4.200 4.200 0 0 1 15.500 15M18 6A8.400 8.400 0 0 1 18 18",
    "mute": _SPEAKER + "M16 9.500L21 14.500M21 9.500L16 14.500",
}  # fmt: skip

_DOTTED = {
    "map": (
        _ring(12, 4.4, 2.2) + _ring(5.2, 19.4, 2.2) + _ring(18.8, 19.4, 2.2)
        + "M12 6.800V17M12 10.500C12 14.300 5.200 12.500 5.200 17M12 10.500C12 14.300 18.800 12.500 18.800 17",
        _dots(3.1, (12, 19.4)),
    ),
    "help": ("M7.800 8.400A4.300 4.300 0 1 1 13.600 12.400C12.500 12.900 12 13.700 12 15.300", _dots(1.3, (12, 19.5))),
    "warning": ("M12 3.500L21.500 20H2.500Z M12 9.500V14.200", _dots(1.15, (12, 17.1))),
    "info": (_ring(12, 12, 8.8) + "M12 11.300V16.500", _dots(1.2, (12, 7.8))),
    "calendar": (rectangle(3.5, 5.2, 17, 15.6, 2) + "M3.500 10H20.500M8 2.800V7M16 2.800V7", _dots(2, (12, 15.4))),
    "dice": (rectangle(3.6, 3.6, 16.8, 16.8, 3.4), _dots(1.4, (8.2, 8.2), (15.8, 8.2), (12, 12), (8.2, 15.8), (15.8, 15.8))),
}  # fmt: skip

_SOLID = {
    "play": "M7.500 4.500L19.500 12L7.500 19.500Z",
    "pause": "M7.500 5V19H8.800V5ZM15.200 5V19H16.500V5Z",
    "stop": "M6.500 6.500H17.500V17.500H6.500Z",
    "bookmark-filled": _BOOKMARK,
    "star-filled": _star(),
    "disc": _ring(12, 12, 5.4),
}
_DOTTED["bulb"] = (
    _LINES["hint"] + "M12 .9V.9",
    "",
)
_CURSORS = {
    "arrow": "M5 2.500L5 18.500L9.200 14.800L12 21.200L15 19.900L12.200 13.700L17.800 13.300Z",
    "down": "M9 2.500H15V12H20.500L12 21.500L3.500 12H9Z",
    "hand": "M8.500 3.200C8.500 1.300 11.300 1.300 11.300 3.200V9.800C11.300 8.300 13.900 8.300 13.900 9.800V10.800"
            "C13.900 9.400 16.400 9.500 16.400 11.100V12.100C16.400 10.800 18.800 10.900 18.800 12.600V16.800"
            "C18.800 20.200 16.800 22.300 13.700 22.300H12.200C9.900 22.300 8.600 21.300 7.300 19.500L3.700 14.600"
            "C2.700 13.100 4.700 11.600 6 12.900L8.500 15.400Z",
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
    return _fill(cells) + outline + _pen("M5 2.600V21.800")
