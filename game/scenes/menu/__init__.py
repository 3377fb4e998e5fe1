"""The menu: a card for each game, the unfinished tables, the daily deals.

`scene.py` is the scene of `OpenMenu`; only `app/scene_factory.py` imports it. `self_play.py` plays
the deals of `self_play_deals.py` on the cards.
"""
