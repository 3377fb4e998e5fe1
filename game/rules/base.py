"""What every game's rules answer, why a move may be refused, and small common steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import ClassVar, Protocol

from game.core import cards
from game.core.cards import Card
from game.core.position import DONE, EMPTY, RESERVE, Action, Move, Pile, PileKind, Position, Seat
from game.rules.facts import Facts


class Refusal(StrEnum):
    """Why a move is not made; scenes turn it into a sentence."""

    BARE = "bare"
    """The place is empty: no card can leave it."""
    NOT_THERE = "not-there"
    """The card is in no place that it could leave."""
    COVERED = "covered"
    """Other cards lie on it that cannot come along."""
    FACE_DOWN = "face-down"
    NOTHING = "nothing"
    """There is no place it could go to."""
    AFTER_KING = "after-king"
    """A gap: no card follows the king at its left."""
    AFTER_GAP = "after-gap"
    """A gap: no card follows the gap at its left."""
    NO_TWO = "no-two"
    """A gap at the left end of a row: every two lies at such an end."""
    NOT_NEXT = "not-next"
    """The foundation wants another card first."""
    MISFIT = "misfit"
    """The two cards do not go together."""
    OCCUPIED = "occupied"
    """There is no such empty place."""
    OTHER_SUIT = "other-suit"
    """The foundation is another suit's."""
    SAME = "same"
    """The move would change nothing."""
    TOO_LONG = "too-long"
    """The run is longer than the empty stacks can carry."""
    KINGS_ONLY = "kings-only"
    FIXED = "fixed"
    """The card is in sequence and stays."""
    NO_TURNS = "no-turns"
    """No turn-over is left."""
    NO_CARDS = "no-cards"
    """There is nothing to pull and nothing to turn over."""
    NOT_STUCK = "not-stuck"
    """A redeal has to wait until no card can move."""
    REDEAL_DUE = "redeal-due"
    """No card can move, but a redeal is left."""
    NO_REDEALS = "no-redeals"
    """No redeal is left."""
    NO_SECOND = "no-second"
    """The card has no second choice."""
    PURGED = "purged"
    """A purge finds no card to send."""
    NO_UNDO = "no-undo"
    NO_REDO = "no-redo"
    NOT_AT_END = "not-at-end"
    """Only the last action of a line can be forgotten."""
    NO_BETTER = "no-better"
    NO_ANSWER = "no-answer"
    NO_BOOKMARK = "no-bookmark"


class IllegalMove(ValueError):
    """A move that the rules refuse."""

    def __init__(self, refusal: Refusal, most: int = 0) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.most = most
        """For TOO_LONG: how many cards could have moved."""


class ByOptions:
    """Rules are equal where they are the same game under the same options.

    Not a dataclass: making one of those at the start takes longer than all the rest of a game's
    module, and brings half of `inspect` with it.
    """

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({options})"

    # What most games have, or do not have. The contracts stand in `Rules`.

    goal: ClassVar[int] = 52
    foundations: ClassVar[range] = range(0)
    """The piles whose cards are home."""
    one_click: ClassVar[bool] = False
    turns: ClassVar[int] = 0
    double_click_home: ClassVar[bool] = False
    places_matter: ClassVar[bool] = False

    @property
    def policy(self) -> str:
        """A deal is the same game under every option."""
        return ""

    @property
    def option_words(self) -> tuple[str, ...]:
        """The game has no options."""
        return ()

    @property
    def redeal_word(self) -> str:
        """The game has no redeal."""
        return ""

    def replay(self: Rules, position: Position, moves: Iterable[Move]) -> Position:
        """Move by move."""
        for move in moves:
            position = self.apply(position, move)
        return position

    def hits(self, position: Position, card: Card) -> Iterator[Move]:
        """Answers are not written in letters."""
        return iter(())

    def sequences(self, position: Position) -> tuple[tuple[int, int], ...]:
        """No cards are fixed."""
        return ()

    def ordered_cards(self, position: Position) -> tuple[Card, ...] | None:
        """The game keeps no record of the order."""
        return None

    def choices(self, position: Position, pile: int) -> list[Move]:
        """A click selects."""
        raise IllegalMove(Refusal.NOTHING)

    def aim(self: Rules, position: Position, card: Card, pile: int) -> Move:
        """What a drop on a foundation, reserve or column means."""
        return onto_pile(self.piles, position, card, pile)

    def steps(self: Rules, position: Position, move: Move) -> tuple[Position, ...]:
        """Every move is a single one."""
        return (self.apply(position, move),)

    def auto_move(self, position: Position, last: Card | None) -> Move | None:
        """Nothing goes by itself."""
        return None

    def is_won(self: Rules, position: Position) -> bool:
        """The score is the goal."""
        return self.score(position) == self.goal

    def is_stuck(self: Rules, position: Position) -> bool:
        """Nothing can be done that changes the position."""
        return not self.is_won(position) and not self.moves(position)

    def score(self, position: Position) -> int:
        """Cards home."""
        return sum(len(position.piles[pile]) for pile in self.foundations)


