#pragma once
// The terms of the positional evaluation.
//
// One traversal serves all purposes: `take(colour, place, amount)` is called for each term of a position, with the
// index of its weight (layout.hpp) and the number of times it counts for that colour. The evaluation adds up weights
// and the feature set lists indices, so weights fitted to the features fit the evaluation.
//
// Included by .cpp files only, like board/attacks.hpp.

#include <algorithm>

#include "games/chess/board/attacks.hpp"
#include "games/chess/evaluation/pawn_sets.hpp"
#include "games/chess/evaluation/positional/evaluator.hpp"
#include "games/chess/evaluation/positional/layout.hpp"

namespace boardai::chess::positional {

/// Units of danger (layout.hpp) that each kind of attacker adds, by PieceType: once if it attacks the king's zone, and
/// once if it could give a check without being captured.
inline constexpr int attacker_units[5] = {0, 3, 2, 3, 4};
inline constexpr int check_units[5] = {0, 5, 3, 5, 5};
/// For each attacked square next to the king, and for each that only king and queen defend.
inline constexpr int ring_units = 1;
inline constexpr int weak_ring_units = 2;

/// Data of one colour, as far as computed.
struct Side {
    Bitboard pieces = 0;
    Bitboard by[6] = {0, 0, 0, 0, 0, 0};  ///< squares attacked, by PieceType
    Bitboard attacked = 0;
    Bitboard attacked_twice = 0;
    Bitboard ring = 0;  ///< the king's square and its neighbours
    Bitboard zone = 0;  ///< the ring and the squares in front of it
    Bitboard area = 0;  ///< squares that count for mobility
    int king = 0;
    int units = 0;  ///< units of danger to the other king
};

template <class Take>
class Walk {
  public:
    Walk(const Position& position, const Take& take) : position_(position), take_(take) {}

    /// Every term of the position.
    void all() {
        pieces_on_squares();
        beside_the_table(pawn_structure());
    }

    /// 1. Pieces on squares. The evaluation updates this sum incrementally instead.
    void pieces_on_squares() {
        for (const int colour : {white, black}) {
            for (Bitboard set = position_.colours[colour]; set;) {
                const int square = take_lowest(set);
                take_(colour, offsets[pieces] + 64 * position_.piece_at(square) + seen_by(colour, square), 1);
            }
        }
    }

    /// 2. Terms that depend only on the pawns.
    PawnFacts pawn_structure() {
        PawnFacts facts;
        pawns_of<white>(facts);
        pawns_of<black>(facts);
        return facts;
    }

    /// 3. All other terms.
    void beside_the_table(const PawnFacts& facts) {
        begin<white>();
        begin<black>();
        pieces_of<white>(facts);
        pieces_of<black>(facts);
        passed_pawns_of<white>(facts);
        passed_pawns_of<black>(facts);
        threats_by<white>();
        threats_by<black>();
        king_of<white>();
        king_of<black>();
        take_(position_.side, offsets[to_move], 1);
    }

  private:
    template <int us>
    void add(Term term, int place, int amount = 1) const {
        take_(us, offsets[term] + place, amount);
    }
    template <int us>
    void add_by_rank(Term term, Bitboard set, int place = 0) const {
        while (set) add<us>(term, place + rank_of(seen_by(us, take_lowest(set))));
    }
    /// Groups with a single weight for all pieces are counted for the set as a whole.
    template <int us>
    void add_count(Term term, int place, Bitboard set) const {
        if (set) add<us>(term, place, count(set));
    }

