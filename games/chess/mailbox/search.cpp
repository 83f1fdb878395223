#include "games/chess/mailbox/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "games/chess/evaluation/pesto_tables.hpp"
#include "games/chess/evaluation/piece_squares.hpp"

namespace boardai::chess::mailbox {
namespace {

constexpr int max_depth = 32;
constexpr int pawn = 1, knight = 2, bishop = 3, rook = 4, queen = 5, king = 6;
constexpr std::array<int, 7> worth = {0, 1, 3, 3, 5, 9, 200};
constexpr std::array<std::array<int, 2>, 8> rays = {
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};
constexpr std::array<std::array<int, 2>, 8> leaps = {
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};

int kind_of(int code) { return code > 7 ? code - 7 : code; }
bool is_white(int code) { return code > 0 && code < 7; }
bool is_black(int code) { return code > 7; }

/// The square `down` rows below and `right` columns to the right, or -1.
int step(int square, int down, int right) {
    const int row = square / 8 + down;
    const int column = square % 8 + right;
    return row >= 0 && row < 8 && column >= 0 && column < 8 ? 8 * row + column : -1;
}

bool slides(int kind, std::size_t direction) { return kind == queen || kind == (direction % 2 == 0 ? rook : bishop); }

class Generator {
  public:
    Generator(const Board& board, bool white) : board_(board), white_(white) {}

    std::vector<Move> all() {
        for (int square = 0; square < 64; ++square) {
            const int code = board_[static_cast<std::size_t>(square)];
            if (!(white_ ? is_white(code) : is_black(code))) continue;
            of_square_.clear();
            generate(square, kind_of(code));
            list_.insert(list_.end(), of_square_.rbegin(), of_square_.rend());
        }
        std::stable_sort(list_.begin(), list_.end(),
                         [](const Move& a, const Move& b) { return a.priority > b.priority; });
        return list_;
    }

  private:
    int at(int square) const { return board_[static_cast<std::size_t>(square)]; }
    bool own(int square) const { return white_ ? is_white(at(square)) : is_black(at(square)); }
    bool enemy(int square) const { return white_ ? is_black(at(square)) : is_white(at(square)); }

    void generate(int square, int kind) {
        if (kind == pawn) return generate_pawn(square);
        for (std::size_t direction = 0; direction < 8; ++direction) {
            const auto [down, right] = rays[direction];
            const int reach = slides(kind, direction) ? 7 : kind == king ? 1 : 0;
            for (int distance = 1; distance <= reach; ++distance) {
                const int target = step(square, distance * down, distance * right);
                if (target < 0 || own(target)) break;
                add(square, target, at(square));
                if (at(target)) break;
            }
        }
        if (kind != knight) return;
        for (const auto& [down, right] : leaps) {
            const int target = step(square, down, right);
            if (target >= 0 && !own(target)) add(square, target, at(square));
        }
    }

    void generate_pawn(int square) {
        const int forward = white_ ? -1 : 1;
        const int once = step(square, forward, 0);
        const int twice = square / 8 == (white_ ? 6 : 1) ? step(square, 2 * forward, 0) : -1;
        std::array<int, 3> targets = {-1, -1, -1};  // ahead, right, left
        if (once >= 0 && !at(once)) targets[0] = once;
        for (const int side : {1, -1}) {
            const int target = step(square, forward, side);
            if (target >= 0 && enemy(target)) targets[side == 1 ? 1 : 2] = target;
        }
        const bool promotes = square / 8 == (white_ ? 1 : 6);
        const int shift = white_ ? 0 : 7;
        const int usual = promotes ? queen + shift : at(square);
        // In the order of the directions: ahead, right, left; for Black, the right capture comes before the step ahead.
        if (!white_ && targets[1] >= 0) add(square, targets[1], usual);
        if (targets[0] >= 0) {
            add(square, once, usual);
            if (twice >= 0 && !at(twice)) add(square, twice, usual);
        }
        if (white_ && targets[1] >= 0) add(square, targets[1], usual);
        if (targets[2] >= 0) add(square, targets[2], usual);
        if (!promotes) return;
        for (const int target : targets) {
            if (target < 0) continue;
            for (const int kind : {rook, bishop, knight}) add(square, target, kind + shift);
        }
    }

    void add(int from, int to, int after) {
        const int captured = worth[static_cast<std::size_t>(kind_of(at(to)))];
        const int promoted = after == at(from) ? 0 : worth[static_cast<std::size_t>(kind_of(after))];
        of_square_.push_back(
            {from | to << 6 | after << 12, 2 * captured + attacked(from, to, kind_of(after)) + promoted});
    }

    /// Hn: the opponent's pieces that the moved piece attacks from `to`, with `from` empty.
    int attacked(int from, int to, int kind) const {
        int sum = 0;
        const auto see = [&](int square) {
            if (square >= 0 && enemy(square)) sum += worth[static_cast<std::size_t>(kind_of(at(square)))];
        };
        if (kind == pawn) {
            for (const int side : {1, -1}) see(step(to, white_ ? -1 : 1, side));
        } else if (kind == knight) {
            for (const auto& [down, right] : leaps) see(step(to, down, right));
        } else {
            for (std::size_t direction = 0; direction < 8; ++direction) {
                const auto [down, right] = rays[direction];
                const int reach = slides(kind, direction) ? 7 : kind == king ? 1 : 0;
                for (int distance = 1; distance <= reach; ++distance) {
                    const int square = step(to, distance * down, distance * right);
                    if (square < 0) break;
                    if (square == from || !at(square)) continue;
                    see(square);
                    break;
                }
            }
        }
        return sum;
    }

