"""What is needed to save a deal: its key, what one command does to it, reports of errors."""

from __future__ import annotations

from collections.abc import Callable

from game.core import deals
from game.core.deals import Deck
from game.core.translatable_texts import Translate, Wording, said_in_turn
from game.play.session import Session
from game.rules import Rules
from game.storage import PASSING, DealKey, Play, Storage, StorageError, StorageTrouble
from game.system.console import UNSAVED_MOVES, Tracer, complain, counted


def deal_key(rules: Rules, deck: Deck) -> DealKey:
    """The key of a deal: the game, its policy and the 52 letters of the deck."""
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))


class PendingCommand:
    """The actions of one command so far, each described as it was when it had just been made."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.ordered: tuple[str, ...] = ()
        self._actions: list[dict[str, object]] = []

    @property
    def actions(self) -> int:
        """The number of actions added."""
        return len(self._actions)

    def add(self, session: Session, what: str) -> None:
        """Add the action that has just been made."""
        self._actions.append(
            {
                "game": session.rules.name,
                "number": session.number,
                "move": what,
                "moves": session.moves,
                "won": session.is_won,
                "stuck": session.is_stuck,
            }
        )

    def trace(self, tracer: Tracer, *, saved: bool) -> None:
        """Trace the actions in their order. `saved`: they are on disk."""
        for fields in self._actions:
            tracer.event("action" if saved else "unsaved", **fields)


class StorageErrorReports:
    """Reports errors in the player's language; `report` tells each kind once until `end`."""

    def __init__(self, show: Callable[[str], None], words: Translate) -> None:
        """`show` shows the player a message, in the language of `words`."""
        self._show = show
        self.words = words
        self._lasting: set[tuple[StorageTrouble, bool]] = set()
        """The kinds of error that the player was told of since the last `end`, each with whether
        moves were only in memory.
        """

    def tell(self, error: StorageError) -> None:
        """Tell the player what went wrong."""
        self._show(error.sentence(self.words))

    def report(self, error: StorageError, *, lost: bool = False) -> None:
        """Tell the player what went wrong, unless an error of this kind still lasts. `lost`: moves
        are only in memory, because no emergency journal takes them either.
        """
        if (error.trouble, lost) not in self._lasting:
            _ = self.words
            more = ""
            if lost and error.trouble in PASSING:
                more = _(
                    "they could not be kept elsewhere either, and will be lost if you quit now"
                )
            self._show(said_in_turn((error.sentence(_), more), _))
        self._lasting.add((error.trouble, lost))

    def end(self) -> None:
        """Call when saving works: `report` tells later errors of every kind again."""
        self._lasting.clear()

    def tell_unusable(self, rules: Rules) -> None:
        """Tell the player that a part of a saved history does not follow the rules."""
        told = Wording("Part of the saved history of {game} breaks the rules and was left out")
        self._show(told.filled(game=rules.title).translated(self.words))


def tell_unsaved(storage: Storage) -> int:
    """Say on the terminal what became of moves that could not be saved; returns the exit code."""
    kept, lost = storage.unsaved
    if kept:
        where = f"{_are(kept)} kept in {storage.spare_folder} for the next start"
        complain(f"{counted(kept, 'move')} could not be saved in {storage.path}, and {where}")
    if lost:
        complain(f"{counted(lost, 'move')} could not be saved anywhere, and {_are(lost)} lost")
    return UNSAVED_MOVES if kept or lost else 0


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
