"""The help: pages written in a small markup, with pictures and lists of keys.

`scene.py` is the scene of `OpenHelp`; only `app/scene_factory.py` imports it. `markup.py` reads
the pages of `assets/help/`, `pictures.py` draws their tables and cards.
"""
