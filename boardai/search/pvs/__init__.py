"""Principal variation search: alpha-beta with the techniques that make it strong.

`pvs.py` is the API: the function `pvs` for one search, the class `Pvs` for a game, which keeps its table. `options.py`
has the presets, and a switch for every technique. The ten steps are described in docs/search/pvs.md.
"""
