"""What is asked of an X server where there is none."""

from __future__ import annotations

import pytest

from game.desktop import x11


def test_without_a_server_nothing_is_known_and_nothing_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    assert x11.server_size() is None
    assert x11.is_full_screen(1) is None
    assert x11.dropped_list(1) == b""