class Rules(Protocol):
    """A game: pure functions of immutable positions. The fields are the game's options."""

    name: ClassVar[str]
    """The game's name on the command line and on disk."""
    title: ClassVar[str]
    piles: ClassVar[tuple[Pile, ...]]
    """The places of the table, in the order of `Position.piles`."""
    goal: ClassVar[int]
    """The score of a won game."""
    one_click: ClassVar[bool]
    """True: a click plays. False: a click selects, a second one places."""
    turns: ClassVar[int]
    """Redeals or turn-overs in a game; 0 where there are none."""
    double_click_home: ClassVar[bool]
    """True if a double click does what a right click does."""
    places_matter: ClassVar[bool]
    """True if a move to another empty place leads to another position (Gaps)."""
    facts: ClassVar[Facts]
    """What else tells this game from the others."""

    @property
    def policy(self) -> str:
        """The option that makes a deal a game of its own (`same`), empty for none."""
        ...

    @property
    def option_words(self) -> tuple[str, ...]:
        """The option words that make these rules (`rules_for`), the policy's always among them."""
        ...

    @property
    def redeal_word(self) -> str:
        """What a redeal is called that places the gaps as the option says; empty for none."""
        ...

    def deal(self, deck: Sequence[Card]) -> Position:
        """The first position of a deck in dealing order."""
        ...

    def rows(self, deck: Sequence[Card]) -> list[Sequence[Card]]:
        """A deck as it is dealt, row by row."""
        ...

    def moves(self, position: Position) -> list[Move]:
        """All moves that change the position, no two of the same effect, best liked first."""
        ...

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a move. Raises IllegalMove."""
        ...

    def replay(self, position: Position, moves: Iterable[Move]) -> Position:
        """The position after several moves, as `apply` makes each. Raises ValueError."""
        ...

    def steps(self, position: Position, move: Move) -> tuple[Position, ...]:
        """The positions after each counted single move of a legal move; the last is `apply`'s."""
        ...

    def auto_move(self, position: Position, last: Card | None) -> Move | None:
        """The move that the game makes by itself after one of `last`, or None."""
        ...

    def purge(self, position: Position) -> Action:
        """The moves that send home all that the button sends, in order; may be empty."""
        ...

    def is_won(self, position: Position) -> bool:
        """True if the goal is reached."""
        ...

    def is_stuck(self, position: Position) -> bool:
        """True if it is not won and nothing at all can be done."""
        ...

    def score(self, position: Position) -> int:
        """Cards home (of 52), in Gaps cards in sequence (of 48)."""
        ...

    def key(self, position: Position) -> Hashable:
        """Equal for two positions if and only if history.md calls them the same."""
        ...

    def letters(self, position: Position) -> str:
        """The letter or digit key of each pile, in the order of `piles`; a blank for none."""
        ...

    def choices(self, position: Position, pile: int) -> list[Move]:
        """One-click games: what a click on a pile can do, first choice first. Raises
        IllegalMove where that is nothing.
        """
        ...

    def fits(self, card: Card, onto: Card) -> bool:
        """True if a card may lie on another; in Gaps: at its right."""
        ...

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """The cards that travel when the card in a seat is taken up. Raises IllegalMove
        where it cannot be.
        """
        ...

    def aim(self, position: Position, card: Card, pile: int) -> Move:
        """The move that a drop of a card on a pile means, legal or not."""
        ...

    def hits(self, position: Position, card: Card) -> Iterator[Move]:
        """The moves of an end card that a letter with a number can name, first to last, every
        empty place counted; none where `facts.lettered` is empty.
        """
        ...

    def sequences(self, position: Position) -> tuple[tuple[int, int], ...]:
        """First and last pile of each row of cards that lie in sequence and stay."""
        ...

    def ordered_cards(self, position: Position) -> tuple[Card, ...] | None:
        """The cards home, lowest first, where all others lie in order; None where they do not,
        or where the game keeps no record of it.
        """
        ...


def deal_name(rules: Rules, number: int | None) -> str:
    """What a deal is called: the game's title, and the number of a deal that has one."""
    return rules.title if number is None else f"{rules.title} {number}"


