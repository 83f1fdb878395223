// PUCT and Gumbel trees: adding positions and actions to the tree; what a new root keeps, and its noise.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/search/trees/highest.hpp"
#include "boardai/search/trees/puct/dirichlet.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

/// Adds a position without actions, evaluated once; `nowhere` if there is no memory.
PuctNodes::Place PuctNodes::add_node(const Leaf& leaf) {
    const Place place = new_node(leaf.player, 0, false);
    if (place == nowhere) return nowhere;
    Node& node = at(place);
    node.value_sum = leaf.value;
    node.visits = 1;
    node.own_value = static_cast<float>(leaf.value);
    if (layout_.forecasts) forecasts_of(node) = leaf.forecasts;
    ++position_count_;
    if (options_.graph) {
        shared_at(place) = Shared{leaf.graph_key, 0, 0};
        share(place);
    }
    return place;
}

bool PuctNodes::give_actions(Place place, const Action* actions, std::size_t count, const double* priors) {
    if (!give_edges(place, count, priors != nullptr)) return false;
    Node& node = at(place);
    std::copy_n(actions, count, actions_of(node));
    if (priors) {
        float* prior = priors_of(node);
        for (std::size_t i = 0; i < count; ++i) prior[i] = static_cast<float>(priors[i]);
    } else {
        node.flags |= in_order;
    }
    return true;
}

/// Whether there is memory for one more slot and the position it leads to, with the maximum number of actions.
bool PuctNodes::room_for_child(const Node& node) const {
    std::size_t words = node_words() + ActionList::capacity;
    if (node.slot_count == node.slot_capacity) words += slot_words(2u * node.slot_capacity + 2);
    return store_.has_room(words);
}

/// Gives the unvisited action with the highest prior a slot and returns its number. Precondition: there is memory.
std::size_t PuctNodes::open(Place place, Place leads_to, Proof proof) {
    if (!make_slot(place)) throw std::logic_error("PUCT: an action was opened without room for it");
    Node& node = at(place);
    const std::size_t slot = open_slot(node, leads_to, proof);
    slots_of(node).u[slot] = prior_of(node, slot);
    bring_likeliest_forward(node);
    return slot;
}

/// Undoes open(). The last slot moves to the closed slot's place. It is on no waiting path, or is the closed slot
/// itself, because leaves are abandoned in the reverse order of their selection. The closed action's prior is at least
/// as high as those of the unvisited ones, so their order stays correct.
void PuctNodes::close(const Step& step) {
    Node& node = at(step.node);
    close_slot(node, step.slot);
    if (step.node == root_) swap_root_numbers(step.slot, node.slot_count);
    bring_likeliest_forward(node);
}

/// Moves the unvisited action with the highest prior to the place after the visited ones.
void PuctNodes::bring_likeliest_forward(const Node& node) {
    if ((node.flags & in_order) || node.slot_count == node.edge_count) return;
    const std::size_t next = node.slot_count;
    swap_edges(node, next, next + index_of_highest(priors_of(node) + next, node.edge_count - next));
}

void PuctNodes::swap_root_numbers(std::size_t left, std::size_t right) {
    if (root_gumbel_.empty()) return;
    std::swap(root_gumbel_[left], root_gumbel_[right]);
    std::swap(root_selected_[left], root_selected_[right]);
}

PuctNodes::Place PuctNodes::find_shared(std::uint64_t key) const {
    if (graph_.empty()) return 0;
    for (Place place = graph_[key & (graph_.size() - 1)]; place != 0; place = shared_at(place).next) {
        if (shared_at(place).key == key) return place;
    }
    return 0;
}

void PuctNodes::put_in_bucket(Place place) {
    Place& first = graph_[shared_at(place).key & (graph_.size() - 1)];
    shared_at(place).next = first;
    first = place;
}

/// Adds a new node to the hash table of shared nodes.
void PuctNodes::share(Place place) {
    if (graph_.size() < position_count_) {
        const std::vector<Place> buckets = std::move(graph_);
        graph_.assign(std::max<std::size_t>(64, 2 * buckets.size()), 0);
        for (const Place first : buckets) {
            for (Place at = first; at != 0;) {
                const Place next = shared_at(at).next;
                put_in_bucket(at);
                at = next;
            }
        }
    }
    put_in_bucket(place);
}

