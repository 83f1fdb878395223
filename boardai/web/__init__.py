"""The board in a browser: `python -m boardai.web` serves a page on which every game with a grid can be played.

app.py        the application: pages, sockets, access
messages.py   the messages that a page may send, checked
lobby/        rooms and their visitors: the effect of each message, who is notified, which rooms are kept
rooms/        one game in progress: seats, moves, clocks, ending; on disk, in files, on pages
offers.py     choices for visitors: games, levels, analysts
thinking/     computations of agents: one scheduler for all, memory
analysis.py   the results of a search, as data for the page
trees/        the tree of a search: while it grows, step by step, opened level by level
serving/      connections: limits, deadlines, the token
page/         the page itself: HTML, style and modules for the board, a game, its people, analysis, training
"""
