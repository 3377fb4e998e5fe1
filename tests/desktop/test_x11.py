"""What an X server says of its density."""

from __future__ import annotations

import pytest

from game.desktop import x11


@pytest.mark.parametrize(
    ("resources", "found"),
    [
        ("Xft.dpi:\t192\n", 192.0),
        ("Xcursor.size: 24\nXft.antialias: 1\nXft.dpi: 120.5", 120.5),
        ("", None),
        ("Xft.dpi: many", None),
        ("Xft.dpi: nan", None),
        ("Xft.dpi: 0", None),
        ("Xft.dpi: -96", None),
        ("Xft.dpi: 1e300", None),
    ],
)
def test_the_density_is_read_from_the_resources(resources: str, found: float | None) -> None:
    assert x11.dpi_in(resources) == found


def test_without_a_server_nothing_is_known_and_nothing_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    assert x11.server_dpi() is None
    assert x11.server_size() is None
    x11.bypass_compositor(1, wanted=True)
