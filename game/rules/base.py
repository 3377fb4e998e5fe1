"""The base of all rules, why they refuse a move, and helpers that games share."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import ClassVar, Protocol

from game.core import cards
from game.core.cards import Card
from game.core.moves import DONE, EMPTY, RESERVE, Action, Move
from game.core.position import Pile, PileKind, Position, Seat
from game.core.translatable_texts import WordedError, Wording
from game.rules.facts import Facts, RuleChoice


class Refusal(Enum):
    """Why a move is refused, in words for the player without a full stop."""

    BARE = Wording("There is no card to move")
    """The place is empty: no card can leave it."""
    NOT_THERE = Wording("That card cannot be moved")
    """The card is in no place that it could leave."""
    COVERED = Wording("It is covered by cards that cannot move with it")
    """Other cards lie on it that cannot come along; of a card with its run, on the way home."""
    FACE_DOWN = Wording("This card is face down; it is turned face up once it is uncovered")
    NOTHING = Wording("This card has nowhere to go")
    AFTER_KING = Wording("Nothing can follow a king, so this gap stays empty")
    AFTER_GAP = Wording("Nothing can go to the right of a gap")
    NO_TWO = Wording("Only a 2 can go there, and every 2 is already at the left end of a row")
    NOT_NEXT = Wording("A lower card of this suit has to go home first")
    MISFIT = Wording("These two cards do not go together")
    OCCUPIED = Wording("All of those places are taken")
    OTHER_SUIT = Wording("Each suit has its own foundation")
    SAME = Wording("Moving it to another empty place changes nothing")
    TOO_LONG = Wording(
        "Too many cards at once: at most {most} can move there; each empty stack doubles that"
    )
    ONE_CARD = Wording("A reserve holds only one card")
    """Nothing is built on the card of a reserve, and no run goes there."""
    NO_RETURN = Wording("No card can go back to the stock or the waste")
    KINGS_ONLY = Wording("Only a king can go to an empty column")
    FIXED = Wording("This card is in sequence and stays where it is")
    NO_TURNS = Wording("No passes left")
    NO_CARDS = Wording("No cards left to draw")
    """There is nothing to pull and nothing to turn over."""
    RESERVE_LEFT = Wording("Draw the whole stock before the next pass")
    RESERVE_EMPTY = Wording("The stock is empty: start the next pass first")
    NOT_STUCK = Wording("You can redeal only when no card can move")
    REDEAL_DUE = Wording("No card can move: it is time to redeal")
    NO_REDEALS = Wording("No redeals left")
    NO_SECOND = Wording("No second choice: this card has only one move")
    PURGED = Wording("No card can safely be sent home")
    NO_UNDO = Wording("There is nothing to undo")
    ONLY_REDO = Wording("Nothing to undo here: Redo brings your moves back")
    NO_REDO = Wording("There is nothing to redo")
    NO_BETTER = Wording("No shorter path to this position is known")
    UNDO_FIRST = Wording("At a win there is nothing to switch: undo a move first")
    NO_ANSWER = Wording("No solution is known from here")
    NO_BOOKMARK = Wording("There are no bookmarks")


class IllegalMove(WordedError):
    """A move that the rules refuse."""

    def __init__(self, refusal: Refusal, most: int = 0) -> None:
        super().__init__(refusal.value.filled(most=most) if most else refusal.value)
        self.refusal = refusal
        self.most = most
        """For TOO_LONG: how many cards could have moved."""


class Rules(Protocol):
    """A game: pure functions of immutable positions. The fields are the game's options. Games are
    subclasses; what has a body here suits most of them. Two rules are equal if they are of one game
    with the same options.

    Not a dataclass: creating one at the start takes longer than all the rest of a game's module,
    and imports half of `inspect`.
    """

    name: ClassVar[str]
    """The game's name on the command line and on disk."""
    title: ClassVar[str]
    piles: ClassVar[tuple[Pile, ...]]
    """The places of the table, in the order of `Position.piles`."""
    foundations: ClassVar[range] = range(0)
    """The indices of the foundations; the cards on them are home."""
    goal: ClassVar[int] = 52
    """The score of a won game."""
    one_click: ClassVar[bool] = False
    """True: a click moves a card. False: a click selects it, and a second click places it; a right
    click or a double click sends it home.
    """
    max_redeals: ClassVar[int] = 0
    """The redeals of a game, or its turn-overs of the pull stack; 0: none."""
    places_matter: ClassVar[bool] = False
    """True if a move to another empty place leads to another position (Gaps)."""
    kings_only: ClassVar[bool] = False
    """True if an empty column takes only a king."""
    row_length: ClassVar[int] = 13
    """The cards of a row as it is dealt, where all rows have as many."""
    facts: ClassVar[Facts]
    """What else tells this game from the others."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({options})"

    @property
    def chosen(self) -> tuple[RuleChoice, ...]:
        """What these rules choose of each option on which they depend."""
        return tuple(
            choice
            for option in self.facts.policies
            for choice in option.choices
            if choice.word == getattr(self, option.setting)
        )

    @property
    def policy(self) -> str:
        """The option words under which a deal is a game of its own (`same`), separated by blanks;
        empty for a game without options, and where all are the default that needs no word.
        `rules_for` makes the same rules of them.
        """
        return " ".join(
            choice.word
            for option, choice in zip(self.facts.policies, self.chosen, strict=True)
            if option.names_default or choice != option.choices[0]
        )

    @property
    def fewest_moves(self) -> int:
        """No answer has fewer counted moves, whatever the deal: each card goes home by a move of
        its own. 0 with redeals, which put many in place at once.
        """
        return 0 if self.facts.redeals else self.goal

    def deal(self, deck: Sequence[Card]) -> Position:
        """The first position of a deck in dealing order."""
        ...

    def rows(self, deck: Sequence[Card]) -> list[Sequence[Card]]:
        """A deck as it is dealt, row by row."""
        return [deck[at : at + self.row_length] for at in range(0, len(deck), self.row_length)]

    def moves(self, position: Position) -> list[Move]:
        """All moves that change the position, one for each effect, the preferred ones first."""
        ...

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a move. Raises IllegalMove."""
        ...

    def replay(self, position: Position, moves: Iterable[Move]) -> Position:
        """The position after several moves, as `apply` makes each. Raises ValueError."""
        for move in moves:
            position = self.apply(position, move)
        return position

    def steps(self, position: Position, move: Move) -> tuple[Position, ...]:
        """The positions after each counted single move of a legal move; the last is `apply`'s."""
        return (self.apply(position, move),)

    def auto_move(self, position: Position, last: Card | None) -> Move | None:
        """The move that the game makes by itself after a move of the card `last`, or None."""
        return None

    def purge(self, position: Position) -> Action:
        """The moves of the purge or autoplay button, in order; may be empty."""
        sent: list[Move] = []
        while move := self.purge_move(position, sent[-1].card if sent else None):
            sent.append(move)
            position = self.apply(position, move)
        return tuple(sent)

    def purge_move(self, position: Position, last: Card | None) -> Move | None:
        """The next move of a purge that has just sent the card `last`, None if it has sent none;
        None if no card is to be sent. With autoplay it is what that would do.
        """
        return self.auto_move(position, last)

    def is_won(self, position: Position) -> bool:
        """True if the goal is reached."""
        return self.score(position) == self.goal

    def is_stuck(self, position: Position) -> bool:
        """True if the position is not won and nothing can be done, not even a redeal."""
        return not self.is_won(position) and not self.moves(position)

    def needs_redeal(self, position: Position) -> bool:
        """True if nothing but a redeal can be done (Gaps)."""
        return False

    def score(self, position: Position) -> int:
        """Cards home (of 52), in Gaps cards in sequence (of 48)."""
        return sum(len(position.piles[pile]) for pile in self.foundations)

    def key(self, position: Position) -> Hashable:
        """Equal for two positions if and only if the help (`history.md`) calls them the same."""
        ...

    def seen(self, deck: Sequence[Card], before: Position | None, position: Position) -> set[int]:
        """What a player has seen who stands at a position, come there from the one before. In games
        with hidden cards: the places in the deck of the cards that show. In Gaps: the number of the
        redeal that led here. Nothing in games in which all lies open.
        """
        return set()

    def letters(self, position: Position) -> str:
        """The letter or digit key of each pile, in the order of `piles`; a blank for none."""
        ...

    def choices(self, position: Position, pile: int) -> list[Move]:
        """The moves that a click on a pile can make, first choice first. Raises IllegalMove if
        there is none, or if a click there selects.
        """
        raise IllegalMove(Refusal.NOTHING)

    def fits(self, card: Card, onto: Card) -> bool:
        """True if a card may lie on another; in Gaps: at its right."""
        ...

    def run(self, position: Position, seat: Seat) -> tuple[Card, ...]:
        """The cards that move together when the card in a seat is picked up. Raises IllegalMove if
        it cannot be picked up.
        """
        ...

    def is_selectable(self, position: Position, seat: Seat) -> bool:
        """True if the card in a seat can be taken up."""
        try:
            return bool(self.run(position, seat))
        except IllegalMove:
            return False

    def aim(self, position: Position, card: Card, pile: int) -> Move:
        """The move that a drop of a card on a pile means, legal or not."""
        kind, number = self.piles[pile]
        if kind is PileKind.FOUNDATION:
            return to_done(card)
        onto = top(position, pile)
        if onto is not None:
            return Move(card, onto)
        return Move(card, RESERVE if kind is PileKind.RESERVE else EMPTY, number)

    def lettered_moves(self, position: Position, card: Card) -> Iterator[Move]:
        """The moves of an end card that a letter with a number can name, in the order of the
        numbers. Each empty place counts separately. Empty if `facts.lettered` is.
        """
        return iter(())

    def sequences(self, position: Position) -> tuple[tuple[int, int], ...]:
        """The first and the last pile of each sequence of cards that are fixed."""
        return ()

    def ordered_cards(self, position: Position) -> tuple[Card, ...] | None:
        """The cards home, lowest first, if all other cards lie in order. None if they do not, or if
        the game does not record it.
        """
        return None


