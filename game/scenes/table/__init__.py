"""The table scene: one deal, played by mouse and keys, with the solver's advice.

`scene.py` is the scene that `OpenTable` opens; only `app/scene_factory.py` imports it. It does what
events mean on the bars and passes them to `mouse_on_cards.py`, `arrow_keys_on_cards.py` and
`card_finder.py` (the cards). It stands on `played_table.py`: the deal, what shows it, and the
messages about it. On that act the functions in `commands.py`. `answers_to_show.py` finds and shows
answers; `first_game_offer_and_bars.py` makes the bars at the bottom; `hint_and_warning.py` holds
hint, verdict and warning, `line_worth.py` what each move of the line costs; `spoken_table.py`
speaks. `first_game.py` is the scene of `OpenFirstGame`, a table with a lesson. Package `game.table`
draws.
"""
