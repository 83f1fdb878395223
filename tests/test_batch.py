"""Batch against single states: the same games, row by row, for every kind of game."""

import copy
import pickle
import threading

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.native_calls import user_of

ROWS = 7
SPECS = ["tic_tac_toe", "connect_four", *boardai.available_games()]


@pytest.fixture(params=SPECS)
def game(request) -> boardai.Game:
    spec = request.param
    return boardai.load(request.getfixturevalue(spec) if spec in ("tic_tac_toe", "connect_four") else spec)


def random_indices(batch: boardai.Batch, rng: np.random.Generator) -> np.ndarray:
    """A random legal index in every row; in finished rows any."""
    return np.where(batch.legal_mask(), rng.random((len(batch), batch.policy_size)), -1).argmax(1)


def test_plays_as_single_states_do(game):
    rng = np.random.default_rng(1)
    batch = boardai.Batch(game, ROWS)
    states = [game.initial_state() for _ in range(ROWS)]
    for _ in range(400):
        running = [not state.is_terminal() for state in states]
        masks, planes, players = batch.legal_mask(), batch.observations(), batch.current_players
        assert masks.dtype == bool and masks.shape == (ROWS, game.policy_size)
        assert planes.dtype == np.float32 and planes.shape == (ROWS, *game.observation_shape)
        for row, state in enumerate(states):
            assert players[row] == state.current_player()
            if running[row]:
                assert (masks[row] == state.legal_mask()).all()
                assert (planes[row] == state.observation()).all()
            else:
                assert not masks[row].any()
        if not any(running):
            break
        indices = random_indices(batch, rng)
        batch.apply(indices)
        for row, state in enumerate(states):
            if running[row]:
                state.apply(state.action_from_policy(int(indices[row])))
            ended = running[row] and state.is_terminal()
            assert batch.rewards[row].tolist() == ([state.outcome(0), state.outcome(1)] if ended else [0, 0])
            assert batch.terminated[row] == state.is_terminal()
            assert batch.state(row) == state


def test_auto_reset_starts_a_fresh_game_in_the_same_call(game):
    rng = np.random.default_rng(2)
    batch = boardai.Batch(game, ROWS, auto_reset=True)
    start, ended = game.initial_state(), 0
    for _ in range(150):
        last = [batch.state(row) for row in range(ROWS)]
        indices = random_indices(batch, rng)
        batch.apply(indices)
        for row in np.flatnonzero(batch.terminated):
            over = last[row].child(last[row].action_from_policy(int(indices[row])))
            assert batch.rewards[row].tolist() == [over.outcome(0), over.outcome(1)]
            assert batch.state(int(row)) == start
            ended += 1
        assert batch.legal_mask().any(1).all()
    assert ended or game.name == "chess"  # whose games are mostly longer than that


def test_result_does_not_depend_on_threads_or_other_rows(game):
    def openings(rows: int, threads: int) -> list:
        batch = boardai.Batch(game, rows, 5, random_plies=4, threads=threads)
        for seed in range(3):
            fixed = np.random.default_rng(seed).random(batch.policy_size)
            batch.apply(np.where(batch.legal_mask(), fixed, -1).argmax(1))
        return [batch.state(row).to_string() for row in range(rows)]

    assert openings(9, 1) == openings(9, 3)
    assert openings(4, 1) == openings(9, 2)[:4]


def test_random_openings_differ_and_reset_draws_new_ones(game):
    batch = boardai.Batch(game, 20, 3, random_plies=4)
    first = [batch.state(row).to_string() for row in range(20)]
    batch.reset()
    assert len(set(first)) > 1
    assert [batch.state(row).to_string() for row in range(20)] != first


def test_starts_from_a_given_state(game):
    state = game.initial_state()
    state.apply(state.legal_actions()[-1])
    batch = boardai.Batch(game, 2, start=state)
    assert batch.state(1) == state and batch.current_players.tolist() == [1, 1]


def test_an_illegal_index_names_its_row_and_nothing_moves(game):
    batch = boardai.Batch(game, 3)
    illegal = int(np.flatnonzero(~batch.legal_mask()[0])[0]) if not batch.legal_mask()[0].all() else -1
    legal = int(batch.legal_mask()[0].argmax())
    before = [batch.state(row) for row in range(3)]
    for wrong in (illegal, -1, batch.policy_size, 2**40):
        with refused("row 1"):
            batch.apply([legal, wrong, legal])
        assert [batch.state(row) for row in range(3)] == before


