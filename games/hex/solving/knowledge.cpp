#include "games/hex/solving/knowledge.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>

#include "boardai/search/control.hpp"
#include "games/hex/board/chains.hpp"
#include "games/hex/evaluation/connection_circuit.hpp"
#include "games/hex/solving/known_position.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai {

namespace {

template <int Words>
const hex::Geometry<Words>& board_of(const hex::State<Words>& state) {
    return hex::geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())];
}

}  // namespace

/// A ranking of cells, the most promising first.
template <int Words>
struct Knowledge<hex::State<Words>>::Ranking {
    std::uint64_t key = 0;
    std::vector<std::int16_t> cells;
};

/// Data shared by copies. It is a cache: lost entries are computed again.
template <int Words>
struct Knowledge<hex::State<Words>>::Kept {
    struct Position {
        std::uint64_t key = 0;
        std::unique_ptr<hex::KnownPosition<Words>> position;
    };

    std::vector<Position> positions;  ///< by key
    Position decided;                 ///< the last decided position: searches end there, but games continue
    std::vector<Ranking> rankings;    ///< by hash
};

/// The facts about the positions on a search's line. Each is computed from the previous one when it is first needed.
template <int Words>
struct Knowledge<hex::State<Words>>::Line {
    struct Level {
        Action action = -1;  ///< the action that leads here; -1: the root
        bool is_known = false;
        std::optional<hex::KnownPosition<Words>> position;  ///< kept, so that its memory is reused
        std::optional<hex::HexFacts<Words>> facts;
    };

    Line(const hex::State<Words>& begin, const hex::ConnectionLimits& lists) : root(begin), limits(lists), levels(1) {}

    void push(Action action) {
        if (++ply == levels.size()) levels.emplace_back();
        levels[ply].action = action;
        levels[ply].is_known = false;
    }
    /// The facts about the line's last position; null if `stop_check` stopped the computation.
    Level* last(StopCheck& stop_check) {
        std::size_t known = ply;
        while (known > 0 && !levels[known].is_known) --known;
        if (!levels[known].is_known) {
            levels[known].position.emplace(root, limits, stop_check);
            if (!settle(levels[known])) return nullptr;
        }
        for (; known < ply; ++known) {
            Level& next = levels[known + 1];
            if (stop_check.ends(a_copy)) return nullptr;
            next.position = levels[known].position;
            next.position->play(next.action, stop_check);
            if (!settle(next)) return nullptr;
        }
        return &levels[ply];
    }
    static bool settle(Level& level) {
        level.facts.reset();
        return level.is_known = level.position->whole();
    }

    static constexpr std::int64_t a_copy = 256;  ///< in steps

    hex::State<Words> root;
    hex::ConnectionLimits limits;
    std::deque<Level> levels;
    std::size_t ply = 0;
};

template <int Words>
Knowledge<hex::State<Words>>::Knowledge(const KnowledgeOptions& options)
    : options_(options), kept_(std::make_shared<Kept>()) {}

template <int Words>
void Knowledge<hex::State<Words>>::reset(const hex::State<Words>& root) {
    note_ = {};
    const hex::ConnectionLimits limits = options_.thorough ? hex::ConnectionLimits() : hex::quick_limits;
    line_ = std::make_shared<Line>(root, limits);
}

template <int Words>
void Knowledge<hex::State<Words>>::push_on_line(Action action) {
    line_->push(action);
}

template <int Words>
void Knowledge<hex::State<Words>>::pop() {
    --line_->ply;
}

template <int Words>
const hex::KnownPosition<Words>* Knowledge<hex::State<Words>>::position() {
    StopCheck stop_check(control_);
    const typename Line::Level* const level = line_->last(stop_check);
    return level ? &*level->position : nullptr;
}

template <int Words>
hex::HexFacts<Words> Knowledge<hex::State<Words>>::analyse(const hex::State<Words>& state) {
    if (hex::may_still_swap(state)) return {};
    if (!line_) return analyse_below_note(state);
    StopCheck stop_check(control_);
    typename Line::Level* const level = line_->last(stop_check);
    if (level == nullptr) return unfinished();
    if (!level->facts) level->facts = level->position->facts(options_.thorough);
    if (options_.thorough && !level->facts->decided()) rank(state);
    return *level->facts;
}

