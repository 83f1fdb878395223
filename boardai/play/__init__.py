"""A game in the terminal: `python -m boardai.play`.

__main__.py       the command line
seats.py          the players of the sides, by the words of the user
table.py          a game being played: states, players, clock, how it ended
saved.py          the game to and from files
conversation.py   the commands of the user, and the answers
reading.py        lines that people type, for as long as they have time
screen.py         how it is shown: plainly, or with colours where the terminal has them
"""
