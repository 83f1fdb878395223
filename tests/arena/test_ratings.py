"""Fitted ratings: closed cases, the likelihood's own maximum, simulated tournaments."""

import itertools
import math
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused
from scipy.optimize import minimize

from boardai.arena.elo import elo_of_score, score_of_elo
from boardai.arena.match import NORMAL_95
from boardai.arena.ratings import Meeting, _factors, fit_ratings, ladder_ratings, rating_words, reachable


@pytest.mark.parametrize(("points", "games"), [(30, 40), (10.5, 40), (20, 40), (1, 400)])
def test_two_players_differ_by_their_score(points: float, games: int) -> None:
    ratings = fit_ratings([Meeting("a", "random", points, games)], "random", prior=0)
    score = points / games
    one = ratings.players["a"]
    assert one.elo == pytest.approx(elo_of_score(score))
    # The interval of a logit, in Elo points.
    spread = NORMAL_95 * 400 / math.log(10) / math.sqrt(games * score * (1 - score))
    assert (one.low, one.high) == pytest.approx((one.elo - spread, one.elo + spread))
    assert (one.points, one.games) == (points, games)
    anchor = ratings.players["random"]
    assert (anchor.elo, anchor.low, anchor.high) == (0, 0, 0) and anchor.points == games - points
    assert ratings.difference("random", "a") == pytest.approx((-one.elo, -one.high, -one.low))


def test_the_prior_is_a_drawn_game() -> None:
    won = fit_ratings([Meeting("a", "b", 40, 40)], "b")
    assert won.players["a"].elo == pytest.approx(elo_of_score(40.5 / 41))
    assert won.players["a"].low > 0


def test_a_chain_adds_up() -> None:
    """Where everybody met one neighbour alone, differences are those of the matches and their variances add."""
    meetings = [Meeting("b", "a", 12, 20), Meeting("c", "b", 21, 30), Meeting("c", "d", 5, 25)]
    ratings = fit_ratings(meetings, "a", prior=0)
    expected = elo_of_score(0.6)
    assert ratings.players["b"].elo == pytest.approx(expected)
    expected += elo_of_score(0.7)
    assert ratings.players["c"].elo == pytest.approx(expected)
    assert ratings.players["d"].elo == pytest.approx(expected - elo_of_score(0.2))
    spreads = [(ratings.players[name].high - ratings.players[name].elo) ** 2 for name in "bcd"]
    links = [1 / (20 * 0.24), 1 / (30 * 0.21), 1 / (25 * 0.16)]
    factor = (NORMAL_95 * 400 / math.log(10)) ** 2
    assert spreads == pytest.approx([factor * sum(links[: k + 1]) for k in range(3)])
    assert ratings.names == tuple(sorted("abcd", key=lambda name: -ratings.players[name].elo))
    assert ratings.difference("c", "b")[0] == pytest.approx(elo_of_score(0.7))


def test_differences_share_their_factors(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = fit_ratings([Meeting("b", "a", 12, 20), Meeting("c", "b", 21, 30)], "a")
    calls: list[None] = []
    monkeypatch.setattr("boardai.arena.ratings._factors", lambda matrix: calls.append(None) or _factors(matrix))
    found = [ratings.difference("c", "a") for _ in range(3)]
    assert len(calls) == 1 and found[0] == found[2]
    assert pickle.loads(pickle.dumps(ratings)).difference("c", "a") == found[0]


def test_equal_players_in_a_ring_are_equal() -> None:
    meetings = [Meeting(a, b, 6, 10) for a, b in (("a", "b"), ("b", "c"), ("c", "a"))]
    ratings = fit_ratings(meetings, "b")
    assert [ratings.players[name].elo for name in "abc"] == pytest.approx([0, 0, 0])


MEETINGS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=12
)


