"""The menu: a card for each game, the game left last, the deals of the day.

`scene.py` is the scene of `OpenMenu`; only `app/scene_factory.py` imports it. `self_play.py` plays
the deals of `demos.py` on the cards.
"""