/// Resets the counters for a new search.
void PuctNodes::begin_counting() {
    simulations_ = options_.simulations;
    simulations_started_ = simulations_done_ = rounds_start_ = 0;
    time_share_ = 0;
    set_full(false);
    root_gumbel_.clear();
    root_selected_.clear();
    root_fates_ = nullptr;
    root_known_lost_ = false;
    waiting_first_ = waiting_count_ = 0;
    choice_ = Choice::none;
    collided_.clear();
    collisions_ = 0;
}

/// Forgets everything but the options and the random stream.
void PuctNodes::forget() {
    begin_counting();
    depth_ = 0;
    Tree::clear();
    position_count_ = 0;
    std::fill(graph_.begin(), graph_.end(), Place{0});
}

bool PuctNodes::keep_below(Action action, const Moved& moved) {
    // A proven position is searched again as a root, so that its moves get results.
    const Place below = below_root(action);
    if (below == nowhere || proven(at(below)) != Proof::unknown) return false;
    const Kept kept = keep(below, moved);
    begin_counting();
    position_count_ = kept.nodes.size();
    depth_ = kept.depth;
    draw_for(at(root_).player, kept.nodes);
    std::fill(graph_.begin(), graph_.end(), Place{0});
    if (options_.graph) {
        for (const Place place : kept.nodes) put_in_bucket(place);
    }
    return true;
}

/// From now on draws count as draw_score for this player; updates the nodes' stored values.
void PuctNodes::draw_for(int player, const std::vector<Place>& nodes) {
    if (std::exchange(drawing_player_, player) == player || options_.draw_score == 0) return;
    for (const Place place : nodes) {
        for (std::size_t slot = 0; slot < at(place).slot_count; ++slot) refresh(at(place), slot);
    }
}

bool PuctNodes::prepare_kept_root(const Action* actions, std::size_t count) {
    if (!has_actions(root_) && !give_actions(root_, actions, count, nullptr)) {
        forget();
        return false;
    }
    prepare_root(actions, count);
    if (options_.graph) refresh_values(at(root_));
    return true;
}

/// Gives a root its noise, and with gumbel the order of sequential halving. `actions`: all actions of the position; the
/// node may lack some that the game's knowledge has pruned.
void PuctNodes::prepare_root(const Action* actions, std::size_t action_count) {
    const std::vector<double> given = take_root_noise();
    if (!given.empty() && given.size() != action_count) {
        forget();
        throw std::invalid_argument("PUCT: root noise must have " + std::to_string(action_count) + " numbers, got " +
                                    std::to_string(given.size()));
    }
    if (root_fates_) {
        mark_noted(root_);
        prune_dominated(root_, root_fates_);
    }
    const std::size_t count = at(root_).edge_count;
    std::int32_t likeliest = 0;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i) {
        if (prior_of(at(root_), i) > prior_of(at(root_), likeliest)) likeliest = i;
    }
    likeliest_ = actions_of(at(root_))[likeliest];
    priors_before_noise_.clear();
    std::vector<double> noise;
    if (!given.empty()) {
        const Action* kept = actions_of(at(root_));
        noise.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto rank =
                std::count_if(actions, actions + action_count, [&](Action action) { return action < kept[i]; });
            noise[i] = given[static_cast<std::size_t>(rank)];
        }
    }
    if (options_.gumbel.considered == 0) {
        if (options_.dirichlet_fraction > 0 && exploring_) add_root_noise(std::move(noise));
    } else {
        add_root_gumbel(noise);
    }
}

/// Mixes Dirichlet noise into the root's priors; `noise` empty: a new sample.
void PuctNodes::add_root_noise(std::vector<double> noise) {
    const std::size_t count = at(root_).edge_count;
    if (noise.empty()) noise = dirichlet(rng_, options_.dirichlet_alpha, count);
    if ((at(root_).flags & with_priors) == 0) {
        // The root needs stored priors, because they are no longer uniform.
        const Node& node = at(root_);
        const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
        const std::vector<double> priors(count, prior_of(node, 0));
        if (!give_actions(root_, actions.data(), count, priors.data())) return;
    }
    Node& node = at(root_);
    node.flags &= static_cast<std::uint8_t>(~in_order);
    float* prior = priors_of(node);
    for (std::size_t i = 0; i < count; ++i) {
        priors_before_noise_.emplace_back(actions_of(node)[i], prior[i]);
        prior[i] = static_cast<float>((1 - options_.dirichlet_fraction) * static_cast<double>(prior[i]) +
                                      options_.dirichlet_fraction * noise[i]);
    }
    for (std::int32_t slot = 0; slot < node.slot_count; ++slot) refresh(node, slot);
    bring_likeliest_forward(node);
}

}  // namespace boardai
