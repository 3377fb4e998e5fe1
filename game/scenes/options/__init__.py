"""The options page: every setting that has an effect.

`scene.py` is the scene of `OpenOptions`; only `app/scene_factory.py` imports it.
`option_list.py` says which options there are.
"""
