"""Days in words: by the calendar, whatever the clocks do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from game.scenes.common.deal_and_day_words import day_text, when_left
from game.system.language import Language


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The local time is that of Berlin, where clocks change twice a year."""
    if not hasattr(time, "tzset"):
        pytest.skip("no time zones here")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        (datetime(2026, 3, 29, 12, 0), datetime(2026, 3, 30, 0, 30), "yesterday"),
        (datetime(2026, 3, 28, 23, 45), datetime(2026, 3, 30, 0, 30), "2026-03-28"),
        (datetime(2026, 10, 24, 20, 0), datetime(2026, 10, 25, 23, 30), "yesterday"),
        (datetime(2026, 10, 25, 0, 10), datetime(2026, 10, 25, 23, 30), "today"),
    ],
)
def test_yesterday_is_the_day_before_where_the_clocks_change(
    berlin: None, then: datetime, now: datetime, words: str
) -> None:
    assert day_text(then.timestamp(), now.timestamp(), Language()) == words
    assert words[0] == "2" or words in when_left(int(then.timestamp()), now, Language())


def test_a_time_beyond_all_calendars_has_words_too() -> None:
    assert day_text(1e17, 1e9, Language()) == "9999-12-31"
    assert (
        when_left(10**17, datetime(2026, 11, 22), Language()) == "last played on 31 December 9999"
    )
