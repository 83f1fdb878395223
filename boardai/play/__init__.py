"""A game in the terminal: `python -m boardai.play`.

__main__.py       the command line
seats.py          who plays which side, from the words people use
table.py          a game being played: states, players, clock, how it ended
saved.py          the game to and from files
conversation.py   what people type and what they are answered
reading.py        lines that people type, for as long as they have time
screen.py         how it is shown: plainly, or with colours where the terminal has them
"""
