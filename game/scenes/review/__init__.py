"""The review scenes: a line of play weighed move by move, and two lines side by side.

`scene.py` is the scene that `OpenReview` opens, `comparison.py` that of `OpenComparison`; only
`app/scene_factory.py` imports them. `lines_and_boards.py` holds a line, the place on it and what is
known of it, the table with arrows that shows a place, and what both scenes do alike. `graph.py`
draws the totals of the line.
"""
