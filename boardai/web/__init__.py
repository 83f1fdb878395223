"""The board in a browser: `python -m boardai.web` serves a page on which every game with a grid can be played.

app.py        the door: pages, sockets, who may come in
messages.py   what a page may say, checked
lobby.py      rooms and their visitors: who is told what
room.py       one game being played: seats, moves, clocks, how it ended
tree.py       positions of a game with its variations
loaded.py     files of visitors, read and written
offers.py     what visitors choose from: games, levels, analysts
thinking/     who thinks, and when: one scheduler for all, memory
analysis.py   what a search has found, as data for the page
journal.py    rooms on disk, so that games outlive the server
room_limits.py  which rooms stay in memory
serving/      connections: limits, deadlines, the token
page/         the page: HTML, style and modules, as they are
"""
