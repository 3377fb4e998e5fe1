"""Who publishes the program, and what is named after that: one place to change.

An app's id says where it comes from, and whoever publishes it must own that name. Before the
first release set OWNER to the account that holds the repository; `[project.urls]` of
pyproject.toml repeats it, as nothing can be computed there, and a test holds that both agree.
"""

from __future__ import annotations

from typing import Final

OWNER: Final = "fourfold-solitaire"
REPOSITORY: Final = "fourfold"
AUTHORS: Final = "The Fourfold authors"
"""As pyproject.toml names them."""

HOMEPAGE: Final = f"https://github.com/{OWNER}/{REPOSITORY}"
ADDRESS: Final = f"{OWNER}@users.noreply.github.com"
"""Debian's packages must name somebody to write to."""
PICTURES: Final = (
    f"https://raw.githubusercontent.com/{OWNER}/{REPOSITORY}/v{{version}}/docs/pictures"
)
APP_ID: Final = f"io.github.{OWNER.replace('-', '_')}.Fourfold"
MIME: Final = "application/x-fourfold-pack"
SUFFIX: Final = ".fourfold"
"""Of a pack of deals, so that one opens with the program."""
