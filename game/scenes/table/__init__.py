"""The table as a scene: one deal, played by mouse and keys, with the solver's advice.

`scene.py` is the scene of `OpenTable`; only `app/scene_factory.py` imports it. `mouse.py` and
`cursor_keys.py` turn input into gestures, `commands.py` does what keys and buttons ask,
`advice.py` shows hint, verdict and warning. Package `game.table` draws.
"""
