"""The loop under every match: who plays what, forfeits, seeds, thinking time."""

import sys
from typing import Any

import pytest
from refusals import refused
from search.kinds_of_game import load

from boardai.arena.games import Opening, ScheduledGame, play_games
from boardai.basics.seeds import seed_of
from boardai.players import Player, RandomPlayer, Thought
from boardai.players.user import UserPlayer


class Scripted(Player):
    """Plays the lowest legal action; fails on request."""

    def __init__(self, name: str, fail: Any = lambda state: False) -> None:
        self.name, self._fail = name, fail
        self.games: list[tuple[list[int], int]] = []
        self.closed = False

    def think(self, state: Any, limits: Any = None, progress: Any = None, stop: Any = None) -> Thought:
        if self._fail(state):
            raise RuntimeError(f"{self.name} has had enough")
        return Thought(state.legal_actions()[0])

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        self.games.append((actions, seed))


def schedule(*openings: Opening) -> list[ScheduledGame]:
    return [ScheduledGame(2 * number + game, opening) for number, opening in enumerate(openings) for game in (0, 1)]


def test_openings_are_played_and_colours_swapped() -> None:
    game = load("tic-tac-toe")
    first, second = Scripted("first"), Scripted("second")
    played = list(play_games(game, (first, second), schedule(Opening(None, ("b2",)), Opening("x...o....", ()))))
    assert [one.number for one in played] == [0, 1, 2, 3]
    assert played[0].actions == played[1].actions and played[0].actions[0] == "b2"
    assert (played[0].opening_plies, played[2].opening_plies, played[2].start) == (1, 0, "x...o....")
    # The same game twice: what the first agent wins as player 0 it loses as player 1.
    assert played[0].outcome == played[1].outcome and played[0].points == 1 - played[1].points
    assert sum(played[0].moves) == len(played[0].actions) - 1 and played[0].moves == played[1].moves[::-1]
    assert all(seconds > 0 for seconds in played[0].seconds)


def test_an_agent_that_fails_at_a_new_game_or_exits_has_lost_it() -> None:
    class Late:
        def new_game(self, start: Any, actions: list[int], seed: int) -> None:
            if len(actions) == 2:
                raise RuntimeError("no more games")

        def choose(self, state: Any) -> int:
            if len(state.legal_actions()) < 8:
                sys.exit(3)
            return state.legal_actions()[0]

    game = load("tic-tac-toe")
    openings = schedule(Opening(None, ("b2",)), Opening(None, ("b2", "a1")))
    agents = UserPlayer(Late()), Scripted("second")
    played = list(play_games(game, agents, openings, renew=lambda number: UserPlayer(Late())))
    assert [(one.crashed, one.points) for one in played] == [(0, 0)] * 4
    assert all("exit(3)" in one.ending and "test_games.py" in one.ending for one in played[:2])
    assert all("no more games" in one.ending and len(one.actions) == 2 for one in played[2:])
    with pytest.raises(RuntimeError, match="no more games"):
        list(play_games(game, agents, openings[2:]))


def test_agents_are_notified_of_new_games_with_separate_seeds() -> None:
    game = load("tic-tac-toe")
    agents = Scripted("first"), Scripted("second")
    list(play_games(game, agents, schedule(Opening(None, ("b2",))), seed=5))
    seeds = [seed for agent in agents for _, seed in agent.games]
    assert len(set(seeds)) == 4
    center = game.initial_state().action_from_string("b2")
    assert [actions for actions, _ in agents[0].games] == [[center], [center]]
    assert seeds[0] == seed_of(5, 0, 0)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    game = load("hex")
    openings = [Opening(None, (text,)) for text in ("a1", "b2", "c3", "d4")]
    every = list(play_games(game, (RandomPlayer(1), RandomPlayer(2)), schedule(*openings), seed=9))
    last = list(play_games(game, (RandomPlayer(3), RandomPlayer(4)), schedule(*openings)[5:], seed=9))
    assert [one.actions for one in every[5:]] == [one.actions for one in last]


def test_several_games_at_once_are_the_same_games() -> None:
    game = load("hex")
    openings = [Opening(None, (text,)) for text in ("d3", "c4", "e5")]
    one = {g.number: g.actions for g in play_games(game, (Scripted("a"), Scripted("b")), schedule(*openings))}
    many = play_games(game, (Scripted("a"), Scripted("b")), schedule(*openings), at_once=4)
    assert {g.number: g.actions for g in many} == one


def test_long_games_are_stopped() -> None:
    (played,) = play_games(load("hex"), (Scripted("a"), Scripted("b")), [ScheduledGame(1, Opening())], max_plies=6)
    assert (played.outcome, played.points, len(played.actions)) == (None, 0.5, 6)
    assert played.ending == "stopped after 6 plies"


@pytest.mark.parametrize("at_once", [1, 4])
def test_an_agent_that_fails_forfeits_that_game_alone(at_once: int) -> None:
    game = load("tic-tac-toe")
    bad = game.from_string("x..o.....")
    renewed = []
    second = Scripted("second", lambda state: state.to_string() == "x..o.x..." or state == bad.child(8))

    def renew(number: int) -> Scripted:
        renewed.append(number)
        return second

    openings = [Opening("x..o....."), Opening("x........")]
    played = sorted(
        play_games(
            game,
            (Scripted("first", lambda state: state == bad), second),
            schedule(*openings),
            at_once=at_once,
            renew=lambda number: renew(number) if number else Scripted("first"),
        ),
        key=lambda one: one.number,
    )
    assert [one.crashed for one in played] == [0, -1, -1, -1]
    assert played[0].points == 0 and "RuntimeError: first has had enough" in played[0].ending
    assert played[1].ending == ""


def test_an_illegal_action_is_a_forfeit_or_an_error() -> None:
    game = load("tic-tac-toe")
    cheat = Scripted("cheat")
    cheat.think = lambda *asked: Thought(99)  # type: ignore[method-assign]
    with refused("99"):
        list(play_games(game, (cheat, Scripted("b")), [ScheduledGame(0, Opening())]))
    (played,) = play_games(game, (cheat, Scripted("b")), [ScheduledGame(0, Opening())], renew=lambda number: cheat)
    assert (played.points, played.crashed, played.actions) == (0, 0, [])
    (played,) = play_games(game, (cheat, Scripted("b")), [ScheduledGame(1, Opening())], renew=lambda number: cheat)
    assert (played.points, played.outcome) == (0, 1)


def test_openings_that_end_the_game_are_refused() -> None:
    with refused("game"):
        Opening(None, ("a1", "a2", "b1", "b2", "c1")).states(load("tic-tac-toe"))


def test_seeds_are_spread_and_fixed() -> None:
    assert seed_of(1, "agent", 0) == seed_of(1, "agent", 0) != seed_of(1, "agent", 1)
    assert len({seed_of(7, number) for number in range(1000)}) == 1000
    assert 0 <= seed_of(0) < 2**31
