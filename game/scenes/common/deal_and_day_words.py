"""A deal in words: its number, its policy, the day whose daily deal it is. Times, days, months."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from game.core import deals
from game.play.level_packs import pack_named
from game.play.session import Session
from game.record.pack_files import short_name
from game.rules import Rules
from game.scenes.common.services import Services
from game.system.language import Language


def clock_text(seconds: int) -> str:
    """A time as minutes and seconds; from an hour on, hours too."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def day_text(when: float, now: float, _: Language) -> str:
    """Today, yesterday or the ISO date of `when`, in seconds since 1970; empty for 0."""
    if not when:
        return ""
    day = _local(when).date()
    days = (_local(now).date() - day).days
    return {0: _("today"), 1: _("yesterday")}.get(days, day.isoformat())


def when_left(seconds: int, now: datetime, _: Language) -> str:
    """Words such as `last played today at 21:14` or `last played on 21 November`, in local time."""
    then = _local(seconds)
    days = (now.date() - then.date()).days
    time = f"{then.hour}:{then.minute:02}"
    if days == 0:
        return _("last played today at {time}").format(time=time)
    if days == 1:
        return _("last played yesterday at {time}").format(time=time)
    return _("last played on {day}").format(day=day_words(then.date(), now.date(), _))


def _local(seconds: float) -> datetime:
    """A time in seconds since 1970 as local time; the calendar's last one if it is beyond that."""
    try:
        return datetime.fromtimestamp(seconds)
    except (OverflowError, ValueError, OSError):
        return datetime.max


def month_names(_: Language) -> list[str]:
    """The months as they stand in a date."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip


def weekday_names(_: Language) -> list[str]:
    """The days of the week over the columns of a calendar, Monday first."""
    return [_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")]


def day_words(day: date, today: date, _: Language) -> str:
    """Day and month, with the year if it is not this year."""
    # In French the first is an ordinal.
    number = "1er" if _.code == "fr" and day.day == 1 else str(day.day)
    month = month_names(_)[day.month - 1]
    if day.year == today.year:
        return _("{day} {month}").format(day=number, month=month)
    return _("{day} {month} {year}").format(day=number, month=month, year=day.year)


ACES: Final = deals.deck_text((0, 1, 2, 3))


def deal_words(rules: Rules, label: int | str | None, _: Language, more: str = "") -> str:
    """A deal's label (`label_of`), if it is told, the policy, and `more` words."""
    words = []
    if label is not None:
        words.append(_("Deal {number}").format(number=label))
    return "  ·  ".join(text for text in (*words, policy_words(rules, _), more) if text)


def pack_words(place: str) -> str:
    """The name of a pack, from a deal's place in it (`Pack.place_of`), without its ending."""
    return short_name(pack_named(place))


def policy_words(rules: Rules, _: Language) -> str:
    """The policy; empty in a game without any."""
    return ", ".join(choice.text.translated(_) for choice in rules.chosen)


def ordered_words(done: str, _: Language) -> str:
    """An 'ordered' record: `done` has the letters of the cards that were on the foundations."""
    if not done:
        return _("In order with no cards home")
    if done == ACES:
        return _("In order with only the aces home")
    told = _.plural("In order with {n} card home", "In order with {n} cards home", len(done))
    return told.format(n=len(done))


def daily_words(session: Session, services: Services) -> str:
    """The words that say of which day this is the daily deal; empty if it is none."""
    _, daily, rules = services.language, services.daily, session.rules
    day = daily.day_of(rules, session.number)
    if day is None:
        return ""
    return _("daily deal for {day}").format(day=day_words(day, daily.today, _))