def stock_of(rules: Rules) -> int | None:
    """The reserve that cards are pulled from; None in a game without a pull stack."""
    kinds = [pile.kind for pile in rules.piles]
    return kinds.index(PileKind.RESERVE) if PileKind.PULL in kinds else None


def top(position: Position, pile: int) -> Card | None:
    """The last card of a pile, None if it is empty."""
    cards_there = position.piles[pile]
    return cards_there[-1] if cards_there else None


def last_seat(position: Position, card: Card, places: Sequence[int]) -> Seat:
    """The seat of a card that ends its pile, among some piles. Raises IllegalMove."""
    index = pile_of_end(position, card, places)
    return Seat(index, len(position.piles[index]) - 1)


def pile_of_end(position: Position, card: Card, places: Sequence[int]) -> int:
    """The index of the pile that a card ends, among some piles. Raises IllegalMove."""
    table = position.piles
    for index in places:
        if table[index] and table[index][-1] == card:
            return index
    seat = position.seat(card)
    there = seat is not None and seat.pile in places
    raise IllegalMove(Refusal.COVERED if there else Refusal.NOT_THERE)


def carry(position: Position, seat: Seat, target: int) -> tuple[tuple[Card, ...], ...]:
    """The piles after the cards from a seat upwards have gone onto another pile."""
    piles = list(position.piles)
    moving = piles[seat.pile][seat.depth :]
    piles[seat.pile] = piles[seat.pile][: seat.depth]
    piles[target] += moving
    return tuple(piles)


def is_next_home(position: Position, card: Card, foundations: range) -> bool:
    """True if a card is the next of its suit; foundations stand in the order of suits."""
    return len(position.piles[foundations[cards.suit(card)]]) == cards.rank(card)


def home_of(position: Position, card: Card, foundations: range) -> int:
    """The index of the foundation a card may go to now. Raises IllegalMove."""
    if not is_next_home(position, card, foundations):
        raise IllegalMove(Refusal.NOT_NEXT)
    return foundations[cards.suit(card)]


def empty_place(position: Position, places: range, chosen: int) -> int:
    """The index of the chosen empty place (from 1), or of the first one: for 0, and where the
    chosen one is taken. For a move must also be possible on a twin of its position, the same
    one with its places in another order. Raises IllegalMove.
    """
    table = position.piles
    empty = [index for index in places if not table[index]]
    if not empty:
        raise IllegalMove(Refusal.OCCUPIED)
    wanted = places.start + chosen - 1
    return wanted if wanted in empty else empty[0]


def is_cautious(position: Position, card: Card, foundations: range) -> bool:
    """True if no card of the other colour can still need this one to lie on:
    both of the rank two below are home. Aces and twos are always cautious.
    """
    suits = (cards.CLUBS, cards.SPADES) if cards.is_red(card) else (cards.DIAMONDS, cards.HEARTS)
    wanted = cards.rank(card) - 1
    return all(len(position.piles[foundations[suit]]) >= wanted for suit in suits)


def all_moves(
    position: Position,
    next_move: Callable[[Position], Move | None],
    apply: Callable[[Position, Move], Position],
) -> Action:
    """Play what `next_move` finds, again and again until it finds nothing."""
    found: list[Move] = []
    while move := next_move(position):
        found.append(move)
        position = apply(position, move)
    return tuple(found)


def alternates(card: Card, onto: Card) -> bool:
    """True if the colours differ and the rank is one lower."""
    return cards.rank(card) + 1 == cards.rank(onto) and cards.is_red(card) != cards.is_red(onto)


def range_of(table: Sequence[Pile], kind: PileKind) -> range:
    """The indices of the piles of a kind, which lie side by side."""
    indices = [index for index, pile in enumerate(table) if pile.kind is kind]
    return range(indices[0], indices[-1] + 1)


def onto_pile(table: Sequence[Pile], position: Position, card: Card, pile: int) -> Move:
    """The move that a drop of a card on a foundation, reserve or column means."""
    kind, number = table[pile]
    if kind is PileKind.FOUNDATION:
        return to_done(card)
    onto = top(position, pile)
    if onto is not None:
        return Move(card, onto)
    return Move(card, RESERVE if kind is PileKind.RESERVE else EMPTY, number)


def placed(rules: Rules, position: Position, move: Move) -> Move:
    """The move with the empty place named that it goes to here. Raises IllegalMove."""
    if move.card is None or move.onto not in (EMPTY, RESERVE):
        return move
    seat = rules.apply(position, move).seat(move.card)
    return move if seat is None else move._replace(place=rules.piles[seat.pile].place)


def to_done(card: Card) -> Move:
    """The move of a card to its foundation."""
    return Move(card, DONE)
