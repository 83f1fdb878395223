"""Engines: an agent that other programs talk to, by UCI, GTP, HTP or NBoard.

    player.py           the player: its options, and how it searches for a move
    server.py           lines in, lines out, a log, and the loop that serves them
    uci.py              UCI, which any game can be spoken to in
    gtp.py              GTP, for games whose moves are named after cells

What a game adds stands in its folder, in `serving.py`: which protocols programs expect of it, the usual one first, and
how they write its positions and moves.
"""
