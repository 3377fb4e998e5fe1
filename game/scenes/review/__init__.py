"""The scenes that walk along a line: it is weighed move by move, stands beside another, or plays by
itself.

`scene.py` is the scene that `OpenReview` opens, `comparison.py` that of `OpenComparison`,
`show_me.py` that of `OpenShowMe`, of which nothing enters the history; only `app/scene_factory.py`
imports them. `lines_and_boards.py` holds a line, the place on it and what is
known of it, the table with arrows that shows a place, and what both scenes do alike. `graph.py`
draws the totals of the line.
"""