@pytest.mark.parametrize("wrong", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"], 0])
def test_wrong_shapes_and_types_are_refused(connect_four, wrong):
    batch = boardai.Batch(boardai.load(connect_four), 3)
    with refused("[3]"):
        batch.apply(wrong)


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"n": 0}, "size"),
        ({"n": -1}, "size"),
        ({"n": 2, "threads": 0}, "threads"),
        ({"n": 2, "random_plies": -1}, "random_plies"),
    ],
)
def test_options_out_of_range_are_refused(connect_four, options, place):
    with refused(place):
        boardai.Batch(boardai.load(connect_four), **options)


def test_rows_that_are_not_there(connect_four):
    batch = boardai.Batch(boardai.load(connect_four), 2)
    for row in (-1, 2):
        with refused(f"row {row}", error=IndexError):
            batch.state(row)


def test_a_copy_of_a_row_is_independent(game):
    batch = boardai.Batch(game, 2)
    state = batch.state(0)
    state.apply(state.legal_actions()[0])
    assert batch.state(0) == game.initial_state()


def test_observations_fill_a_given_array(game):
    batch = boardai.Batch(game, 3)
    out = np.full((3, *game.observation_shape), 7, np.float32)
    assert batch.observations(out) is out
    assert (out == batch.observations()).all()
    read_only = out.copy()
    read_only.flags.writeable = False
    for wrong in (out.astype(np.float64), out[:2], read_only, np.asfortranarray(np.ones_like(out))):
        with refused("out"):
            batch.observations(wrong)


def test_a_game_without_encoding_is_refused():
    class Bare(boardai.BaseState):
        def current_player(self):
            return 0

        def is_terminal(self):
            return False

        def outcome(self, player):
            return 0

        def legal_actions(self):
            return [0]

        def apply(self, action):
            pass

        def clone(self):
            return self

        def to_string(self):
            return ""

        def from_string(self, text):
            return self

    with refused("Bare", "observation"):
        boardai.Batch(boardai.Game(Bare()), 2)


def test_an_error_in_a_python_game_arrives_as_it_is(tic_tac_toe):
    game = boardai.load(tic_tac_toe)

    class Oops(Exception):
        pass

    class Broken(type(game.initial_state())):
        def clone(self):
            return Broken(self.cells)

        def policy_index(self, action):
            raise Oops("mine")

    with pytest.raises(Oops, match="mine"):
        boardai.Batch(boardai.Game(Broken()), 2).legal_mask()


def test_wide_indices_are_refused_where_a_game_has_just_begun_again():
    game = boardai.load("hex", size=1)
    batch = boardai.Batch(game, 2, auto_reset=True)
    batch.apply(np.array([0, 0]))
    assert batch.terminated.all()
    with refused("row 1", "4294967296"):
        batch.apply(np.array([0, 2**32]))


def test_planes_of_a_python_game_may_be_any_view(tic_tac_toe):
    game = boardai.load(tic_tac_toe)

    class Turned(type(game.initial_state())):
        def clone(self):
            return Turned(self.cells)

        def observation(self):
            return super().observation()[::-1, :, ::-1]

    state = Turned()
    state.apply(0)
    seen = boardai.Batch(boardai.Game(state), 2, start=state).observations()
    assert (seen == state.observation()).all() and seen[0, 2, 0, 0] == 1


# --- step, truncation, samples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("auto_reset", [False, True])
def test_step_equals_single_states(game, auto_reset):
    max_plies = {"chess": 30, "hex": 200, "reversi": 61}.get(game.name, 24)
    batch = boardai.Batch(game, ROWS, 3, auto_reset=auto_reset, max_plies=max_plies)
    states, plies, ends = [game.initial_state() for _ in range(ROWS)], [0] * ROWS, set()
    over = [False] * ROWS
    for _ in range(2 * max_plies + 3):
        indices = batch.sample()
        step = batch.step(indices, final_observations=True)
        ended = []
        for row in range(ROWS):
            if over[row]:
                assert indices[row] == -1 and step.rewards[row].tolist() == [0, 0]
                continue
            states[row].apply(states[row].action_from_policy(int(indices[row])))
            plies[row] += 1
            done = states[row].is_terminal()
            cut = not done and plies[row] == max_plies
            assert (step.terminated[row], step.truncated[row]) == (done, cut)
            assert step.rewards[row].tolist() == ([states[row].outcome(0), states[row].outcome(1)] if done else [0, 0])
            if done or cut:
                ended.append(row)
                ends.add("terminated" if done else "truncated")
                assert (step.final_observations[len(ended) - 1] == states[row].observation()).all()
                if auto_reset:
                    states[row], plies[row] = game.initial_state(), 0
                else:
                    over[row] = True
                    assert batch.terminated[row] == done and batch.truncated[row] == cut
                    assert not batch.legal_mask()[row].any()
            assert batch.state(row) == states[row]
        assert step.ended.tolist() == ended and len(step.final_observations) == len(ended)
    assert ends == {"truncated"} if game.name == "chess" else "terminated" in ends
    assert all(over) != auto_reset