    template <int us>
    void pawns_of(PawnFacts& facts) const {
        constexpr int them = us ^ 1;
        const Bitboard own = position_.pawns & position_.colours[us];
        const Bitboard others = position_.pawns & position_.colours[them];
        const Bitboard front = ahead<us>(own);
        const Bitboard their_front = ahead<them>(others);
        const Bitboard span = beside(front);
        const Bitboard on_open_file = own & ~their_front;
        const Bitboard alone = own & ~beside(files_of(own));
        // A backward pawn: the square in front of it is attacked by a pawn, and no pawn of its own colour can ever
        // support it there.
        const Bitboard left_behind =
            own & ~alone & forward<them>(forward<us>(own) & attacked_by_pawns<them>(others) & ~span);

        facts.passed |= own & ~(their_front | beside(their_front) | ahead<them>(own));
        facts.spans[us] = span;
        add_count<us>(doubled, 0, own & front);
        add_count<us>(isolated, 0, alone & ~on_open_file);
        add_count<us>(isolated, 1, alone & on_open_file);
        add_count<us>(backward, 0, left_behind & ~on_open_file);
        add_count<us>(backward, 1, left_behind & on_open_file);
        add_by_rank<us>(phalanx, own & beside(own));
        add_by_rank<us>(supported, own & attacked_by_pawns<us>(own));
    }

    /// Attacks of pawns and kings, which all other terms need.
    template <int us>
    void begin() {
        constexpr int them = us ^ 1;
        Side& side = sides_[us];
        const Bitboard own_pawns = position_.pawns & position_.colours[us];
        const Bitboard pushed = forward<us>(own_pawns);
        side.pieces = position_.colours[us];
        side.king = position_.king_square(us);
        side.by[king] = king_attacks(side.king);
        side.by[pawn] = beside(pushed);
        side.attacked = side.by[king] | side.by[pawn];
        side.attacked_twice = (side.by[king] & side.by[pawn]) | (shifted<1>(pushed) & shifted<-1>(pushed));
        side.ring = side.by[king] | bit(side.king);
        side.zone = side.ring | forward<us>(side.ring);
        // Without squares attacked by opposing pawns, or occupied by own pawns or the own king.
        const Bitboard their_pawns = position_.pawns & position_.colours[them];
        side.area = ~(attacked_by_pawns<them>(their_pawns) | own_pawns | bit(side.king));
    }

    template <int us>
    void pieces_of(const PawnFacts& facts) {
        constexpr int them = us ^ 1;
        const Bitboard own = position_.colours[us];
        const Bitboard occupied = position_.occupied();
        const Bitboard own_pawns = position_.pawns & own;
        const Bitboard their_pawns = position_.pawns & ~own;
        const int pawn_count = count(own_pawns);
        const Bitboard bishops = position_.bishops() & own;
        const Bitboard rooks = position_.rooks() & own;
        const Bitboard knights = position_.knights & own;
        // X-rays: a bishop sees through own bishops and queens, a rook through own rooks and queens, since these could
        // recapture.
        const Bitboard for_bishops = occupied ^ (position_.diagonals & own);
        const Bitboard for_rooks = occupied ^ (position_.straights & own);

        for (Bitboard set = knights; set;) attacker<us, knight>(knight_mobility, knight_attacks(take_lowest(set)));
        for (Bitboard set = bishops; set;) {
            const int square = take_lowest(set);
            attacker<us, bishop>(bishop_mobility, bishop_attacks(square, for_bishops));
            const Bitboard own_colour = dark_squares >> square & 1 ? dark_squares : ~dark_squares;
            add_count<us>(bad_bishop, 0, own_pawns & own_colour);
        }
        for (Bitboard set = rooks; set;) attacker<us, rook>(rook_mobility, rook_attacks(take_lowest(set), for_rooks));
        for (Bitboard set = position_.queens() & own; set;) {
            const int square = take_lowest(set);
            attacker<us, queen>(queen_mobility, bishop_attacks(square, occupied) | rook_attacks(square, occupied));
        }

        if (several(bishops)) add<us>(bishop_pair, 0);
        if (knights) add<us>(knight_pawns, 0, (pawn_count - 5) * count(knights));
        constexpr Bitboard seventh = us == white ? rank_1 << 48 : rank_1 << 8;
        if (rooks) {
            add<us>(rook_pawns, 0, (pawn_count - 5) * count(rooks));
            const Bitboard without_own = rooks & ~files_of(own_pawns);
            const Bitboard their_files = files_of(their_pawns);
            add_count<us>(open_file, 0, without_own & ~their_files);
            add_count<us>(half_open_file, 0, without_own & their_files);
            // If it confines the king to the last rank or attacks pawns that have not moved.
            if ((their_pawns & seventh) || rank_of(seen_by(us, sides_[them].king)) == 7) {
                add_count<us>(seventh_rank, 0, rooks & seventh);
            }
        }
        constexpr Bitboard fourth_to_sixth = us == white ? 0xffffff000000 : 0xffffff0000;
        const Bitboard outposts = fourth_to_sixth & sides_[us].by[pawn] & ~facts.spans[them];
        add_count<us>(outpost, 0, knights & outposts);
        add_count<us>(outpost, 1, bishops & outposts);
        add_count<us>(behind_pawn, 0, (knights | bishops) & forward<them>(position_.pawns));
    }

