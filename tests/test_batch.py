"""Batch against single states: the same games, row by row, for every kind of game."""

import numpy as np
import pytest

import boardai

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
        with pytest.raises(ValueError, match="row 1"):
            batch.apply([legal, wrong, legal])
        assert [batch.state(row) for row in range(3)] == before


@pytest.mark.parametrize("wrong", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"], 0])
def test_wrong_shapes_and_types_are_refused(connect_four, wrong):
    batch = boardai.Batch(boardai.load(connect_four), 3)
    with pytest.raises(ValueError, match=r"integers \[3\]"):
        batch.apply(wrong)


@pytest.mark.parametrize("options", [{"n": 0}, {"n": -1}, {"n": 2, "threads": 0}, {"n": 2, "random_plies": -1}])
def test_options_out_of_range_are_refused(connect_four, options):
    with pytest.raises(ValueError, match="at least"):
        boardai.Batch(boardai.load(connect_four), **options)


def test_rows_that_are_not_there(connect_four):
    batch = boardai.Batch(boardai.load(connect_four), 2)
    for row in (-1, 2):
        with pytest.raises(IndexError, match=f"row {row} of"):
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
        with pytest.raises(ValueError, match="out must be"):
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

    with pytest.raises(ValueError, match="no network encoding"):
        boardai.Batch(boardai.Game("bare", Bare()), 2)


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
        boardai.Batch(boardai.Game("broken", Broken()), 2).legal_mask()


def test_wide_indices_are_refused_where_a_game_has_just_begun_again():
    game = boardai.load("hex", size=1)
    batch = boardai.Batch(game, 2, auto_reset=True)
    batch.apply(np.array([0, 0]))
    assert batch.terminated.all()
    with pytest.raises(ValueError, match="row 1: index 4294967296 is outside"):
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
    seen = boardai.Batch(boardai.Game("turned", state), 2, start=state).observations()
    assert (seen == state.observation()).all() and seen[0, 2, 0, 0] == 1
