"""Drives the real program in a real window, on a screen of its own, and reads its trace."""
