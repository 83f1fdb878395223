"""Small things that every room uses and none owns; nothing here knows a game.

- `arguments`, `unknown_names`, `quoting`: what callers hand over, checked, and the words that say what was wrong.
- `files`, `databases`: files and SQLite that no kill leaves half written.
- `trust`, `python_file`: whose code may run, and running it.
- `seeds`, `threads`: one seed that becomes many, and how many threads a computation may take.
- `symmetries`: positions that are the same up to a symmetry of the board.
- `lazy_import`: names of a package that are imported when they are asked for.
"""
