"""My games: every deal that was touched, found, named, opened, deleted and brought back.

`scene.py` is the scene of `OpenLibrary`; only `app/scene_factory.py` imports it. `rows.py` draws
rows, `detail.py` the selected deal, `controls.py` places controls, `naming.py` asks for names and
notes, `export_commands.py` writes files and takes them in.
"""
