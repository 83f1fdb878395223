#pragma once
// The knowledge of Hex that searches use: wins by virtual connections, the must-play region, and cells that need not be
// tried. This header is small; known_position.hpp computes the facts.
//
// Solvers and evaluations move along a line (reset, push, pop); the facts about a position are computed from those of
// the previous one. A tree jumps between positions that it has analysed (resume); connections are computed from those
// of the nearest analysed position above, if they are still stored. Solvers use longer lists of connections and rank
// cells by the current through them. Other searches visit a thousand positions per second and use shorter lists.
//
// Papers: R. Hayward, Y. Björnsson, M. Johanson, M. Kan, N. Po and J. van Rijswijck, Solving 7x7 Hex with domination,
// fill-in, and virtual connections (2005); P. Henderson, B. Arneson and R. Hayward, Solving 8x8 Hex (2009).

#include <cstdint>
#include <memory>
#include <vector>

#include "boardai/core/knowledge.hpp"
#include "games/hex/board/bits.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The cells filled in at a position, for all positions below it.
template <int Words>
struct FilledIn {
    Bits<Words> captured[2];  ///< by colour
    Bits<Words> dead;
    std::uint64_t key = 0;  ///< of the position; 0: none

    Bits<Words> cells() const { return captured[black] | captured[white] | dead; }
    bool has(Action action) const { return key != 0 && cells().test(action); }
};

template <int Words>
using HexFacts = Facts<Bits<Words>, FilledIn<Words>>;

template <int Words>
class KnownPosition;

}  // namespace boardai::hex

namespace boardai {

template <int Words>
struct Knowledge<hex::State<Words>> {
    using Actions = hex::Bits<Words>;
    using Note = hex::FilledIn<Words>;
    static constexpr double widening = 0.25;

    Knowledge(const KnowledgeOptions& options = {});  // NOLINT: evaluations have one by default
    /// The copy has no control to poll yet.
    Knowledge(const Knowledge& other) : options_(other.options_), kept_(other.kept_) {}
    Knowledge(Knowledge&&) noexcept = default;
    Knowledge& operator=(const Knowledge&) = delete;
    Knowledge& operator=(Knowledge&&) noexcept = default;

    void listen(SearchControl* control) { control_ = control; }
    void reset(const hex::State<Words>& root);
    void resume(const Note& note) {
        line_.reset();
        note_ = note;
        since_.clear();
    }
    void push(const hex::State<Words>& before, Action action) {
        if (line_) return push_on_line(action);
        // A stone of the opponent in a captured cell needs a reply, so the note no longer holds.
        if (note_.key != 0 && note_.captured[1 - before.colour_to_move()].test(action)) note_ = {};
        since_.push_back(action);
    }
    void pop();
    hex::HexFacts<Words> analyse(const hex::State<Words>& state);

    /// The note of the nearest position above that has one, if it is still valid.
    const Note& note() const { return note_; }
    bool is_dominated(Action action) const { return note_.has(action); }
    static void add_proof_of_dominated(const hex::State<Words>& state, MoveFacts<Actions>& facts);
    void order(const hex::State<Words>& state, const Actions& moves, ActionList& out);
    /// The current position, after reset(); null if the search was stopped.
    const hex::KnownPosition<Words>* position();

  private:
    struct Kept;
    struct Line;
    struct Ranking;

    void push_on_line(Action action);
    static hex::HexFacts<Words> unfinished();
    hex::HexFacts<Words> analyse_below_note(const hex::State<Words>& state);
    Ranking& rank(const hex::State<Words>& state);

    KnowledgeOptions options_;
    SearchControl* control_ = nullptr;
    std::shared_ptr<Kept> kept_;  ///< shared by copies
    std::shared_ptr<Line> line_;  ///< after reset()
    Note note_{};                 ///< after resume()
    std::vector<Action> since_;   ///< the actions from there
};

extern template struct Knowledge<hex::State<1>>;
extern template struct Knowledge<hex::State<2>>;
extern template struct Knowledge<hex::State<3>>;
extern template struct Knowledge<hex::State<6>>;

}  // namespace boardai
