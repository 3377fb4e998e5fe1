"""The map scene: shows the tree of a deal's positions and lets the player move about in it.

`scene.py` is the scene that `OpenMap` opens; only `app/scene_factory.py` imports it. Package
`game.map` computes the layouts, and `layout_cache.py` runs that work in slices. `zoom_and_pan.py`
holds the visible part of the map, `cursor.py` the node that is pointed at. `map_picture.py` draws
what the window shows in its `window_areas.py`: the tree by `tree_picture.py`, around it
`title_and_counts.py` and `ruler_and_legend.py`.
"""
