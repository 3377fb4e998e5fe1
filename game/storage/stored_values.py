"""The stored data as plain values: deals and their states, answers, plays; and storage errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Generic, TypeVar

from game.core.named_tuple import NamedTuple
from game.core.position import Action
from game.history import ROOT, HistoryChanges, NodeRow

A = TypeVar("A")


class DealKey(NamedTuple):
    """Identifies a deal in the history and in the statistics."""

    game: str
    options: str
    """The policy as text, empty for none."""
    deck: str
    """The 52 letters in dealing order."""


class DealState(NamedTuple):
    """The state of a deal, apart from its tree."""

    seconds: float = 0.0
    """Time played in this attempt."""
    hints: int = 0
    shown: bool = False
    """Whether show-me was used."""
    redone: bool = False
    """Whether redo was used."""
    attempt: int = 1
    """The number of the current play of this deal, from 1. A win or a restart begins the next."""
    total: float = 0.0
    """Seconds played in all attempts together."""

    def united(self, theirs: DealState) -> DealState:
        """Merge with the state of another program: the later attempt and greater total count."""
        further = theirs if theirs.attempt > self.attempt else self
        return further._replace(total=max(self.total, theirs.total))


class HelpKind(StrEnum):
    """How an answer was found, in the order from no help to most help. An answer has the most help
    of all the actions on its line.
    """

    ALONE = "alone"
    UNKNOWN = "unknown"
    """Found before this was stored: taken as found alone."""
    HINTS = "hints"
    """A hint or a review suggested an action of it."""
    SHOWN = "shown"
    """The program showed it."""
    PASTED = "pasted"
    IMPORTED = "imported"

    @property
    def is_alone(self) -> bool:
        """Whether the player found it without help, as far as is known."""
        return self in (HelpKind.ALONE, HelpKind.UNKNOWN)


class SuggestedAction(NamedTuple):
    """An action that was suggested, given by the marks of the positions that it leads from and to.
    Every line with that action counts as helped.
    """

    before: int
    after: int
    """0 for a won position."""
    how: HelpKind


class StoredAnswer(NamedTuple):
    """A line that wins a deal."""

    moves: int
    """Counted moves."""
    actions: str
    """As text in the caller's notation."""
    number: int | None = None
    found: int = 0
    """When, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind = HelpKind.UNKNOWN


class PlayOutcome(StrEnum):
    """How a play ended."""

    OPEN = "open"
    STUCK = "stuck"
    """No move is left in the current position."""
    WON = "won"
    ABANDONED = "abandoned"


class Play(NamedTuple):
    """One attempt at a deal, for the statistics. Saving it again replaces it."""

    attempt: int
    outcome: PlayOutcome
    moves: int
    seconds: float
    hints: int = 0
    shown: bool = False
    redone: bool = False
    par: bool = False
    """Whether the play is par: as short as possible."""
    number: int | None = None
    when: int = 0
    """Last written, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind = HelpKind.UNKNOWN
    """For a win, how its line was found."""

    @property
    def helped(self) -> bool:
        """Whether a hint, a shown answer or an earlier play has helped. A win is judged by `how`
        its line was found. A play that is not won, or was won before `how` was stored, is judged by
        the help asked for. Redo counts from the second attempt on: in the first it only retraces
        the player's own moves.
        """
        if self.how is HelpKind.UNKNOWN:
            return self.hints > 0 or self.shown or (self.redone and self.attempt > 1)
        return not self.how.is_alone


class Tally(NamedTuple):
    """How many plays ended in the same way, with help or without."""

    outcome: PlayOutcome
    helped: bool
    plays: int
    last: int
    """When the last of them was written, in seconds since 1970."""


def tallied(plays: Iterable[Play]) -> list[Tally]:
    """Counts plays one by one, with the result of the query in `PlayTable.tallies`."""
    found: dict[tuple[PlayOutcome, bool], list[int]] = {}
    for play in plays:
        found.setdefault((play.outcome, play.helped), []).append(play.when)
    return [Tally(*kind, len(times), max(times)) for kind, times in found.items()]


