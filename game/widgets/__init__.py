"""The few controls that scenes are built from.

A control is placed in window pixels, is given pygame events, and answers with a WidgetAction.
Callers pass texts already translated. It knows no scene and no game.
"""
