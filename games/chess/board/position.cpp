#include "games/chess/board/position.hpp"

#include <cassert>

#include "games/chess/board/count.hpp"
#include "games/chess/board/play.hpp"

namespace boardai::chess {

namespace {

/// Writes enumerated moves into a list.
struct ListSink {
    ActionList& list;
    template <Kind kind, int type>
    void add(int from, int to, int promotion) {
        list.push_back(make_action(from, to, promotion));
    }
};

template <Wanted wanted>
void list_moves(const Position& position, const Restraints& restraints, ActionList& out) {
    out.clear();
    ListSink sink{out};
    if (position.side == white) {
        enumerate<white, wanted>(position, restraints, sink);
    } else {
        enumerate<black, wanted>(position, restraints, sink);
    }
}

template <int us>
bool has_legal_move_for(const Position& position, const Restraints& restraints) {
    // The cheapest moves come first; they almost always decide.
    const Bitboard own = position.colours[us];
    if (!several(restraints.checkers)) {
        const Bitboard steps = shifted<forward(us)>(position.pawns & own & ~restraints.pinned());
        if (steps & ~position.occupied() & restraints.targets) return true;
        for (Bitboard knights = position.knights & own & ~restraints.pinned(); knights;) {
            if (knight_attacks(take_lowest(knights)) & restraints.targets) return true;
        }
    }
    if (king_attacks(restraints.king) & ~own & ~danger<us>(position)) return true;
    return MoveSets<us>(position, restraints).size(position) != 0;
}

template <int us>
bool is_legal_for(const Position& position, const Restraints& restraints, int from, int to, int promotion) {
    const Bitboard own = position.colours[us];
    if (!(own & bit(from))) return false;
    const int type = position.piece_at(from);
    if (promotion != 0 && (type != pawn || promotion < knight || promotion > queen)) return false;
    if (type == king) {
        const Bitboard attacked = danger<us>(position);
        if (own & bit(to)) {
            return !restraints.checkers &&
                   (castling_partners<us>(position, from, attacked, restraints.pinned_straight) & bit(to));
        }
        return king_attacks(from) & ~attacked & bit(to);
    }
    if (type == pawn) {
        if (to == position.en_passant && position.en_passant && (en_passant_captors<us>(position) & bit(from))) {
            return promotion == 0;
        }
        if (((promotion_rank(us) & bit(to)) != 0) != (promotion != 0)) return false;
        Position alone = position;
        alone.pawns = (position.pawns & ~own) | bit(from);
        const PawnTargets<us> pawns(alone, restraints);
        return (pawns.left | pawns.right | pawns.single | pawns.twice) & bit(to);
    }
    if (type == knight) {
        return !(restraints.pinned() & bit(from)) && (knight_attacks(from) & restraints.targets & bit(to));
    }
    const Bitboard occupied = position.occupied();
    const Bitboard lines = type == bishop ? slider_lines<bishop>(restraints, from, occupied)
                           : type == rook ? slider_lines<rook>(restraints, from, occupied)
                                          : slider_lines<queen>(restraints, from, occupied);
    return lines & restraints.targets & bit(to);
}

}  // namespace

Bitboard Position::pieces(int colour, int type) const {
    switch (type) {
        case pawn:
            return pawns & colours[colour];
        case knight:
            return knights & colours[colour];
        case bishop:
            return bishops() & colours[colour];
        case rook:
            return rooks() & colours[colour];
        case queen:
            return queens() & colours[colour];
        default:
            return kings & colours[colour];
    }
}

void Position::put(int colour, int type, int square) {
    assert(!(occupied() & bit(square)));
    const Bitboard here = bit(square);
    colours[colour] |= here;
    if (type == pawn) pawns |= here;
    if (type == knight) knights |= here;
    if (type == bishop || type == queen) diagonals |= here;
    if (type == rook || type == queen) straights |= here;
    if (type == king) kings |= here;
}

std::uint64_t Position::compute_key() const {
    std::uint64_t result = side == black ? zobrist_keys.black_to_move : 0;
    for (int colour : {white, black}) {
        for (Bitboard set = colours[colour]; set;) {
            const int square = take_lowest(set);
            result ^= zobrist_keys.piece_word(colour, piece_code(*this, square), square);
        }
    }
    for (Bitboard rooks = castling; rooks;)
        result ^= zobrist_keys.castling[static_cast<std::size_t>(take_lowest(rooks))];
    if (en_passant) result ^= zobrist_keys.en_passant[en_passant & 7];
    return result;
}

bool Position::in_check() const {
    return side == white ? attackers<white>(*this, king_square(white), occupied()) != 0
                         : attackers<black>(*this, king_square(black), occupied()) != 0;
}

Restraints Position::restraints() const {
    return side == white ? restraints_of<white>(*this) : restraints_of<black>(*this);
}

bool Position::has_legal_move(const Restraints& restraints) const {
    return side == white ? has_legal_move_for<white>(*this, restraints) : has_legal_move_for<black>(*this, restraints);
}

void Position::legal_actions(const Restraints& restraints, ActionList& out) const {
    list_moves<Wanted::all>(*this, restraints, out);
}
void Position::noisy_actions(const Restraints& restraints, ActionList& out) const {
    list_moves<Wanted::noisy>(*this, restraints, out);
}
void Position::quiet_actions(const Restraints& restraints, ActionList& out) const {
    list_moves<Wanted::quiet>(*this, restraints, out);
}

bool Position::is_legal(const Restraints& restraints, Action action) const {
    if (action < 0 || promotion_of(action) > queen) return false;
    const int from = from_square(action);
    const int to = to_square(action);
    const int promotion = promotion_of(action);
    return side == white ? is_legal_for<white>(*this, restraints, from, to, promotion)
                         : is_legal_for<black>(*this, restraints, from, to, promotion);
}

void Position::play(Action action) {
    assert(is_legal(action));
    const int from = from_square(action);
    const int to = to_square(action);
    const int promotion = promotion_of(action);
    if (side == white) {
        play_kind<white>(*this, kind_of<white>(*this, from, to, promotion), from, to, promotion);
    } else {
        play_kind<black>(*this, kind_of<black>(*this, from, to, promotion), from, to, promotion);
    }
}

}  // namespace boardai::chess
