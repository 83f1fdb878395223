"""PGN: `reader.py` describes what is read and tolerated, `writer.py` writes.

Words are in `tokens.py`, moves in `moves.py`, signs and blanks in `signs.py`.
"""

from boardai.games.chess.pgn.reader import PgnError as PgnError
from boardai.games.chess.pgn.reader import PgnGame as PgnGame
from boardai.games.chess.pgn.reader import PgnMove as PgnMove
from boardai.games.chess.pgn.reader import PgnReader as PgnReader
from boardai.games.chess.pgn.reader import read_games as read_games
from boardai.games.chess.pgn.reader import write_games as write_games
