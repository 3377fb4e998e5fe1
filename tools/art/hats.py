"""Crowns, tiaras and caps."""

from tools.art import svg
from tools.art.geometry import polar, symmetric
from tools.art.palette import PEARL
from tools.art.pencil import dots, even, flat, lines, pair, shape
from tools.art.suits import suit
from tools.art.svg import polygon
from tools.art.wardrobe import Costume


def hat(c: Costume) -> str:
    """What the court wears on its head."""
    drawing = _HATS[c.rank + c.suit](c)
    return svg.group(drawing, transform="translate(0 3.6)scale(.97 .905)")


def _band(c: Costume, half: float = 29, top: float = 31) -> str:
    """The jewelled band round the brow that every crown stands on."""
    band = even(f"M0 {top + 3} C12 {top + 3} 22 {top + 2} {half - 1} {top} L{half} {top + 7} "
                f"C20 {top + 10} 12 {top + 11} 0 {top + 11}", c.robe)  # fmt: skip
    gems = [(-18, top + 5.8), (-9, top + 6.7), (0, top + 7), (9, top + 6.7), (18, top + 5.8)]
    return band + dots(gems, 1.7, c.gold, 0.8)


def _pointed_crown(c: Costume) -> str:
    """Five sharp points over a velvet cap."""
    cap = even("M0 10 C14 10 24 18 27 34 L0 36", c.panel)
    crown = even("M0 6 L7 22 L16 9 L20 23 L33 11 L28 35 C18 38 8 38 0 38", c.gold)
    return cap + crown + dots([(-33, 10), (-16, 8), (16, 8), (33, 10)], 3, PEARL, 1.2)


def _crown_spades(c: Costume) -> str:
    return _pointed_crown(c) + suit("s", 0, 26, 13, c.panel, stroke="none") + _band(c)


def _crown_hearts(c: Costume) -> str:
    """Round lobes, each with a heart-red stone."""
    cap = even("M0 8 C16 8 26 18 27 34 L0 36", c.panel)
    lobe = ("M0 5 C7 8 10 14 8 21 C11 12 19 9 25 13 C22 17 20 20 20 24 C24 18 29 16 34 17 "
            "C31 24 29 30 28 35 C18 38 8 38 0 38")  # fmt: skip
    crown = even(lobe, c.gold) + dots([(-25, 12), (0, 5), (25, 12)], 3, PEARL, 1.2)
    return cap + crown + suit("h", 0, 25, 13, c.robe, stroke="none") + _band(c)


def _crown_diamonds(c: Costume) -> str:
    """Steps, as of a tower."""
    steps = "M0 5 L6 5 L6 14 L13 14 L13 9 L20 9 L20 18 L26 18 L26 13 L32 13 L28 35 C18 38 8 38 0 38"
    slits = pair("M15 20 L19 20 L18 30 L15 30Z", c.panel, 1)
    return even(steps, c.gold) + suit("d", 0, 22, 17, c.panel, stroke="none") + slits + _band(c)


def _crown_clubs(c: Costume) -> str:
    """Closed arches under a cross."""
    cap = even("M0 12 C18 10 29 18 28 34 L0 36", c.panel)
    arch = even("M0 9 C20 5 34 16 29 35 L22 36 C26 22 16 13 0 15", c.gold)
    rib = even("M0 12 L4 12 L5 36 L0 36", c.gold)
    cross = shape("M-2 10L-2 6L-6 6L-6 2L-2 2L-2 -1L2 -1L2 2L6 2L6 6L2 6L2 10Z", c.gold, 1.2)
    leaves = suit("c", -13, 28, 11, c.gold, stroke="none") + suit(
        "c", 13, 28, 11, c.gold, stroke="none"
    )
    return cap + leaves + arch + rib + _lower(cross, 2) + _band(c)


def _lower(content: str, down: float) -> str:
    return svg.group(content, transform=f"translate(0 {svg.number(down)})")


def _tiara_spades(c: Costume) -> str:
    """A half sun of rays."""
    points = []
    for i in range(-6, 7):
        points.append(polar(0, 36, 30 if i % 2 == 0 else 18, i * 13))
    rays = shape(polygon([*points, (26, 34), (-26, 34)]), c.gold)
    tips = dots([polar(0, 36, 31, i * 26) for i in (-3, -2, -1, 1, 2, 3)], 2.2, PEARL, 1)
    band = even("M0 34 C10 34 20 33 27 30 L28 36 C20 40 10 41 0 41", c.robe)
    return (
        rays
        + tips
        + band
        + suit("s", 0, 26, 13, c.robe, stroke="none")
        + suit("s", 0, 5, 12, c.robe)
    )


def _tiara_hearts(c: Costume) -> str:
    """A coronet of three lobes with pearls."""
    lobes = (
        "M0 7 C6 10 9 16 7 22 C10 15 16 12 22 13 C20 17 19 20 19 24 C22 20 26 18 30 19 "
        "L27 35 C18 38 8 38 0 38"
    )
    pearls = dots([(-30, 18), (-22, 12), (22, 12), (30, 18)], 2.4, PEARL, 1.1)
    return (
        even(lobes, c.gold)
        + pearls
        + suit("h", 0, 6, 13, c.robe)
        + suit("h", 0, 28, 10, c.robe, stroke="none")
    )


