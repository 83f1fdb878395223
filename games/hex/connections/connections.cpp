#include "games/hex/connections/connections.hpp"

#include <algorithm>
#include <cassert>

#include "boardai/search/control.hpp"
#include "games/hex/board/chains.hpp"

namespace boardai::hex {

namespace {

template <int Words>
bool within(const Bits<Words>& inner, const Bits<Words>& outer) {
    return !(inner - outer).any();
}

}  // namespace

template <int Words>
Connections<Words>::Connections(const State<Words>& state, int colour, const ConnectionLimits& limits)
    : Connections(state, colour, limits, without_end(StopCheck())) {}

template <int Words>
Connections<Words>::Connections(const State<Words>& state, int colour, const ConnectionLimits& limits,
                                StopCheck& stop_check)
    : board_(&geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
      colour_(colour),
      limits_(limits) {
    const Side<Words> side(state, colour);
    own_ = side.own;
    empty_ = side.empty;
    const std::size_t points = static_cast<std::size_t>(board_->cells) + 2;
    points_.assign(points, -1);
    partners_.resize(points);
    edge_partners_.assign(points, 0);
    full_.assign(points * (points - 1) / 2, {});
    semi_ = full_;
    queued_.assign(full_.size(), false);
    begin(side);
    find(stop_check);
}

/// Whether the computation must stop within this many further steps; it then stays unfinished.
template <int Words>
bool Connections<Words>::ends(StopCheck& stop_check, std::int64_t steps) {
    whole_ = whole_ && !stop_check.ends(steps);
    return !whole_;
}

/// Finds the points and the connections between neighbours.
template <int Words>
void Connections<Words>::begin(const Side<Words>& side) {
    const auto name = [&](int cell, int point) {
        points_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(point);
    };
    empty_.for_each([&](int cell) { name(cell, cell); });
    name(start(), start());
    name(goal(), goal());
    bool wins = false;
    side.for_each_chain([&](const Bits<Words>& chain) {
        const bool at_start = (chain & side.start).any(), at_goal = (chain & side.goal).any();
        const int point = at_start ? start() : at_goal ? goal() : first_cell(chain);
        chain.for_each([&](int cell) { name(cell, point); });
        wins |= at_start && at_goal;
    });
    if (wins) {
        // The edges are one point, so there is nothing left to find.
        std::replace(points_.begin(), points_.end(), static_cast<std::int16_t>(goal()),
                     static_cast<std::int16_t>(start()));
        return;
    }
    empty_.for_each([&](int cell) {
        const Bits<Words> around = board_->neighbours(Bits<Words>::of(cell));
        (around & empty_).for_each([&](int other) {
            if (other < cell) add_full(cell, other, {});
        });
        (around & own_).for_each([&](int other) { add_full(cell, point_of(other), {}); });
        if (side.start.test(cell)) add_full(cell, start(), {});
        if (side.goal.test(cell)) add_full(cell, goal(), {});
    });
}

/// Applies both rules until they find nothing new.
template <int Words>
void Connections<Words>::find(StopCheck& stop_check) {
    for (;;) {
        // The smallest carriers first, because their combinations are the least likely to be dropped later.
        for (std::size_t size = 0; size < new_full_.size();) {
            if (new_full_[size].empty()) {
                ++size;
                continue;
            }
            const Found found = new_full_[size].back();
            new_full_[size].pop_back();
            smallest_ = new_full_.size();
            // A smaller connection may have replaced it in the meantime.
            bool kept = false;
            for (std::int32_t at = full_[pair(found.x, found.y)].first; at >= 0 && !kept;
                 at = links_[static_cast<std::size_t>(at)].next) {
                kept = links_[static_cast<std::size_t>(at)].carrier == found.carrier;
            }
            if (!kept) continue;
            for (const auto& [x, m] : {std::pair{found.x, found.y}, std::pair{found.y, found.x}}) {
                if (is_edge(m) && !limits_.edges) continue;
                const auto through = [&](int y) {
                    if (y != x) combine_through(x, m, y, found.carrier);
                };
                // A copy, because new connections of m are handled when they are found. No carrier may contain the
                // other's end.
                const Bits<Words> partners = partners_[static_cast<std::size_t>(m)] - found.carrier;
                const int edges = edge_partners_[static_cast<std::size_t>(m)];
                if (ends(stop_check, 1 + partners.count())) return;
                partners.for_each(through);
                if ((edges & 1) != 0) through(start());
                if ((edges & 2) != 0) through(goal());
            }
            size = std::min(size, smallest_);
        }
        if (new_semi_.empty()) return;
        const auto [x, y] = new_semi_.front();
        new_semi_.pop_front();
        queued_[pair(x, y)] = false;
        const std::int64_t semis = semi_[pair(x, y)].count;
        if (ends(stop_check, semis * semis)) return;
        combine_semis(x, y);
    }
}

/// AND: combines the connection of x and m by `carrier` with all connections of m and y.
template <int Words>
void Connections<Words>::combine_through(int x, int m, int y, const Bits<Words>& carrier) {
    const List& there = full_[pair(x, y)];
    if (there.count > 0 && !links_[static_cast<std::size_t>(there.first)].carrier.any()) return;  // neighbours
    const bool makes_semi = is_empty(m);
    const int size = carrier.count() + (makes_semi ? 1 : 0);
    for (std::int32_t at = full_[pair(m, y)].first; at >= 0; at = links_[static_cast<std::size_t>(at)].next) {
        const Link& link = links_[static_cast<std::size_t>(at)];
        // The following links have carriers that are at least as large.
        if (makes_semi && falls_out(semi_[pair(x, y)], size + link.size, limits_.semi)) return;
        const Bits<Words> other = link.carrier;
        if ((other & carrier).any() || (is_empty(x) && other.test(x))) continue;
        if (makes_semi) {
            add_semi(x, y, carrier | other | Bits<Words>::of(m), m);
        } else {
            add_full(x, y, carrier | other);
        }
    }
}

/// OR: combines the new semi connections of a pair with the others.
template <int Words>
void Connections<Words>::combine_semis(int x, int y) {
    const std::size_t at_pair = pair(x, y);
    // A copy of the list, because adding a full connection may remove semi connections from it.
    std::vector<Link> all;
    Bits<Words> common = board_->board;
    for (std::int32_t at = semi_[at_pair].first; at >= 0; at = links_[static_cast<std::size_t>(at)].next) {
        all.push_back(links_[static_cast<std::size_t>(at)]);
        common = common & all.back().carrier;
        links_[static_cast<std::size_t>(at)].combined = true;
    }
    if (common.any()) return;
    std::vector<const Link*> semis;
    for (const Link& one : all) {
        if (one.combined) semis.push_back(&one);
    }
    for (const Link& one : all) {
        if (one.combined) continue;
        unite(x, y, semis, 0, one.carrier, one.carrier, 1);
        semis.push_back(&one);
    }
}

/// Adds semi connections, from number `from` on, to a set whose carriers have the intersection `common`, until the
/// intersection is empty.
template <int Words>
void Connections<Words>::unite(int x, int y, const std::vector<const Link*>& semis, std::size_t from,
                               const Bits<Words>& common, const Bits<Words>& all, int taken) {
    // The union only grows from here.
    const List& there = full_[pair(x, y)];
    const int size = all.count();
    if (falls_out(there, size, limits_.full) || covered(there, all, size)) return;
    for (std::size_t i = from; i < semis.size(); ++i) {
        const Bits<Words> shared = common & semis[i]->carrier;
        if (shared == common) continue;
        if (!shared.any()) {
            add_full(x, y, all | semis[i]->carrier);
        } else if (taken + 1 < limits_.together) {
            unite(x, y, semis, i + 1, shared, all | semis[i]->carrier, taken + 1);
        }
    }
}

template <int Words>
void Connections<Words>::add_full(int x, int y, const Bits<Words>& carrier) {
    const std::size_t at = pair(x, y);
    const int size = carrier.count();
    if (covered(full_[at], carrier, size)) return;
    drop_covered(semi_[at], carrier, size);
    if (falls_out(full_[at], size, limits_.full)) return;
    drop_covered(full_[at], carrier, size);
    insert(full_[at], carrier, size, -1, limits_.full);
    note_partners(x, y);
    const auto cells = static_cast<std::size_t>(size);
    if (cells >= new_full_.size()) new_full_.resize(cells + 1);
    new_full_[cells].push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), carrier});
    smallest_ = std::min(smallest_, cells);
}

