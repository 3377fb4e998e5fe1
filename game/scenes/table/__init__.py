"""The table as a scene: one deal, played by mouse and keys, with the solver's advice.

`scene.py` is the scene of `OpenTable`; only `app/scene_factory.py` imports it. `mouse.py` and
`cursor_keys.py` turn input into gestures, `events.py` does what input means, `commands.py` what
keys and buttons ask. `display.py` has cards, figures and marks follow the session,
`sign_and_bar.py` the sign on the plate and the bar at the bottom; `advice.py` has hint, verdict and
warning. Package `game.table` draws.
"""