def _tiara_diamonds(c: Costume) -> str:
    """A stepped kokoshnik."""
    steps = "M0 6 L7 6 L7 12 L14 12 L14 18 L21 18 L21 24 L28 24 L27 35 C18 38 8 38 0 38"
    inner = lines(symmetric("M0 11 L4 11 L4 17 L11 17 L11 23 L18 23 L18 29 L0 32"), 0.9)
    return (
        even(steps, c.gold)
        + inner
        + suit("d", 0, 25, 14, c.panel, stroke="none")
        + suit("d", 0, 4, 13, c.robe)
    )


def _tiara_clubs(c: Costume) -> str:
    """A wreath of leaves."""
    leaves = ""
    for i in (3, 2, 1):
        x = 8.5 * i
        leaf = (
            f"M{x} {35 - i} C{x - 6} {27 - i} {x - 3} {18 - i} {x + 3} {12 + i} "
            f"C{x + 8} {19 - i} {x + 8} {27 - i} {x} {35 - i}Z"
        )
        leaves += pair(leaf, c.gold, 1.2)
    middle = even("M0 8 C6 15 8 24 5 36 L0 37", c.gold)
    band = even("M0 34 C10 34 20 33 27 30 L28 36 C20 40 10 41 0 41", c.robe)
    return leaves + middle + band + suit("c", 0, 7, 13, c.robe)


def _plume(data: str, vein: str) -> str:
    return shape(data, PEARL) + lines(vein, 1)


def _beret(c: Costume) -> str:
    """Spades: a soft cap pulled to one side, a feather behind."""
    feather = _plume("M20 18C32 20 44 10 57 12C50 26 40 34 22 30Z", "M24 25C34 25 44 20 52 15")
    crown = shape("M-29 36C-36 20 -20 9 2 10C22 10 34 18 29 36C12 30 -12 30 -29 36Z", c.robe)
    brim = even("M0 31 C14 31 24 33 30 36 L29 43 C20 39 10 38 0 38", c.gold)
    return feather + crown + brim + suit("s", 0, 20, 12, c.gold, stroke="none")


def _bonnet(c: Costume) -> str:
    """Hearts: a round cap with a slashed brim and a long feather."""
    feather = _plume("M16 16C26 4 44 4 56 -1C54 14 44 27 24 27Z", "M22 20C32 16 42 11 50 5")
    dome = even("M0 8 C18 8 26 18 27 32 L0 34", c.robe)
    brim = even("M0 29 C10 29 22 28 32 24 C34 30 33 36 30 41 C20 38 10 37 0 37", c.panel)
    slits = pair("M8 30 L13 30 L14 38 L9 37ZM20 28 L25 27 L26 39 L21 38Z", c.gold, 1)
    return _lower(feather, 6) + dome + brim + slits + suit("h", 0, 20, 13, c.gold, stroke="none")


def _toque(c: Costume) -> str:
    """Diamonds: a tall cap in two colours with an upright plume."""
    feather = _plume("M18 22C18 10 28 2 38 -4C42 8 38 22 24 30Z", "M22 25C26 16 31 9 36 3")
    tall = even("M0 8 C10 7 20 9 26 13 L25 34 L0 36", c.robe)
    facets = flat("M-26 13L-13 9L-13 35L-25 34ZM0 8L13 9L13 35L0 36Z", c.panel)
    brim = even("M0 32 C12 32 20 31 28 29 L30 38 C20 40 10 41 0 41", c.gold)
    outline = even("M0 8 C10 7 20 9 26 13 L25 34 L0 36", "none")
    return (
        _lower(feather, 5)
        + tall
        + facets
        + outline
        + brim
        + suit("d", 0, 21, 15, c.gold, stroke="none")
    )


def _bycocket(c: Costume) -> str:
    """Clubs: a hunter's hat, pointed before, with a pheasant's feather."""
    feather = _plume("M-8 22C2 8 26 2 50 4C40 18 18 26 -6 28Z", "M-2 24C14 20 30 12 42 8")
    dome = shape("M-25 34C-24 16 -8 8 6 11C18 13 25 22 26 34Z", c.robe)
    brim = shape(
        "M-38 37C-31 36 -24 28 0 28C18 28 26 31 31 30C34 36 32 41 28 42"
        "C12 37 -12 38 -24 42C-30 43 -36 41 -38 37Z",
        c.panel,
    )
    return dome + _lower(feather, 4) + brim + suit("c", -13, 33, 11, c.gold, stroke="none")


_HATS = {
    "Ks": _crown_spades, "Kh": _crown_hearts, "Kd": _crown_diamonds, "Kc": _crown_clubs,
    "Qs": _tiara_spades, "Qh": _tiara_hearts, "Qd": _tiara_diamonds, "Qc": _tiara_clubs,
    "Js": _beret, "Jh": _bonnet, "Jd": _toque, "Jc": _bycocket,
}  # fmt: skip
