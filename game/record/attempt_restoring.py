"""Restores the attempt at a deal from disk. Plays that cannot be read are ignored."""

from __future__ import annotations

from game.core.position import Action
from game.play.session import Session
from game.record.attempt import Attempt
from game.record.deal_key import deal_key
from game.storage import DealKey, DealState, Play, PlayOutcome, Saved, Storage, StorageError


def restored_attempt(storage: Storage[Action], key: DealKey, state: DealState) -> Attempt:
    """The attempt in progress at a deal with this saved state."""
    try:
        return Attempt(state, storage.plays.one(key, state.attempt))
    except StorageError:
        return Attempt(state)  # reported when the deal itself was read


def mended_state(storage: Storage[Action], saved: Saved[Action]) -> DealState:
    """The state of a damaged deal, with the attempt numbered after all stored plays, so that it
    overwrites none of them.
    """
    try:
        plays = storage.plays.of(saved.key)
    except StorageError:
        return saved.state
    attempts = (play.attempt + 1 for play in plays)
    return saved.state._replace(attempt=max(saved.state.attempt, *attempts, 1))


def written_win(storage: Storage[Action], session: Session) -> Play | None:
    """The latest stored win of the deal in as many moves as the present line, or None."""
    try:
        plays = storage.plays.of(deal_key(session.rules, session.deck))
    except StorageError:
        return None
    wins = [
        play for play in plays if play.outcome is PlayOutcome.WON and play.moves == session.moves
    ]
    return max(wins, key=lambda play: play.when, default=None)
