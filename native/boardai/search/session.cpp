#include "boardai/search/session.hpp"

#include <utility>

#include "boardai/search/report.hpp"

namespace boardai {

SearchSession::SearchSession() : report_(std::make_unique<SearchReport>()) {}
SearchSession::~SearchSession() = default;

void SearchSession::begin(const SearchLimits& limits, int threads) {
    published_ = false;
    control_.set_progress(progress_hook());
    control_.start(limits, threads);
}

void SearchSession::publish() {
    SearchReport fresh;
    if (!snapshot(fresh)) return;
    fresh.seconds = control_.seconds();
    *report_ = std::move(fresh);
    published_ = true;
}

/// While an exception may be on its way: a snapshot that cannot be made leaves the last one.
void SearchSession::publish_last() noexcept {
    try {
        publish();
    } catch (...) {  // out of memory: the exception on its way says more
    }
}

ProgressHook SearchSession::progress_hook() {
    if (!progress_.call) return {};
    return {[](void* data) {
                auto& session = *static_cast<SearchSession*>(data);
                session.publish();
                session.progress_.call(session.progress_.data);
            },
            this};
}

}  // namespace boardai
