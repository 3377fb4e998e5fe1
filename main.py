"""Starts Fourfold from a checkout: python main.py."""

from game.__main__ import begin

if __name__ == "__main__":
    raise SystemExit(begin())
