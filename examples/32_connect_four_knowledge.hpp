// What example 32 adds to the rules of example 2, which come before it: who wins where a player of Connect Four sees it
// at once, the columns that must be played, and an order of moves. A search that knows this looks one move less deep.

#include <algorithm>
#include <bit>
#include <cstdlib>

struct SolverKnowledge;

class KnowingConnectFour : public ConnectFour {
  public:
    using Knowledge = SolverKnowledge;
    using Cells = std::uint64_t;

    KnowingConnectFour() = default;
    explicit KnowingConnectFour(const ConnectFour& state) : ConnectFour(state) {}
    static KnowingConnectFour from_string(const std::string& text) {
        return KnowingConnectFour(ConnectFour::from_string(text));
    }
    KnowingConnectFour transformed(int symmetry) const {
        return KnowingConnectFour(ConnectFour::transformed(symmetry));
    }
    bool operator==(const KnowingConnectFour&) const = default;

    // The cells that discs can fall on, one in each open column.
    Cells playable() const { return (occupied() + foot_cells) & all_cells & ~occupied(); }
    Cells playable_in(boardai::Action column) const { return playable() & column_mask(column); }
    // The empty cells that would complete a line of four, whether or not a disc can fall there yet.
    Cells threats_of(Cells discs) const {
        Cells cells = discs << 1 & discs << 2 & discs << 3;  // three below
        for (const int step : {7, 6, 8}) {                   // a row and both diagonals: a gap at any of four places
            Cells pairs = discs << step & discs << 2 * step;
            cells |= pairs & (discs << 3 * step | discs >> step);
            pairs = discs >> step & discs >> 2 * step;
            cells |= pairs & (discs >> 3 * step | discs << step);
        }
        return cells & all_cells & ~occupied();
    }
    // More threats first, then the middle.
    int quiet_order(boardai::Action column) const {
        const Cells after = discs_[current_player()] | playable_in(column);
        return 100 * std::popcount(threats_of(after) & ~playable_in(column)) - std::abs(2 * column - (columns - 1));
    }
    Cells discs_of(int player) const { return discs_[player]; }

  private:
    static constexpr Cells foot_cells = ((Cells{1} << 7 * columns) - 1) / 127;  // the lowest of each column
    static constexpr Cells all_cells = foot_cells * ((Cells{1} << rows) - 1);
};

struct SolverKnowledge : boardai::PositionKnowledge<KnowingConnectFour, boardai::ActionSet<ConnectFour::columns>> {
    Facts analyse(const KnowingConnectFour& state) {
        using Cells = KnowingConnectFour::Cells;
        Facts facts;
        const int mover = state.current_player();
        const Cells playable = state.playable();
        if (const Cells winning = state.threats_of(state.discs_of(mover)) & playable) {
            facts.winner = mover;
            facts.winning_move = std::countr_zero(winning) / 7;
            return facts;
        }
        // Must-play: a player answers a threat of the opponent, and does not play below one.
        const Cells threats = state.threats_of(state.discs_of(1 - mover)), at_once = threats & playable;
        const Cells open = (at_once ? at_once : playable) & ~(threats >> 1);
        if (!open || (at_once & (at_once - 1))) {
            facts.winner = 1 - mover;
            return facts;
        }
        facts.restricted = open != playable;
        for (int column = 0; column < ConnectFour::columns; ++column) {
            (state.playable_in(column) & open ? facts.candidates : facts.losing).set(column);
        }
        return facts;
    }
    // The same order where only some of the columns are left.
    void order(const KnowingConnectFour& state, const Actions& actions, boardai::ActionList& out) const {
        actions.for_each([&out](boardai::Action column) { out.push_back(column); });
        std::stable_sort(out.begin(), out.end(), [&state](boardai::Action left, boardai::Action right) {
            return state.quiet_order(left) > state.quiet_order(right);
        });
    }
};

BOARDAI_GAME(KnowingConnectFour)