    template <int us, int type>
    void attacker(Term mobility, Bitboard attacks) {
        Side& side = sides_[us];
        const Side& other = sides_[us ^ 1];
        side.by[type] |= attacks;
        side.attacked_twice |= side.attacked & attacks;
        side.attacked |= attacks;
        add<us>(mobility, count(attacks & side.area));
        if (attacks & other.zone) side.units += attacker_units[type] + ring_units * count(attacks & other.ring);
    }

    template <int us>
    void passed_pawns_of(const PawnFacts& facts) const {
        constexpr int them = us ^ 1;
        const Bitboard occupied = position_.occupied();
        const Bitboard rooks = position_.rooks();
        const Bitboard their_pieces = position_.colours[them] & ~position_.pawns & ~position_.kings;
        for (Bitboard set = facts.passed & position_.colours[us]; set;) {
            const int square = take_lowest(set);
            const int rank = rank_of(seen_by(us, square));
            const Bitboard next = forward<us>(bit(square));
            const Bitboard way = ahead<us>(bit(square));
            const bool blocked = occupied & next;
            add<us>(passed, 8 * (blocked ? 2 : sides_[them].attacked & next ? 1 : 0) + rank);
            if (!(way & (occupied | sides_[them].attacked))) add<us>(clear_path, rank);
            // The kings' distances matter more for advanced pawns.
            const int stop = lowest(next);
            const int advance = rank - 2;
            if (advance > 0) {
                add<us>(own_king_way, king_steps(sides_[us].king, stop), advance);
                add<us>(their_king_way, king_steps(sides_[them].king, stop), advance);
            }
            if (const Bitboard behind = ahead<them>(bit(square)) & rooks) {
                const Bitboard seen = behind & rook_attacks(square, occupied);
                add_count<us>(rook_behind, 0, seen & position_.colours[us]);
                add_count<us>(rook_behind, 1, seen & position_.colours[them]);
            }
            if (!their_pieces && !(way & occupied)) {
                const int last = highest_of<us>(way);
                const int steps = std::min(7 - rank, 5);  // from its home square a pawn may move two squares
                const int late = position_.side == them ? 1 : 0;
                if (king_steps(sides_[them].king, last) - late > steps) add<us>(unstoppable, 0);
            }
        }
    }
    template <int us>
    static int highest_of(Bitboard way) {
        return us == white ? highest(way) : lowest(way);
    }