template <int Words>
void Connections<Words>::add_semi(int x, int y, const Bits<Words>& carrier, int key) {
    const std::size_t at = pair(x, y);
    const int size = carrier.count();
    if (falls_out(semi_[at], size, limits_.semi)) return;
    if (covered(full_[at], carrier, size) || covered(semi_[at], carrier, size)) return;
    drop_covered(semi_[at], carrier, size);
    insert(semi_[at], carrier, size, key, limits_.semi);
    if (queued_[at]) return;
    queued_[at] = true;
    new_semi_.emplace_back(static_cast<std::int16_t>(x), static_cast<std::int16_t>(y));
}

template <int Words>
void Connections<Words>::note_partners(int x, int y) {
    for (const auto& [one, other] : {std::pair{x, y}, std::pair{y, x}}) {
        if (is_edge(other)) {
            edge_partners_[static_cast<std::size_t>(one)] |= other == start() ? 1 : 2;
        } else {
            partners_[static_cast<std::size_t>(one)].set(other);
        }
    }
}

template <int Words>
bool Connections<Words>::covered(const List& list, const Bits<Words>& carrier, int size) const {
    for (std::int32_t at = list.first; at >= 0; at = links_[static_cast<std::size_t>(at)].next) {
        const Link& link = links_[static_cast<std::size_t>(at)];
        if (link.size > size) return false;
        if (within(link.carrier, carrier)) return true;
    }
    return false;
}