    const Board& board_;
    bool white_;
    std::vector<Move> of_square_, list_;
};

/// By code and square: middlegame, endgame, phase.
using PestoTable = std::array<std::array<std::array<std::int32_t, 3>, 64>, king + 8>;

constexpr PestoTable made_table() {
    PestoTable table{};
    for (std::size_t type = 0; type < 6; ++type) {
        for (std::size_t square = 0; square < 64; ++square) {  // a8 first, as the tables are printed
            for (const bool black : {false, true}) {
                const std::size_t place = black ? square ^ 56 : square;
                const int sign = black ? -1 : 1;
                table[type + (black ? 8 : 1)][square] = {
                    sign * (pesto::middle_value[type] + pesto::middle_table[type][place]),
                    sign * (pesto::end_value[type] + pesto::end_table[type][place]), phase_weight[type]};
            }
        }
    }
    return table;
}

constexpr PestoTable pesto_numbers = made_table();

class Search {
  public:
    Search(const Board& board, int depth) : board_(board), depth_(depth) {}

    Found run(bool white, float alpha, float beta) {
        found_.value = node(white, 0, alpha, beta);
        return found_;
    }

  private:
    bool misses_king() const {
        bool white = false;
        bool black = false;
        for (const int code : board_) {
            white |= code == king;
            black |= code == king + 7;
        }
        return !white || !black;
    }

    float node(bool white, int ply, float alpha, float beta) {
        ++found_.positions;
        if (ply == depth_ || misses_king()) return static_cast<float>(evaluate(board_));
        for (std::size_t next = 0;; ++next) {
            const std::vector<Move> list = Generator(board_, white).all();  // generated again at each return
            if (next == list.size()) return white ? alpha : beta;
            const std::int32_t word = list[next].word;
            const auto from = static_cast<std::size_t>(word & 63);
            const auto to = static_cast<std::size_t>(word >> 6 & 63);
            const std::int8_t moved = board_[from];
            const std::int8_t taken = board_[to];
            board_[to] = static_cast<std::int8_t>(word >> 12);
            board_[from] = 0;
            const float value = node(!white, ply + 1, alpha, beta);
            board_[from] = moved;
            board_[to] = taken;
            if (white ? value >= beta : value <= alpha) {
                if (ply == 0) found_.move = word;
                return white ? beta : alpha;
            }
            if (white ? value > alpha : value < beta) {
                (white ? alpha : beta) = value;
                if (ply == 0) found_.move = word;
            }
        }
    }

    Board board_;
    int depth_;
    Found found_;
};

}  // namespace

Board board_of(const std::string& codes) {
    if (codes.size() != 64) throw std::invalid_argument("a board has 64 codes, not " + std::to_string(codes.size()));
    Board board;
    for (std::size_t square = 0; square < 64; ++square) {
        const int code = codes[square];
        if (code < 0 || code > king + 7 || code == 7) {
            throw std::invalid_argument("square " + std::to_string(square) + ": there is no code " +
                                        std::to_string(code));
        }
        board[square] = static_cast<std::int8_t>(code);
    }
    return board;
}

std::vector<Move> moves(const Board& board, bool white) { return Generator(board, white).all(); }

int evaluate(const Board& board) {
    int sum = 0;
    for (const int code : board) {
        const int value = worth[static_cast<std::size_t>(kind_of(code))];
        sum += is_black(code) ? -value : value;
    }
    return sum;
}

std::vector<std::int32_t> pesto_table() {
    std::vector<std::int32_t> flat;
    for (const auto& of_code : pesto_numbers) {
        for (const auto& of_square : of_code) flat.insert(flat.end(), of_square.begin(), of_square.end());
    }
    return flat;
}

void evaluate_all(const std::uint8_t* codes, std::int64_t count, bool pesto, std::int32_t* values) {
    bool bad = false;
    for (std::int64_t place = 0; place < 64 * count; ++place) bad |= codes[place] > king + 7 || codes[place] == 7;
    if (bad) throw std::invalid_argument("a square has a code that is none");
    for (std::int64_t number = 0; number < count; ++number) {
        const std::uint8_t* board = codes + 64 * number;
        if (!pesto) {
            std::int32_t sum = 0;
            for (std::size_t square = 0; square < 64; ++square) {
                const int value = worth[static_cast<std::size_t>(kind_of(board[square]))];
                sum += is_black(board[square]) ? -value : value;
            }
            values[number] = sum;
            continue;
        }
        std::array<std::int32_t, 3> sum = {0, 0, 0};
        for (std::size_t square = 0; square < 64; ++square) {
            const auto& of = pesto_numbers[board[square]][square];
            for (std::size_t part = 0; part < 3; ++part) sum[part] += of[part];
        }
        const int phase = std::min(sum[2], full_phase);
        values[number] = sum[0] * phase + sum[1] * (full_phase - phase);
    }
}

Found search(const std::string& codes, bool white, int depth, float alpha, float beta) {
    if (depth < 1 || depth > max_depth) {
        throw std::invalid_argument("depth must be 1 to 32, got " + std::to_string(depth));
    }
    if (!(alpha < beta)) throw std::invalid_argument("alpha must be below beta");
    return Search(board_of(codes), depth).run(white, alpha, beta);
}

}  // namespace boardai::chess::mailbox
