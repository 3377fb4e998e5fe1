"""The fixtures of the driven tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from harness.screen import Screen, missing_tools


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """A screen for all driven tests. Where its tools are missing they are skipped, in CI
    they fail.
    """
    missing = missing_tools()
    if missing:
        reason = f"driven tests need {', '.join(missing)} (apt-get install {' '.join(missing)})"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with Screen() as running:
        yield running
