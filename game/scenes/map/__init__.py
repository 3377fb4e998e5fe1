"""The map scene: shows the tree of a deal's positions and lets the player move about in it.

`scene.py` is the scene that `OpenMap` opens; only `app/scene_factory.py` imports it. Package
`game.map` computes the layouts. `camera.py` runs that work in slices and holds the visible part of
the map, `mouse_and_cursor.py` what is pointed at. `map_picture.py` draws what the window shows: the
tree by `tree_picture.py`, around it `surroundings.py`.
"""
