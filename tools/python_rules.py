"""What rules written in Python cost a search: tic-tac-toe in Python against the same in C++, compiled at run time.

python tools/python_rules.py
"""

from __future__ import annotations

import statistics
from typing import Any

from rich.table import Table

from boardai import BaseState, define_game
from boardai.command_line import Parser, run, whole_number
from boardai.command_line.console import Console
from boardai.search import alphabeta, mcts

SOURCE = """
struct TicTacToe {
    int discs[2] = {0, 0};
    int count = 0;
    static bool has_line(int cells) {
        for (int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124}) if ((cells & line) == line) return true;
        return false;
    }
    int current_player() const { return count % 2; }
    bool is_terminal() const { return count == 9 || has_line(discs[1 - count % 2]); }
    int outcome(int player) const {
        const int last = 1 - count % 2;
        return has_line(discs[last]) ? (player == last ? 1 : -1) : 0;
    }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        for (int cell = 0; cell < 9; ++cell) if (!((discs[0] | discs[1]) >> cell & 1)) out.push_back(cell);
    }
    void apply(Action cell) { discs[count++ % 2] |= 1 << cell; }
    std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(discs[0] << 9 | discs[1])); }
    bool operator==(const TicTacToe&) const = default;
    std::string to_string() const {
        std::string text;
        for (int cell = 0; cell < 9; ++cell) text += discs[0] >> cell & 1 ? 'x' : discs[1] >> cell & 1 ? 'o' : '.';
        return text;
    }
    static TicTacToe from_string(const std::string& text) {
        TicTacToe state;
        for (int cell = 0; cell < 9; ++cell) {
            state.discs[0] |= (text.at(cell) == 'x') << cell;
            state.discs[1] |= (text.at(cell) == 'o') << cell;
            state.count += text.at(cell) != '.';
        }
        return state;
    }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }
};
BOARDAI_GAME(TicTacToe)
"""

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class TicTacToe(BaseState):
    """The same rules, written the same way."""

    def __init__(self, crosses: int = 0, noughts: int = 0) -> None:
        self.discs = [crosses, noughts]
        self.count = crosses.bit_count() + noughts.bit_count()

    def current_player(self) -> int:
        return self.count % 2

    def has_line(self, player: int) -> bool:
        return any(self.discs[player] & line == line for line in LINES)

    def is_terminal(self) -> bool:
        return self.count == 9 or self.has_line(1 - self.count % 2)

    def outcome(self, player: int) -> int:
        last = 1 - self.count % 2
        return (1 if player == last else -1) if self.has_line(last) else 0

    def legal_actions(self) -> list[int]:
        taken = self.discs[0] | self.discs[1]
        return [] if self.is_terminal() else [cell for cell in range(9) if not taken >> cell & 1]

    def apply(self, action: int) -> None:
        self.discs[self.count % 2] |= 1 << action
        self.count += 1

    def clone(self) -> TicTacToe:
        return TicTacToe(*self.discs)

    def to_string(self) -> str:
        return "".join(
            "x" if self.discs[0] >> cell & 1 else "o" if self.discs[1] >> cell & 1 else "." for cell in range(9)
        )

    @classmethod
    def from_string(cls, text: str) -> TicTacToe:
        return cls(*(sum((text[cell] == mark) << cell for cell in range(9)) for mark in "xo"))

    def action_to_string(self, action: int) -> str:
        return str(action)

    def action_from_string(self, text: str) -> int:
        return int(text)


def measure(repeats: int) -> dict[str, tuple[float, float]]:
    """Rates of the rules in Python and in C++ by search: nodes/s of alpha-beta to the end, simulations/s of UCT.

    Args:
        repeats: the two take turns in each; the median counts.
    """
    states = [TicTacToe(), define_game(SOURCE, name="tic-tac-toe").initial_state()]
    found: dict[str, tuple[list[float], list[float]]] = {"alphabeta": ([], []), "mcts": ([], [])}
    for seed in range(repeats + 1):
        for state, by_nodes, by_simulations in zip(states, found["alphabeta"], found["mcts"], strict=True):
            solved: Any = alphabeta(state, ordering="game")
            by_nodes.append(solved.nodes / solved.seconds)
            played: Any = mcts(state, simulations=5000, solver=False, seed=seed)
            by_simulations.append(played.simulations / played.seconds)
    # The first of each is compiled and warmed up only.
    return {
        name: (statistics.median(python[1:]), statistics.median(native[1:])) for name, (python, native) in found.items()
    }


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python tools/python_rules.py`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "python_rules",
        "Searches of tic-tac-toe: rules in Python against the same rules in C++, compiled at run time.",
        ["python tools/python_rules.py"],
    )
    parser.add_argument("--repeats", type=whole_number(1), default=7, help="the median counts (default 7)")
    parser.prog = "python tools/python_rules.py"
    options = parser.parse_args(arguments)
    table = Table(title="tic-tac-toe")
    for heading in ("search", "rules in Python", "in C++", "ratio"):
        table.add_column(heading, justify="left" if heading == "search" else "right")
    for name, (python, native) in measure(options.repeats).items():
        table.add_row(name, f"{python:,.0f}/s", f"{native:,.0f}/s", f"{native / python:.0f}x")
    Console().print(table)


if __name__ == "__main__":
    run(main, "python_rules")
