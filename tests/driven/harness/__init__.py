"""Drives the real program in a real window: a screen of its own, a hand, and the trace as eyes."""
