"""Starts Fourfold from a checkout: python main.py."""

from game.__main__ import begin_program

if __name__ == "__main__":
    raise SystemExit(begin_program())
