"""Starts Fourfold where it is installed: python -m game."""

from game.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