def stock_of(rules: Rules) -> int | None:
    """The index of the reserve from which cards are pulled; None in a game without a pull stack."""
    kinds = [pile.kind for pile in rules.piles]
    return kinds.index(PileKind.RESERVE) if PileKind.PULL in kinds else None


def stock_move(rules: Rules, position: Position) -> Move | None:
    """The move of a click on the stock: a pull, or a turn-over if it is empty; None in a game
    without a stock.
    """
    stock = stock_of(rules)
    return None if stock is None else rules.choices(position, stock)[0]


def can_draw(rules: Rules, position: Position) -> bool:
    """True if a click on the stock pulls a card or turns the pulled cards over."""
    move = stock_move(rules, position)
    with suppress(IllegalMove):
        return move is not None and bool(rules.apply(position, move))
    return False


def top(position: Position, pile: int) -> Card | None:
    """The last card of a pile, None if it is empty."""
    cards_there = position.piles[pile]
    return cards_there[-1] if cards_there else None


def taken_from(position: Position, move: Move) -> tuple[Card, Seat]:
    """The card that a move takes, and where it lies. Raises IllegalMove if there is none."""
    if move.card is None:
        raise IllegalMove(Refusal.NOTHING)
    seat = position.seat(move.card)
    if seat is None:
        raise IllegalMove(Refusal.NOT_THERE)
    return move.card, seat


