"""The list of a game's deals: filters, rows, the selected deal in detail, import and export.

`scene.py` is the scene of `OpenDeals`; only `app/scene_factory.py` imports it. `listed_packs.py`
has the packs, `tries_and_times.py` what was done with each deal, `selection.py` the deal selected.
`rows.py` draws rows, `detail.py` the selected deal, `controls.py` places controls,
`copy_import_export_and_clear.py` imports, exports, copies and clears the player's records.
"""
