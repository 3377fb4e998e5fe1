"""Faces, hair and beards of the courts."""

from tools.art.pencil import dots, even, flat, lines, pair, pair_lines
from tools.art.svg import ellipse
from tools.art.wardrobe import SKIN, SKIN_SHADE, Costume

_LIPS = "#B0303C"
_FACES = {
    "K": "M0 34 C15 34 22 42 22 54 C22 70 15 84 0 86",
    "Q": "M0 34 C15 34 21.5 42 21.5 54 C21.5 68 10 83 0 86",
    "J": "M0 34 C15 34 21.5 42 21.5 55 C21.5 70 12 84 0 86",
}


def neck(c: Costume) -> str:
    """The neck, in shade under the chin."""
    skin = even("M0 76 L9 76 L10 90 C6 95 3 96 0 96", SKIN)
    return skin + flat("M-9 80C-4 88 4 88 9 80L9 84C4 92 -4 92 -9 84Z", SKIN_SHADE)


def face(c: Costume) -> str:
    """Skin, a shaded cheek, brows and nose in one line, eyes and mouth."""
    skin = even(_FACES[c.rank], SKIN)
    shade = flat(
        "M4 84.8C16 80 21 68 21 54C21 47 19 42 16 39C18 52 17 72 4 84.8Z", SKIN_SHADE, 0.55
    )
    blush = flat(ellipse(-14, 67, 4.6, 3.6) + ellipse(14, 67, 4.6, 3.6), "#DD8F78", 0.45)
    nose = lines("M-3.2 51C-2 57 -3 62 -4.8 66.5C-3.5 68.2 -1 68.6 1.6 68", 1.3)
    mouth = "" if c.rank == "K" else _mouth(c)
    return skin + shade + blush + _brows(c) + nose + _eyes(c) + mouth


def _brows(c: Costume) -> str:
    thick = {"K": 2.4, "Q": 1.3, "J": 1.9}[c.rank]
    return pair_lines("M3.6 50.5 C6.5 46.8 12 46.3 16 49.5", thick, c.hair)


def _eyes(c: Costume) -> str:
    whites = irises = lids = ""
    for x in (-9.6, 9.6):
        whites += f"M{x - 5.2:.1f} 56.3C{x - 2.5:.1f} 52.2 {x + 2.5:.1f} 52.2 {x + 5.2:.1f} 56.3"
        whites += f"C{x + 2.5:.1f} 58.8 {x - 2.5:.1f} 58.8 {x - 5.2:.1f} 56.3Z"
        lids += f"M{x - 5.6:.1f} 56.5C{x - 2.5:.1f} 51.9 {x + 2.5:.1f} 51.9 {x + 5.6:.1f} 56.5"
        irises += ellipse(x, 55.6, 2.4)
    pupils = ellipse(-9.6, 55.6, 1.2) + ellipse(9.6, 55.6, 1.2)
    lid = 1.7 if c.rank == "Q" else 1.4
    return (
        flat(whites, "#FFFFFF") + flat(irises, c.eyes) + flat(pupils, "#14181F") + lines(lids, lid)
    )


def _mouth(c: Costume) -> str:
    half = 6 if c.rank == "Q" else 5.4
    upper = f"M{-half} 75C-3 73 -1 73.2 0 74C1 73.2 3 73 {half} 75"
    lip = flat(f"{upper}C3 79.5 -3 79.5 {-half} 75Z", _LIPS)
    drawn = lip + lines(f"M{-half} 75C-2 75.8 2 75.8 {half} 75", 0.8, "#6E1A26")
    if c.rank == "J" and c.suit in "sd":
        drawn += pair_lines("M.6 71.8 C4 69.6 8 70 11.5 73", 2, c.hair)
    return drawn


def _curl(x: float, y: float, r: float) -> str:
    """The turn inside a rolled lock."""
    return f"M{x} {y - r * 0.5:.1f}A{r * 0.5:.1f} {r * 0.5:.1f} 0 1 0 {x + r * 0.5:.1f} {y}"


def back_hair(c: Costume) -> str:
    """The hair behind the face and on the shoulders."""
    return _BACK[c.rank + c.suit](c)


def _rolls(c: Costume, spots: tuple[tuple[float, float], ...], r: float) -> str:
    """Rolled locks down either side."""
    both = [(s * x, y) for x, y in spots for s in (1, -1)]
    return dots(both, r, c.hair) + lines("".join(_curl(x, y, r) for x, y in both), 0.9)


def _curls(c: Costume) -> str:
    low = 82 if c.rank == "K" else 72
    count = 4 if c.rank == "K" else 3
    spots = tuple(
        (24 + (i % 2) * 2.5, round(42 + (low - 42) * i / (count - 1), 1)) for i in range(count)
    )
    return _rolls(c, spots, 8)


def _pageboy(c: Costume) -> str:
    """Smooth hair, turned inwards at the jaw."""
    locks = pair("M14 36 C28 36 33 48 33 60 C33 74 33 80 28 84 C23 86 18 82 18 76 L20 56Z", c.hair)
    return locks + pair_lines("M28 46 C30 58 30 68 28 80M24 46 C26 58 26 68 24 80", 0.9)