def test_final_observations_are_there_on_request_only(game):
    batch = boardai.Batch(game, 2, auto_reset=True)
    for _ in range(20):
        assert batch.step(batch.sample()).final_observations.shape == (0, *game.observation_shape)
    with refused("final_observations"):
        batch._batch.final_observations(np.zeros(1, np.float32), 1)


def test_a_random_opening_counts_among_the_plies():
    batch = boardai.Batch(boardai.load("hex", size=5), 64, 2, random_plies=5, max_plies=6)
    opened = np.array([batch.state(row).stones_played() for row in range(64)])
    assert set(opened) == {0, 1, 2, 3, 4, 5}
    for played in range(1, 7):
        step = batch.step(batch.sample())
        assert (step.truncated == (opened + played >= 6)).all()
    with refused("random_plies", "max_plies", "6"):
        boardai.Batch(batch.game, 2, random_plies=6, max_plies=6)
    with refused("max_plies", "0"):
        boardai.Batch(batch.game, 2, max_plies=0)


def test_samples_are_legal_reproducible_and_independent_of_threads_and_rows(game):
    def samples(rows, threads, seed=4):
        batch = boardai.Batch(game, rows, seed, auto_reset=True, threads=threads)
        drawn = []
        for _ in range(12):
            drawn.append(batch.sample())
            assert batch.legal_mask()[np.arange(rows), drawn[-1]].all()
            batch.apply(drawn[-1])
        return np.array(drawn)

    assert (samples(9, 1) == samples(9, 3)).all()
    assert (samples(4, 1) == samples(9, 2)[:, :4]).all()
    assert (samples(9, 1) != samples(9, 1, seed=5)).any()
    batch = boardai.Batch(game, 9, threads=2)
    assert (batch.sample(seed=3) == batch.sample(seed=3)).all()
    assert any((batch.sample() != batch.sample()).any() for _ in range(5))
    for wrong in (-1, 2**64, "one", 0.5):
        with refused("seed"):
            batch.sample(seed=wrong)


def test_samples_are_uniform():
    batch = boardai.Batch(boardai.load("hex", size=3), 9000, 7)
    batch.apply(np.full(9000, 4))
    counts = np.bincount(batch.sample(), minlength=9)
    expected = 9000 / 8
    assert counts[4] == 0 and ((counts - expected) ** 2 / expected)[counts > 0].sum() < 26.1  # chi-square, 7, 0.0005


def test_reset_with_a_seed_begins_as_a_new_batch_does(game):
    batch = boardai.Batch(game, 5, 1, auto_reset=True, random_plies=4)
    for _ in range(6):
        batch.apply(batch.sample())
    batch.reset(seed=2)
    fresh = boardai.Batch(game, 5, 2, auto_reset=True, random_plies=4)
    for _ in range(6):
        assert [batch.state(row) for row in range(5)] == [fresh.state(row) for row in range(5)]
        drawn = batch.sample()
        assert (drawn == fresh.sample()).all()
        batch.apply(drawn)
        fresh.apply(drawn)
    with refused("seed"):
        batch.reset(seed=-1)


def test_reset_of_some_rows_leaves_the_others(game):
    batch = boardai.Batch(game, 4, max_plies=2)
    batch.apply(batch.sample())
    batch.apply(batch.sample())
    before = [batch.state(row) for row in range(4)]
    assert batch.truncated.all()
    batch.reset(rows=np.array([False, True, False, True]))
    assert batch.truncated.tolist() == [True, False, True, False]
    for row in range(4):
        assert batch.state(row) == (game.initial_state() if row % 2 else before[row])
    for wrong in ([0, 1, 0, 1], np.ones(3, bool)):
        with refused("rows", "[4]"):
            batch.reset(rows=wrong)
    with refused("seed", "rows"):
        batch.reset(1, np.ones(4, bool))


def test_a_batch_says_what_it_holds() -> None:
    assert repr(boardai.Batch("hex:size=4", 3)) == "<Batch of 3 games of hex:size=4>"


