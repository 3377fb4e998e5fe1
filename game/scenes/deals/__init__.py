"""The list of a game's deals: filters, rows, the selected deal in detail, import and export.

`scene.py` is the scene of `OpenDeals`, with its controls; only `app/scene_factory.py` imports it.
`columns_and_detail.py` says what is drawn of each deal and of the selected one, `listed_packs.py`
has the packs and what was done with each deal, `copy_import_export_and_clear.py` imports, exports,
copies and clears the player's records. `scenes/common/list_scene.py` is the base.
"""
