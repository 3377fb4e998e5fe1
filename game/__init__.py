"""Fourfold: Brain Jam, La Peau, Gaps and Klondike for people who play to solve."""

__version__ = "0.1.0"