template <int Words>
hex::HexFacts<Words> Knowledge<hex::State<Words>>::unfinished() {
    hex::HexFacts<Words> facts;
    facts.unfinished = true;
    return facts;
}

template <int Words>
hex::HexFacts<Words> Knowledge<hex::State<Words>>::analyse_below_note(const hex::State<Words>& state) {
    auto& positions = kept_->positions;
    if (positions.empty()) {
        // About 60 MB on 11x11, a few times that on 19x19.
        const int usual = std::max(16, 16'000 / (state.rows() * state.columns()));
        positions.resize(static_cast<std::size_t>(options_.kept_positions > 0 ? options_.kept_positions : usual));
    }
    std::unique_ptr<hex::KnownPosition<Words>> position;
    StopCheck stop_check(control_);
    if (stop_check.ends(0)) return unfinished();
    const auto& above = kept_->decided.key == note_.key ? kept_->decided : positions[note_.key % positions.size()];
    if (note_.key != 0 && above.key == note_.key) {
        position = std::make_unique<hex::KnownPosition<Words>>(*above.position);
        for (const Action action : since_) position->play(action, stop_check);
        if (!(position->state() == state)) position.reset();  // a hash collision
    }
    if (!position) position = std::make_unique<hex::KnownPosition<Words>>(state, hex::quick_limits, stop_check);
    if (!position->whole()) return unfinished();
    const hex::HexFacts<Words> facts = position->facts(false);
    auto& place = facts.decided() ? kept_->decided : positions[facts.note.key % positions.size()];
    place.key = facts.note.key;
    place.position = std::move(position);
    return facts;
}

template <int Words>
void Knowledge<hex::State<Words>>::add_proof_of_dominated(const hex::State<Words>& state, MoveFacts<Actions>& facts) {
    const hex::Geometry<Words>& board = board_of(state);
    Actions near = facts.dominated & facts.candidates;
    for (int i = 0; i < 2 && near.any(); ++i) near = (near | board.neighbours(near)) & board.board;
    facts.proof_set |= near;
}

/// Ranks the cells by the current through them, for both colours together; empty if the search was stopped.
template <int Words>
typename Knowledge<hex::State<Words>>::Ranking& Knowledge<hex::State<Words>>::rank(const hex::State<Words>& state) {
    auto& rankings = kept_->rankings;
    if (rankings.empty()) rankings.resize(1 << 14);
    Ranking& ranking = rankings[state.hash() % rankings.size()];
    ranking.key = state.hash();
    ranking.cells.clear();
    const hex::KnownPosition<Words>* const known = position();
    if (known == nullptr) {
        ranking.key = 0;
        return ranking;
    }
    std::vector<double> shares(static_cast<std::size_t>(state.rows() * state.columns()), 0.0);
    const Actions empty = known->cells().empty();
    for (int colour : {hex::black, hex::white})
        hex::ConnectionCircuit(known->connections(colour), empty).add_shares(empty, shares);
    empty.for_each([&](int cell) { ranking.cells.push_back(static_cast<std::int16_t>(cell)); });
    std::stable_sort(ranking.cells.begin(), ranking.cells.end(), [&](int left, int right) {
        return shares[static_cast<std::size_t>(left)] > shares[static_cast<std::size_t>(right)];
    });
    return ranking;
}

template <int Words>
void Knowledge<hex::State<Words>>::order(const hex::State<Words>& state, const Actions& moves, ActionList& out) {
    const auto& rankings = kept_->rankings;
    const Ranking* ranking = rankings.empty() ? nullptr : &rankings[state.hash() % rankings.size()];
    if (ranking == nullptr || ranking->key != state.hash()) ranking = &rank(state);
    Actions left = moves;
    for (const int cell : ranking->cells) {
        if (!left.test(cell)) continue;
        out.push_back(cell);
        left.clear(cell);
    }
    // Cells that were filled in when the ranking was computed.
    left.for_each([&](int cell) { out.push_back(cell); });
}

template struct Knowledge<hex::State<1>>;
template struct Knowledge<hex::State<2>>;
template struct Knowledge<hex::State<3>>;
template struct Knowledge<hex::State<6>>;

}  // namespace boardai
