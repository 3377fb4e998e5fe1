"""Starts Fourfold where it is installed: python -m game."""

import gc

# While modules come there is no garbage, and looking for it takes some ms; `main` lets it again.
gc.disable()

from game.cli.commands import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main())
