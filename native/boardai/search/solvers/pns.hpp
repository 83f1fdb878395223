#pragma once
// Proof-number search: solves a position by always expanding the node where the least is left to prove.
//
// Idea: to prove a win one winning move is needed where the attacker moves (OR) and all replies where the defender
// moves (AND). The proof number of a node is the least number of open leaves that must turn out won for a proof, the
// disproof number the least number that must turn out not won for a disproof. The search expands the leaf that
// belongs to both smallest sets, the most-proving node.
//
//     OR node:   proof = min over children,   disproof = sum over children
//     AND node:  proof = sum over children,   disproof = min over children
//     leaf: open 1, 1;  won by the attacker 0, infinite;  anything else that ended infinite, 0
//
// Steps:
//     1. Select: from the root, at OR nodes to the child of least proof number, at AND nodes of least disproof number.
//     2. Expand the leaf, and judge each child by the rules at once.
//     3. Update the numbers on the way back, up to the first node where nothing changes: the next most-proving node
//        lies below it.
//     4. Stop when the root is proved or disproved.
//
// Paper: Allis, van der Meulen, van den Herik 1994, Proof-number search (Artificial Intelligence 66).
// Cost: every node stays in memory, 24 bytes; the pool is bounded. A full pool is swept: first only one proof below
// each solved node is kept, then nothing. If that is not enough, the search ends and reports it.
// Handled: players who move twice in a row; draws (see solver.hpp); repetitions, since in a tree every node has one
// path. Not handled: transpositions (see dfpn.hpp), games that may cycle without being Repeating.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/search/line.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/solvers/options.hpp"
#include "boardai/search/solvers/solver.hpp"

namespace boardai {

template <GameState S>
class Pns final : public SearchSession {
  public:
    /// Evaluator "none": open leaves start with 1, 1 (or `mobility`). Throws std::invalid_argument.
    Pns(const PnsOptions& options, const EvaluationSpec& evaluator);

    /// Answers the question. limits.depth: plies after which an open position counts as not won. `tree_rows`: of the
    /// last question's tree to keep for export. Throws std::invalid_argument if the game is over.
    void run(const S& root, const SearchLimits& limits, std::size_t tree_rows);
    /// Rows of the last question's tree: value 1, 0, -1 for the player to move in the searched state; where only one
    /// side of it is known, a bound.
    const TreeRecord& tree() const { return tree_; }

  private:
    struct Node {
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
        std::uint32_t parent = 0;
        std::uint32_t first = 0;  ///< its children are adjacent, and always after it
        Action action = -1;
        std::uint16_t children = 0;
        bool attacker_moves : 1 = true;
        bool drawn : 1 = false;  ///< disproved, but the attacker can draw in what was searched
        bool kept : 1 = true;    ///< when memory is swept

        bool solved() const { return proof == 0 || disproof == 0; }
        /// Solved for the side that moves here: one child was enough.
        bool won_by_mover() const { return (attacker_moves ? proof : disproof) == 0; }
    };
    static_assert(sizeof(Node) == 24);

    bool snapshot(SearchReport& report) override;
    void answer(const S& root, const SearchLimits& limits);
    solver_detail::Answer ask(const S& root, int attacker);
    std::uint32_t select(std::uint32_t node);
    bool expand(std::uint32_t node);
    std::uint32_t update(std::uint32_t node);
    Node judged_child(std::uint32_t parent, Action action);
    bool make_room(std::size_t count);
    void sweep(bool keep_proofs);
    std::uint32_t cheapest_child(const Node& node) const;
    bool decides(const Node& parent, const Node& child) const;
    bool disproved_by_draw(const Node& node) const;
    std::uint32_t solution_child(const Node& node, const std::vector<std::int32_t>& lengths) const;
    std::vector<std::int32_t> lengths() const;
    void choose_line(const std::vector<std::int32_t>& lengths);
    void record_tree();

    PnsOptions options_;
    std::shared_ptr<const Evaluation<S>> evaluation_;
    std::size_t tree_rows_ = 0;
    std::size_t capacity_;
    std::optional<SearchLine<S>> line_;
    bool informed_;  ///< open leaves are evaluated
    std::vector<Node> nodes_;
    SolverResult result_;
    TreeRecord tree_;
    int attacker_ = 0;
    int player_ = 0;
    bool proofs_forgotten_ = false;  ///< what solved nodes rest on is incomplete, and so are lengths
};

}  // namespace boardai