def test_a_state_put_into_a_row_is_played_on(game):
    batch = boardai.Batch(game, 3, max_plies=4)
    for _ in range(3):
        batch.apply(batch.sample())
    state = game.initial_state()
    state.apply(state.legal_actions()[0])
    others = [batch.state(0), batch.state(2)]
    batch.set_state(1, state)
    assert batch.state(1) == state and [batch.state(0), batch.state(2)] == others
    kept = state.clone()
    state.apply(state.legal_actions()[0])
    assert batch.state(1) == kept  # a copy
    assert batch.step(batch.sample()).truncated.tolist() == [True, False, True]
    while not state.is_terminal():
        state.apply(state.legal_actions()[0])
    batch.set_state(0, state)
    assert batch.terminated.tolist() == [True, False, False] and not batch.truncated[0]
    with refused("row 0", "over"):
        boardai.Batch(game, 1, auto_reset=True).set_state(0, state)
    for row in (-1, 3):
        with refused(f"row {row}", "3", error=IndexError):
            batch.set_state(row, state)


def test_states_of_other_games_and_boards_are_refused():
    batch = boardai.Batch(boardai.load("hex", size=5), 2)
    for spec in ("hex:size=4", "hex:rows=3,cols=5", "hex:size=5,swap=true", "hex:size=9", "chess"):
        with refused("row 1", "hex:size=5"):
            batch.set_state(1, boardai.load(spec).initial_state())
    shown = boardai.Batch(boardai.load("chess", history=0), 2)
    with refused("set_state", "board"):
        shown.set_state(1, boardai.load("chess").initial_state())


@pytest.mark.parametrize("how", [boardai.Batch.copy, copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_copies_and_pickles_go_on_as_the_original_would(game, how):
    def play(batch):
        seen = []
        for _ in range(25):
            drawn = batch.sample()
            step = batch.step(drawn, final_observations=True)
            seen += [drawn, *step, batch.current_players]
        batch.reset()
        seen.append(np.array([batch.state(row).to_string() for row in range(len(batch))]))
        return seen

    for auto_reset in (False, True):
        batch = boardai.Batch(game, 5, 6, auto_reset=auto_reset, random_plies=2, max_plies=17, threads=2)
        for _ in range(15):
            batch.apply(batch.sample())
        batch.reset(seed=9)
        for _ in range(13):
            batch.apply(batch.sample())
        copied = how(batch)
        assert (copied.rewards == batch.rewards).all() and (copied.terminated == batch.terminated).all()
        assert copied.game.spec == batch.game.spec
        first = play(batch)
        assert all(map(np.array_equal, first, play(copied)))  # untouched by what was played in the original


def test_a_python_game_that_fails_in_a_new_call_fails_with_its_own_error(tic_tac_toe):
    class Oops(Exception):
        pass

    class Broken(type(boardai.load(tic_tac_toe).initial_state())):
        broken = False

        def clone(self):
            return Broken(self.cells)

        def legal_actions(self):
            if Broken.broken:
                raise Oops("mine")
            return super().legal_actions()

    batch = boardai.Batch(boardai.Game(Broken()), 2)
    Broken.broken = True
    with pytest.raises(Oops, match="mine"):
        batch.sample()


def test_a_batch_that_is_in_use_says_so():
    """Its calls let other threads run, which would change the games under its hands."""
    batch = boardai.Batch(boardai.load("chess"), 64, seed=1, auto_reset=True)
    begin, refusals, others = threading.Barrier(3), [], []

    def play():
        begin.wait()
        for _ in range(300):
            try:
                batch.observations()
                batch.legal_mask()
                batch.sample()
            except RuntimeError as error:
                refusals.append(str(error))
            except Exception as error:
                others.append(error)

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not others
    assert refusals and all("Batch is in use by another thread" in refusal for refusal in refusals)
    assert (batch.legal_mask().any(axis=1)).all()  # and afterwards it works as before
    batch.step(batch.sample())


def test_nothing_is_read_of_a_batch_that_is_in_use():
    """A state whose history grows meanwhile would be copied half."""
    batch = boardai.Batch(boardai.load("chess"), 2)
    reads = [lambda: batch.state(0), batch.copy, lambda: pickle.dumps(batch), lambda: batch.rewards,
             lambda: batch.terminated, lambda: batch.truncated, lambda: batch.current_players]  # fmt: skip
    with user_of(batch._batch):
        for read in reads:
            with refused("Batch is in use by another thread", error=RuntimeError):
                read()
    for read in reads:
        read()


def test_a_batch_s_own_call_from_within_is_refused(tic_tac_toe):
    class Calling(type(boardai.load(tic_tac_toe).initial_state())):
        batch = None

        def clone(self):
            return Calling(self.cells)

        def legal_actions(self):
            if Calling.batch is not None:
                Calling.batch.sample()
            return super().legal_actions()

    batch = boardai.Batch(boardai.Game(Calling()), 2)
    Calling.batch = batch
    with refused("in use", error=RuntimeError):
        batch.sample()
    Calling.batch = None
    batch.sample()
