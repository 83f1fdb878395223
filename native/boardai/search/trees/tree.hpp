#pragma once
// A Monte-Carlo tree in memory: positions, their actions, visit statistics and proofs; reuse of the subtree when a move
// is played; and export as a record. It is independent of the selection formula: MctsNodes (UCT) and PuctNodes (PUCT,
// Gumbel) derive from it and add theirs. Nothing here depends on the game, so it is compiled once.
//
// A node is a position. Its edges are the position's actions, with priors unless these are uniform, and for RAVE the
// AMAF statistics; edges may be added later than the node. The visited edges come first, and only they have slots. The
// slots of a node are a structure of arrays, of which selection reads the first two. A slot leads to a node, to nothing
// yet, or to a finished or proven game. If several threads share a tree, the lock of a node is held while the node or
// its slots are read or changed. A thread never holds two such locks.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/search/records/tree_record.hpp"
#include "boardai/search/trees/proof.hpp"
#include "boardai/search/trees/root_action.hpp"
#include "boardai/search/trees/tree_line.hpp"
#include "boardai/search/trees/tree_store.hpp"

namespace boardai {

class Tree {
  public:
    using Place = TreeStore::Place;
    static constexpr Place nowhere = TreeStore::nowhere;
    /// One action of a path.
    struct Step {
        Place node;
        std::uint32_t slot;
    };
    /// An action that leads to a node.
    struct Expanded {
        Action action;
        Place node;
    };
    /// Called with the old and the new place of a node that has a note. If it throws, the tree is unchanged.
    using Moved = std::function<void(Place, Place)>;

    /// `nowhere` before there is one.
    Place root() const { return root_; }
    std::size_t used_bytes() const { return store_.used_bytes(); }
    /// Whether something could not be stored for lack of memory.
    bool full() const { return std::atomic_ref(full_).load(std::memory_order_relaxed) != 0; }
    int player_at(Place place) const { return at(place).player; }
    std::vector<Expanded> expanded_children(Place place) const;

    /// Whether the game's knowledge has analysed a position, or is to analyse it.
    enum class Advice {
        none,
        due,    ///< the position has `visits` and no analysis yet: the caller is to make it
        noted,  ///< there is a note
    };
    Advice advice(Place place, std::int64_t visits) const;
    /// Records that there is a note of the position.
    void mark_noted(Place place) const;
    /// The analysis was not completed: the next visit is `due` again.
    void ask_again(Place place) const;

  protected:
    /// The data that a tree has room for.
    struct Layout {
        std::size_t bytes;
        TreeStore::Users users = TreeStore::Users::one_thread;
        bool solver = false;   ///< proofs of actions prove their position
        bool pending = false;  ///< simulations under way are counted
        bool amaf = false;     ///< edges have AMAF statistics
        bool graph = false;    ///< nodes are found by a key
        double virtual_loss = 0;
        bool forecasts = false;   ///< draws and plies left are added up; not with graph
        std::size_t numbers = 0;  ///< numbers that a selection rule keeps for each visited action
    };
    explicit Tree(const Layout& layout);

    struct Node {
        double value_sum = 0;      ///< of evaluations at and below, for the player to move here; UCT keeps none
        std::int64_t visits = 0;   ///< without those under way
        std::int32_t pending = 0;  ///< under way, at or below
        Place edges = nowhere;     ///< `nowhere`: not given yet
        Place slots = nowhere;
        float own_value = 0;  ///< its own evaluation; UCT keeps none
        std::uint16_t edge_count = 0;
        std::uint16_t slot_count = 0;
        std::uint16_t slot_capacity = 0;
        std::uint16_t proven_count = 0;
        std::uint8_t player = 0;
        Proof best_proof = Proof::unknown;  ///< among its actions, for the player to move
        std::uint8_t flags = 0;
        std::uint8_t locked = 0;
        std::int64_t started() const { return visits + pending; }
    };
    static_assert(sizeof(Node) == 6 * TreeStore::word);
    static constexpr std::uint8_t with_priors = 1;   ///< else the priors are uniform
    static constexpr std::uint8_t in_order = 2;      ///< the unvisited edges are in the order of their turn
    static constexpr std::uint8_t on_path = 4;       ///< of the walk under way; with graph
    static constexpr std::uint8_t asked = 8;         ///< the game's knowledge has analysed the position, or is doing so
    static constexpr std::uint8_t noted = 16;        ///< it has left a note
    static constexpr std::uint8_t speculative = 32;  ///< all slots exist, with values found when the node was made
    /// Marks a visited action that is not searched again, although it need not lose; outside the tree it is `unknown`.
    static constexpr Proof dominated = static_cast<Proof>(4);
    static Proof shown(Proof proof) { return proof == dominated ? Proof::unknown : proof; }

