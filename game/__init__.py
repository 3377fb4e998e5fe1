"""Fourfold: Brain Jam, La Peau, Gaps and Klondike for people who play to solve."""

__version__ = "1.0.0rc1"
