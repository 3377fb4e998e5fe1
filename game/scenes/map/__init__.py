"""The map as a scene: the tree of a deal's positions, to look over and to move about in.

`scene.py` is the scene of `OpenMap`; only `app/scene_factory.py` imports it. Package `game.map`
computes the layout, `layouts.py` runs that in slices, `zoom_and_pan.py` holds what is seen of it,
`cursor.py` what is pointed at, and `map_picture.py` draws both: the tree itself by
`tree_picture.py`.
"""
