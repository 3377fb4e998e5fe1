"""Show me: an answer that plays by itself. Nothing of it is saved.

`scene.py` is the scene of `OpenShowMe`; only `app/scene_factory.py` imports it.
"""
