"""Small utilities that all packages share; nothing here depends on a game.

- `arguments`, `unknown_names`, `quoting`: checks of arguments, and the text of error messages.
- `files`, `databases`: files and SQLite databases that a killed process never leaves half written.
- `trust`, `python_file`: which code may run, and running it.
- `seeds`, `threads`: one seed that becomes many, and how many threads a computation may take.
- `symmetries`: positions that are the same up to a symmetry of the board.
- `lazy_import`: names of a package that are imported at their first use.
"""
