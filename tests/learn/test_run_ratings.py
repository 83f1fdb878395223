"""The ratings of a run while it trains: they stay small however long it is, and say what a fit of all matches says."""

import math
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

import boardai.learn.evaluation.ratings as of_runs
from boardai.learn.evaluation.ratings import RunRatings, run_ratings, tables_of

FIXED = {"random": 0.0, "greedy": 250.0, "mcts:simulations=1000": 700.0, "puct 4@0": 100.0}


def table(first: str, second: str, score: float) -> dict[str, Any]:
    return {"first": first, "second": second, "score": score, "games": 20}


def simulated(count: int, seed: int, best: float = 1000) -> Iterator[dict[str, Any]]:
    """Lines of metrics of a run that grows stronger: it meets fixed opponents, its last weights and those before."""
    rng, strengths = random.Random(seed), [FIXED["puct 4@0"]]

    def match(first: str, second: str, difference: float) -> dict[str, Any]:
        won = sum(rng.random() < 1 / (1 + 10 ** (-difference / 400)) for _ in range(20))
        return table(first, second, won / 20)

    for number in range(1, count + 1):
        mine, name = best * (1 - math.exp(-number / 30)) + rng.gauss(0, 30), f"puct 4@{number}"
        arena = {f"search vs {other}": match(name, other, mine - elo) for other, elo in FIXED.items()}
        for age in (1, 3):
            if number > age:
                arena[f"age {age}"] = match(name, f"puct 4@{number - age}", mine - strengths[number - age])
        arena["policy"] = match(f"policy@{number}", "random", mine - 200)
        strengths.append(mine)
        yield {"iteration": number, "arena": arena}


def test_a_chain_of_new_players_who_never_meet_old_ones_is_fitted() -> None:
    ratings = RunRatings(players=20)
    for number in range(1, 121):
        other = f"puct 4@{number - 1}" if number > 1 else "random"
        line = {"iteration": number, "arena": {"last": table(f"puct 4@{number}", other, (0.5, 0.55, 0.6)[number % 3])}}
        assert ratings.elo_keys(line)["elo"] > -20
        ratings.add(line)


def test_what_is_kept_and_fitted_stays_the_same_size(monkeypatch: pytest.MonkeyPatch) -> None:
    fit, fitted = of_runs.fit_ratings, list[int]()

    def counting(meetings: Any, *given: Any, **others: Any) -> Any:
        meetings = list(meetings)
        fitted.append(len(meetings))
        return fit(meetings, *given, **others)

    monkeypatch.setattr(of_runs, "fit_ratings", counting)
    ratings, lines, sizes = RunRatings(players=20), list(simulated(400, seed=1)), list[int]()
    for line in lines:
        if line["iteration"] % 3 == 0:
            assert ratings.elo_keys(line)
        ratings.add(line)
        sizes.append(len(pickle.dumps(ratings)))
    assert len(fitted) == 133
    # A match a pair of players, of whom 40 are kept at most, and a line's.
    assert max(fitted) < 40 * (len(FIXED) + 2)
    assert max(fitted[66:]) <= max(fitted[:66]) and max(sizes[200:]) < 1.05 * max(sizes[:200])
    # As many as are kept by default are bounded, too.
    assert len(pickle.dumps(RunRatings(lines))) < 1.1 * len(pickle.dumps(RunRatings(lines[:195])))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forgotten_players_leave_what_their_games_said(seed: int) -> None:
    """Ratings and intervals are nearly those of a fit of all matches, although eight in ten players are forgotten."""
    bounded, tables = RunRatings(players=40), list[dict[str, Any]]()
    for line in simulated(200, seed):
        keys: dict[str, Any] = bounded.elo_keys(line) if line["iteration"] % 40 == 0 else {}
        bounded.add(line)
        tables += tables_of([line])
        if not keys:
            continue
        every = run_ratings(tables)
        assert every is not None
        one, policy = (every.players[f"{name}@{line['iteration']}"] for name in ("puct 4", "policy"))
        # A tenth of what is not known anyway.
        assert keys["elo"] == pytest.approx(one.elo, abs=(one.high - one.elo) / 10)
        assert keys["policy_elo"] == pytest.approx(policy.elo, abs=(policy.high - policy.elo) / 10)
        assert keys["elo_high"] - keys["elo_low"] == pytest.approx(one.high - one.low, rel=0.02)


def test_a_chain_of_points_outlives_those_it_leads_through() -> None:
    """A run that wins every game against fixed opponents hangs on random play by its own earlier weights alone."""

    def line(number: int, score: float) -> dict[str, Any]:
        arena = {"search vs random": table(f"puct 4@{number}", "random", 0.7 if number == 1 else 1.0)}
        if number > 1:
            arena["search vs snapshot:-1"] = table(f"puct 4@{number}", f"puct 4@{number - 1}", score)
        return {"iteration": number, "arena": arena}

    shared, swept = RunRatings(players=4), RunRatings(players=4)
    for number in range(1, 41):
        for ratings, score in ((shared, 0.6), (swept, 0.6 if number < 20 else 1.0)):
            keys = ratings.elo_keys(line(number, score))
            ratings.add(line(number, score))
            assert keys.get("elo_bound") == ("at least" if ratings is swept and number >= 20 else None)


def test_players_whom_nothing_links_with_random_play_are_forgotten() -> None:
    ratings = RunRatings(players=4)
    for number in range(1, 200):
        line = {"iteration": number, "arena": {"search vs greedy": table(f"puct 4@{number}", "greedy", 0.5)}}
        assert ratings.elo_keys(line) == {}
        ratings.add(line)
    assert len(pickle.dumps(ratings)) < 2000
    # Once it is met, later players are rated.
    both = {
        "search vs greedy": table("puct 4@200", "greedy", 0.5),
        "search vs random": table("puct 4@200", "random", 0.75),
    }
    keys = ratings.elo_keys({"iteration": 200, "arena": both})
    assert keys["elo_low"] < 0 + keys["elo"] < keys["elo_high"]  # type: ignore[operator]
