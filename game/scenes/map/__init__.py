"""The map scene: shows the tree of a deal's positions and lets the player move about in it.

`scene.py` is the scene that `OpenMap` opens; only `app/scene_factory.py` imports it. Package
`game.map` computes the layouts; `layouts.py` runs that work in slices between frames. `camera.py`
holds the visible part of the map and what is pointed at. `tree_picture.py` draws the tree,
`surroundings.py` what stands around it, `position_card.py` the card beside a position.
"""