    /// With forecasts, after the node: sums over its evaluations.
    struct Forecasts {
        double draws;       ///< probabilities of a draw
        double moves_left;  ///< plies from here to the end
    };
    /// Arrays of the visited actions.
    struct Slots {
        double* q;              ///< the value that selection uses
        double* u;              ///< the factor of its exploration term
        double* w;              ///< sum of values, for the player to move
        std::int64_t* n;        ///< visits, without those under way
        Place* node;            ///< where the action leads
        Forecasts* forecasts;   ///< what is below the action, counted from here; null where there are none
        std::int32_t* pending;  ///< visits under way; null where none are counted
        Proof* proof;
        std::int64_t started(std::size_t slot) const { return n[slot] + (pending ? pending[slot] : 0); }
    };
    /// What a slot leads to while the position there waits for its evaluation.
    static constexpr Place waits = ~Place{0};
    static bool is_node(Place place) { return place != nowhere && place != waits; }

    /// With RAVE, before the AMAF statistics.
    struct Amaf {
        Action highest_action;
        std::uint32_t credits;  ///< games since the counts were last compared
    };
    /// With graph, after the node.
    struct Shared {
        std::uint64_t key;
        Place next;  ///< of the same bucket
        std::uint32_t unused;
    };

    // In a tree of one thread an allocation invalidates references and pointers to nodes, edges and slots.
    Node& at(Place place) const { return *store_.at<Node>(place); }
    Slots slots_of(const Node& node) const {
        const std::size_t capacity = node.slot_capacity;
        double* const q = store_.at<double>(node.slots);
        auto* const n = reinterpret_cast<std::int64_t*>(q + 3 * capacity);
        auto* const forecasts = reinterpret_cast<Forecasts*>(n + capacity);
        auto* const nodes = reinterpret_cast<Place*>(forecasts + (layout_.forecasts ? capacity : 0));
        auto* const pending = reinterpret_cast<std::int32_t*>(nodes + capacity);
        auto* const proof = reinterpret_cast<Proof*>(layout_.pending ? pending + capacity : pending);
        return {q,
                q + capacity,
                q + 2 * capacity,
                n,
                nodes,
                layout_.forecasts ? forecasts : nullptr,
                layout_.pending ? pending : nullptr,
                proof};
    }
    /// A rule's numbers, action by action for the visited ones; stored after the slots.
    double* numbers_of(const Node& node) const {
        return store_.at<double>(node.slots) + (slot_words(node.slot_capacity) - node.slot_capacity * layout_.numbers);
    }
    /// Precondition: the layout has forecasts.
    static Forecasts& forecasts_of(Node& node) { return *reinterpret_cast<Forecasts*>(&node + 1); }
    static const Forecasts& forecasts_of(const Node& node) { return *reinterpret_cast<const Forecasts*>(&node + 1); }
    Action* actions_of(const Node& node) const { return store_.at<Action>(node.edges); }
    float* priors_of(const Node& node) const { return reinterpret_cast<float*>(actions_of(node) + node.edge_count); }
    double prior_of(const Node& node, std::size_t index) const {
        return static_cast<double>((node.flags & with_priors) ? priors_of(node)[index]
                                                              : 1.0f / static_cast<float>(node.edge_count));
    }
    Amaf& amaf_of(const Node& node) const {
        return *reinterpret_cast<Amaf*>(priors_of(node) + ((node.flags & with_priors) ? node.edge_count : 0));
    }
    float* amaf_visits_of(const Node& node) const { return reinterpret_cast<float*>(&amaf_of(node) + 1); }
    float* amaf_sums_of(const Node& node) const { return amaf_visits_of(node) + node.edge_count; }
    std::int64_t visits_of(const Node& node, std::size_t index) const {
        return index < node.slot_count ? slots_of(node).n[index] : 0;
    }
    /// The slot of an action; slot_count if it has none.
    std::size_t slot_of(const Node& node, Action action) const;

