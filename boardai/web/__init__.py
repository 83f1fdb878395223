"""The board in a browser: `python -m boardai.web` serves a page on which every game with a grid can be played.

app.py        the door: pages, sockets, who may come in
messages.py   what a page may say, checked
lobby/        rooms and their visitors: what each message does, who is notified, which rooms are kept
rooms/        one game being played: seats, moves, clocks, how it ended; on disk, in files, on pages
offers.py     what visitors choose from: games, levels, analysts
thinking/     who thinks, and when: one scheduler for all, memory
analysis.py   what a search has found, as data for the page
trees/        the tree of a search, as it grows, step by step, opened level by level
serving/      connections: limits, deadlines, the token
page/         the page: HTML, style and modules, as they are: the board, a game, its people, analysis, training
"""
