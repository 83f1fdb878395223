#include "boardai/core/features/feature_spec.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "boardai/core/in_quotes.hpp"

namespace boardai {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw std::invalid_argument("features " + in_quotes(name) + ": " + reason);
}

}  // namespace

FeatureSpec::FeatureSpec(const std::string& text) {
    const std::size_t colon = text.find(':');
    name_ = text.substr(0, colon);
    if (colon == std::string::npos) return;
    for (std::size_t at = colon + 1; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, end - at);
        const std::size_t equals = part.find('=');
        const char* const begin = part.data() + (equals == std::string::npos ? part.size() : equals + 1);
        const char* const last = part.data() + part.size();
        int value = 0;
        const auto [stopped, error] = std::from_chars(begin, last, value);
        if (begin == last || error != std::errc() || stopped != last) {
            fail(name_, "expected option=number, got " + in_quotes(part));
        }
        if (!given_.emplace(part.substr(0, equals), value).second)
            fail(name_, in_quotes(part) + " is an option's second value");
        at = end + 1;
    }
}

int FeatureSpec::option(const std::string& key, int usual, int least, int most) {
    const auto found = given_.find(key);
    const int value = found == given_.end() ? usual : found->second;
    if (value < least || value > most) {
        fail(name_, key + ": expected " + std::to_string(least) + " to " + std::to_string(most) + ", got " +
                        std::to_string(value));
    }
    asked_.emplace_back(key, value);
    return value;
}

void FeatureSpec::finish() const {
    for (const auto& [key, value] : given_) {
        const auto same = [&key = key](const auto& asked) { return asked.first == key; };
        if (std::any_of(asked_.begin(), asked_.end(), same)) continue;
        std::string known;
        for (const auto& asked : asked_) known += (known.empty() ? "" : ", ") + asked.first;
        fail(name_, "no option " + in_quotes(key) + "; options: " + (known.empty() ? "none" : known));
    }
}

std::string FeatureSpec::text() const {
    std::string text = name_;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        text += (i == 0 ? ":" : ",") + asked_[i].first + "=" + std::to_string(asked_[i].second);
    }
    return text;
}

}  // namespace boardai
