"""Each first game in the real window: the test does what the lines say, and nothing else."""

from __future__ import annotations

import re
import time

import pytest
from harness.player import BETWEEN_CLICKS
from harness.program import LEFT, RIGHT, Program, Start, middle_of

Point = tuple[int, int]
SUITS = {
    "clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s",
    "trèfle": "c", "carreau": "d", "cœur": "h", "pique": "s",
}  # fmt: skip
RANKS = {"ace": "A", "king": "K", "as": "A", "roi": "K", "10": "T"}
CARD = re.compile(rf"(\d+|ace|king|as|roi) (?:of|de) ({'|'.join(SUITS)})")


class Reader:
    """Somebody who reads the lines of a first game and does what they say."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.done = 0
        """The step that was done last."""

    def read(self) -> str:
        """The line of the next step."""
        program = self.program

        def newest() -> str | None:
            program.trace.poll()
            told = program.trace.named("lesson")
            return told[-1]["line"] if told and told[-1]["step"] > self.done else None

        return program.wait(newest, f"the line after step {self.done}", 60.0)

    @property
    def event(self) -> dict[str, object]:
        return self.program.trace.named("lesson")[-1]

    def do(self, line: str) -> None:
        """Do what a line says."""
        self.done = int(str(self.event["step"]))
        program, low = self.program, line.lower()
        cards = [RANKS.get(rank, rank) + SUITS[suit] for rank, suit in CARD.findall(line)]
        if "ctrl+z" in low:
            program.key("ctrl+z")
        elif "enter to continue" in low or "entrée pour" in low:
            program.key("Return")
        elif "f2 again" in low or "nouveau f2" in low:
            self.play_hint()
        elif re.search(r"f\d|ctrl\+[mp]", low):
            self.press(low)
        elif "right-click" in low or "clic droit" in low:
            self.click(self.card(cards[0]), RIGHT)
        elif "space" in low or "espace" in low:
            self.empty()
        elif "drag the" in low or "glissez" in low:
            program.drag(self.card(cards[0]), self.goal(low, cards[1]))
        elif "click a gap" in low or "cliquez sur un trou" in low or not cards:
            self.click(middle_of(self.event["place"]))  # type: ignore[arg-type]
        else:
            self.click(self.card(cards[0]))
            if "then the" in low or "puis sur le" in low:
                program.click(self.card(cards[1]))

    def click(self, at: Point, button: int = LEFT) -> None:
        """Not so soon after the last line's click that it would be dropped as its second one."""
        time.sleep(BETWEEN_CLICKS)
        self.program.click(at, button)

    def press(self, low: str) -> None:
        """A key that a line names; what it opens is left again."""
        if "ctrl+m" in low:
            self.program.key("ctrl+m")
            self.program.wait_for_scene("map")
            self.program.key("Escape")
        elif "ctrl+p" in low:
            self.program.key("ctrl+p")
        else:
            self.program.key(re.search(r"f\d", low)[0].upper())  # type: ignore[index]

    def play_hint(self) -> None:
        program = self.program
        before = len(program.trace.actions)
        program.key("F2")
        program.wait(lambda: len(program.trace.actions) > before, "the hint to be played", 60.0)

    def empty(self) -> None:
        """Press Space until the line after this one is there."""
        program = self.program
        while int(str(self.event["step"])) == self.done:
            before = len(program.trace.actions)
            program.key("space")
            program.wait(lambda: len(program.trace.actions) > before, "a card to be pulled")  # noqa: B023
            program.wait(self.settled, "the cards to sit")

    def settled(self) -> bool:
        """True once a layout has come after the last action."""
        trace = self.program.trace
        if not trace.actions:
            return True
        return trace.events.index(trace.layout) > trace.events.index(trace.actions[-1])

    def card(self, name: str) -> Point:
        """The part of a card that can be clicked, once all cards sit."""
        trace = self.program.trace

        def box() -> list[int] | None:
            if not self.settled():
                return None
            found: list[int] | None = trace.layout.get("cards", {}).get(name)
            return found

        return middle_of(self.program.wait(box, f"the card {name}")[:4])

    def goal(self, low: str, name: str) -> Point:
        """Where a card is dragged: onto another, or right of it."""
        x, y = self.card(name)
        wide = self.program.trace.layout["cards"][name][2]
        aside = "right of" in low or "à droite" in low
        return (x + round(wide * 1.1), y) if aside else (x, y)


@pytest.mark.parametrize(
    ("game", "language"),
    [("brainjam", "en"), ("lapeau", "fr"), ("gaps", "en"), ("klondike", "fr")],
)
def test_who_does_what_the_lines_say_and_nothing_else_wins(
    start: Start, game: str, language: str
) -> None:
    program = start(game, 1, language=language, tips=True)
    program.wait_for_scene("table")
    program.key("Return")
    program.wait_for_scene("first-game")
    reader = Reader(program)
    for _ in range(20):
        line = reader.read()
        reader.do(line)
        if reader.done == reader.event["of"]:
            break
    program.wait_for_scene("win")
    assert program.trace.actions[-1]["won"]
