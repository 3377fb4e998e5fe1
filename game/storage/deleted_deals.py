"""The deals that the player has deleted: removing one, bringing it back, and which they are."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from game.storage.all_tables import Tables
from game.storage.errors import StorageError
from game.storage.repair import Adopted, join_deal
from game.storage.row_checksums import KEY
from game.storage.stored_deal import DealKey, DealRecord

DELETED: Final = "deleted"
"""The fact that lists the deals deleted last."""
MOST_DELETED: Final = 500


def delete(key: DealKey, tables: Tables) -> DealRecord:
    """Remove all that is stored of a deal except its plays, and return it for `put_back`. Call it
    inside a transaction.
    """
    _note(key, tables, deleted=True)
    saved = None
    with suppress(StorageError):
        saved = tables.deals.load(key)
    rows = []
    for table in ("answer", "ordered", "help", "about"):
        rows += [(table, row) for row in tables.rows.intact(table, f"WHERE {KEY}", key)]
        tables.db.execute(f"DELETE FROM {table} WHERE {KEY}", key)
    tables.deals.remove(key)
    return DealRecord(key, saved, tuple(rows))


def put_back(record: DealRecord, tables: Tables) -> None:
    """Restore a deal that was deleted, merged with what is stored of it by now. Call it inside a
    transaction.
    """
    _note(record.key, tables, deleted=False)
    plays = tables.plays.of(record.key)
    if record.saved is not None and tables.deals.attempt(record.key):
        join_deal(
            record.saved, {record.key: Adopted({one.attempt: one.attempt for one in plays})}, tables
        )
    elif record.saved is not None:
        tables.deals.put(record.saved)
    for table, fields in record.rows:
        tables.adopt(table, fields)


def deleted_deals(tables: Tables) -> list[DealKey]:
    """The deals that the player has deleted, the last one at the end."""
    listed = tables.fact(DELETED) or "[]"
    try:
        return [DealKey(*key) for key in json.loads(listed)]
    except (ValueError, TypeError):  # an imported file may have any fact of this name
        return []


def _note(key: DealKey, tables: Tables, *, deleted: bool) -> None:
    """Record that the player has deleted a deal, or has put it back; only the last `MOST_DELETED`
    deletions.
    """
    listed = [each for each in deleted_deals(tables) if each != key] + [key] * deleted
    tables.remove_facts(DELETED)
    if listed:
        tables.rows.write("fact", (DELETED, json.dumps(listed[-MOST_DELETED:])))
