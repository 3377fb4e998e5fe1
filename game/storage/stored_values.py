"""What is stored, as plain values: deals, how they stand, answers, plays, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Generic, TypeVar

from game.core.named_tuple import NamedTuple
from game.history import ROOT, HistoryChanges, NodeRow

A = TypeVar("A")


class DealKey(NamedTuple):
    """A deal of its own in the history and in the statistics."""

    game: str
    options: str
    """The policy as text, empty for none."""
    deck: str
    """The 52 letters in dealing order."""


class DealState(NamedTuple):
    """How a deal stands, apart from its tree."""

    seconds: float = 0.0
    """Played in this attempt."""
    hints: int = 0
    shown: bool = False
    """Whether show-me was used."""
    redone: bool = False
    """Whether redo was used."""
    attempt: int = 1
    """Counts the plays of this deal from 1: a won one, or a restart, opens the next."""
    total: float = 0.0
    """Seconds played in all attempts together."""

    def united(self, theirs: DealState) -> DealState:
        """The same deal, played in two programs: an attempt that is over there is over here."""
        further = theirs if theirs.attempt > self.attempt else self
        return further._replace(total=max(self.total, theirs.total))


FRESH_STATE = DealState()


class How(StrEnum):
    """How an answer came about, from what is wholly the player's own to what is least so. Help
    belongs to the line: an answer has the most help of all the actions on it.
    """

    ALONE = "alone"
    UNKNOWN = "unknown"
    """Found before this was stored: taken as found alone."""
    HINTS = "hints"
    """A hint, or a review, named an action of it."""
    SHOWN = "shown"
    """The program showed it."""
    PASTED = "pasted"
    IMPORTED = "imported"

    @property
    def is_alone(self) -> bool:
        """Whether the player found it without help, as far as is known."""
        return self in (How.ALONE, How.UNKNOWN)


class Helped(NamedTuple):
    """An action that somebody else named, by the marks of the positions that it leads from and
    to: whoever makes it, on whatever way, has had that help.
    """

    before: int
    after: int
    """0 for a won position."""
    how: How


class StoredAnswer(NamedTuple):
    """A line that wins a deal."""

    moves: int
    """Counted moves."""
    actions: str
    """As text, whatever the caller's notation."""
    number: int | None = None
    found: int = 0
    """When, in seconds since 1970; filled in on saving where it is 0."""
    how: How = How.UNKNOWN


class PlayOutcome(StrEnum):
    """How a play ended."""

    OPEN = "open"
    STUCK = "stuck"
    """It stands where nothing can be done any more."""
    WON = "won"
    ABANDONED = "abandoned"


class Play(NamedTuple):
    """One attempt at a deal, for the statistics. Saved again, it takes its own place."""

    attempt: int
    outcome: PlayOutcome
    moves: int
    seconds: float
    hints: int = 0
    shown: bool = False
    redone: bool = False
    par: bool = False
    """Whether it is as short as can be."""
    number: int | None = None
    when: int = 0
    """Last written, in seconds since 1970; filled in on saving where it is 0."""
    how: How = How.UNKNOWN
    """Of a win: how its line came about."""

    @property
    def helped(self) -> bool:
        """A hint, an answer or an earlier play has helped; what redo retraces of a first attempt
        is the player's own. A win is judged by its line; what is not won, or was won before that
        was stored, by what was asked for.
        """
        if self.how is How.UNKNOWN:
            return self.hints > 0 or self.shown or (self.redone and self.attempt > 1)
        return not self.how.is_alone


class Tally(NamedTuple):
    """How many plays ended in the same way, with help or without."""

    outcome: PlayOutcome
    helped: bool
    plays: int
    last: int
    """When the last of them was written."""


def tallied(plays: Iterable[Play]) -> list[Tally]:
    """Plays counted one by one, as the table's query counts them."""
    found: dict[tuple[PlayOutcome, bool], list[int]] = {}
    for play in plays:
        found.setdefault((play.outcome, play.helped), []).append(play.when)
    return [Tally(*kind, len(times), max(times)) for kind, times in found.items()]


