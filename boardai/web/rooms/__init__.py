"""Games in progress.

room.py        a game: moves, clocks, ending
seats.py       the players and who may take their seats
tree.py        positions of a game with its variations
view.py        the data for pages
files.py       a room's game from a file, and for a file
loaded.py      visitors' files, read and written
journal.py     rooms on disk, so that games survive the server
room_files.py  the files of rooms, and which is deleted first
"""