    // Growth. False, or `nowhere`, if there is no memory.
    void clear();
    /// A node with this many edges, whose actions (and priors, if `priors`) the caller writes; 0: edges are given
    /// later.
    Place new_node(int player, std::size_t edge_count, bool priors);
    bool give_edges(Place place, std::size_t edge_count, bool priors);
    /// Room for one more slot.
    bool make_slot(Place place) {
        if (at(place).slot_count < at(place).slot_capacity) return true;
        return make_slots(place,
                          std::min<std::uint32_t>(at(place).edge_count, std::max(2, 2 * at(place).slot_capacity)));
    }
    bool make_slots(Place place, std::uint32_t capacity);
    /// Gives the first unvisited edge the slot for which make_slot() has made room, and returns its number.
    std::size_t open_slot(Node& node, Place leads_to, Proof proof) const {
        const Slots slots = slots_of(node);
        const std::size_t slot = node.slot_count++;
        if ((node.flags & speculative) == 0) {
            slots.q[slot] = 0;
            slots.proof[slot] = proof;
        }
        slots.u[slot] = 0;
        slots.w[slot] = 0;
        slots.n[slot] = 0;
        slots.node[slot] = leads_to;
        if (layout_.pending) slots.pending[slot] = 0;
        if (layout_.forecasts) slots.forecasts[slot] = {0, 0};
        if (layout_.numbers > 0) std::fill_n(numbers_of(node) + slot * layout_.numbers, layout_.numbers, 0.0);
        return slot;
    }
    /// Undoes open_slot(). The last slot moves to its place.
    void close_slot(Node& node, std::size_t slot);
    void swap_edges(const Node& node, std::size_t left, std::size_t right);
    /// Removes the unvisited edges whose numbers are not in `kept`, which is in ascending order.
    void keep_unvisited(Node& node, const std::vector<std::size_t>& kept);
    /// Removes the unvisited actions that lose or are dominated, by fate(action); calls visited(slot, fate) for such
    /// actions that are visited.
    template <class FateOf, class Visited>
    void prune(Node& node, const FateOf& fate, const Visited& visited) {
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < node.edge_count; ++i) {
            const Fate found = fate(actions_of(node)[i]);
            if (i >= node.slot_count && found == Fate::open) kept.push_back(i);
            if (i < node.slot_count && found != Fate::open) visited(i, found);
        }
        keep_unvisited(node, kept);
    }
    std::size_t node_words() const {
        const std::size_t behind = layout_.graph ? sizeof(Shared) : layout_.forecasts ? sizeof(Forecasts) : 0;
        return (sizeof(Node) + behind) / TreeStore::word;
    }
    std::size_t slot_words(std::size_t capacity) const {
        const std::size_t slot = 3 * sizeof(double) + sizeof(std::int64_t) + sizeof(Place) + sizeof(Proof);
        const std::size_t more =
            (layout_.pending ? sizeof(std::int32_t) : 0) + (layout_.forecasts ? sizeof(Forecasts) : 0);
        static_assert(TreeStore::word == sizeof(double));
        return TreeStore::words_for(capacity * (slot + more)) + capacity * layout_.numbers;
    }
    void set_full(bool full) const { std::atomic_ref(full_).store(full, std::memory_order_relaxed); }

    // Virtual loss.
    /// One more simulation is under way at an action (`sign` 1), or one fewer (-1).
    void hold(Node& node, const Slots& slots, std::size_t slot, int sign) const {
        node.pending += sign;
        slots.pending[slot] += sign;
    }
    /// Sum and number of visits of a mean. Each simulation under way counts as `virtual_loss` losses. If that is 0, it
    /// does not count, because its value has not been observed yet.
    struct Observed {
        double sum;
        double visits;
    };
    Observed observed(double sum, std::int64_t visits, std::int32_t pending) const {
        if (pending == 0 || layout_.virtual_loss == 0) return {sum, static_cast<double>(visits)};
        return {sum - layout_.virtual_loss * pending, static_cast<double>(visits + pending)};
    }

    // Reuse.
    /// Where an action of the root leads; `nowhere`: not to a node.
    Place below_root(Action action) const;
    /// Makes a node the root and frees everything outside its subtree. Returns the depth of the subtree in plies, and
    /// its nodes. Changes nothing if it throws std::bad_alloc or an exception of `moved`.
    struct Kept {
        int depth = 0;
        std::vector<Place> nodes;
    };
    Kept keep(Place place, const Moved& moved);

    // Proofs.
    /// What is proven about a position, for the player to move there.
    Proof proven(const Node& node) const {
        const bool is_decided = node.best_proof == Proof::win || node.proven_count == node.edge_count;
        return layout_.solver && is_decided ? node.best_proof : Proof::unknown;
    }
    void prove(Node& node, Proof proof) const {
        node.best_proof = proof;
        node.proven_count = node.edge_count;
    }
    /// Records what is proven about an action, for the player who takes it. Returns what is then proven about its
    /// position.
    Proof back_up_proof(Node& node, std::size_t slot, Proof proof) const {
        slots_of(node).proof[slot] = proof;
        if (proven(node) == Proof::unknown) count_proofs(node);
        return proven(node);
    }
    /// Counts the actions' proofs again, and forgets any other proof of the position.
    void count_proofs(Node& node) const;

    // Results.
    /// One action of a position, with the statistics of its slot.
    RootAction action_at(const Node& node, std::size_t index) const;
    /// best(node, ply): the edge with which the line continues; a number past the end ends the line. describe(node,
    /// edge): the edge's statistics.
    using Best = std::function<std::size_t(const Node&, std::size_t)>;
    using Describe = std::function<RootAction(const Node&, std::size_t)>;
    TreeLine line(const Best& best, const Describe& describe) const;
    /// The root's own row, and the function that adds terms to a row: terms(record, row, node, slot).
    struct RootRow {
        double value;
        std::int64_t visits;
        Proof proof;
    };
    using Terms = std::function<void(TreeRecord&, std::int32_t, const Node&, std::size_t)>;
    void add_rows(TreeRecord& record, const RootRow& root, const Terms& terms) const;

    Layout layout_;
    TreeStore store_;
    Place root_ = nowhere;

  private:
    std::size_t edge_words(std::size_t count, bool priors) const;
    void set_edges(Node& node, Place edges, std::size_t count, bool priors) const;
    bool is_shared() const { return layout_.users == TreeStore::Users::several_threads; }

    mutable std::uint8_t full_ = 0;
};

}  // namespace boardai
