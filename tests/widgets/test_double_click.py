"""Two clicks are a double click if they are on the same thing, one soon after the other."""

from __future__ import annotations

from game.widgets.mouse import DOUBLE_CLICK_S, DoubleClick


class ClockStub:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def clicked(*clicks: tuple[float, str]) -> list[bool]:
    """What each of some clicks, at a time on a target, is taken for."""
    clock = ClockStub()
    double_click, taken = DoubleClick(clock), []
    for clock.now, target in clicks:
        taken.append(double_click.is_second(target))
    return taken


def test_two_quick_clicks_on_the_same_target_are_a_double_click() -> None:
    assert clicked((1.0, "a"), (1.0 + DOUBLE_CLICK_S, "a")) == [False, True]


def test_a_slow_one_or_one_on_another_target_is_a_first_click() -> None:
    late = 1.0 + DOUBLE_CLICK_S + 0.01
    assert clicked((1.0, "a"), (late, "a"), (late + 0.1, "b"), (late + 0.2, "b")) == [
        False,
        False,
        False,
        True,
    ]


def test_a_third_click_begins_anew() -> None:
    assert clicked((1.0, "a"), (1.1, "a"), (1.2, "a"), (1.3, "a")) == [False, True, False, True]


def test_after_a_click_that_is_forgotten_the_next_is_a_first_one() -> None:
    double_click = DoubleClick(lambda: 1.0)
    assert not double_click.is_second("a")
    double_click.forget()
    assert not double_click.is_second("a")
