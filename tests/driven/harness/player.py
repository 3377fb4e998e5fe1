"""Plays a deal in the window: turns moves into clicks, drags or keys, and checks each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from game.core import cards
from game.core.cards import Card
from game.core.deals import Deck
from game.core.moves import DONE, EMPTY, Move, action_text
from game.core.position import PileKind, Position
from game.rules import IllegalMove, Rules
from game.rules.base import placed
from harness.mirror import Mirror
from harness.program import LEFT, RIGHT, Point, Program, middle_of

BETWEEN_CLICKS = 0.21
"""Seconds; the table drops a second click on the same place within 0.2."""


class Player:
    """A deal on the table of a running program, and what the rules say of it."""

    def __init__(
        self, program: Program, rules: Rules, deck: Deck, mirror: Mirror | None = None
    ) -> None:
        """`mirror`: what was played before the program was started again."""
        self.program = program
        self.rules = rules
        self.mirror = mirror or Mirror(rules, deck)
        self._seen = len(program.trace.actions)
        self._clicked: int | None = None
        """The pile of the last left click: another click on it would make it a double click."""
        self._free: dict[int, float] = {}
        """When a pile can be clicked again as another move."""
        self._clicks = 0
        self.wait_for_cards()

    @property
    def position(self) -> Position:
        """The position by the rules after all actions that were looked at."""
        return self.mirror.position

    # What is seen

    def wait_for_actions(self, *words: str) -> None:
        """Wait for these actions, then for their cards to sit."""
        self.program.wait(
            lambda: len(self.program.trace.actions) >= self._seen + len(words),
            f"the actions {' '.join(words)}",
        )
        told = self.take_actions(len(words))
        if told != list(words):
            raise AssertionError(self.program.report(f"{told} instead of {list(words)}"))
        self.wait_for_cards()

    def take_actions(self, most: int | None = None) -> list[str]:
        """Follow the actions that are in the trace by now; returns their texts."""
        until = None if most is None else self._seen + most
        fresh = self.program.trace.actions[self._seen : until]
        for event in fresh:
            self.mirror.follow(event)
        self._seen += len(fresh)
        return [event["move"] for event in fresh]

    def wait_for_cards(self) -> None:
        """Wait until every card is where the rules have it; a won table is never told of."""
        if self.rules.is_won(self.position):
            return
        seats = seats_of(self.rules, self.position)
        self.program.wait(
            lambda: seats_shown(self.rules, self.program.trace.layout) == seats,
            f"every card on its seat: {seats}",
        )

    def _box_of_card(self, card: Card) -> list[int]:
        box: list[int] = self.program.trace.layout["cards"][cards.name(card)][:4]
        return box

    def _box_of_end(self, pile: int) -> list[int]:
        """A pile's last card, or its empty place."""
        held = self.position.piles[pile]
        if held:
            return self._box_of_card(held[-1])
        box: list[int] = self.program.trace.layout["piles"][self.rules.piles[pile].id]
        return box

    def _bare(self) -> Point:
        """A place on the table where nothing lies."""
        boxes = self.program.trace.layout["piles"].values()
        return min(box[0] for box in boxes) - 6, min(box[1] for box in boxes) - 6

    # Moves

    def play(self, moves: Iterable[Move], way: Callable[[Move], None]) -> None:
        """Make moves one way, and wait for each; leave out what autoplay has done before."""
        for move in moves:
            if not (move.onto == DONE and self._is_home(move.card)):
                self.make(move, way)

    def make(self, move: Move, way: Callable[[Move], None]) -> None:
        """Make a move one way and wait for it and for what autoplay adds."""
        expected = self._expected(move)
        way(move)
        self.wait_for_actions(*expected)
        if self._clicked is not None:
            self._free[self._clicked] = time.monotonic() + BETWEEN_CLICKS
        self.program.let_go()

    def _expected(self, move: Move) -> list[str]:
        """The texts of the actions that come of a move."""
        first = placed(self.rules, self.position, move)
        words = [action_text((first,))]
        position = self.rules.apply(self.position, first)
        while follows := self.rules.auto_move(position, first.card):
            words.append(action_text((follows,)))
            position, first = self.rules.apply(position, follows), follows
        return words

    def _is_home(self, card: Card | None) -> bool:
        seat = None if card is None else self.position.seat(card)
        return seat is not None and self.rules.piles[seat.pile].kind is PileKind.FOUNDATION

    def _target(self, move: Move) -> int:
        """The pile that a move ends on."""
        after = self.rules.apply(self.position, placed(self.rules, self.position, move))
        assert move.card is not None
        seat = after.seat(move.card)
        assert seat is not None
        return seat.pile

    def _source(self, move: Move) -> int:
        assert move.card is not None
        seat = self.position.seat(move.card)
        assert seat is not None
        return seat.pile

    # By clicks

    def by_click(self, move: Move) -> None:
        """Click as the game wants it: once, or on the card and on where it goes."""
        if move.card is None and self.rules.one_click:
            self._click_for_redeal()
        elif move.card is None:
            self._click_pile(0)
        elif self.rules.one_click:
            self._click_once(move)
        elif move.onto == DONE:
            self._click_home(move)
        else:
            self._click_twice(move)

    def _click_for_redeal(self) -> None:
        """In turn by its button, and by a double click on a card."""
        if self.position.used % 2:
            return self.program.press("redeal")
        at = middle_of(next(iter(self.program.trace.layout["cards"].values())))
        self.program.click(at)
        return self.program.click(at)

    def _click_twice(self, move: Move) -> None:
        self._click(middle_of(self._box_of_card(self._card(move))), self._source(move))
        self._click_pile(self._target(move))

    def _click_home(self, move: Move) -> None:
        """To the foundation in turn by two clicks, a right click, a double click."""
        self._clicks += 1
        at = middle_of(self._box_of_card(self._card(move)))
        if self._clicks % 3 == 1:
            self.program.click(at, RIGHT)
        elif self._clicks % 3 == 2:
            self._click(at, self._source(move))
            self.program.click(at)
            self._clicked = None
        else:
            self._click_twice(move)

    def _click_once(self, move: Move) -> None:
        """Click a card or a gap whose first or second choice the move is; else drag."""
        for pile in (self._source(move), self._target(move)):
            choice = self._choice(pile, move)
            if choice == 0:
                return self._click_pile(pile)
            if choice == 1:
                return self._click_second(pile)
        return self.by_drag(move)

    def _choice(self, pile: int, move: Move) -> int | None:
        """Which choice of a click on a pile a move is, counted from 0."""
        with suppress(IllegalMove):
            return _index(self.rules, self.rules.choices(self.position, pile), move)
        return None

    def _click_second(self, pile: int) -> None:
        """The right button, or in turn Shift with the left one."""
        self._clicks += 1
        at = middle_of(self._box_of_end(pile))
        self._part(pile)
        if self._clicks % 2:
            self.program.click(at, RIGHT)
        else:
            self.program.hold("shift")
            self.program.click(at)
        self._clicked = pile

    def _click_pile(self, pile: int) -> None:
        self._click(middle_of(self._box_of_end(pile)), pile)

    def _click(self, at: Point, pile: int) -> None:
        if pile == self._clicked and not self.rules.one_click:
            # A click elsewhere: these two must not become one double click.
            self.program.click(self._bare())
        self._part(pile)
        self.program.click(at, LEFT)
        self._clicked = pile

    def _part(self, pile: int) -> None:
        """Where one click is a move, a second one at once on the same place is none."""
        if self.rules.one_click:
            time.sleep(max(0.0, self._free.get(pile, 0.0) - time.monotonic()))

    def _card(self, move: Move) -> Card:
        assert move.card is not None
        return move.card

    # By dragging

    def by_drag(self, move: Move) -> None:
        """Drag the card so that it covers its target; what has no card is clicked."""
        if move.card is None:
            return self.by_click(move)
        grip = self._box_of_card(move.card)
        start, goal = middle_of(grip), self._box_of_end(self._target(move))
        self.program.drag(start, (goal[0] + start[0] - grip[0], goal[1] + start[1] - grip[1]))
        self._clicked = None
        return None

    # By keys

    def by_key(self, move: Move) -> None:
        """Letters and Space as the game has them."""
        if move.card is None:
            keys = ["ctrl+d" if self.rules.one_click else "space"]
        elif self.rules.one_click:
            keys = [self._key_once(move)]
        else:
            keys = self._keys_twice(move)
        self.program.key(*keys)

    def _key_once(self, move: Move) -> str:
        letters = self.rules.letters(self.position)
        for pile in (self._source(move), self._target(move)):
            choice = self._choice(pile, move)
            if letters[pile] != " " and choice in (0, 1):
                return ("shift+" if choice else "") + letters[pile].lower()
        raise AssertionError(f"no key makes the move {move}")

    def _keys_twice(self, move: Move) -> list[str]:
        letters = self.rules.letters(self.position).lower()
        source, target = self._source(move), self._target(move)
        if move.onto == DONE:
            return [letters[source], "space"]
        picked = [letters[source]]
        if move.onto == EMPTY:
            picked *= 1 + self._to_shorten(source, self._card(move))
        return [*picked, letters[target]]

    def _to_shorten(self, pile: int, card: Card) -> int:
        """How many cards of the longest run of a pile must stay for one to be the deepest."""
        seats = [self.position.seat(held) for held in self.position.piles[pile]]
        free = []
        for seat in seats:
            with suppress(IllegalMove):
                assert seat is not None
                free.append(self.rules.run(self.position, seat)[0])
        return free.index(card)

    # Back and forth

    def undo(self, way: str = "Left") -> None:
        """Take the last action back: by a key, or by the button of that name."""
        self.travel("undo", way)

    def redo(self, way: str = "Right") -> None:
        """Make the next action again."""
        self.travel("redo", way)

    def travel(self, word: str, way: str) -> None:
        """Go back or forth by a key, or by the button that is named like it."""
        if way == word:
            self.program.press(way)
        else:
            self.program.key(way)
        self.wait_for_actions(word)


