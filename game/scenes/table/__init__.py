"""The table scene: one deal, played by mouse and keys, with the solver's advice.

`scene.py` is the scene that `OpenTable` opens; only `app/scene_factory.py` imports it. It stands on
`played_table.py`: the deal, what shows it, and the messages about it. On that act `commands.py`
(what commands do), `answers_to_show.py` (those that show an answer) and `keys_and_mouse.py`, which
does what events mean on the bars and passes them to `mouse_on_cards.py` and
`arrow_keys_on_cards.py` (the cards). `plate_sign_and_bottom_bar.py` shows the plate's sign and the
bar at the bottom, where a first game is offered; `hint_and_warning.py` holds hint, verdict and
warning, `line_worth.py` what each move of the line costs, `spoken_table.py` speaks. `first_game.py`
is the scene of `OpenFirstGame`, a table with a lesson. Package `game.table` draws.
"""