class Played(NamedTuple):
    """A play and the deal it was of."""

    key: DealKey
    play: Play


class LastPlayed(NamedTuple):
    """A deal in the order of playing."""

    key: DealKey
    number: int | None
    pack: str
    when: int


class Kept(NamedTuple):
    """What is kept of a deal that was played, without its tree."""

    positions: int
    """That were tried."""
    moves: int
    """Counted, from the deal to where it was left."""
    bookmarks: int


class Saved(NamedTuple, Generic[A]):
    """A deal as it was left. One that was never played has no rows and revision 0."""

    key: DealKey
    number: int | None = None
    pack: str = ""
    rows: tuple[NodeRow[A], ...] = ()
    here: int = ROOT
    bookmarks: tuple[int, ...] = ()
    state: DealState = FRESH_STATE
    when: int = 0
    """Last played, in seconds since 1970."""
    last_opened: int = 0
    """Deals in the order in which they were last taken up; the greatest is the last one."""
    revision: int = 0
    """Grows with every save, so that two programs at the same deal notice each other."""
    unread: int = 0
    """How many rows are left out, since their actions, or those above them, cannot be read."""


class United(NamedTuple, Generic[A]):
    """A deal's tree put onto the one that is on disk by now: what has to be written for that."""

    changes: HistoryChanges[A]
    whole: bool = False
    """The changes are all there is: no row on disk stays."""


Unite = Callable[[Saved[A], bool], United[A]]
"""Given a deal as it is on disk, and whether another program wrote that; raises nothing."""


class UnsavedWork(NamedTuple):
    """What is to be written of one deal: what one action brought, or several that had to wait."""

    changes: HistoryChanges[str]
    state: DealState
    number: int | None
    pack: str
    answers: tuple[StoredAnswer, ...] = ()
    plays: tuple[Play, ...] = ()
    ordered: tuple[str, ...] = ()
    whole: bool = False
    """The changes are the whole tree: no row that is on disk stays."""
    unite: Unite[Any] | None = None
    """Puts the tree onto another one; the changes alone would not fit there."""
    helped: tuple[Helped, ...] = ()
    actions: int = 0
    """Of the player's, that this is of."""

    def then(self, later: UnsavedWork) -> UnsavedWork:
        """Both in one: what is later stands. A node that was removed may be there again, as
        another one.
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
            later.pack,
            (*self.answers, *later.answers),
            tuple(plays.values()),
            (*self.ordered, *later.ordered),
            self.whole or later.whole,
            later.unite,
            (*self.helped, *later.helped),
            self.actions + later.actions,
        )

    def onto(self, united: United[str], state: DealState) -> UnsavedWork:
        """The same for the tree as it is on disk now, and how it stands there."""
        return self._replace(
            changes=united.changes, whole=united.whole, state=self.state.united(state)
        )


class About(NamedTuple):
    """What is noted of a deal beside its tree."""

    name: str = ""
    note: str = ""
    """Both the player's own words."""
    shortest: int | None = None
    """Counted moves of the shortest answer there is, where that was proved."""


class DealRecord(NamedTuple):
    """All that is stored of one deal but its plays, taken out to be put back."""

    key: DealKey
    saved: Saved[str] | None
    """None where there was no tree, or it was damaged."""
    rows: tuple[tuple[str, tuple[Any, ...]], ...]
    """The rows beside the tree, each with its table."""


def shorter(one: StoredAnswer | None, other: StoredAnswer | None) -> StoredAnswer | None:
    """The better answer of two: the shorter one, of equals the one found alone, else the first;
    None where there is none.
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
    """What went wrong, for a scene to put in the player's words."""

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
    """A file that was to be imported is no whole export."""
    LOST = "lost"
    """The file was gone, and was made again from its backup."""
    TAKEN_IN = "taken-in"
    """What an earlier run could not save was kept elsewhere, and is in the file now."""


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
