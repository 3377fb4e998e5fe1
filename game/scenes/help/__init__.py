"""The help: pages written in a small markup, with figures and lists of keys.

`scene.py` is the scene of `OpenHelp`; only `app/scene_factory.py` imports it. `markup.py` reads
the pages of `assets/help/`, `figures.py` draws their tables and cards.
"""