    template <int us>
    void threats_by() const {
        constexpr int them = us ^ 1;
        const Side& side = sides_[us];
        const Side& other = sides_[them];
        const Bitboard theirs = other.pieces & ~position_.kings;
        const Bitboard sets[5] = {position_.pawns, position_.knights, position_.bishops(), position_.rooks(),
                                  position_.queens()};
        const auto by_type = [&](Term term, Bitboard attacked, int first) {
            for (int type = first; attacked && type <= queen; ++type) {
                add_count<us>(term, type - first, attacked & sets[type]);
                attacked &= ~sets[type];
            }
        };
        by_type(pawn_threat, side.by[pawn] & theirs & ~position_.pawns, knight);
        const Bitboard bare = theirs & ~other.by[pawn];
        by_type(minor_threat, (side.by[knight] | side.by[bishop]) & (bare | (theirs & position_.straights)), pawn);
        by_type(rook_threat, side.by[rook] & (bare | (theirs & sets[queen])), pawn);
        by_type(hanging, theirs & side.attacked & ~other.attacked, pawn);

        // Pawns that could advance to a safe square and attack a piece from there.
        const Bitboard empty = ~position_.occupied();
        constexpr Bitboard third = us == white ? rank_1 << 16 : rank_1 << 40;
        Bitboard pushes = forward<us>(position_.pawns & side.pieces) & empty;
        pushes |= forward<us>(pushes & third) & empty;
        pushes &= ~other.by[pawn] & (side.attacked | ~other.attacked);
        add_count<us>(push_threat, 0, attacked_by_pawns<us>(pushes) & theirs & ~position_.pawns & ~side.by[pawn]);
    }

    template <int us>
    void king_of() const {
        constexpr int them = us ^ 1;
        const Side& side = sides_[us];
        const Side& other = sides_[them];
        // Pawns of both sides in front of the king, on its file and the two next to it; also three files for a king on
        // the edge.
        const int file = file_of(side.king);
        const int middle = std::clamp(file, 1, 6);
        const Bitboard from_here = ahead<us>(rank_1 << (side.king & 56)) | rank_1 << (side.king & 56);
        const Bitboard own_pawns = position_.pawns & side.pieces & from_here;
        const Bitboard their_pawns = position_.pawns & other.pieces & from_here;
        for (int f = middle - 1; f <= middle + 1; ++f) {
            const int own = nearest_rank<us>(own_pawns & file_a << f);
            const int their = nearest_rank<us>(their_pawns & file_a << f);
            add<us>(shelter, (f == file ? 0 : 8) + own);
            add<us>(storm, (own != 0 && own + 1 == their ? 8 : 0) + their);
        }

        // Danger to the king.
        int units = other.units;
        if (units == 0) return;
        const Bitboard held = side.by[pawn] | side.by[knight] | side.by[bishop] | side.by[rook];
        units += weak_ring_units * count(side.ring & other.attacked & ~held);
        const Bitboard occupied = position_.occupied();
        const Bitboard through_queen = occupied & ~(position_.queens() & side.pieces);
        const Bitboard safe = ~other.pieces & ~(held | side.by[queen]) & (~side.by[king] | other.attacked_twice);
        const Bitboard straight = rook_attacks(side.king, through_queen) & safe;
        const Bitboard diagonal = bishop_attacks(side.king, through_queen) & safe;
        if (knight_attacks(side.king) & safe & other.by[knight]) units += check_units[knight];
        if (diagonal & other.by[bishop]) units += check_units[bishop];
        if (straight & other.by[rook]) units += check_units[rook];
        if ((straight | diagonal) & other.by[queen]) units += check_units[queen];
        const bool with_queen = position_.queens() & other.pieces;
        add<them>(danger, (with_queen ? danger_units : 0) + std::min(units, danger_units - 1));
    }
    /// The rank, from the owner's view, of the pawn in the set that is nearest to the owner's first rank; 0 if there is
    /// none.
    template <int us>
    static int nearest_rank(Bitboard set) {
        if (!set) return 0;
        return us == white ? rank_of(lowest(set)) : 7 - rank_of(highest(set));
    }

    const Position& position_;
    const Take& take_;
    Side sides_[2];
};

}  // namespace boardai::chess::positional
