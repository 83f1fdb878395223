"""Games being played.

room.py        a game: moves, clocks, how it ended
seats.py       who plays and who may sit down
tree.py        positions of a game with its variations
view.py        what pages receive
files.py       a room's game out of a file, and for a file
loaded.py      files of visitors, read and written
journal.py     rooms on disk, so that games outlive the server
room_files.py  which files there are, and which goes first
"""
