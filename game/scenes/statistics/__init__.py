"""The statistics page: a card of figures for each game; reset and export.

`scene.py` is the scene of `OpenStatistics`; only `app/scene_factory.py` imports it. The figures
come from `record/statistics.py`.
"""
