"""The table scene: one deal, played by mouse and keys, with the solver's advice.

`scene.py` is the scene that `OpenTable` opens; only `app/scene_factory.py` imports it.
`keys_and_mouse.py` does what events mean on the bars, and passes them to `mouse_on_cards.py` and
`arrow_keys_on_cards.py` (the cards); `commands.py` carries out commands, `answers_to_show.py` those
that show an answer; they see the table as `table_protocol.py` says. `plate_figures_and_clock.py`
brings cards, figures and marks in line with the session, `plate_sign_and_bottom_bar.py` the sign
and the bar at the bottom, where `first_game_offer.py` may offer a first game; `hint_and_warning.py`
holds hint, verdict and warning, `line_worth.py` what each move of the line costs. `first_game.py`
is the scene of `OpenFirstGame`, a table with a lesson. Package `game.table` draws.
"""
