"""A won deal: the flag, the cascade of cards, the figures, the next deal.

`scene.py` is the scene of `OpenWin`, laid over the table; only `app/scene_factory.py` imports it.
"""
