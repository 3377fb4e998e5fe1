"""The window as a screen reader hears it: each element's name and state, and what can be done.

Scenes describe themselves as `Item`s. `ScreenReader` keeps the desktop's accessibility tree in
line with them through AccessKit, an optional dependency, and only while a screen reader is on.
Mainly used: `accessibility_tree` (the items), `screen_reader_cards` and `screen_reader_controls`
(what makes them), `screen_reader.ScreenReader`.
"""
