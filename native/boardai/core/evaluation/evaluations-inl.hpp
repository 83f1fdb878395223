#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/in_quotes.hpp"

namespace boardai {

namespace evaluations_detail {

template <class... E>
auto with_common(std::type_identity<std::tuple<E...>>) {
    if constexpr ((std::is_same_v<E, NoEvaluation> || ...)) {
        return std::type_identity<std::tuple<E..., HashEvaluation, RolloutEvaluation>>();
    } else {
        return std::type_identity<std::tuple<E..., NoEvaluation, HashEvaluation, RolloutEvaluation>>();
    }
}

/// take(std::type_identity<E>) for each evaluation that can be named for S, the default first.
template <class S, class Take>
void for_each(const Take& take) {
    const auto all = with_common(std::type_identity<typename GameEvaluations<S>::All>());
    [&]<class... E>(std::type_identity<std::tuple<E...>>) { (take(std::type_identity<E>()), ...); }(all);
}

}  // namespace evaluations_detail

template <GameState S>
std::shared_ptr<const Evaluation<S>> Evaluations<S>::find(const EvaluationSpec& spec) {
    std::shared_ptr<const Evaluation<S>> found;
    if (spec.given) {
        found = std::dynamic_pointer_cast<const Evaluation<S>>(spec.given);
        if (!found) throw std::invalid_argument("this evaluation is of another game");
        return found;
    }
    evaluations_detail::for_each<S>([&]<class E>(std::type_identity<E>) {
        if (!found && (spec.name.empty() || spec.name == E::name)) {
            found = std::make_shared<const CompiledEvaluation<S, E>>();
        }
    });
    if (!found) {
        throw std::invalid_argument("unknown evaluator " + in_quotes(spec.name) + "; this game has " + names());
    }
    return found;
}

template <GameState S>
std::shared_ptr<const Evaluation<S>> Evaluations<S>::find_or_count(const EvaluationSpec& spec) {
    if (!spec.name.empty()) return find(spec);
    return std::make_shared<const CompiledEvaluation<S, typename GameEvaluations<S>::Count>>();
}

template <GameState S>
std::string Evaluations<S>::names() {
    std::string names;
    evaluations_detail::for_each<S>([&]<class E>(std::type_identity<E>) {
        if (!names.empty()) names += ", ";
        names += E::name;
    });
    return names;
}

}  // namespace boardai
