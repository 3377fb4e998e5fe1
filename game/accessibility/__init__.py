"""The window as a screen reader hears it: what there is, by name and state, and what can be done.

Scenes describe themselves as `Item`s. `ScreenReader` keeps the desktop's accessibility tree in
line with them through AccessKit, an optional part, and only while somebody reads it.
"""
