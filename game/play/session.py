"""One deal being played: rules, history and autoplay; what a click, a drop and a key do.

Scenes change a deal only through its session. Every command changes the state at once and returns
an Outcome: the positions passed, for the picture to follow, or why it was refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.core.cards import Card
from game.core.deals import Deck, deck_text, label_of
from game.core.moves import DONE, REDEAL, Action, Move, action_text
from game.core.position import PileKind, Position, Seat
from game.history import History, NothingChangesError, Step
from game.rules import IllegalMove, Refusal, Rules, stock_move, stock_of
from game.rules.base import placed_moves

DealHistory = History[Position, Action]
LineStep = Step[Position, Action]
Keep = Callable[["Session"], None]
Following = Callable[[bool, Card | None], Move | None]
"""The move that follows an action by itself; given whether the command's first action was new, and
the card that was moved last.
"""


class Selection(NamedTuple):
    """A card taken up, with all that lies on it."""

    seat: Seat
    by_key: bool = False
    """The card was taken up by a letter key, so placing it may choose another run of its pile."""


class LastChange(NamedTuple):
    """The last change of a deal."""

    text: str = ""
    """A played action (`7h>8s`), or the name of a command (`undo`)."""
    played: bool = False
    """False: it was reached by moving in the history."""
    new: bool = False
    """It is an action that had not been tried from its position before."""
    more: bool = False
    """It is not the last one of its command: all of them are saved with the last one."""


class Outcome(NamedTuple):
    """The result of a command: what the table should show."""

    steps: tuple[Position, ...] = ()
    """Every position passed, the last one the present; empty if nothing moved."""
    refusal: IllegalMove | None = None
    card: Card | None = None
    """The card that was refused; None if the refusal is not of a card."""
    shortest: bool = False
    """The command found the deal's first answer, or one shorter than any known."""


def new_history(rules: Rules, deck: Deck) -> DealHistory:
    """An empty history of a deal."""
    return History(
        rules.deal(deck),
        passed=lambda position, action: passed_positions(rules, position, action),
        key=rules.key,
        is_won=rules.is_won,
        text=action_text,
        redeals=_redeals_in if rules.facts.redeals else None,
    )


def _redeals_in(action: Action) -> int:
    return sum(move.onto == REDEAL for move in action)


def passed_positions(rules: Rules, position: Position, action: Action) -> list[Position]:
    """The position after each counted single move of an action, which may have been made where the
    columns stood in another order: if the empty place that a move names is taken here, it goes to
    the first empty place. Raises IllegalMove.
    """
    passed: list[Position] = []
    for move in action:
        before = passed[-1] if passed else position
        try:
            passed += rules.steps(before, move)
        except IllegalMove:
            if rules.places_matter or not move.place:
                raise
            passed += rules.steps(before, move._replace(place=0))
    return passed


