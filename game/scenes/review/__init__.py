"""The review: a line of play weighed move by move, and two answers side by side.

`scene.py` is the scene of `OpenReview`, `comparison.py` that of `OpenComparison`; only
`app/scene_factory.py` imports them. `graph.py` draws what each move cost, `mistakes.py` lists the
costly ones, `board.py` shows a position and its arrows.
"""
