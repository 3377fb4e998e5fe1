"""The colours of the deck. A suit has two: what its drawings fade from and to.

`FOUR` and `SAFE` name only the suits that differ from `CLASSIC`; the folders made from them hold
only those cards. The hues of both were chosen by simulating the three kinds of colour blindness
(see tests/tools/test_art.py): any two suits stay apart in hue or in lightness.
"""

INK = "#1B2233"
GOLD = "#D9A441"
PEARL = "#FFFAF0"
PAPER = ("#FFFDF8", "#F6F0E2")
PAPER_EDGE = "#B3A684"
PLATE = ("#FBF3DF", "#F3E6C6")
SLOT_MARK = "#E9DCB4"
SLOT_FILL = "#04201B"

Colours = dict[str, tuple[str, str]]

CLASSIC: Colours = {
    "c": ("#2A3146", "#141A29"),
    "d": ("#CB2B38", "#A51726"),
    "h": ("#CB2B38", "#A51726"),
    "s": ("#2A3146", "#141A29"),
}
FOUR: Colours = {"c": ("#1B7A61", "#1E7962"), "d": ("#2458F8", "#0C3CF9")}
SAFE: Colours = {
    "c": ("#0A7A58", "#04593A"),
    "d": ("#2458F8", "#0C3CF9"),
    "h": ("#A85808", "#A65708"),
}
