"""The state of N games of chess, making moves, and the end of games."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.bitboards import (
    BITS,
    both,
    chosen,
    count,
    either,
    full,
    is_any,
    moved,
    single,
    where,
    without,
    words_of,
)
from boardai.device.rules import DeviceRules, kept, outcomes, refuse_parameters, settled
from boardai.game import Game
from boardai.games.chess.device.moves import DIRECTIONS, PLANES, Castling, legal_moves, restraints
from boardai.games.chess.device.pieces import Board, Pieces, pieces_of, rank, turned
from boardai.games.chess.device.planes import observed, recorded

_DARK = np.uint32(0xAA55AA55)  # the dark squares of half a board
# Squares moved towards higher numbers by each policy plane: eight directions, leaps, underpromotions.
_BY = np.array(
    [n * (right + 8 * ahead) for _, _, (right, ahead) in DIRECTIONS for n in range(1, 8)]
    + [17, 10, -6, -15, -17, -10, 6, 15]
    + [by for by in (7, 8, 9) for _ in range(3)],
    np.int32,
)


class State(NamedTuple):
    """N games. Boards are from the side to move.

    Attributes:
        pieces: their squares.
        en_passant: the square where a pawn can be captured en passant, if it legally can.
        rights: to castle, bool `[N, 4]`: own king side, queen side, the opponent's.
        side: player to move, int8 `[N]`, 0 White.
        halfmoves: since a capture or pawn move, int16 `[N]`.
        number: of the move, int32 `[N]`.
        moves: for each policy plane the squares from which its move is legal: uint32 `[N, 73, 2]`.
        over: bool `[N]`.
        mated: whether it was by mate, bool `[N]`.
        occurrences: how often the position has occurred, now included: int8 `[N]`.
        key: two hashes of placement, side, rights and en passant: uint32 `[N, 2]`.
        keys: of the positions since the last capture or pawn move, this one excluded: uint32 `[N, K, 2]`.
        key_count: number of keys in use, int16 `[N]`.
        past: earlier positions, latest first, each seen by who was to move: uint32 `[N, H, 17]`.
    """

    pieces: Pieces
    en_passant: Board
    rights: jax.Array
    side: jax.Array
    halfmoves: jax.Array
    number: jax.Array
    moves: jax.Array
    over: jax.Array
    mated: jax.Array
    occurrences: jax.Array
    key: jax.Array
    keys: jax.Array
    key_count: jax.Array
    past: jax.Array


class Rules(DeviceRules[State]):
    """Chess and Chess960 from one start position."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        refuse_parameters(game, ("attacks", "encoding"))
        start: Any = game.initial_state()
        self._chess960 = bool(start.is_chess960())
        self._halfmove_limit, self._occurrence_limit = (100, 3) if start.claims_draws() else (150, 5)
        self._history = int(start.history())
        _, side, self._rights, en_passant, halfmoves, number = start.shredder_fen().split()
        self._letters = np.array(list(pieces_of(start.shredder_fen()))).reshape(8, 8)[::-1].ravel()  # a1 first
        self._side = int(side == "b")
        self._counters = int(halfmoves), int(number)
        self._passed = -1 if en_passant == "-" else "abcdefgh".index(en_passant[0]) + 8 * (int(en_passant[1]) - 1)
        self._castlings = [self._castling_of(colour) for colour in (0, 1)]

    def _castling_of(self, colour: int) -> tuple[Castling | None, Castling | None]:
        """King side and queen side, where the start position has the right."""
        king = self._letters.tolist().index("Kk"[colour]) % 8
        found: list[Castling | None] = [None, None]
        for file in (letter for letter in self._rights if letter.isalpha() and letter.isupper() == (colour == 0)):
            rook = "abcdefgh".index(file.lower())
            found[rook < king] = Castling(king, rook, *((6, 5) if rook > king else (2, 3)))
        return found[0], found[1]

    def init(self, n: int) -> State:
        def board_of(letters: str) -> Board:
            return full(words_of(np.isin(self._letters, list(letters))), n)

        pieces = Pieces(*map(board_of, ("pP", "nN", "bBqQ", "rRqQ", "kK", "PNBRQK", "pnbrqk")))
        passed = single(jnp.full((n,), self._passed), 2)
        rights = [castling is not None for colour in (0, 1) for castling in self._castlings[colour]]
        if self._side:
            pieces, passed, rights = pieces.turned(), turned(passed), rights[2:] + rights[:2]
        return self._arrived(
            pieces,
            passed,
            jnp.broadcast_to(jnp.asarray(rights), (n, 4)),
            jnp.full((n,), self._side, jnp.int8),
            jnp.full((n,), self._counters[0], jnp.int16),
            jnp.full((n,), self._counters[1], jnp.int32),
            jnp.zeros((n, self._halfmove_limit + 1, 2), jnp.uint32),
            jnp.zeros((n,), jnp.int16),
            jnp.zeros((n, self._history, 17), jnp.uint32),
        )

    def _arrived(
        self, pieces: Pieces, passed: Board, rights: jax.Array, side: jax.Array, halfmoves: jax.Array,
        number: jax.Array, keys: jax.Array, key_count: jax.Array, past: jax.Array,
    ) -> State:  # fmt: skip
        """The state of a position: its legal moves, and how often it has occurred."""
        pieces, passed, rights, side, halfmoves, key_count = settled(
            (pieces, passed, rights, side, halfmoves, key_count)
        )
        bound = settled(restraints(pieces))
        castlings = [
            (castling, rights[:, way] & (side == colour))
            for colour in (0, 1)
            for way, castling in enumerate(self._castlings[colour])
            if castling is not None
        ]
        planes, takers = legal_moves(pieces, bound, passed, castlings, self._chess960)
        moves = jnp.stack([jnp.broadcast_to(word, side.shape) for plane in planes for word in plane], 1)
        moves, takers = settled((moves, takers))
        stuck = ~jnp.any(moves != 0, 1)
        mated = stuck & bound.is_check
        en_passant = where(is_any(takers), passed)
        key = _key(pieces, en_passant, rights, side)
        same = jnp.all(keys == key[:, None], 2) & (jnp.arange(keys.shape[1]) < key_count[:, None])
        occurrences = (1 + jnp.sum(same, 1)).astype(jnp.int8)
        # A mate on the last half-move of the count has priority.
        counted_out = (halfmoves >= self._halfmove_limit) & ~mated
        drawn = (occurrences >= self._occurrence_limit) | counted_out | _no_mate_left(pieces)
        moves = jnp.where(drawn[:, None], jnp.uint32(0), moves).reshape(side.shape[0], PLANES, 2)
        return State(
            pieces, en_passant, rights, side, halfmoves, number, moves, stuck | drawn, mated, occurrences, key, keys,
            key_count, past,
        )  # fmt: skip

    def legal_mask(self, state: State) -> jax.Array:
        bits = state.moves[..., None] >> np.arange(BITS, dtype=np.uint32) & np.uint32(1)
        return bits.reshape(bits.shape[0], self.policy_size) != 0

    def _step(self, state: State, actions: jax.Array) -> State:
        pieces, origin, plane = state.pieces, actions % 64, actions // 64
        by = jnp.asarray(_BY)[plane]
        begin, end = single(origin, 2), single(origin + by, 2)
        is_pawn, is_king = is_any(both(pieces.pawns, begin)), is_any(both(pieces.kings, begin))
        castles = is_king & (is_any(both(pieces.own, end)) if self._chess960 else jnp.abs(by) == 2)
        taken = where(~castles, both(pieces.other, end))
        passing = both(end, where(is_pawn, state.en_passant))
        taken = either(taken, moved(passing, -8))

        promotes = is_pawn & is_any(both(end, rank(8)))
        piece = jnp.where(plane >= 64, (plane - 64) % 3, 3)  # knight, bishop, rook, queen
        gone = either(begin, taken)

        def placed(board: Board, becomes: jax.Array) -> Board:
            arrives = jnp.where(promotes, becomes, is_any(both(board, begin)))
            return either(without(board, gone), where(arrives & ~castles, end))

        none = jnp.zeros_like(is_pawn)
        after = Pieces(
            placed(pieces.pawns, none),
            placed(pieces.knights, piece == 0),
            placed(pieces.diagonals, (piece == 1) | (piece == 3)),
            placed(pieces.straights, piece >= 2),
            placed(pieces.kings, none),
            either(without(pieces.own, begin), where(~castles, end)),
            without(pieces.other, taken),
        )
        after = self._castled(after, state.side, castles, by > 0)
        keys, key_count = self._remembered(state)
        halfmoves = jnp.where(is_pawn | is_any(taken), 0, state.halfmoves + 1)
        rights = self._rights_after(state, begin, end, is_king)
        passed = where(is_pawn & (by == 16), moved(begin, 8))
        past = jnp.concatenate([recorded(state)[:, None], state.past], 1)[:, : self._history]
        new = self._arrived(
            after.turned(),
            turned(passed),
            rights[:, np.array([2, 3, 0, 1])],
            1 - state.side,
            halfmoves.astype(jnp.int16),
            state.number + state.side,
            keys,
            jnp.where(halfmoves == 0, 0, key_count).astype(jnp.int16),
            past,
        )
        # Keys after the count have no meaning, so these need no second look.
        return kept(state.over, state._replace(keys=new.keys), new)

    def _castled(self, pieces: Pieces, side: jax.Array, castles: jax.Array, to_the_right: jax.Array) -> Pieces:
        """Moves king and rook when castling; the king has left its square already."""
        for colour in (0, 1):
            for castling, right in zip(self._castlings[colour], (True, False), strict=True):
                if castling is None:
                    continue
                now = castles & (side == colour) & (to_the_right == right)
                rook, king_to, rook_to = (
                    (np.uint32(1 << square), np.uint32(0))
                    for square in (castling.rook, castling.king_to, castling.rook_to)
                )
                pieces = pieces._replace(
                    kings=chosen(now, either(pieces.kings, king_to), pieces.kings),
                    straights=chosen(now, either(without(pieces.straights, rook), rook_to), pieces.straights),
                    own=chosen(now, either(without(pieces.own, rook), either(king_to, rook_to)), pieces.own),
                )
        return pieces

    def _rights_after(self, state: State, begin: Board, end: Board, king_moves: jax.Array) -> jax.Array:
        """The remaining castling rights, in the same order."""
        left = []
        for number in range(4):
            of_mover, way = number < 2, number % 2
            lost = jnp.zeros_like(king_moves)
            for colour in (0, 1):
                castling = self._castlings[colour if of_mover else 1 - colour][way]
                if castling is not None:
                    word, bit = (begin[0], castling.rook) if of_mover else (end[1], castling.rook + 24)
                    lost |= (state.side == colour) & (word >> np.uint32(bit) & 1 != 0)
            left.append(state.rights[:, number] & ~lost & ~(king_moves & of_mover))
        return jnp.stack(left, 1)

    def _remembered(self, state: State) -> tuple[jax.Array, jax.Array]:
        """The keys with that of the present position."""
        rows = jnp.arange(state.side.shape[0])
        place = jnp.minimum(state.key_count, state.keys.shape[1] - 1)
        return state.keys.at[rows, place].set(state.key), state.key_count + 1

    def observe(self, state: State) -> jax.Array:
        return observed(state, self._history)

    def is_over(self, state: State) -> jax.Array:
        return state.over

    def player(self, state: State) -> jax.Array:
        return state.side.astype(jnp.int32)

    def outcome(self, state: State) -> jax.Array:
        return outcomes(jnp.where(state.mated, 2 * state.side - 1, 0))