def test_a_long_run_has_the_ratings_of_a_dense_fit() -> None:
    """Players who met few others: points as expected at the maximum, intervals by the inverse of the whole table."""
    rng, meetings = random.Random(5), list[Meeting]()
    for number in range(1, 80):
        rivals = ["random", *(f"run@{number - age}" for age in (1, 5) if number > age)]
        meetings += [Meeting(f"run@{number}", rival, rng.randint(8, 20), 20) for rival in rivals]
    ratings = fit_ratings(meetings, "random")
    names = ["random", *(f"run@{number}" for number in range(1, 80))]
    theta = np.array([ratings.players[name].elo for name in names]) * math.log(10) / 400
    slope, curvature = np.zeros(len(names)), np.zeros((len(names), len(names)))
    for one in meetings:
        pair = [names.index(one.first), names.index(one.second)]
        share = 1 / (1 + math.exp(theta[pair[1]] - theta[pair[0]]))
        slope[pair] += (one.points + 0.5 - (one.games + 1) * share) * np.array([1, -1])
        curvature[np.ix_(pair, pair)] += (one.games + 1) * share * (1 - share) * np.array([[1, -1], [-1, 1]])
    assert np.max(np.abs(slope[1:])) < 1e-8
    covariance = np.linalg.inv(curvature[1:, 1:]) * (400 / math.log(10)) ** 2
    for number in (1, 40, 79):
        one = ratings.players[f"run@{number}"]
        assert one.high - one.elo == pytest.approx(NORMAL_95 * math.sqrt(covariance[number - 1, number - 1]))
    variance = covariance[78, 78] + covariance[39, 39] - 2 * covariance[78, 39]
    difference = ratings.difference("run@79", "run@40")
    assert difference[2] - difference[0] == pytest.approx(NORMAL_95 * math.sqrt(variance))
    # Those who are asked for have the same ratings alone.
    some = fit_ratings(meetings, "random", only={"run@79", "nobody"})
    assert some.names == ("run@79",) and some.players["run@79"] == ratings.players["run@79"]


