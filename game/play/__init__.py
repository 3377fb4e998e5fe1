"""One deal being played: what a click, a drop and a key mean, and moves as text.

Knows `rules` and `history`, neither disk nor window. Public: `session.Session`,
`refusals`, `verdict`, `notation` (answers and deals as text), `spoken_cards_and_moves`,
`narrator` and `map_outline` (the words of screen readers and of play in a terminal), and the older
programs' letters and files (`legacy_answers_file`); lists of deals as text (`level_packs`).
"""