template <int Words>
void Connections<Words>::drop_covered(List& list, const Bits<Words>& carrier, int size) {
    if (list.count == 0 || list.largest < size) return;
    drop_if(list, [&](const Link& link) { return within(carrier, link.carrier); });
}

template <int Words>
template <class Condition>
void Connections<Words>::drop_if(List& list, Condition condition) {
    for (std::int32_t* at = &list.first; *at >= 0;) {
        const std::int32_t link = *at;
        if (condition(links_[static_cast<std::size_t>(link)])) {
            *at = links_[static_cast<std::size_t>(link)].next;
            --list.count;
            release(link);
        } else {
            list.largest = links_[static_cast<std::size_t>(link)].size;
            at = &links_[static_cast<std::size_t>(link)].next;
        }
    }
}

/// Calls visit(x, y, index of the pair) for all pairs of numbers, x > y.
template <int Words>
template <class Visit>
void Connections<Words>::for_each_pair(Visit visit) {
    std::size_t at = 0;
    for (int x = 1; x < board_->cells + 2; ++x) {
        for (int y = 0; y < x; ++y) visit(x, y, at++);
    }
}

/// Inserts in order of size and drops what exceeds the bound. Precondition: the new link is not dropped.
template <int Words>
void Connections<Words>::insert(List& list, const Bits<Words>& carrier, int size, int key, int bound) {
    std::int32_t link = unused_;
    if (link >= 0) {
        unused_ = links_[static_cast<std::size_t>(link)].next;
        --free_;
    } else {
        link = static_cast<std::int32_t>(links_.size());
        links_.push_back({});
    }
    links_[static_cast<std::size_t>(link)] = {carrier, -1, static_cast<std::int16_t>(key),
                                              static_cast<std::int16_t>(size), false};
    std::int32_t* at = &list.first;
    while (*at >= 0 && links_[static_cast<std::size_t>(*at)].size <= size) {
        at = &links_[static_cast<std::size_t>(*at)].next;
    }
    links_[static_cast<std::size_t>(link)].next = *at;
    *at = link;
    std::int32_t* last = at;
    std::int32_t* before = at;
    while (links_[static_cast<std::size_t>(*last)].next >= 0) {
        before = last;
        last = &links_[static_cast<std::size_t>(*last)].next;
    }
    if (++list.count > bound) {
        release(*last);
        *last = -1;
        --list.count;
        last = before;
    }
    list.largest = links_[static_cast<std::size_t>(*last)].size;
}

