"""The review scenes: a line of play weighed move by move, and two lines side by side.

`scene.py` is the scene that `OpenReview` opens, `comparison.py` that of `OpenComparison`; only
`app/scene_factory.py` imports them. `lines_scene.py` is the base of both. `line_walk.py` holds the
line, the place on it, what is known of it and the list of its costly moves. `graph.py` draws the
totals of the line, `table_and_arrows.py` shows a position and its arrows.
"""
