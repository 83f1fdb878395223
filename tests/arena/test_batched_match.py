"""Matches: colours, counts, pairs of openings, intervals."""

from collections.abc import Sequence
from typing import Any

import pytest
from refusals import refused
from scipy.stats import binomtest

from boardai.arena.match import MatchResult, play_match, random_opening, wilson_interval
from boardai.game import Game
from boardai.players import RandomPlayer


class Scripted:
    """Plays the lowest or the highest legal action and remembers what it was asked."""

    batched = True

    def __init__(self, name: str, pick: Any):
        self.name, self._pick, self.players, self.batches = name, pick, set(), []

    def choose(self, state: Any) -> int:
        self.players.add(state.current_player())
        return self._pick(state.legal_actions())

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        self.batches.append(len(states))
        return [self.choose(state) for state in states]


def test_wilson_agrees_with_scipy() -> None:
    for wins, games in ((0, 5), (12, 24), (199, 200), (200, 200)):
        expected = binomtest(wins, games).proportion_ci(method="wilson")
        assert wilson_interval(wins / games, games) == pytest.approx((expected.low, expected.high))


def test_both_colours_and_all_games_at_once(hex4: Game) -> None:
    low, high = Scripted("low", min), Scripted("high", max)
    result = play_match(hex4, low, high, games=6, opening_plies=0, max_plies=16, seed=0)
    assert low.players == high.players == {0, 1}
    # The first round: low begins three games, then high moves in all six.
    assert (low.batches[0], high.batches[0]) == (3, 6)
    # Without openings all pairs are one, which counts once; played out by hand here.
    state = hex4.initial_state()
    while not state.is_terminal():
        state.apply((min, max)[state.current_player()](state.legal_actions()))
    assert result.wins[0] == (1 if state.outcome(0) == 1 else 0)
    assert result.wins[0] + result.losses[0] == result.wins[1] + result.losses[1] == 1
    assert result.repeated == 4
    assert result.unfinished == sum(result.draws) == 0


@pytest.mark.parametrize("at_once", [1, 4])
def test_a_match_keeps_to_its_time(hex4: Game, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    now = 0.0

    def second(state: Any) -> int:
        nonlocal now
        now += 1  # each of its moves takes a second
        return int(state.legal_actions()[0])

    monkeypatch.setattr("boardai.arena.match.time.perf_counter", lambda: now)
    found = {}
    for seconds in (0.0, 40.0, 60.0, None):
        now = 0.0
        result = play_match(hex4, second, "random", games=40, opening_plies=2, seed=1, at_once=at_once, seconds=seconds)
        found[seconds] = result.games + result.repeated
        # Pairs are whole, and the last one began when it could be expected to end in time: a game has 6 to 8 moves.
        assert 2 * sum(result.pairs) == result.games
        assert seconds in (0.0, None) or seconds - 16 * at_once <= now <= seconds + 4 * at_once
    assert found[0.0] == max(2, at_once) < found[40.0] < found[60.0] < found[None] == 40


def test_an_agent_against_itself_scores_half(hex4: Game) -> None:
    """With colours swapped over equal openings, every pair of equal deterministic players is shared."""
    result = play_match(hex4, Scripted("a", min), Scripted("b", min), games=40, opening_plies=3, max_plies=16, seed=4)
    assert result.score == 0.5
    assert result.wins == (result.losses[1], result.losses[0])


def test_the_limit_makes_a_draw(hex4: Game) -> None:
    result = play_match(hex4, RandomPlayer(0), RandomPlayer(1), games=4, opening_plies=1, max_plies=3, seed=0)
    assert (sum(result.draws), result.unfinished, result.plies, result.score) == (4, 4, 12, 0.5)


def test_equal_seeds_equal_matches(hex4: Game) -> None:
    def play(seed: int) -> MatchResult:
        return play_match(hex4, RandomPlayer(5), RandomPlayer(6), games=30, opening_plies=2, max_plies=16, seed=seed)

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_openings(hex4: Game) -> None:
    assert random_opening(hex4, 3, "7/0") == random_opening(hex4, 3, "7/0")
    assert len({random_opening(hex4, 3, f"7/{pair}") for pair in range(20)}) > 15
    with refused("hex:size=4", "16"):
        random_opening(hex4, 16, "0/0")


@pytest.mark.parametrize("games", [0, 5])
def test_odd_numbers_of_games_are_refused(hex4: Game, games: int) -> None:
    with refused("games", "even"):
        play_match(hex4, RandomPlayer(), RandomPlayer(), games=games, opening_plies=0, max_plies=9, seed=0)


def test_an_illegal_action_is_an_error(hex4: Game) -> None:
    with pytest.raises(ValueError, match="illegal action"):
        play_match(
            hex4, Scripted("cheat", lambda legal: 10_000), RandomPlayer(), games=2, opening_plies=0, on_error="raise"
        )


def test_openings_of_a_match_differ_and_repeated_pairs_count_once(hex4: Game) -> None:
    """Sixteen openings of one ply, and players without chance: from then on everything comes again."""
    first, second = Scripted("first", lambda legal: legal[0]), Scripted("last", lambda legal: legal[-1])
    few = play_match(hex4, first, second, games=32, opening_plies=1, seed=3)
    assert (few.games, few.repeated, sum(few.pairs)) == (32, 0, 16)
    many = play_match(hex4, first, second, games=200, opening_plies=1, seed=3)
    assert (many.games, many.repeated) == (32, 168)
    assert many.interval == few.interval and "; 168 repeated games left out" in str(many)
    assert many.to_table()["repeated"] == 168
    # The same opening played otherwise is another observation.
    chance = play_match(hex4, first, RandomPlayer(0), games=200, opening_plies=1, seed=3)
    assert chance.games > 150 and chance.games + chance.repeated == 200


def test_text() -> None:
    result = MatchResult("a", "b", (80, 70), (10, 10), (10, 20), 0, 999)
    assert str(result).startswith("a against b: 80.0 % [73.9, 85.0] (+150 =20 -30)")
    assert result.to_table()["score"] == 0.8