@settings(max_examples=30)
@given(MEETINGS)
def test_it_is_the_maximum_of_the_likelihood(rows: list[tuple[int, int, int, int]]) -> None:
    """Against scipy, with the prior; and no player's rating hangs on the order of meetings."""
    meetings = [Meeting(f"p{a}", f"p{b}", w / 2, (w + v + 1) // 2) for a, b, w, v in rows if a != b and w + v > 0]
    if not meetings:
        return
    linked = reachable(meetings, meetings[0].first)
    meetings = [one for one in meetings if one.first in linked]
    ratings = fit_ratings(meetings, meetings[0].first)
    names = sorted(linked)

    def loss(values: np.ndarray) -> float:
        total = 0.0
        pairs = set()
        for one in meetings:
            d = values[names.index(one.first)] - values[names.index(one.second)]
            total -= one.points * -np.logaddexp(0, -d) + (one.games - one.points) * -np.logaddexp(0, d)
            pairs.add(frozenset((one.first, one.second)))
        for pair in pairs:
            a, b = sorted(pair)
            d = values[names.index(a)] - values[names.index(b)]
            total += 0.5 * (np.logaddexp(0, -d) + np.logaddexp(0, d))
        return total

    best = minimize(loss, np.zeros(len(names)), method="BFGS", options={"gtol": 1e-9})
    found = np.array([ratings.players[name].elo for name in names]) * math.log(10) / 400
    assert loss(found) <= best.fun + 1e-7
    anchor = names.index(meetings[0].first)
    assert found == pytest.approx(best.x - best.x[anchor], abs=2e-3)
    reverse = fit_ratings(
        [Meeting(one.second, one.first, one.games - one.points, one.games) for one in reversed(meetings)],
        meetings[0].first,
    )
    for name in names:
        assert reverse.players[name].elo == pytest.approx(ratings.players[name].elo, abs=1e-6)


def test_simulated_tournaments_are_recovered() -> None:
    """True ratings lie in the intervals about 95 times in 100, and the mean error is small next to them."""
    rng = random.Random(5)
    true = {"random": 0.0, "a": 120.0, "b": 60.0, "c": 300.0, "d": -80.0, "e": 210.0}
    inside = count = 0
    errors = []
    for _ in range(120):
        meetings = []
        for first, second in itertools.combinations(true, 2):
            expected = score_of_elo(true[first] - true[second])
            points = float(sum(rng.random() < expected for _ in range(60)))
            meetings.append(Meeting(first, second, points, 60))
        ratings = fit_ratings(meetings, "random")
        for name in "abcde":
            one = ratings.players[name]
            inside += one.low <= true[name] <= one.high
            errors.append(one.elo - true[name])
            count += 1
    assert 0.92 <= inside / count <= 0.98
    assert abs(sum(errors) / count) < 5


def test_draws_make_intervals_wide_never_narrow() -> None:
    """With half of the games drawn, intervals hold the truth more often than they promise."""
    rng = random.Random(2)
    inside = 0
    for _ in range(300):
        expected = score_of_elo(100)
        points = sum(0.5 if rng.random() < 0.5 else float(rng.random() < 2 * expected - 0.5) for _ in range(100))
        one = fit_ratings([Meeting("a", "b", points, 100)], "b").players["a"]
        inside += one.low <= 100 <= one.high
    assert inside / 300 >= 0.96


def test_many_players_far_apart() -> None:
    meetings = [Meeting(f"p{n + 1}", f"p{n}", 9.5, 10) for n in range(60)]
    ratings = fit_ratings(meetings, "p0", prior=0)
    assert ratings.players["p60"].elo == pytest.approx(60 * elo_of_score(0.95))


@pytest.mark.parametrize(
    ("meetings", "prior", "words"),
    [
        ([], 1, r"random\b.*\b0\b"),
        ([Meeting("a", "b", 1, 2)], 1, "has played no games"),
        ([Meeting("a", "random", 1, 2), Meeting("b", "c", 1, 2)], 1, "b, c.*random"),
        ([Meeting("a", "random", 2, 2)], 0, "prior"),
        ([Meeting("a", "random", 3, 2)], 1, "a.*random.* 3 .* 2 "),
        ([Meeting("a", "a", 1, 2)], 1, r"^a\b"),
    ],
)
def test_what_cannot_be_rated(meetings: list[Meeting], prior: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        fit_ratings(meetings, "random", prior)


def test_a_clean_sweep_is_a_bound() -> None:
    """What the drawn game alone holds near the anchor is reported as what is known of it."""

    def bounds(*meetings: Meeting) -> dict[str, str]:
        return {name: one.bound for name, one in fit_ratings(meetings, "a").players.items()}

    for games in (2, 20, 2000):
        ratings = fit_ratings([Meeting("a", "b", 0, games)], "a").players
        assert ratings["b"].words() == f"at least {ratings['b'].low:+.0f}"
        # It is a bound: the least strength that sweeps so often in one of twenty trials is above it.
        assert ratings["b"].low < -400 * math.log10(1 / 0.05 ** (1 / games) - 1)
    assert ratings["a"].bound == ""
    assert bounds(Meeting("a", "b", 20, 20)) == {"a": "", "b": "at most"}
    assert bounds(Meeting("a", "b", 19.5, 20)) == {"a": "", "b": ""}
    # c swept b, who is known: c has no upper end. d took points off c, so they share c's fate.
    swept = (Meeting("a", "b", 5, 20), Meeting("b", "c", 0, 20), Meeting("c", "d", 5, 20))
    assert bounds(*swept) == {"a": "", "b": "", "c": "at least", "d": "at least"}
    # A circle: each player lost to another one.
    assert set(bounds(Meeting("a", "b", 4, 4), Meeting("b", "c", 4, 4), Meeting("c", "a", 4, 4)).values()) == {""}
    # e lost to a player without upper end only: nothing is known.
    assert bounds(*swept, Meeting("e", "c", 0, 20))["e"] == "unknown"
    assert fit_ratings([*swept, Meeting("e", "c", 0, 20)], "a").players["e"].words() == "unknown"


def test_a_rating_that_rounds_to_zero_has_no_minus() -> None:
    assert rating_words(-0.2, -0.4, 0.4) == "+0 [+0, +0]"
    assert rating_words(-0.2, -0.2, 7, "at least") == "at least +0"


def test_a_ladder_has_the_likeliest_ratings_as_far_as_it_was_measured() -> None:
    scores = {"b": 0.75, "c": 0.6, "e": 0.9}
    found = ladder_ratings("abcde", scores)
    likeliest = fit_ratings([Meeting("b", "a", 75, 100), Meeting("c", "b", 60, 100)], anchor="a", prior=0).players
    assert found == {name: pytest.approx(likeliest[name].elo) for name in "abc"}
    assert ladder_ratings("abc", {"c": 0.6}) == ladder_ratings("", scores) == {}
    with refused("b scored 1 against a"):
        ladder_ratings("ab", {"b": 1.0})