template <int Words>
void Connections<Words>::release(std::int32_t link) {
    links_[static_cast<std::size_t>(link)].next = unused_;
    unused_ = link;
    ++free_;
}

template <int Words>
void Connections<Words>::play(int colour, int cell) {
    play(colour, Bits<Words>::of(cell));
}

template <int Words>
void Connections<Words>::play(int colour, const Bits<Words>& cells) {
    StopCheck endless;
    play(colour, cells, endless);
}

template <int Words>
void Connections<Words>::play(int colour, const Bits<Words>& cells, StopCheck& stop_check) {
    assert(!whole() || !(cells - empty_).any());
    if (!cells.any() || ends(stop_check, passed_over())) return;
    if (colour != colour_ && !joined()) {
        empty_ = empty_ - cells;
        take_cells(cells);
        return;
    }
    cells.for_each([&](int cell) {
        if (!whole_) return;
        empty_.clear(cell);
        if (joined()) {
            points_[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(colour == colour_ ? cell : -1);
        } else {
            add_stone(cell, stop_check);
        }
    });
}

/// After opposing stones: removes the connections that need their cells. The remaining ones give nothing new.
template <int Words>
void Connections<Words>::take_cells(const Bits<Words>& cells) {
    cells.for_each([&](int cell) { points_[static_cast<std::size_t>(cell)] = -1; });
    const auto taken = [&](int point) { return point < board_->cells && cells.test(point); };
    for_each_pair([&](int x, int y, std::size_t at) {
        if (full_[at].count == 0 && semi_[at].count == 0) return;
        const bool gone = taken(x) || taken(y);
        for (List* list : {&full_[at], &semi_[at]}) {
            drop_if(*list, [&](const Link& link) { return gone || (link.carrier & cells).any(); });
        }
    });
    note_all_partners();
}

/// After an own stone: it forms one point with the chains next to it, and carriers no longer contain its cell.
template <int Words>
void Connections<Words>::add_stone(int cell, StopCheck& stop_check) {
    if (ends(stop_check, passed_over())) return;
    const Bits<Words> stone = Bits<Words>::of(cell);
    // 1. Find the points that become one.
    std::vector<int> merged{cell};
    const auto join = [&](int point) {
        if (std::find(merged.begin(), merged.end(), point) == merged.end()) merged.push_back(point);
    };
    (board_->neighbours(stone) & own_).for_each([&](int other) { join(point_of(other)); });
    if ((colour_ == black ? board_->top : board_->left).test(cell)) join(start());
    if ((colour_ == black ? board_->bottom : board_->right).test(cell)) join(goal());
    own_.set(cell);
    const auto holds = [&](int point) { return std::find(merged.begin(), merged.end(), point) != merged.end(); };
    const int point = holds(start())  ? start()
                      : holds(goal()) ? goal()
                                      : *std::min_element(merged.begin(), merged.end());
    // 2. Remove the connections that change.
    struct Changed {
        int x, y;
        Link link;
    };
    std::vector<Changed> changed;
    std::vector<std::int16_t> now(partners_.size());  // by point
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = static_cast<std::int16_t>(i);
    for (const int one : merged) now[static_cast<std::size_t>(one)] = static_cast<std::int16_t>(point);
    for_each_pair([&](int x, int y, std::size_t at) {
        if (full_[at].count == 0 && semi_[at].count == 0) return;
        const int new_x = now[static_cast<std::size_t>(x)], new_y = now[static_cast<std::size_t>(y)];
        const bool moved = new_x != x || new_y != y;
        for (List* list : {&full_[at], &semi_[at]}) {
            drop_if(*list, [&](const Link& link) {
                if (!moved && !link.carrier.test(cell)) return false;
                if (new_x != new_y) changed.push_back({new_x, new_y, link});
                return true;
            });
        }
    });
    for (std::int16_t& one : points_) {
        if (one >= 0 && holds(one)) one = static_cast<std::int16_t>(point);
    }
    note_all_partners();
    if (joined()) return;
    // 3. Add them again as new ones.
    for (const Changed& one : changed) {
        if (ends(stop_check, 1)) return;
        const Bits<Words> carrier = one.link.carrier - stone;
        if (one.link.key < 0 || one.link.key == cell) {
            add_full(one.x, one.y, carrier);
        } else {
            add_semi(one.x, one.y, carrier, one.link.key);
        }
    }
    find(stop_check);
}

template <int Words>
void Connections<Words>::note_all_partners() {
    std::fill(partners_.begin(), partners_.end(), Bits<Words>{});
    std::fill(edge_partners_.begin(), edge_partners_.end(), std::uint8_t{0});
    for_each_pair([&](int x, int y, std::size_t at) {
        if (full_[at].count > 0) note_partners(x, y);
    });
}

template <int Words>
std::vector<Connection<Words>> Connections<Words>::between(int x, int y, bool full) const {
    std::vector<Connection<Words>> found;
    if (x == y) return found;
    for (std::int32_t at = (full ? full_ : semi_)[pair(x, y)].first; at >= 0;
         at = links_[static_cast<std::size_t>(at)].next) {
        found.push_back({links_[static_cast<std::size_t>(at)].carrier, links_[static_cast<std::size_t>(at)].key});
    }
    return found;
}

template <int Words>
bool Connections<Words>::wins_second() const {
    return joined() || full_[pair(start(), goal())].count > 0;
}

template <int Words>
bool Connections<Words>::wins_first() const {
    return wins_second() || semi_[pair(start(), goal())].count > 0;
}

template <int Words>
int Connections<Words>::winning_cell() const {
    if (joined()) return -1;
    if (wins_second()) return first_cell(winning_carrier());
    return links_[static_cast<std::size_t>(semi_[pair(start(), goal())].first)].key;
}

template <int Words>
Bits<Words> Connections<Words>::winning_carrier() const {
    if (joined()) return {};
    const std::size_t edges = pair(start(), goal());
    const List& list = full_[edges].count > 0 ? full_[edges] : semi_[edges];
    return links_[static_cast<std::size_t>(list.first)].carrier;
}

template <int Words>
Bits<Words> Connections<Words>::threatened() const {
    if (wins_second()) return winning_carrier();
    Bits<Words> all, common = empty_;
    for (std::int32_t at = semi_[pair(start(), goal())].first; at >= 0;
         at = links_[static_cast<std::size_t>(at)].next) {
        const Bits<Words>& carrier = links_[static_cast<std::size_t>(at)].carrier;
        if (within(common, carrier)) continue;
        common = common & carrier;
        all |= carrier;
    }
    return all;
}

template <int Words>
Bits<Words> Connections<Words>::must_play() const {
    if (wins_second()) return {};
    Bits<Words> common = empty_;
    for (std::int32_t at = semi_[pair(start(), goal())].first; at >= 0;
         at = links_[static_cast<std::size_t>(at)].next) {
        common = common & links_[static_cast<std::size_t>(at)].carrier;
    }
    return common;
}

template class Connections<1>;
template class Connections<2>;
template class Connections<3>;
template class Connections<6>;

}  // namespace boardai::hex
