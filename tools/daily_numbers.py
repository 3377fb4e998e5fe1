"""Writes the numbers of the daily deals into a list that ships: `python -m tools.daily_numbers`.

    python -m tools.daily_numbers FIRST_DAY LAST_DAY [FILE]

An entry of the list never changes, even if the solvers do. Days that are in the file
already are left as they are; new ones are searched for (`record/daily_dates_and_numbers.py`).
"""

from __future__ import annotations

import sys
from datetime import date, timedelta
from pathlib import Path

from game.record import daily_dates_and_numbers
from game.rules import RULES
from game.solver.worker import FirstWin, FoundDeal, Seek

LIST = Path(__file__).resolve().parents[1] / "assets" / daily_dates_and_numbers.SHIPPED
HEAD = "# The daily deals of each day (UTC): never to be changed. Written by tools/daily_numbers.py"


def main(words: list[str]) -> int:
    first, last = map(date.fromisoformat, words[:2])
    file = Path(words[2]) if len(words) > 2 else LIST
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    games = lines[1].split()[1:] if len(lines) > 1 else [*RULES]
    known = dict(line.split(" ", 1) for line in lines[2:])
    for step in range((last - first).days + 1):
        day = first + timedelta(step)
        if day.isoformat() not in known:
            known[day.isoformat()] = " ".join(str(_number(game, day)) for game in games)
            text = [
                HEAD,
                " ".join(["day", *games]),
                *(f"{d} {n}" for d, n in sorted(known.items())),
            ]
            file.write_text("\n".join(text) + "\n", encoding="utf-8")
    return 0


def _number(game: str, day: date) -> int:
    start = daily_dates_and_numbers.first_number(game, day)
    return first_win(Seek(game, (), start, daily_dates_and_numbers.SEARCH_NODES)).number


def first_win(seek: Seek) -> FoundDeal:
    """Run the whole search."""
    search = FirstWin(seek)
    while (found := search.step()) is None:
        pass
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
