"""The rooms of a server and their visitors.

lobby.py        what each message does: the parts put together
company.py      who is where
hall.py         what happens in rooms, and the messages about it to everybody there
level_moves.py  which level thinks in which room
kept.py         which rooms are in memory and on disk
limits.py       whose room goes first where there are too many
flags.py        clocks: looks again when a flag falls
games.py        messages: a game begins, a visitor comes, takes a seat, leaves
play.py         messages: moves, ends, looking back
lessons.py      messages: puzzles, and answers to them
files.py        messages: files of visitors, games that were played before
"""

from boardai.web.lobby.lobby import Lobby as Lobby
