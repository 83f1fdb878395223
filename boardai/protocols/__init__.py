"""Communication with other programs: processes that answer in lines, and the protocols on top of them.

A game's own dialect of a protocol lies in the game's folder (`games/chess/uci.py`, `games/reversi/gtp.py`). Engines
that other programs talk to are `boardai.engine`'s business.
"""
