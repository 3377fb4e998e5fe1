"""Writing small SVG files that nanosvg can draw.

The cards are rasterised by nanosvg (through `pygame.image.load_sized_svg`), which knows paths,
basic shapes, strokes, transforms and user-space gradients, and silently ignores or spoils the
rest: text, clip paths, masks, filters, patterns, classes, `use`. Nothing here can write those.
"""

from collections.abc import Iterable

Point = tuple[float, float]


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
