"""Chess states to and from boards of the `chess` package (python-chess), with what draws depend on.

What the two sides call a draw:

- the position occurred three times, or 50 moves by each side brought no capture and no pawn move: python-chess offers
  a claim (`is_repetition(3)`, `is_fifty_moves()`); here the game is over with `claim_draws=True`, the default, and goes
  on without. python-chess also lets a player claim what the next move would bring about; here nothing ends before it
  has happened.
- five times, or 75 moves: the game is over on both sides (`board.is_game_over()` is `state.is_terminal()` with
  `claim_draws=False`).
- stalemate, and material with which neither side can mate: over on both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardai.game import load

if TYPE_CHECKING:
    import chess

    from boardai.games.chess import State


def from_board(board: chess.Board, *, claim_draws: bool = True, history: int = 7) -> State:
    """The state of a python-chess board, with its moves: repetitions count, and network planes show them.

    >>> import chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> boardai.interop.from_board(board).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

    Args:
        board: standard chess or Chess960, from whatever position it was set up with.
        claim_draws: as `boardai.load("chess")` takes it: whether the game ends where a draw may be claimed.
        history: earlier positions that the planes show, 0 to 7.

    Returns:
        A state of `boardai.load("chess", chess960=board.chess960, claim_draws=claim_draws, history=history)`; a piece's
        having been a pawn (`board.promoted`) makes no difference in these games and is not kept.

    Raises:
        ValueError: a variant with other rules, an illegal position, a null or illegal move among the moves, a move
            played after the game was over, or a board that is not what its moves lead to.
        TypeError: it is no `chess.Board`.
    """
    chess = _chess()
    if not isinstance(board, chess.Board):
        raise TypeError(f"from_board takes a chess.Board, not {type(board).__name__}")
    if type(board).uci_variant != "chess":
        raise ValueError(f"boardai plays standard chess and Chess960, not {type(board).uci_variant}")
    replay = board.root()
    # What python-chess would leave out of the position's text without a word.
    for flag in (chess.Status.BAD_CASTLING_RIGHTS, chess.Status.INVALID_EP_SQUARE):
        if replay.status() & flag:
            raise ValueError(f"illegal board: {flag.name} in position {replay.fen(en_passant='fen')}")
    game = load("chess", chess960=board.chess960, claim_draws=claim_draws, history=history)
    try:
        state = game.from_string(_fen(replay))
    except ValueError as error:
        raise ValueError(f"illegal board: {error}") from None
    for number, move in enumerate(board.move_stack, 1):
        text = replay.uci(move) if move else "null move"
        where = f"move {number} of {len(board.move_stack)}, {text}"
        if not move:
            raise ValueError(f"{where}: passes do not exist in chess")
        if state.is_terminal():
            remedy = "; claim_draws=False plays on" if claim_draws and _only_claimed(state) else ""
            raise ValueError(f"{where}: the game was over before it ({game.describe_ending(state)}){remedy}")
        try:
            state.apply(state.action_from_string(text))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        replay.push(move)
    if _fen(replay) != _fen(board):
        raise ValueError(f"the board, {_fen(board)}, does not follow from its moves, which lead to {_fen(replay)}")
    return state


def to_board(state: State) -> chess.Board:
    """The python-chess board of a state.

    >>> boardai.interop.to_board(boardai.load("chess").initial_state()).is_game_over()
    False

    Its `move_stack` begins after the last capture, pawn move or loss of a castling right: a state knows the moves that
    repetitions depend upon, and no others (`state.reversible_moves()`). `board.root()` is the position before them.
    Whether draws are claimed is not the board's to know: `state.claims_draws()`.

    `from_board(to_board(state), claim_draws=state.claims_draws(), history=0)` equals the state, seen without history
    (`state.show_history(0)`).

    Raises:
        ValueError: the state was unpickled from bytes that no game makes.
        TypeError: it is no state of chess.
    """
    chess = _chess()
    if not hasattr(state, "reversible_moves"):
        raise TypeError(f"to_board takes a state of chess, not {type(state).__name__}")
    start, actions = state.reversible_moves()
    chess960 = state.is_chess960()
    board = chess.Board(start.shredder_fen() if chess960 else start.fen(), chess960=chess960)
    for action in actions:
        board.push(action_to_move(start, action))
        start.apply(action)
    return board


def action_to_move(state: State, action: int) -> chess.Move:
    """A legal action as python-chess writes moves: castling by the king's target, in Chess960 by the rook's square.

    >>> state = boardai.load("chess").initial_state()
    >>> boardai.interop.action_to_move(state, state.action_from_san("Nf3"))
    Move.from_uci('g1f3')

    Args:
        state: of chess, before the action.
        action: ours.

    Raises:
        ValueError: the action is not legal here.
    """
    return _chess().Move.from_uci(state.action_to_string(action))


def action_from_move(state: State, move: chess.Move) -> int:
    """The action of a python-chess move.

    >>> import chess
    >>> state = boardai.load("chess").initial_state()
    >>> state.san(boardai.interop.action_from_move(state, chess.Move.from_uci("g1f3")))
    'Nf3'

    Args:
        state: of chess, before the move.
        move: theirs.

    Raises:
        ValueError: the move is not legal here.
    """
    return state.action_from_string(move.uci())


def _chess() -> Any:
    """The package, imported when it is needed.

    Raises:
        ImportError: it is not installed; the message says how.
    """
    try:
        import chess
    except ImportError as error:
        raise ImportError("boards of python-chess need the package `chess`: pip install 'boardai[chess]'") from error
    return chess


def _fen(board: chess.Board) -> str:
    """What of a board makes a position: castling rights by the rooks' files in Chess960, en passant if it is legal."""
    return board.fen(shredder=board.chess960)


def _only_claimed(state: State) -> bool:
    """Whether a finished game could continue without a claim of a draw."""
    if state.is_checkmate() or state.is_stalemate() or state.is_insufficient_material():
        return False
    return state.occurrences() < 5 and state.halfmove_clock() < 150
