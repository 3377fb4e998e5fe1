"""My games: the list of every deal that was touched, to find, name, open, delete and restore deals.

`scene.py` is the scene of `OpenLibrary`, with its controls and the dialog for a name or a note;
only `app/scene_factory.py` imports it. `columns_and_detail.py` says what is drawn of each deal and
of the selected one, `import_and_export.py` imports and exports all games.
`scenes/common/list_scene.py` is the base.
"""