def _no_mate_left(pieces: Pieces) -> jax.Array:
    """Bare kings, one minor piece next to them, or bishops that are all on squares of one colour."""
    heavy = is_any(either(pieces.pawns, pieces.straights))
    minor = count(pieces.knights) + count(pieces.diagonals)
    on_dark = is_any(tuple(word & _DARK for word in pieces.diagonals))
    on_light = is_any(tuple(word & ~_DARK for word in pieces.diagonals))
    return ~heavy & ((minor <= 1) | (~is_any(pieces.knights) & ~(on_dark & on_light)))


def _key(pieces: Pieces, en_passant: Board, rights: jax.Array, side: jax.Array) -> jax.Array:
    """Two hashes of what makes a position the same: uint32 `[N, 2]`."""
    facts = jnp.sum(rights.astype(jnp.uint32) << np.arange(4, dtype=np.uint32), 1, dtype=jnp.uint32) << 1
    words = [*(word for board in (*pieces, en_passant) for word in board), facts | side.astype(jnp.uint32)]
    found = []
    for seed, factor in ((0x9E3779B9, 0x85EBCA6B), (0x7F4A7C15, 0xC2B2AE35)):
        key = jnp.full_like(facts, seed)
        for word in words:
            key = (key ^ word) * np.uint32(factor)
            key ^= key >> np.uint32(15)
        found.append(key)
    return jnp.stack(found, 1)