class Played(NamedTuple):
    """A play and the deal it was of."""

    key: DealKey
    play: Play


class LastPlayed(NamedTuple):
    """The deal that was opened last."""

    key: DealKey
    number: int | None
    when: int


class Kept(NamedTuple):
    """A saved deal in figures, without its tree."""

    positions: int
    """How many were tried."""
    moves: int
    """Counted moves from the deal to where it was left."""
    bookmarks: int


class Saved(NamedTuple, Generic[A]):
    """A deal as it was left. One that was never played has no rows and revision 0."""

    key: DealKey
    number: int | None = None
    rows: tuple[NodeRow[A], ...] = ()
    here: int = ROOT
    bookmarks: tuple[int, ...] = ()
    state: DealState = DealState()
    when: int = 0
    """Last played, in seconds since 1970."""
    last_opened: int = 0
    """Orders deals by when they were last opened; the last one has the greatest value."""
    revision: int = 0
    """Grows with every save, so that two programs at the same deal notice each other."""
    unread: int = 0
    """How many rows are left out because their actions, or their ancestors', cannot be parsed."""


class United(NamedTuple):
    """The changes to write so that the tree on disk also contains the caller's tree."""

    changes: HistoryChanges[Action]
    whole: bool = False
    """Whether the changes replace all rows on disk."""


Unite = Callable[[Saved[Action], bool], United]
"""Merges the caller's tree with a deal as it is on disk; the flag tells whether another program
wrote that. It must not raise.
"""


class UnsavedWork(NamedTuple):
    """The unwritten changes of one deal, from one action or from several that had to wait."""

    changes: HistoryChanges[str]
    state: DealState
    number: int | None
    answers: tuple[StoredAnswer, ...] = ()
    plays: tuple[Play, ...] = ()
    ordered: tuple[str, ...] = ()
    whole: bool = False
    """Whether the changes are the whole tree, and replace all rows on disk."""
    unite: Unite | None = None
    """Merges the tree with a changed one on disk, where the changes alone would not fit."""
    helped: tuple[SuggestedAction, ...] = ()
    actions: int = 0
    """How many actions of the player this work contains."""

    def then(self, later: UnsavedWork) -> UnsavedWork:
        """Join this work and `later`; where they conflict, `later` wins. The id of a removed node
        may be in use again for another node.
        """
        before = HistoryChanges[str]((), (), ROOT, ()) if later.whole else self.changes
        gone = {*before.removed, *later.changes.removed}
        written = {row.id: row for row in before.written if row.id not in gone}
        written.update((row.id, row) for row in later.changes.written)
        changes = HistoryChanges(
            tuple(written.values()),
            tuple(sorted(gone - written.keys())),
            later.changes.here,
            later.changes.bookmarks,
        )
        plays = {play.attempt: play for play in (*self.plays, *later.plays)}
        return UnsavedWork(
            changes,
            later.state,
            later.number,
            (*self.answers, *later.answers),
            tuple(plays.values()),
            (*self.ordered, *later.ordered),
            self.whole or later.whole,
            later.unite,
            (*self.helped, *later.helped),
            self.actions + later.actions,
        )

    def onto(self, changes: HistoryChanges[str], whole: bool, state: DealState) -> UnsavedWork:
        """Replace the changes, and merge the state with the one on disk."""
        return self._replace(changes=changes, whole=whole, state=self.state.united(state))


class About(NamedTuple):
    """The notes on a deal, which are not part of its tree."""

    name: str = ""
    note: str = ""
    """Name and note are the player's own words."""
    shortest: int | None = None
    """Counted moves of the shortest possible answer; None unless that was proved."""


