"""My games: the list of every deal that was touched, to find, name, open, delete and restore deals.

`scene.py` is the scene of `OpenLibrary`; only `app/scene_factory.py` imports it. `rows.py` draws
rows, `detail.py` the selected deal, `controls.py` places controls, `name_and_note.py` asks for a
name or a note, `import_and_export.py` imports and exports all games.
"""
