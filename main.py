"""Starts Fourfold from a checkout: python main.py."""

from game.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
