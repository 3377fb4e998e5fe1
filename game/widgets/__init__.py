"""The few controls that scenes are built from.

Each is placed in window pixels, told pygame events, and answers with an Action. Texts come
from callers, already translated. Nothing here knows scenes or games.
"""
