"""The menu: a card for each game, the unfinished tables, the daily deals.

`scene.py` is the scene of `OpenMenu`; only `app/scene_factory.py` imports it. `self_play.py` plays
deals that come with the program on the cards.
"""