def carry(position: Position, seat: Seat, target: int) -> tuple[tuple[Card, ...], ...]:
    """The piles after the card in a seat and all cards on it have moved onto the pile `target`."""
    piles = list(position.piles)
    moving = piles[seat.pile][seat.depth :]
    piles[seat.pile] = piles[seat.pile][: seat.depth]
    piles[target] += moving
    return tuple(piles)


def target_of(
    rules: Rules, position: Position, card: Card, move: Move, places: Mapping[Card | str, range]
) -> int:
    """The index of the pile to which a move takes its card. `places` are those that may be empty,
    by the word for an empty one. If the chosen place, counted from 1, is 0 or taken, the first
    empty one is meant, because a move must also be possible in a twin of its position, which has
    the same places in another order. Raises IllegalMove.
    """
    onto, piles = move.onto, position.piles
    if onto == DONE:
        if not is_next_home(position, card, rules.foundations):
            raise IllegalMove(Refusal.NOT_NEXT)
        return rules.foundations[cards.suit(card)]
    if onto in places:
        empty = [index for index in places[onto] if not piles[index]]
        if not empty:
            raise IllegalMove(Refusal.OCCUPIED)
        wanted = places[onto].start + move.place - 1
        return wanted if wanted in empty else empty[0]
    for column in places[EMPTY]:
        end = top(position, column)
        if end is not None and end == onto and rules.fits(card, end):
            return column
    raise IllegalMove(Refusal.MISFIT)