class DealRecord(NamedTuple):
    """All that is stored of one deal except its plays, taken out to be put back."""

    key: DealKey
    saved: Saved[str] | None
    """None where there was no tree, or it was damaged."""
    rows: tuple[tuple[str, tuple[Any, ...]], ...]
    """The rows of the side tables, each with its table's name."""


def shorter(one: StoredAnswer | None, other: StoredAnswer | None) -> StoredAnswer | None:
    """The better of two answers: the shorter one; of equally short ones the one found alone, else
    `one`. None if both are None.
    """
    if one is None or other is None:
        return other if one is None else one
    return other if _worth(other) < _worth(one) else one


def _worth(answer: StoredAnswer) -> tuple[int, bool]:
    return answer.moves, not answer.how.is_alone


class Unsaved(NamedTuple):
    """Actions that are not in the player's file."""

    kept: int = 0
    """In the emergency journal: the next start takes them in."""
    lost: int = 0
    """Only in memory."""


class StorageTrouble(StrEnum):
    """The kinds of errors; `StorageError.sentence` words each for the player."""

    FULL = "full"
    """No room on the disk."""
    READ_ONLY = "read-only"
    """The file or its folder may not be written."""
    BUSY = "busy"
    """Another program holds the file."""
    STALE = "stale"
    """Another program has played on in the same deal."""
    DAMAGED = "damaged"
    """What is on disk is not what was written."""
    NEWER = "newer"
    """A later version of this program made the file."""
    UNREACHABLE = "unreachable"
    """There is no such folder, or no way to make or open the file."""
    SECOND = "second"
    """This program is already running on the same data."""
    SET_ASIDE = "set-aside"
    """A damaged file was kept under a new name, and the newest good state is used."""
    EXPORT = "export"
    """A file to be imported is not a complete export."""
    LOST = "lost"
    """The file was gone, and was made again from its backup."""
    TAKEN_IN = "taken-in"
    """Data that an earlier run could not save has been merged in from its emergency journal."""


class StorageError(Exception):
    """Something could not be read or saved; `str` says what and where."""

    def __init__(self, trouble: StorageTrouble, detail: str, aside: str = "") -> None:
        """`aside`: the name under which a damaged file was kept."""
        super().__init__(detail)
        self.trouble = trouble
        self.aside = aside

    def sentence(self, _: Callable[[str], str] = str) -> str:
        """What the player is told, without a full stop, in the language of `_`."""
        return _sentences(_)[self.trouble].format(file=self.aside)


def _sentences(_: Callable[[str], str]) -> dict[StorageTrouble, str]:
    return {
        StorageTrouble.FULL: _(
            "The disk is full: your moves are remembered, and saved as soon as there is room"
        ),
        StorageTrouble.READ_ONLY: _(
            "The folder of your games may not be written: your moves are remembered, and saved "
            "as soon as it may"
        ),
        StorageTrouble.BUSY: _(
            "Another program holds the file of your games: your moves are remembered, and saved "
            "as soon as it lets go"
        ),
        StorageTrouble.UNREACHABLE: _(
            "The file of your games cannot be reached: your moves are remembered, and saved as "
            "soon as it can"
        ),
        StorageTrouble.STALE: _("This deal is being played in another window: both lines are kept"),
        StorageTrouble.SECOND: _("Fourfold is running already: both windows save what you play"),
        StorageTrouble.NEWER: _(
            "Your games were saved by a newer Fourfold: what you play now will not be saved"
        ),
        StorageTrouble.DAMAGED: _("Saved games are damaged: what is good of them is used"),
        StorageTrouble.SET_ASIDE: _(
            "The file of your games was damaged: what is good of it and of its backup is used, "
            "the damaged one is kept as {file}"
        ),
        StorageTrouble.TAKEN_IN: _("The moves that could not be saved last time are in your games"),
        StorageTrouble.EXPORT: _(
            "This file is no whole export of games: nothing was taken from it"
        ),
        StorageTrouble.LOST: _(
            "The file of your games was gone, and was made again from its backup"
        ),
    }
