"""Show me: an answer that plays by itself. Nothing of it enters the history; the scene that opens
this one has its moves saved as help.

`scene.py` is the scene of `OpenShowMe`; only `app/scene_factory.py` imports it.
"""
