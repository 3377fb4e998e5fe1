"""The review: a line of play weighed move by move, and two answers side by side.

`scene.py` is the scene of `OpenReview`, `comparison.py` that of `OpenComparison`; only
`app/scene_factory.py` imports them. `line_walk.py` holds the place on the line and what is known of
it, `captions.py` writes what it came to and what is said of the move. `graph.py` draws what each
move cost, `mistakes.py` lists the costly ones, `board.py` shows a position and its arrows.
"""
