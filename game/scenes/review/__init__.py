"""The review scenes: a line of play weighed move by move, and two lines side by side.

`scene.py` is the scene that `OpenReview` opens, `comparison.py` that of `OpenComparison`; only
`app/scene_factory.py` imports them. `boards.py` has their tables with arrows, and what both scenes
do alike. `line_walk.py` holds the line, the place on it, what is known of it and its costly moves.
`graph.py` draws the totals of the line.
"""
