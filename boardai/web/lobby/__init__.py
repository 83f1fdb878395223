"""The rooms of a server and their visitors.

lobby.py        the handler of each message: the parts put together
company.py      which visitor is in which room
hall.py         events in rooms, and the messages about them to all visitors there
level_moves.py  the levels that play in rooms
kept.py         the rooms in memory and on disk
limits.py       which room is deleted first if there are too many
flags.py        clocks: checks a room again when a flag falls
games.py        messages: starting a game, entering, taking a seat, leaving
play.py         messages: moves, endings, looking back
lessons.py      messages: puzzles and answers to them
files.py        messages: files of visitors, and games of earlier records
"""

from boardai.web.lobby.lobby import Lobby as Lobby
