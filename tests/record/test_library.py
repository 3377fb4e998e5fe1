"""Everything played, as a list: its order."""

from __future__ import annotations

from pathlib import Path

from game.core import deals
from game.record.library import Library
from game.storage import DealKey, LibraryRow


def test_last_played_sorts_by_date_and_of_one_day_by_what_was_opened_last(tmp_path: Path) -> None:
    played = {1: (4000, 9), 2: (5000, 1), 3: (5000, 2)}
    rows = [
        LibraryRow(
            DealKey("klondike", "", deals.deck_text(deals.deck_of(number))),
            number,
            when=when,
            last_opened=opened,
        )
        for number, (when, opened) in played.items()
    ]
    library = Library(rows, tmp_path, lambda rules: {})
    library.arrange()
    assert [deal.row.number for deal in library.rows] == [3, 2, 1]
