#pragma once
// The layout of the positional evaluation's weights.
//
// terms.hpp says when each counts. The index within a group is a count (of squares, of ranks from the owner's first, of
// king moves), a kind of piece from pawn on, or explained at the group.

#include "games/chess/evaluation/tapered_groups.hpp"

namespace boardai::chess::positional {

/// The number of danger values that the king-safety tables distinguish; larger values count as the last.
inline constexpr int danger_units = 40;

enum Term : int {
    pieces,
    knight_mobility,
    bishop_mobility,
    rook_mobility,
    queen_mobility,
    bishop_pair,
    knight_pawns,
    rook_pawns,
    bad_bishop,
    behind_pawn,
    outpost,
    open_file,
    half_open_file,
    seventh_rank,
    doubled,
    isolated,
    backward,
    phalanx,
    supported,
    passed,
    clear_path,
    own_king_way,
    their_king_way,
    rook_behind,
    unstoppable,
    pawn_threat,
    minor_threat,
    rook_threat,
    hanging,
    push_threat,
    shelter,
    storm,
    danger,
    to_move,
    term_count
};

inline constexpr TaperedGroup groups[] = {
    {"pieces on squares", {6, 8, 8}},
    {"knight mobility", {1, 1, 9}},
    {"bishop mobility", {1, 1, 14}},
    {"rook mobility", {1, 1, 15}},
    {"queen mobility", {1, 1, 28}},
    {"bishop pair", {1, 1, 1}},
    {"knight and own pawns", {1, 1, 1}},
    {"rook and own pawns", {1, 1, 1}},
    {"bishop and pawns of its colour", {1, 1, 1}},
    {"minor piece behind a pawn", {1, 1, 1}},
    {"knight, bishop on an outpost", {1, 1, 2}},
    {"rook on an open file", {1, 1, 1}},
    {"rook on a half-open file", {1, 1, 1}},
    {"rook on the seventh rank", {1, 1, 1}},
    {"doubled pawn", {1, 1, 1}},
    {"isolated pawn: closed, open file", {1, 1, 2}},
    {"backward pawn: closed, open file", {1, 1, 2}},
    {"pawn alongside a pawn, by rank", {1, 1, 8}},
    {"pawn supported by a pawn, by rank", {1, 1, 8}},
    {"passed pawn: free, attacked, blocked way, by rank", {1, 3, 8}},
    {"passed pawn, safe to the last rank, by rank", {1, 1, 8}},
    {"passed pawn, own king's distance", {1, 1, 8}},
    {"passed pawn, their king's distance", {1, 1, 8}},
    {"passed pawn, own, their rook behind", {1, 1, 2}},
    {"passed pawn that no king catches", {1, 1, 1}},
    {"pawn attacks a piece", {1, 1, 4}},
    {"minor piece attacks", {1, 1, 5}},
    {"rook attacks", {1, 1, 5}},
    {"attacked and undefended", {1, 1, 5}},
    {"pawn push would attack a piece", {1, 1, 1}},
    {"king's, neighbouring file: own pawn's rank", {1, 2, 8}},
    {"king's files: their pawn free, stopped, by rank", {1, 2, 8}},
    {"danger to their king without, with a queen", {1, 2, danger_units}},
    {"side to move", {1, 1, 1}},
};
static_assert(std::size(groups) == term_count);

inline constexpr auto offsets = offsets_of(groups);
/// The number of weights of each of the two phases.
inline constexpr int phase_size = offsets[term_count];

}  // namespace boardai::chess::positional