class Session:
    """A deal, where in its history the player is, and what is selected."""

    def __init__(
        self,
        rules: Rules,
        deck: Deck,
        *,
        number: int | None = None,
        pack: str = "",
        keep: Keep = lambda session: None,
        autoplay: bool = True,
    ) -> None:
        self.rules = rules
        self.deck = deck
        self.number = number
        self.pack = pack
        """The deal's place in a level pack (`Pack.place_of`); empty: it has none."""
        self.has_no_label = False
        """True for a deal that is called by its game alone: that of a lesson."""
        self.history = new_history(rules, deck)
        self.autoplay = autoplay
        self.selection: Selection | None = None
        self.missed: Selection | None = None
        """What the letter key just pressed could not take up: the Space or the letter that comes
        next is meant for it. Whatever else is done ends that.
        """
        self._keep = keep
        """Saves a change; called after each one."""
        self.last_change = LastChange()

    @property
    def label(self) -> int | str | None:
        """What the deal is called beside its game (`label_of`); None if it `has_no_label`."""
        if self.has_no_label:
            return None
        return label_of(self.number, self.pack, deck_text(self.deck))

    # What the table shows

    @property
    def position(self) -> Position:
        """The present position."""
        return self.history.position

    @property
    def moves(self) -> int:
        """Counted moves from the deal to here."""
        return self.history.moves

    @property
    def is_won(self) -> bool:
        """True at a won position."""
        return self.rules.is_won(self.position)

    @property
    def is_stuck(self) -> bool:
        """True if only undo is left."""
        return self.rules.is_stuck(self.position)

    @property
    def turns_left(self) -> int:
        """Redeals or turn-overs left."""
        return self.rules.max_redeals - self.position.used

    @property
    def needs_redeal(self) -> bool:
        """True if nothing but a redeal can be done (Gaps)."""
        return self.rules.needs_redeal(self.position)

    @property
    def in_progress(self) -> bool:
        """True after the first action until a win; the policy cannot be switched then."""
        return self.history.can_undo and not self.is_won

    def selected(self) -> tuple[Card, ...]:
        """The cards taken up, deepest first."""
        if self.selection is None:
            return ()
        return self.rules.run(self.position, self.selection.seat)

    def is_selectable(self, seat: Seat) -> bool:
        """True if the card in a seat can be taken up, by click or by dragging."""
        return self.rules.is_selectable(self.position, seat)

    def targets(self, seat: Seat) -> frozenset[int]:
        """The piles that the card in a seat, and what lies on it, can go to."""
        card = self.position.card(seat)
        if card is None:
            return frozenset()
        found = set()
        for pile in range(len(self.rules.piles)):
            with suppress(IllegalMove):
                self._clicked_move(card, pile)
                found.add(pile)
        return frozenset(found)

    def choices(self, seat: Seat) -> list[Move]:
        """One-click games: what a click on a seat can do, first choice first; may be empty."""
        if self.position.card(seat) is not None and not self.is_selectable(seat):
            return []
        return self.choices_of(seat.pile)

    def choices_of(self, pile: int) -> list[Move]:
        """One-click games: what a click on the end of a pile can do; may be empty."""
        try:
            return self.rules.choices(self.position, pile)
        except IllegalMove:
            return []

    # Playing

    def play(self, *moves: Move) -> Outcome:
        """Play one action of one or more moves. Autoplay follows if the action is new; after a
        known one it goes on only along known actions.
        """
        try:
            return self._make(self._named(moves), self._auto_move)
        except IllegalMove as error:
            return Outcome(refusal=error, card=moves[0].card)

    def _auto_move(self, new: bool, last: Card | None) -> Move | None:
        move = self.rules.auto_move(self.position, last) if self.autoplay else None
        if move is None or new or self.history.known((move,)) is not None:
            return move
        return None

    def _named(self, moves: Sequence[Move]) -> Action:
        """The moves with their empty places named. Raises IllegalMove."""
        return tuple(placed_moves(self.rules, self.position, moves))

    def _make(self, first: Action, following: Following) -> Outcome:
        """Play a legal action, then each move that `following` gives as an action of its own.
        Raises IllegalMove if the action changes nothing.
        """
        passed: list[Position] = []
        shortest, new, action = False, False, first
        while True:
            start = self.position
            try:
                step = self.history.play(action, goes_on=bool(passed))
            except NothingChangesError as error:
                raise IllegalMove(Refusal.SAME) from error
            self.selection = self.missed = None
            new = new or (step.new and not passed)
            passed += self._passed(start)
            shortest = shortest or step.shortest
            follower = following(new, action[-1].card)
            self._tell_played(action, new=step.new, more=follower is not None)
            if follower is None:
                return Outcome(tuple(passed), shortest=shortest)
            action = self._named((follower,))

    def _tell_played(self, action: Action, *, new: bool, more: bool) -> None:
        self._tell(LastChange(action_text(action), played=True, new=new, more=more))

    def _tell(self, change: LastChange) -> None:
        self.last_change = change
        self._keep(self)

    def _passed(self, start: Position) -> list[Position]:
        """The positions passed by the action that has just led from `start` to here."""
        action = self.history.line[self.history.at].action
        assert action is not None
        return [*passed_positions(self.rules, start, action)[:-1], self.position]

    def add_line(self, moves: Sequence[Move]) -> None:
        """Go to the deal, with a legal line ahead of it, which redo makes. Moves that change
        nothing are left out. Raises IllegalMove, and then changes nothing.
        """
        start = self.history.position_at(0)
        actions = [(move,) for move in placed_moves(self.rules, start, moves)]
        self.selection = self.missed = None
        self.history.lay(actions)
        self._tell(LastChange("start"))

    def play_line(self, key: int, moves: Sequence[Move]) -> Outcome:
        """Go to a position of the history and play on from there, without what autoplay adds."""
        self.selection = self.missed = None
        is_elsewhere = key != self.history.here
        if is_elsewhere:
            self.history.goto(key)
            self._tell(LastChange("goto", more=bool(moves)))
        for count, move in enumerate(moves, 1):
            action = self._named([move])
            step = self.history.play(action, goes_on=is_elsewhere or count > 1)
            self._tell_played(action, new=step.new, more=count < len(moves))
        return Outcome((self.position,))

    def purge(self) -> Outcome:
        """Send home all that `Rules.purge` finds: one action, in Brain Jam one action for each
        card.
        """
        moves = self.rules.purge(self.position)
        if not moves:
            return Outcome(refusal=IllegalMove(Refusal.PURGED))
        if not self.rules.one_click:
            return self.play(*moves)
        rest = iter(moves[1:])
        return self._make(self._named(moves[:1]), lambda new, last: next(rest, None))

    def redeal(self) -> Outcome:
        """Gaps: deal all cards that are not in sequence again; an option places the gaps."""
        return self.play(Move(None, REDEAL))

    # Clicks, drops and keys

    def click(self, seat: Seat, *, second: bool = False) -> Outcome:
        """A left click on a card or an empty place; `second`: with Shift, or a right click."""
        self.missed = None
        if self.rules.one_click:
            return self._attempt(seat, lambda: self._choice(seat, second=second))
        if second:
            return self.send_home(seat)
        if self.selection is None or self.is_stock(seat):
            return self._select(seat)
        return self._place(seat)

    def _choice(self, seat: Seat, *, second: bool) -> Move:
        """One-click games: the move that a click on a seat makes. Raises IllegalMove."""
        if self.position.card(seat) is not None:
            self.rules.run(self.position, seat)
        choices = self.rules.choices(self.position, seat.pile)
        if second and len(choices) < 2:
            raise IllegalMove(Refusal.NO_SECOND)
        return choices[second]

    def is_stock(self, seat: Seat) -> bool:
        """True if a seat is in the stock, where a click pulls or turns over and never selects or
        places.
        """
        return seat.pile == stock_of(self.rules)

    def _select(self, seat: Seat) -> Outcome:
        if self.is_stock(seat):
            return self._attempt(seat, lambda: self.rules.choices(self.position, seat.pile)[0])
        kind = self.rules.piles[seat.pile].kind
        if kind is PileKind.FOUNDATION and not self.position.piles[seat.pile]:
            # The click may begin the double click that purges.
            return Outcome()
        if self.is_selectable(seat) and not self._takes_up(seat):
            card = self.position.piles[seat.pile][seat.depth]
            return self._refused(self._why_it_stays(card), card)
        return self.take_up(seat)

    def _place(self, seat: Seat) -> Outcome:
        """Put the selection on the pile of a seat. A click on the selected cards cancels. Where the
        selection cannot go, the click takes up the clicked card instead, if that can go anywhere
        and the selection was not just too long.
        """
        assert self.selection is not None
        taken = self.selection.seat
        if seat.pile == taken.pile and seat.depth >= taken.depth:
            self.selection = None
            return Outcome()
        card = self.position.piles[taken.pile][taken.depth]
        outcome = self._attempt(taken, lambda: self._clicked_move(card, seat.pile))
        error = outcome.refusal
        if error is None or error.refusal is Refusal.TOO_LONG:
            return outcome
        takes_instead = seat.pile == taken.pile or self._takes_up(seat)
        return self._select(seat) if takes_instead else outcome

    def _takes_up(self, seat: Seat) -> bool:
        """True if a click takes up the card in a seat: the card can go somewhere, or it is on a
        foundation, where the click may begin the double click that purges.
        """
        at_home = self.rules.piles[seat.pile].kind is PileKind.FOUNDATION
        return self.is_selectable(seat) and (at_home or bool(self.targets(seat)))

    def _aimed(self, card: Card, pile: int) -> Move:
        """The move of a card to a pile, legal or not. Raises IllegalMove if the pile takes none."""
        kind = self.rules.piles[pile].kind
        if kind is PileKind.PULL or pile == stock_of(self.rules):
            raise IllegalMove(Refusal.NO_RETURN)
        if kind is PileKind.RESERVE and self.position.piles[pile]:
            raise IllegalMove(Refusal.ONE_CARD)
        return self.rules.aim(self.position, card, pile)

    def _clicked_move(self, card: Card, pile: int) -> Move:
        """The move of a card, with all that lies on it, to a pile. Raises IllegalMove also where
        the rules would take the card to another pile, such as from another suit's foundation to its
        own.
        """
        move = self._aimed(card, pile)
        seat = self.rules.apply(self.position, move).seat(card)
        if seat is None or seat.pile != pile:
            raise IllegalMove(Refusal.OTHER_SUIT)
        return move

    def _why_it_stays(self, card: Card) -> IllegalMove:
        """Why a card has no target. If its run is too long, the error is that of the pile that
        takes most cards; else an empty place would change nothing, or no place takes the card.
        """
        errors = []
        for pile in range(len(self.rules.piles)):
            try:
                self.rules.apply(self.position, self._aimed(card, pile))
            except IllegalMove as error:
                errors.append(error)
        too_long = [error for error in errors if error.refusal is Refusal.TOO_LONG]
        if too_long:
            return max(too_long, key=lambda error: error.most)
        same = next((error for error in errors if error.refusal is Refusal.SAME), None)
        return same or IllegalMove(Refusal.NOTHING)

    def send_home(self, seat: Seat) -> Outcome:
        """A right click on a card: send it to its foundation; on a foundation: purge."""
        if self.rules.piles[seat.pile].kind is PileKind.FOUNDATION:
            return self.purge()
        return self._attempt(seat, lambda: Move(self.rules.run(self.position, seat)[0], DONE))

    def take_up(self, seat: Seat) -> Outcome:
        """Select a card, in one-click games too: `place_on` then names the pile it goes to."""
        self.missed = None
        try:
            self.rules.run(self.position, seat)
        except IllegalMove as error:
            return Outcome(refusal=error, card=self.position.card(seat))
        self.selection = Selection(seat)
        return Outcome()

    def place_on(self, pile: int) -> Outcome:
        """Let go of the selection above a pile, as if it had been dragged there."""
        selection, self.selection = self.selection, None
        if selection is None or selection.seat.pile == pile:
            return Outcome()
        return self.drop(selection.seat, pile)

    def drop(self, seat: Seat, pile: int) -> Outcome:
        """The card in a seat was dragged, with all that lies on it, onto a pile."""
        self.missed = None
        return self._drop(Selection(seat), pile)

    def _drop(self, selection: Selection, pile: int) -> Outcome:
        return self._attempt(selection.seat, lambda: self._place_for(selection, pile))

    def _place_for(self, selection: Selection, pile: int) -> Move:
        """The move of a selection to a pile; for one by key that of the longest run that fits, to
        an empty pile of none longer than the selection. Raises IllegalMove.
        """
        (source, depth), by_key = selection
        held, refused = self.position.piles[source], IllegalMove(Refusal.BARE)
        first = 0 if by_key and self.position.piles[pile] else depth
        for deepest in range(first, len(held) if by_key else depth + 1):
            if by_key and not self.is_selectable(Seat(source, deepest)):
                continue
            try:
                move = self._aimed(held[deepest], pile)
                self.rules.apply(self.position, move)
            except IllegalMove as error:
                # Why a fitting run is refused says more than that another run does not fit.
                if refused.refusal in (Refusal.BARE, Refusal.MISFIT):
                    refused = error
            else:
                return move
        raise refused

    def _attempt(self, seat: Seat, find: Callable[[], Move]) -> Outcome:
        """Play the move that `find` gives. A refusal names the card in the seat, which shakes."""
        try:
            move = find()
        except IllegalMove as error:
            return self._refused(error, self.position.card(seat))
        return self.play(move)

    def _refused(self, error: IllegalMove, card: Card | None) -> Outcome:
        why = IllegalMove(Refusal.REDEAL_DUE) if self.needs_redeal else error
        return Outcome(refusal=why, card=card)

    def key(self, key: str, *, second: bool = False) -> Outcome | None:
        """A letter or a digit; None if it means nothing in this game."""
        missed, self.missed = self.missed, None
        letters = self.rules.letters(self.position)
        pile = letters.find(key.upper()) if len(key) == 1 and key != " " else -1
        if pile < 0:
            return None
        if self.rules.one_click:
            return self.click(self.position.end(pile), second=second)
        if self.selection is None:
            if missed is not None and missed.seat.pile != pile:
                return self._drop(missed, pile)
            return self._pick(pile)
        if self.selection.seat.pile == pile:
            shorter = Seat(pile, self.selection.seat.depth + 1)
            is_left = self.position.card(shorter) is not None
            self.selection = Selection(shorter, by_key=True) if is_left else None
            return Outcome()
        return self._drop(self.selection, pile)

    def _pick(self, pile: int) -> Outcome:
        """Take up the longest run of a pile, unless no run of it can go anywhere."""
        held = self.position.piles[pile]
        seats = (Seat(pile, depth) for depth in range(len(held)))
        runs = [seat for seat in seats if self.is_selectable(seat)]
        if not runs:
            self.missed = Selection(Seat(pile, 0), by_key=True)
            return Outcome(refusal=IllegalMove(Refusal.NOT_THERE if held else Refusal.BARE))
        longest = Selection(runs[0], by_key=True)
        if not any(map(self._takes_up, runs)):
            self.missed = longest
            return self._select(longest.seat)
        self.selection = longest
        return Outcome()

    def space(self) -> Outcome:
        """The space bar: send the end card of the pile home that is selected, or whose letter was
        just refused. Without either, or if that pile is empty: pull or turn over; in a game without
        a stock: purge, or say that the pile is empty.
        """
        meant, self.missed = self.selection or self.missed, None
        held = () if meant is None else self.position.piles[meant.seat.pile]
        if held:
            return self.play(Move(held[-1], DONE))
        stock = stock_move(self.rules, self.position)
        if stock is not None:
            return self.play(stock)
        return self.purge() if meant is None else self._refused(IllegalMove(Refusal.BARE), None)

    def cancel(self) -> bool:
        """Let go of the selection; False if there was none."""
        had_one = self.selection is not None
        self.selection = self.missed = None
        return had_one

    # Moving about in the history

    def undo(self, actions: int = 1) -> Outcome:
        """Undo this many actions."""
        refusal = Refusal.ONLY_REDO if self.history.can_redo else Refusal.NO_UNDO
        return self._travel(lambda: self.history.undo(actions), "undo", refusal)

    def redo(self, actions: int = 1) -> Outcome:
        """Redo this many actions, along the line visited last. Of one action the single moves that
        it consists of are shown.
        """
        start = self.position
        outcome = self._travel(lambda: self.history.redo(actions), "redo", Refusal.NO_REDO)
        if outcome.refusal or actions > 1:
            return outcome
        return Outcome(tuple(self._passed(start)))

    def to_start(self) -> Outcome:
        """Go to the deal; all actions can be redone."""
        return self._travel(self.history.start, "start", Refusal.NO_UNDO)

    def to_end(self) -> Outcome:
        """Go to the end of the redo line."""
        return self._travel(self.history.end, "end", Refusal.NO_REDO)

    def view_before(self) -> Outcome:
        """Put back the line as it stood before the last command."""
        return self._travel(self.history.back, "back", Refusal.NO_UNDO)

    def forget(self) -> Outcome:
        """Undo the last action, and forget it if nothing depends on it (`History.forget`)."""
        return self._travel(self.history.forget, "forget", Refusal.NO_UNDO)

    def goto(self, key: int, source: int | None = None) -> Outcome:
        """Go to any known position (`History.goto`). KeyError if there is none."""
        return self._travel(lambda: self.history.goto(key, source), "goto", Refusal.NO_UNDO)

    def to_branch_before(self) -> Outcome:
        """Go back to the nearest position with several actions tried from it, else to the deal."""
        return self._travel(self.history.previous_branch, "branch-before", Refusal.NO_UNDO)

    def to_branch_ahead(self) -> Outcome:
        """Go on to the nearest position with several actions tried from it, else to the end."""
        return self._travel(self.history.next_branch, "branch-ahead", Refusal.NO_REDO)

    def switch_path(self) -> Outcome:
        """Take the shorter way to this same position; each win is one of its own."""
        refusal = Refusal.UNDO_FIRST if self.is_won else Refusal.NO_BETTER
        return self._travel(self.history.switch, "switch-path", refusal)

    def follow_answer(self) -> Outcome:
        """Lay the shortest answer from here ahead."""
        if not self.history.follow_answer():
            return Outcome(refusal=IllegalMove(Refusal.NO_ANSWER))
        self._tell(LastChange("follow-answer"))
        return Outcome()

    def follow_best(self) -> Outcome:
        """Go to the deal, with its best answer ahead."""
        return self._travel(self.history.follow_best, "follow-best", Refusal.NO_ANSWER)

    def bookmark(self) -> Outcome:
        """Push the present position on the stack of bookmarks."""
        self.history.bookmark()
        self._tell(LastChange("bookmark"))
        return Outcome()

    def return_to_bookmark(self) -> Outcome:
        """Go to the last bookmark and drop it."""
        return self._travel(self.history.return_to_bookmark, "return", Refusal.NO_BOOKMARK)

    def swap_bookmark(self) -> Outcome:
        """Go to the last bookmark and bookmark the position that was left in its place."""
        return self._travel(self.history.swap_bookmark, "swap", Refusal.NO_BOOKMARK)

    def drop_bookmark(self) -> Outcome:
        """Drop the last bookmark, and stay."""
        return self._travel(self.history.drop_bookmark, "drop", Refusal.NO_BOOKMARK)

    def _travel(self, go: Callable[[], int | bool], what: str, refusal: Refusal) -> Outcome:
        self.selection = self.missed = None
        if not go():
            return Outcome(refusal=IllegalMove(refusal))
        self._tell(LastChange(what))
        return Outcome((self.position,))


def flatten(actions: Iterable[Action]) -> tuple[Move, ...]:
    """The moves of some actions in one row."""
    return tuple(move for action in actions for move in action)