def alternates(card: Card, onto: Card) -> bool:
    """True if the colours differ and the rank is one lower."""
    return cards.rank(card) + 1 == cards.rank(onto) and cards.is_red(card) != cards.is_red(onto)


def range_of(table: Sequence[Pile], kind: PileKind) -> range:
    """The indices of the piles of a kind; these piles are adjacent in `table`."""
    indices = [index for index, pile in enumerate(table) if pile.kind is kind]
    return range(indices[0], indices[-1] + 1)


def placed(rules: Rules, position: Position, move: Move) -> Move:
    """The move with `place` set to the empty place that it goes to. Raises IllegalMove."""
    if move.card is None or move.onto not in (EMPTY, RESERVE):
        return move
    seat = rules.apply(position, move).seat(move.card)
    return move if seat is None else move._replace(place=rules.piles[seat.pile].place)


def unplaced(rules: Rules, move: Move) -> Move:
    """The move without its empty place, where that is only a display hint. It can also be made on a
    twin of its position.
    """
    return move if rules.places_matter else move._replace(place=0)


def placed_moves(rules: Rules, start: Position, moves: Iterable[Move]) -> Iterator[Move]:
    """The moves of a line, each with `place` set as by `placed`. Raises IllegalMove."""
    for move in moves:
        yield placed(rules, start, move)
        start = rules.apply(start, move)


def to_done(card: Card) -> Move:
    """The move of a card to its foundation."""
    return Move(card, DONE)


# Which cards can go home. Foundations are piles in the order of suits; `foundations` is the range
# of their indices.


def is_next_home(position: Position, card: Card, foundations: range) -> bool:
    """True if a card is the next one of its foundation; foundations are in the order of suits."""
    return len(position.piles[foundations[cards.suit(card)]]) == cards.rank(card)


def ready_for_home(position: Position, places: Iterable[int], foundations: range) -> Iterator[Card]:
    """The end cards of the piles `places` that can go home now."""
    for place in places:
        card = top(position, place)
        if card is not None and is_next_home(position, card, foundations):
            yield card


def is_cautious(position: Position, card: Card, foundations: range) -> bool:
    """True if no card of the other colour can still need this card to lie on: both cards of that
    colour two ranks below are home. Aces and twos are always cautious.
    """
    suits = (cards.CLUBS, cards.SPADES) if cards.is_red(card) else (cards.DIAMONDS, cards.HEARTS)
    wanted = cards.rank(card) - 1
    return all(len(position.piles[foundations[suit]]) >= wanted for suit in suits)
