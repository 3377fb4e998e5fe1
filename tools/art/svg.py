"""Writing small SVG files that nanosvg can draw.

The cards are rasterised by nanosvg (through `pygame.image.load_sized_svg`), which knows paths,
basic shapes, strokes, transforms and user-space gradients, and silently ignores or spoils the
rest: text, clip paths, masks, filters, patterns, classes, `use`. Nothing here can write those.
"""

import re
from collections.abc import Iterable

Point = tuple[float, float]

_PATH = re.compile(r' d="([^"]*)"')
_WORDS = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}
"""How many numbers each command of a path takes."""


def number(value: float) -> str:
    """The shortest text of a number at two decimals, as `.5` and `-3`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def numbers(values: Iterable[float]) -> str:
    """Numbers one after the other; a minus sign needs no blank before it."""
    text = ""
    for value in values:
        word = number(value)
        text += word if not text or word.startswith("-") else " " + word
    return text


def _attribute(name: str, value: object) -> str:
    text = number(value) if isinstance(value, int | float) else str(value)
    return f' {name.rstrip("_").replace("_", "-")}="{text}"'


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; underscores in attribute names stand for hyphens, None leaves one out."""
    head = name + "".join(_attribute(k, v) for k, v in attributes.items() if v is not None)
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def path(data: str, **style: object) -> str:
    """A path element."""
    return tag("path", d=data, **style)


def group(content: str, **style: object) -> str:
    """A group: its style and transform hold for everything in it."""
    return tag("g", content, **style)


def polygon(points: Iterable[Point], closed: bool = True) -> str:
    """Path data of straight lines through the points.

    Lines without length are left out: they cost nanosvg much time where there is a stroke.
    """
    words = [numbers(p) for p in points]
    body = "L".join(w for w, before in zip(words, ["", *words], strict=False) if w != before)
    return f"M{body}{'Z' if closed else ''}"


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, hole: bool = False) -> str:
    """Path data of an ellipse; a hole runs the other way round, so that it cuts one."""
    ry = rx if ry is None else ry
    arc = f"a{numbers((rx, ry))} 0 1 {int(hole)} "
    return f"M{numbers((cx - rx, cy))}{arc}{number(2 * rx)} 0{arc}{number(-2 * rx)} 0Z"


def rectangle(x: float, y: float, width: float, height: float, r: float = 0) -> str:
    """Path data of a rectangle with rounded corners."""
    if not r:
        return f"M{numbers((x, y))}h{number(width)}v{number(height)}h{number(-width)}Z"
    w, h = width - 2 * r, height - 2 * r
    corner = f"a{numbers((r, r))} 0 0 1 "
    return (
        f"M{numbers((x + r, y))}h{number(w)}{corner}{numbers((r, r))}v{number(h)}"
        f"{corner}{numbers((-r, r))}h{number(-w)}{corner}{numbers((-r, -r))}"
        f"v{number(-h)}{corner}{numbers((r, -r))}Z"
    )


def place(cx: float, cy: float, scale: float = 1, turn: float = 0) -> str:
    """A transform that puts a drawing's origin at a point, turned and scaled about it."""
    text = f"translate({numbers((cx, cy))})"
    if turn:
        text += f"rotate({number(turn)})"
    return text if scale == 1 else f"{text}scale({scale:.4g})"


def fade(name: str, top: str, bottom: str, y0: float, y1: float) -> str:
    """A gradient from top to bottom in user space; fill with `url(#name)`."""
    stops = tag("stop", offset=0, stop_color=top) + tag("stop", offset=1, stop_color=bottom)
    where = {"x1": 0, "y1": y0, "x2": 0, "y2": y1}
    return tag("linearGradient", stops, id=name, gradientUnits="userSpaceOnUse", **where)


def document(width: float, height: float, body: str, definitions: str = "") -> str:
    """A whole file."""
    head = tag("defs", definitions) if definitions else ""
    box = f"0 0 {number(width)} {number(height)}"
    size = {"width": width, "height": height, "viewBox": box}
    return tag("svg", head + body, xmlns="http://www.w3.org/2000/svg", **size) + "\n"


def without_empty_closings(drawing: str) -> str:
    """The drawing with no Z where a subpath ends at the point it began at.

    There Z adds a line of no length, which nanosvg splits into a thousand pieces: that is three
    quarters of the time a small card takes. nanosvg draws the same pixels without it; others
    leave a notch where the stroke begins.
    """
    return _PATH.sub(lambda found: f' d="{_opened(found[1])}"', drawing)


def _opened(data: str) -> str:
    words = list(_WORDS.finditer(data))
    at = begun = 0j
    cuts, command, place = [], "", 0
    while place < len(words):
        if words[place][0].isalpha():
            command, place = words[place][0], place + 1
        if command in "Zz":
            if abs(at - begun) < 1e-6:
                cuts.append(words[place - 1].span())
            at = begun
            continue
        count = _COUNTS[command.upper()]
        at = _after(command, [float(word[0]) for word in words[place : place + count]], at)
        place += count
        if command in "Mm":
            begun, command = at, "L" if command == "M" else "l"
    for start, end in reversed(cuts):
        data = data[:start] + data[end:]
    return data


def _after(command: str, numbers: list[float], at: complex) -> complex:
    """Where a command of a path leads to from a point."""
    from_here = at if command.islower() else 0j
    match command.upper():
        case "H":
            return complex(from_here.real + numbers[0], at.imag)
        case "V":
            return complex(at.real, from_here.imag + numbers[0])
    return from_here + complex(*numbers[-2:])
