"""The colours of the deck. A suit has two: what its drawings fade from and to.

`FOUR` and `SAFE` name only the suits that differ from `CLASSIC`; the folders made from them hold
only those cards. The hues of both were chosen by simulating the three kinds of colour blindness
(see tests/tools/test_art.py): any two suits stay apart in hue or in lightness.
"""

INK = "#1B2233"
GOLD = "#D9A441"
GOLD_DARK = "#A8742A"
PEARL = "#FFFAF0"
PAPER = ("#FFFDF8", "#F6F0E2")
PAPER_EDGE = "#B3A684"
PLATE = ("#FBF3DF", "#F3E6C6")
SLOT_MARK = "#E9DCB4"
SLOT_FILL = "#04201B"

Colours = dict[str, tuple[str, str]]

CLASSIC: Colours = {
    "c": ("#2A3146", "#141A29"),
    "d": ("#D0303D", "#A51726"),
    "h": ("#D0303D", "#A51726"),
    "s": ("#2A3146", "#141A29"),
}
FOUR: Colours = {"c": ("#169E70", "#0A8560"), "d": ("#2B6CC4", "#144A9C")}
SAFE: Colours = {
    "c": ("#1BA378", "#0E8A66"),
    "d": ("#2A66C4", "#1147A6"),
    "h": ("#EC6A14", "#D14D00"),
}