def _flowing(c: Costume) -> str:
    """Waves to the shoulders."""
    low = {"K": 92, "Q": 112, "J": 86}[c.rank]
    lock = (f"M12 32 C30 34 34 48 31 60 C28 70 37 76 36 {low - 18} "
            f"C36 {low - 6} 28 {low} 21 {low - 2} "
            f"C16 {low - 8} 22 80 19 70 L18 44Z")  # fmt: skip
    strands = f"M26 46 C30 58 24 66 28 76 C30 82 29 {low - 14} 26 {low - 6}"
    return pair(lock, c.hair) + pair_lines(strands, 0.9)


def _bob(c: Costume) -> str:
    """A dark bob with points on the cheeks, as in the nineteen-twenties."""
    return pair(
        "M0 30 C26 28 34 44 33 62 C33 74 31 82 27 88 C23 84 17 82 14 80 L20 60 L0 40Z", c.hair
    )


def _buns(c: Costume) -> str:
    """Two coils over the ears."""
    coils = [(-27, 62), (27, 62)]
    inner = "".join(f"M{x} 55A7 7 0 1 0 {x + 7} 62A4 4 0 0 0 {x} 58" for x, _ in coils)
    return dots(coils, 12, c.hair) + lines(inner, 1)


def _braids(c: Costume) -> str:
    """Plaits over the shoulders, tied with gold."""
    drawn = ""
    for i in range(6):
        y = 52 + 10.5 * i
        drawn += pair(f"M{19 + i * 0.6} {y} C{29 + i * 0.6} {y - 3} {35 + i * 0.4} {y + 5} "
                      f"{28 + i * 0.4} {y + 13} C{20 + i * 0.4} {y + 14} {16 + i * 0.6} {y + 8} "
                      f"{19 + i * 0.6} {y}Z", c.hair, 1.2)  # fmt: skip
    return drawn + pair("M22 115 L32 115 L33 120 L21 120Z", c.gold, 1.2)


_BACK = {
    "Ks": _pageboy, "Kh": _curls, "Kd": _flowing, "Kc": _flowing,
    "Qs": _bob, "Qh": _flowing, "Qd": _buns, "Qc": _braids,
    "Js": _pageboy, "Jh": _curls, "Jd": _flowing, "Jc": _pageboy,
}  # fmt: skip


def front_hair(c: Costume) -> str:
    """What falls over the forehead, under the crown."""
    if c.rank == "K":
        return ""
    if c.suit == "s" and c.rank == "Q":
        return even("M0 30 C18 29 26 38 24 58 C22 50 20 46 18 46 L0 46", c.hair)
    if c.rank == "Q":
        parted = even("M0 30 C18 29 25 40 22.5 60 C20 48 12 42 0 38", c.hair)
        return parted + pair_lines("M3 36 C12 38 18 43 21 51", 0.9)
    return even("M0 32 C16 31 24 38 22 54 C19 46 16 44 12 44 C8 46 4 45 0 42", c.hair, 1.2)


def beard(c: Costume) -> str:
    """A king's beard and moustache."""
    if c.rank != "K":
        return ""
    edge = "M0 73 C4 73 7 71 9 69 C15 70 20 66 22 57 "
    chin, strands = _BEARDS[c.suit]
    whiskers = even("M0 72.5 C4 69 10 69.5 15 74 C10 77.5 4 77.5 0 75", c.hair, 1.1)
    lip = flat("M-4.5 77.5C-2 76.5 2 76.5 4.5 77.5C2 81 -2 81 -4.5 77.5Z", _LIPS)
    combed = pair_lines(strands, 1, _STRAND)
    return even(edge + chin, c.hair) + combed + lip + whiskers


_STRAND = "#F3E3C8"
_BEARDS = {
    "s": (  # long and pointed
        "C26 76 18 98 0 112",
        "M0 84 L0 105M5 83 C5.5 90 4 97 2.5 101M10 82 C10.5 88 9 93 7 97"
        "M15 77 C15 82 13.5 86 12 89",
    ),
    "h": (  # round and curled
        "C27 66 28 76 24 80 C26 87 20 94 14 93 C12 100 4 102 0 99",
        "M18 79 C21 79 21.5 83 18.5 84 C16 84.5 15.5 81.5 17.5 81"
        "M10 88 C13 88 13.5 92 10.5 93 C8 93.5 7.5 90.5 9.5 90M0 86 L0 92"
        "M4.5 84 C5 87 4.5 89 4 91",
    ),
    "d": (  # short and square
        "C25 70 24 84 18 93 C12 97 5 97 0 97",
        "M0 85 L0 92M6 84 C6.5 87 6.5 90 6 92M11.5 82 C12.5 85 12.5 88 11.5 91"
        "M17 78 C18 82 17.5 85 16.5 88",
    ),
    "c": (  # forked
        "C26 74 22 94 12 109 C8 106 3 100 0 96",
        "M5 84 C7 89 9 95 10.5 101M10 83 C12.5 88 13.5 94 13 99M15.5 79 C17 83 17 88 16 92",
    ),
}  # fmt: skip