def _index(rules: Rules, choices: Sequence[Move], move: Move) -> int | None:
    """Where a move stands among choices; which of several empty places never matters but
    in Gaps.
    """
    if rules.places_matter:
        return choices.index(move) if move in choices else None
    plain = [choice._replace(place=0) for choice in choices]
    wanted = move._replace(place=0)
    return plain.index(wanted) if wanted in plain else None


def seats_of(rules: Rules, position: Position) -> dict[str, list[str]]:
    """The cards of each pile that is not empty, lowest first; sorted where they cover each
    other; a sign before those face down.
    """
    found = {}
    for index, pile in enumerate(rules.piles):
        held = [
            _sign(position.is_up(seat)) + cards.name(card)
            for card in position.piles[index]
            if (seat := position.seat(card)) is not None
        ]
        if held:
            found[pile.id] = held if pile.kind is PileKind.COLUMN else sorted(held)
    return found


def seats_shown(rules: Rules, layout: dict[str, Any]) -> dict[str, list[str]]:
    """The same from a `layout` event: by where the cards are seen, from top to bottom."""
    kinds = {pile.id: pile.kind for pile in rules.piles}
    found: dict[str, list[tuple[int, str]]] = {}
    for name, (x, y, _width, _height, pile, up) in layout.get("cards", {}).items():
        place = layout["piles"][pile]
        # A card beside its pile is on no seat.
        if abs(x - place[0]) > place[2] // 4:
            pile = "astray"
        found.setdefault(pile, []).append((y, _sign(up) + name))
    return {
        pile: [name for _, name in sorted(held)]
        if kinds.get(pile) is PileKind.COLUMN
        else sorted(name for _, name in held)
        for pile, held in found.items()
    }


def _sign(up: bool) -> str:
    return "" if up else "#"
