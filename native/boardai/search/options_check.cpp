// Written by cmake/write_options.py from boardai/search/*/options.py, where options are changed.
// clang-format off

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

#include "boardai/search/plain/options.hpp"
#include "boardai/search/pvs/options.hpp"
#include "boardai/search/solvers/options.hpp"
#include "boardai/search/trees/options.hpp"

namespace boardai {

namespace {

/// Throws std::invalid_argument in the words of boardai/search/option.py.
template <class Number>
void require(bool valid, const char* name, const char* wanted, Number value) {
    if (valid) return;
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    throw std::invalid_argument(
        std::string(name) + " must be " + wanted + ", not " + std::string(text, end));
}

}  // namespace

void check_options(const MinimaxOptions& options) {
    require(options.average_best >= 1 && options.average_best <= 4096,
            "average_best", "a whole number from 1 to 4096", options.average_best);
    require(options.average_worst >= 1 && options.average_worst <= 4096,
            "average_worst", "a whole number from 1 to 4096", options.average_worst);
    require(options.change_threshold >= 0 && options.change_threshold <= 1'000'000,
            "change_threshold", "a whole number from 0 to 1000000", options.change_threshold);
    require(options.deeper >= 0 && options.deeper <= 1000,
            "deeper", "a whole number from 0 to 1000", options.deeper);
    require(options.shallower >= 0 && options.shallower <= 1000,
            "shallower", "a whole number from 0 to 1000", options.shallower);
}

void check_options(const NegamaxOptions&) {
}

void check_options(const AlphaBetaOptions& options) {
    require(static_cast<int>(options.ordering) >= 0 && static_cast<int>(options.ordering) < 4,
            "ordering", "one of game, number, captures, evaluation", static_cast<int>(options.ordering));
    require(options.alpha >= -32'001 && options.alpha <= 32'001,
            "alpha", "a whole number from -32001 to 32001", options.alpha);
    require(options.beta >= -32'001 && options.beta <= 32'001,
            "beta", "a whole number from -32001 to 32001", options.beta);
    check_rules(options);
}

void check_options(const ScoutOptions& options) {
    require(static_cast<int>(options.ordering) >= 0 && static_cast<int>(options.ordering) < 4,
            "ordering", "one of game, number, captures, evaluation", static_cast<int>(options.ordering));
}

void check_options(const MtdfOptions& options) {
    require(options.megabytes >= 1 && options.megabytes <= 1'048'576,
            "megabytes", "a whole number from 1 to 1048576", options.megabytes);
    require(static_cast<int>(options.ordering) >= 0 && static_cast<int>(options.ordering) < 4,
            "ordering", "one of game, number, captures, evaluation", static_cast<int>(options.ordering));
}

void check_options(const PvsOptions& options) {
    require(options.aspiration >= 0 && options.aspiration <= 100'000,
            "aspiration", "a whole number from 0 to 100000", options.aspiration);
    require(options.multi_pv >= 1 && options.multi_pv <= 4096,
            "multi_pv", "a whole number from 1 to 4096", options.multi_pv);
    require(options.table_megabytes >= 0 && options.table_megabytes <= 1'048'576,
            "table_megabytes", "a number from 0 to 1048576", options.table_megabytes);
    require(options.width >= 0 && options.width <= 4096,
            "width", "a whole number from 0 to 4096", options.width);
    require(options.null_move_reduction >= 1 && options.null_move_reduction <= 16,
            "null_move_reduction", "a whole number from 1 to 16", options.null_move_reduction);
    require(options.probcut_deviations >= 0 && options.probcut_deviations <= 100,
            "probcut_deviations", "a number from 0 to 100", options.probcut_deviations);
    require(options.root_check_extension >= 0 && options.root_check_extension <= 64,
            "root_check_extension", "a whole number from 0 to 64", options.root_check_extension);
    require(options.threads >= 1 && options.threads <= 1024,
            "threads", "a whole number from 1 to 1024", options.threads);
    require(static_cast<int>(options.parallel) >= 0 && static_cast<int>(options.parallel) < 3,
            "parallel", "one of lazy, root, aspiration", static_cast<int>(options.parallel));
    check_rules(options);
}

void check_options(const PvsMargins& options) {
    require(options.aspiration_from >= 2 && options.aspiration_from <= 1000,
            "aspiration_from", "a whole number from 2 to 1000", options.aspiration_from);
    require(options.aspiration_growth >= 2 && options.aspiration_growth <= 16,
            "aspiration_growth", "a whole number from 2 to 16", options.aspiration_growth);
    require(options.aspiration_open >= 1 && options.aspiration_open <= 1000,
            "aspiration_open", "a whole number from 1 to 1000", options.aspiration_open);
    require(options.check_extension_lines >= 0 && options.check_extension_lines <= 100,
            "check_extension_lines", "a whole number from 0 to 100", options.check_extension_lines);
    require(options.razoring_to >= 0 && options.razoring_to <= 16,
            "razoring_to", "a whole number from 0 to 16", options.razoring_to);
    require(options.razoring >= 0 && options.razoring <= 10'000,
            "razoring", "a whole number from 0 to 10000", options.razoring);
    require(options.reverse_futility_to >= 0 && options.reverse_futility_to <= 16,
            "reverse_futility_to", "a whole number from 0 to 16", options.reverse_futility_to);
    require(options.reverse_futility >= 0 && options.reverse_futility <= 10'000,
            "reverse_futility", "a whole number from 0 to 10000", options.reverse_futility);
    require(options.null_move_from >= 1 && options.null_move_from <= 1000,
            "null_move_from", "a whole number from 1 to 1000", options.null_move_from);
    require(options.null_move_depth >= 1 && options.null_move_depth <= 1000,
            "null_move_depth", "a whole number from 1 to 1000", options.null_move_depth);
    require(options.null_move_margin >= 1 && options.null_move_margin <= 10'000,
            "null_move_margin", "a whole number from 1 to 10000", options.null_move_margin);
    require(options.null_move_margin_most >= 0 && options.null_move_margin_most <= 16,
            "null_move_margin_most", "a whole number from 0 to 16", options.null_move_margin_most);
    require(options.null_move_verify_from >= 1 && options.null_move_verify_from <= 1000,
            "null_move_verify_from", "a whole number from 1 to 1000", options.null_move_verify_from);
    require(options.probcut_from >= 1 && options.probcut_from <= 1000,
            "probcut_from", "a whole number from 1 to 1000", options.probcut_from);
    require(options.probcut_captures_from >= 1 && options.probcut_captures_from <= 1000,
            "probcut_captures_from", "a whole number from 1 to 1000", options.probcut_captures_from);
    require(options.probcut_captures >= 0 && options.probcut_captures <= 10'000,
            "probcut_captures", "a whole number from 0 to 10000", options.probcut_captures);
    require(options.probcut_reduction >= 1 && options.probcut_reduction <= 16,
            "probcut_reduction", "a whole number from 1 to 16", options.probcut_reduction);
    require(options.internal_deepening_from >= 2 && options.internal_deepening_from <= 1000,
            "internal_deepening_from", "a whole number from 2 to 1000", options.internal_deepening_from);
    require(options.internal_deepening_reduction >= 1 && options.internal_deepening_reduction <= 16,
            "internal_deepening_reduction", "a whole number from 1 to 16", options.internal_deepening_reduction);
    require(options.internal_deepening_divisor >= 1 && options.internal_deepening_divisor <= 16,
            "internal_deepening_divisor", "a whole number from 1 to 16", options.internal_deepening_divisor);
    require(options.quiet_order_from >= 0 && options.quiet_order_from <= 1000,
            "quiet_order_from", "a whole number from 0 to 1000", options.quiet_order_from);
    require(options.skipped_move_from >= 0 && options.skipped_move_from <= 1000,
            "skipped_move_from", "a whole number from 0 to 1000", options.skipped_move_from);
    require(options.move_pruning_to >= 0 && options.move_pruning_to <= 16,
            "move_pruning_to", "a whole number from 0 to 16", options.move_pruning_to);
    require(options.late_move_base >= 0 && options.late_move_base <= 10'000,
            "late_move_base", "a whole number from 0 to 10000", options.late_move_base);
    require(options.late_move_growth >= 0 && options.late_move_growth <= 10'000,
            "late_move_growth", "a whole number from 0 to 10000", options.late_move_growth);
    require(options.futility_to >= 0 && options.futility_to <= 16,
            "futility_to", "a whole number from 0 to 16", options.futility_to);
    require(options.futility_base >= 0 && options.futility_base <= 10'000,
            "futility_base", "a whole number from 0 to 10000", options.futility_base);
    require(options.futility >= 0 && options.futility <= 10'000,
            "futility", "a whole number from 0 to 10000", options.futility);
    require(options.exchange_noisy >= 0 && options.exchange_noisy <= 10'000,
            "exchange_noisy", "a whole number from 0 to 10000", options.exchange_noisy);
    require(options.exchange_quiet >= 0 && options.exchange_quiet <= 10'000,
            "exchange_quiet", "a whole number from 0 to 10000", options.exchange_quiet);
    require(options.late_move_reduction_from >= 1 && options.late_move_reduction_from <= 1000,
            "late_move_reduction_from", "a whole number from 1 to 1000", options.late_move_reduction_from);
    require(options.late_move_reduction_number >= 1 && options.late_move_reduction_number <= 10'000,
            "late_move_reduction_number", "a whole number from 1 to 10000", options.late_move_reduction_number);
    require(options.late_move_reduction_number_pv >= 1 && options.late_move_reduction_number_pv <= 10'000,
            "late_move_reduction_number_pv", "a whole number from 1 to 10000", options.late_move_reduction_number_pv);
    require(options.late_move_reduction_number_root >= 1 && options.late_move_reduction_number_root <= 10'000,
            "late_move_reduction_number_root", "a whole number from 1 to 10000", options.late_move_reduction_number_root);
    require(options.late_move_reduction_base >= 0 && options.late_move_reduction_base <= 16,
            "late_move_reduction_base", "a number from 0 to 16", options.late_move_reduction_base);
    require(options.late_move_reduction_divisor >= 0.1 && options.late_move_reduction_divisor <= 1000,
            "late_move_reduction_divisor", "a number from 0.1 to 1000", options.late_move_reduction_divisor);
    require(options.late_move_reduction_history >= 1 && options.late_move_reduction_history <= 1'000'000,
            "late_move_reduction_history", "a whole number from 1 to 1000000", options.late_move_reduction_history);
    require(options.quiescence_plies >= 0 && options.quiescence_plies <= 10'000,
            "quiescence_plies", "a whole number from 0 to 10000", options.quiescence_plies);
    require(options.delta >= 0 && options.delta <= 10'000,
            "delta", "a whole number from 0 to 10000", options.delta);
    require(options.evasions >= 0 && options.evasions <= 10'000,
            "evasions", "a whole number from 0 to 10000", options.evasions);
}

void check_options(const AndOrOptions& options) {
    require(static_cast<int>(options.ordering) >= 0 && static_cast<int>(options.ordering) < 4,
            "ordering", "one of game, number, captures, evaluation", static_cast<int>(options.ordering));
}

void check_options(const PnsOptions& options) {
    require(static_cast<int>(options.question) >= 0 && static_cast<int>(options.question) < 3,
            "question", "one of outcome, win, draw", static_cast<int>(options.question));
    require(options.megabytes >= 1 && options.megabytes <= 65'536,
            "megabytes", "a whole number from 1 to 65536", options.megabytes);
    require(options.unit >= 0 && options.unit <= 1'000'000,
            "unit", "a whole number from 0 to 1000000", options.unit);
}

void check_options(const DfPnOptions& options) {
    require(static_cast<int>(options.question) >= 0 && static_cast<int>(options.question) < 3,
            "question", "one of outcome, win, draw", static_cast<int>(options.question));
    require(options.megabytes >= 1 && options.megabytes <= 65'536,
            "megabytes", "a whole number from 1 to 65536", options.megabytes);
    require(options.unit >= 0 && options.unit <= 1'000'000,
            "unit", "a whole number from 0 to 1000000", options.unit);
    require(options.epsilon >= 0 && options.epsilon <= 10,
            "epsilon", "a number from 0 to 10", options.epsilon);
    require(options.widening >= 0 && options.widening <= 1,
            "widening", "a number from 0 to 1", options.widening);
    require(options.threads >= 1 && options.threads <= 256,
            "threads", "a whole number from 1 to 256", options.threads);
}

void check_options(const PuctOptions& options) {
    require(options.simulations >= 0,
            "simulations", "a whole number from 0 to 2147483647", options.simulations);
    require(options.leaves_per_tree >= 1 && options.leaves_per_tree <= 65'536,
            "leaves_per_tree", "a whole number from 1 to 65536", options.leaves_per_tree);
    require(options.tree_mb >= 1 && options.tree_mb <= 16'384,
            "tree_mb", "a whole number from 1 to 16384", options.tree_mb);
    require(options.cache_mb >= 0 && options.cache_mb <= 1'048'576,
            "cache_mb", "a whole number from 0 to 1048576", options.cache_mb);
    require(options.quiet_plies >= 0 && options.quiet_plies <= 64,
            "quiet_plies", "a whole number from 0 to 64", options.quiet_plies);
    require(options.knowledge >= 0,
            "knowledge", "a whole number from 0 to 2147483647", options.knowledge);
    require(options.c_base > 0 && std::isfinite(options.c_base),
            "c_base", "a number above 0", options.c_base);
    require(options.c_init >= 0 && std::isfinite(options.c_init),
            "c_init", "a number of at least 0", options.c_init);
    require(options.c_scale >= 0 && std::isfinite(options.c_scale),
            "c_scale", "a number of at least 0", options.c_scale);
    require(options.fpu_reduction >= 0 && std::isfinite(options.fpu_reduction),
            "fpu_reduction", "a number of at least 0", options.fpu_reduction);
    require(static_cast<int>(options.q_transform) >= 0 && static_cast<int>(options.q_transform) < 3,
            "q_transform", "one of none, min_max, parent_and_siblings", static_cast<int>(options.q_transform));
    require(options.dirichlet_alpha > 0 && std::isfinite(options.dirichlet_alpha),
            "dirichlet_alpha", "a number above 0", options.dirichlet_alpha);
    require(options.dirichlet_fraction >= 0 && options.dirichlet_fraction <= 1,
            "dirichlet_fraction", "a number from 0 to 1", options.dirichlet_fraction);
    require(options.forced_playouts >= 0 && std::isfinite(options.forced_playouts),
            "forced_playouts", "a number of at least 0", options.forced_playouts);
    require(options.virtual_loss >= 0 && std::isfinite(options.virtual_loss),
            "virtual_loss", "a number of at least 0", options.virtual_loss);
    require(options.gumbel.considered >= 0 && options.gumbel.considered <= 4096,
            "considered", "a whole number from 1 to 4096", options.gumbel.considered);
    require(options.gumbel.scale >= 0 && std::isfinite(options.gumbel.scale),
            "scale", "a number of at least 0", options.gumbel.scale);
    require(options.gumbel.value_scale >= 0 && std::isfinite(options.gumbel.value_scale),
            "value_scale", "a number of at least 0", options.gumbel.value_scale);
    require(options.gumbel.maxvisit_init >= 0 && std::isfinite(options.gumbel.maxvisit_init),
            "maxvisit_init", "a number of at least 0", options.gumbel.maxvisit_init);
    check_rules(options);
}

void check_options(const MctsOptions& options) {
    require(options.c >= 0 && std::isfinite(options.c),
            "c", "a number of at least 0", options.c);
    require(std::isfinite(options.lowest),
            "lowest", "a finite number", options.lowest);
    require(std::isfinite(options.highest),
            "highest", "a finite number", options.highest);
    require(options.rollouts >= 1 && options.rollouts <= 1'000'000,
            "rollouts", "a whole number from 1 to 1000000", options.rollouts);
    require(options.rollout_plies >= 0 && options.rollout_plies <= 1'000'000,
            "rollout_plies", "a whole number from 0 to 1000000", options.rollout_plies);
    require(options.evaluator_share >= 0 && options.evaluator_share <= 1,
            "evaluator_share", "a number from 0 to 1", options.evaluator_share);
    require(options.evaluator_scale >= 0 && std::isfinite(options.evaluator_scale),
            "evaluator_scale", "a number of at least 0", options.evaluator_scale);
    require(options.rave_k > 0 && std::isfinite(options.rave_k),
            "rave_k", "a number above 0", options.rave_k);
    require(options.rave_bias >= 0 && std::isfinite(options.rave_bias),
            "rave_bias", "a number of at least 0", options.rave_bias);
    require(options.rave_c >= 0 && std::isfinite(options.rave_c),
            "rave_c", "a number of at least 0", options.rave_c);
    require(static_cast<int>(options.playouts) >= 0 && static_cast<int>(options.playouts) < 3,
            "playouts", "one of random, saving, patterns", static_cast<int>(options.playouts));
    require(options.prior >= 0 && std::isfinite(options.prior),
            "prior", "a number of at least 0", options.prior);
    require(options.knowledge >= 0,
            "knowledge", "a whole number from 0 to 2147483647", options.knowledge);
    require(static_cast<int>(options.choice) >= 0 && static_cast<int>(options.choice) < 3,
            "choice", "one of visits, value, robust_max", static_cast<int>(options.choice));
    require(options.megabytes >= 1 && options.megabytes <= 32'000,
            "megabytes", "a number from 1 to 32000", options.megabytes);
    require(options.threads >= 1 && options.threads <= 1024,
            "threads", "a whole number from 1 to 1024", options.threads);
    require(static_cast<int>(options.parallel) >= 0 && static_cast<int>(options.parallel) < 3,
            "parallel", "one of tree, root, children", static_cast<int>(options.parallel));
    require(options.virtual_loss >= 0 && std::isfinite(options.virtual_loss),
            "virtual_loss", "a number of at least 0", options.virtual_loss);
    check_rules(options);
}

}  // namespace boardai
