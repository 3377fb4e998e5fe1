"""The calendar of the daily deals: every day up to today can be played.

`scene.py` is the scene of `OpenCalendar`; only `app/scene_factory.py` imports it.
"""
