"""Principal variation search: minimax's values, forced wins, draws with a warm table, options, limits."""

import contextlib
import io
import os
from dataclasses import asdict
from pathlib import Path

import pytest
from ctrl_c import ctrl_c
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS
from positions import random_positions
from refusals import refused
from sampled import sampled

import boardai
from boardai.command_line import run as run_command
from boardai.commands.ablation import techniques
from boardai.games.chess import check_extension
from boardai.search import Pvs, PvsOptions, alphabeta, minimax, pvs
from boardai.search.pvs.margins import set_margins

GAMES = {name: boardai.load(spec) for name, spec in {**SPECS, "hex": "hex:size=4"}.items()}


def sound(state, depth, **changes):
    evaluator = changes.pop("evaluator", "")
    return pvs(state, depth=depth, evaluator=evaluator, options=PvsOptions.sound(**changes))


def chess(fen):
    return boardai.load("chess").from_string(fen)


# --- values ------------------------------------------------------------------------------------------------------


# What changes how a sound search goes, and must not change what it finds.
SOUND_CHANGES = [
    {},
    {"null_window": False, "table_megabytes": 0},
    {"cutoffs": False, "iterative_deepening": False},
    {"aspiration": 3, "aspiration_gradual": True, "table_megabytes": 0.001},
    {"aspiration": 3, "aspiration_gradual": False, "always_replace": True},
    {"threat_order": True, "skipped_move_order": True, "mate_distance": False},
    {"skipped_move_order": True, "killers": False, "history": False, "continuation": False},
    {"hash_move": False, "capture_order": False, "quiet_order": False, "internal_deepening": True},
]


@pytest.mark.parametrize("name", sampled(GAMES, [name for name in GAMES if name != "connect four"]))
@pytest.mark.parametrize("evaluator", ["", "hash"])
def test_sound_options_give_the_value_of_minimax(name, evaluator):
    depths = {"chess": (2, 3), "hex": (3, 4), "reversi": (4, 5), "connect four": (2, 3), "tic-tac-toe": (2, 3)}[name]
    for case, state in enumerate(random_positions(GAMES[name], 8, seed=5, plies=30)):
        depth = depths[case % 2]
        expected = minimax(state, depth=depth, evaluator=evaluator)
        for changes in SOUND_CHANGES:
            found = sound(state, depth, evaluator=evaluator, **changes)
            assert found.value == expected.value, (state.to_string(), depth, changes)
            assert expected.action_values[found.action] == expected.value


def test_points_to_the_end_of_the_game():
    board = boardai.load("reversi", board="4x4").initial_state()
    for evaluator in ("discs", "positional"):
        assert pvs(board, depth=16, points=True, evaluator=evaluator).value == -10
        assert sound(board, 16, points=True, evaluator=evaluator).value == -10
    rest = list(random_positions(boardai.load("reversi", board="6x6"), 60, seed=8, plies=31))
    for state in [state for state in rest if state.to_string().count("-") <= 8][:10]:
        assert sound(state, 20, points=True).value == alphabeta(state, points=True).value


MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
    ("6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1", 5),
]


@pytest.mark.parametrize(("fen", "plies"), MATES)
def test_forced_mates_are_found(fen, plies):
    found = pvs(chess(fen), depth=12)
    assert (found.outcome, found.plies_to_end, found.value) == (1, plies, 32_000 - plies)
    state = found.state.clone()
    for action in found.pv:
        state.apply(action)
    assert state.is_checkmate() and len(found.pv) == plies


# --- draws with a warm table -------------------------------------------------------------------------------------


QUEEN_UP = "6k1/8/8/8/8/8/8/K2Q4 w - - 0 1"


def played(moves):
    state = chess(QUEEN_UP)
    for move in moves.split():
        state.apply(state.action_from_string(move))
    return state


def test_a_third_occurrence_is_a_draw_with_a_warm_table():
    """White is a queen up; the table says so of every position; but one move lets Black repeat a third time."""
    search = Pvs(multi_pv=40)
    for moves in ("", "d1c1 g8h8", "d1c1 g8h8 c1d1 h8g8", "d1c1 g8h8 c1d1 h8g8 d1c1 g8h8"):
        search.search(played(moves), depth=7)
    # White: the queen's return to d1 allows the king's return to g8, the third occurrence; other moves win.
    state = played("d1c1 g8h8 c1d1 h8g8 d1c1 g8h8")
    careless = state.action_from_string("c1d1")
    for result in (search.search(state, depth=7), Pvs(multi_pv=40).search(state, depth=7)):
        assert result.value > 500 and result.action != careless
        assert result.action_values[careless] == 0 and careless not in result.bounds
    # Black, if White does: there it is.
    state.apply(careless)
    for result in (search.search(state, depth=7), Pvs().search(state, depth=7)):
        assert result.value == 0 and result.action == state.action_from_string("h8g8")
    # The same position without its past is lost for Black.
    assert search.search(chess(state.to_string()), depth=7).value < -500


def test_a_repetition_on_the_searched_line_is_a_draw():
    """White is a rook down and has a perpetual check."""
    state = chess("6k1/5p1p/5Qp1/1r2P3/8/7K/2q5/8 w - - 0 1")
    search = Pvs()
    for _ in range(2):  # the second time with a warm table
        assert search.search(state, depth=10).value == 0
    # Less deep than the rules' own draw by repetition.
    assert pvs(state, depth=4, repetition_draws=False, evaluator="pesto").value < -100


def test_the_move_count_draws_with_a_warm_table():
    """The same placement wins with moves left and is a draw without."""
    placement = "8/8/8/8/8/2k5/7r/K7 b - - {} 80"
    search = Pvs()
    won = search.search(chess(placement.format(0)), depth=8)
    assert won.outcome == 1
    plies = won.plies_to_end
    for left in range(0, plies + 4):
        state = chess(placement.format(100 - left))
        if state.is_terminal():
            continue
        for kind in (search, Pvs()):
            found = kind.search(state, depth=8)
            if left >= plies:  # a mate with the last move of the count is a mate
                assert found.plies_to_end == plies, (left, found)
            else:
                assert found.value == 0, (left, found)
    assert search.search(chess(placement.format(0)), depth=8).plies_to_end == plies


def test_proven_values_cut_however_far_the_draw_by_the_move_count_is():
    """What a first search has proven, a second one knows from its first iterations on, and does not search again."""
    for halfmoves in (0, 30, 59, 61, 75):
        state = chess(f"kbK5/pp6/1P6/8/8/8/8/R7 w - - {halfmoves} 80")
        search = Pvs(history=False, killers=False, continuation=False, evaluator="pesto")
        first = search.search(state, depth=9)
        assert first.plies_to_end == 3
        again = search.search(state, depth=9)
        assert again.plies_to_end == 3 and again.nodes < first.nodes / 3, halfmoves


def test_draws_by_the_move_count_do_not_reach_positions_with_moves_left():
    """Values proven under the count, step by step further from it, must not be taken for proofs without it."""
    placement = "8/8/8/8/8/2k5/7r/K7 b - - {} 80"
    for options in (PvsOptions(), PvsOptions.sound(same_depth=False)):
        search = Pvs(options=options)
        for left in (1, 2, 3, 20, 39, 40, 41, 42, 43, 60):
            fresh = Pvs(options=options).search(chess(placement.format(100 - left)), depth=6)
            found = search.search(chess(placement.format(100 - left)), depth=6)
            assert (found.value, found.outcome) == (fresh.value, fresh.outcome), left


@pytest.mark.parametrize("first", [True, False])
def test_a_table_is_shared_by_games_with_and_without_claimed_draws(first):
    """Keys leave out what the two differ in: it is the past of a position, or the plies that are left."""
    games = [boardai.load("chess", claim_draws=claim) for claim in (first, not first)]
    past = ["h8g8", "d1d2", "g8h8", "d2d1", "h8g8", "d1d2", "g8h8", "d2d1"]
    search = Pvs(options=PvsOptions.sound(repetition_draws=True))
    for fen in ("7k/5ppp/8/8/8/8/5PPP/3R2K1 b - - {} 80", "7k/8/8/8/8/2q5/5PPP/3R2K1 b - - {} 80"):
        for halfmoves in (0, 52, 85, 90):
            for length in (0, 4, 6, 7, 8):
                for game in games:
                    state = game.from_string(fen.format(halfmoves))
                    for move in past[:length]:
                        if not state.is_terminal():
                            state.apply(state.action_from_string(move))
                    if state.is_terminal():
                        continue
                    fresh = Pvs(options=PvsOptions.sound(repetition_draws=True)).search(state, depth=3)
                    assert search.search(state, depth=3).value == fresh.value, (state.to_string(), halfmoves, length)


def test_a_kept_table_gives_what_a_fresh_one_gives_through_a_game():
    """Searches to a fixed depth that may not change the value, with one table through a game of shuffling moves."""
    search = Pvs(options=PvsOptions.sound(repetition_draws=True))
    state = chess("4k3/8/8/3q4/8/8/3Q4/4K3 w - - 90 90")
    while not state.is_terminal() and state.plies_until_draw() > 0:
        kept = search.search(state, depth=4)
        fresh = Pvs(options=PvsOptions.sound(repetition_draws=True)).search(state, depth=4)
        assert kept.value == fresh.value, state.to_string()
        quiet = [a for a in state.legal_actions() if state.child(a).halfmove_clock()]
        state.apply(min(quiet, key=lambda a: (a * 7919) % 101))


# --- options -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("technique", techniques(), ids=str)
def test_every_technique_can_be_changed_alone_and_has_an_effect(technique):
    """In nodes, on some position of chess or Reversi; the move stays legal."""
    states = [
        chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        chess("r1bq1rk1/pp2b1pp/n1pp1n2/3P1p2/2P1p3/2N1P2N/PP2BPPP/R1BQ1RK1 b - - 2 10"),
        chess("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
        chess(QUEEN_UP),
        chess(MATES[2][0]),
        chess(MATES[3][0]),
        boardai.load("reversi").initial_state(),
    ]
    base = {"table_megabytes": 0.002} if technique.name == "always_replace" else {}
    if technique.name == "aspiration_gradual":
        base = {"aspiration": 2}
    changed = False
    for state in states:
        depth = 11 if technique.name in ("null_move_verification", "null_move_twice", "repetition_draws") else 7
        usual = pvs(state, depth=depth, **base)
        other = pvs(state, depth=depth, **(base | {technique.name: technique.value}))
        assert state.is_legal(other.action)
        changed |= (usual.nodes, usual.value) != (other.nodes, other.value)
        if changed:
            break
    assert changed or technique.name == "null_move_verification"


def test_margins_are_constants_in_the_usual_build():
    with pytest.raises(RuntimeError, match="BOARDAI_TUNE"):
        set_margins(razoring=250)


def test_null_move_verification_searches_more():
    counts = set()
    for fen in (
        "r1bq1rk1/pp2b1pp/n1pp1n2/3P1p2/2P1p3/2N1P2N/PP2BPPP/R1BQ1RK1 b - - 2 10",
        "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
        "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    ):
        verified, trusted = (pvs(chess(fen), depth=14, null_move_verification=on).nodes for on in (True, False))
        counts.add(verified != trusted)
    assert True in counts


def test_kalas_ladder():
    """Each step of C1 to C4 finds the same value with fewer nodes; C5 finds mates that C4 needs more depth for."""
    state = chess("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    found = {
        name: pvs(state, depth=3, evaluator="material", options=PvsOptions.preset(name))
        for name in ("C1", "C2", "C3", "C4")
    }
    assert len({result.value for result in found.values()}) == 1
    assert found["C1"].nodes > 5 * found["C2"].nodes
    assert found["C3"].nodes < found["C2"].nodes
    assert found["C1"].nodes == minimax(state, depth=3, evaluator="material").nodes
    mate_in_3 = chess(MATES[2][0])
    c4 = pvs(mate_in_3, depth=4, evaluator="material", options=PvsOptions.preset("C4"))
    c5 = pvs(mate_in_3, depth=4, evaluator="material", options=PvsOptions.preset("C5"))
    assert c4.outcome is None and c5.plies_to_end == 5 and c5.depth < 5
    with refused("preset", "C1"):
        PvsOptions.preset("C6")


def test_the_table_of_check_extensions(tmp_path, capsys):
    suite = tmp_path / "mates.epd"
    suite.write_text("# a comment\n" + "".join(f"{fen[:-4]} dm {(plies + 1) // 2};\n" for fen, plies in MATES[1:3]))
    check_extension.main([str(suite)])
    printed = capsys.readouterr().out
    assert "mate in 2 (1)" in printed and "mate in 3 (1)" in printed and "not found" not in printed
    nodes = {extension: check_extension.time_to_mate(MATES[2][0], 3, extension, 60) for extension in (0, 3)}
    assert nodes[0][0] and nodes[3][0] and nodes[0][2] != nodes[3][2]
    suite.write_text("8/8/8/8/8/8/8/8 w - -\n")
    with pytest.raises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
        run_command(lambda: check_extension.main([str(suite)]), "x")


def test_several_best_moves_have_exact_values_and_lines():
    state = chess("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    depth = 3
    values = minimax(state, depth=depth).action_values
    found = sound(state, depth, multi_pv=4)
    exact = [action for action in found.action_values if action not in found.bounds]
    assert len(exact) == 4 == len(found.notes["lines"])
    assert [found.action_values[action] for action in exact] == sorted(values.values(), reverse=True)[:4]
    assert all(found.action_values[action] == values[action] for action in exact)
    assert [line[0] for line in found.notes["lines"]] == exact
    for action in found.bounds:
        assert found.bounds[action] == "at most" and values[action] <= found.action_values[action]


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_position_and_any_options_give_a_legal_move_and_a_bounded_value(data):
    name = data.draw(st.sampled_from(sorted(GAMES)))
    state = next(random_positions(GAMES[name], 1, data.draw(st.integers(0, 10**6)), plies=40))
    options = {}
    for field, default in asdict(PvsOptions()).items():
        if isinstance(default, bool) and field not in ("cutoffs", "knowledge", "points"):
            options[field] = data.draw(st.booleans(), label=field)
    options["table_megabytes"] = data.draw(st.sampled_from([0, 0.001, 1]))
    options["aspiration"] = data.draw(st.integers(0, 40))
    options["multi_pv"] = data.draw(st.integers(1, 3))
    options["root_check_extension"] = data.draw(st.sampled_from([0, 0, 1, 3]))
    options["points"] = name == "reversi" and data.draw(st.booleans())
    options["knowledge"] = name == "hex" and data.draw(st.booleans())
    limits = {
        "depth": data.draw(st.integers(1, 3 if name == "tic-tac-toe" else 6)),
        "nodes": data.draw(st.integers(1, 3000)),
        "evaluator": data.draw(st.sampled_from(["", "hash", "none"])),
        "tree": data.draw(st.sampled_from([None, 500])),
    }
    found = pvs(state, **limits, **options)
    assert state.is_legal(found.action) and (found.is_unsearched or abs(found.value) <= 32_000)
    assert found.pv[0] == found.action and 1 <= found.nodes <= 3000
    assert set(found.action_values) <= set(state.legal_actions())
    position = state.clone()
    for action in found.pv:
        position.apply(action)
    again = pvs(state, **limits, **options)
    assert (again.action, again.value, again.nodes, again.pv) == (found.action, found.value, found.nodes, found.pv)


# --- limits and results ------------------------------------------------------------------------------------------


def test_limits_of_nodes_and_depth():
    state = boardai.load("chess").initial_state()
    assert pvs(state, depth=5).depth == 5
    for nodes in (1, 2, 3, 50, 5000):
        found = pvs(state, nodes=nodes)
        assert found.nodes == nodes and state.is_legal(found.action)
    assert pvs(state, nodes=1).depth == 0
    assert pvs(state, seconds=0.05).depth >= 3
    with refused("over"):
        pvs(chess("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), depth=2)
    for name, value in (("multi_pv", 0), ("table_megabytes", -1), ("evaluator", "nonsense")):
        with refused(name, value):
            pvs(state, depth=2, **{name: value})
    with pytest.raises(TypeError, match="no_such_option"):
        pvs(state, depth=2, no_such_option=1)


@pytest.mark.parametrize(("name", "several"), [("chess", 1), ("chess", 3), ("reversi", 3), ("tic-tac-toe", 1)])
def test_an_unfinished_iteration_does_not_mix_its_scores_with_those_of_the_last(name, several):
    state = GAMES[name].initial_state()
    for nodes in range(50, 3000, 37):
        result = pvs(state, nodes=nodes, multi_pv=several)
        if result.is_unsearched:
            assert result.value is None and not result.action_values
            continue
        reached = [value for action, value in result.action_values.items() if result.bounds.get(action) != "at most"]
        assert max(reached) == result.action_values[result.action] == result.value, nodes


@pytest.mark.parametrize("limit", ["depth", "nodes"])
def test_limits_beyond_all_numbers_are_refused(limit):
    with refused(limit):
        pvs(GAMES["hex"].initial_state(), **{limit: 10**30})


def test_progress_is_reported_and_ctrl_c_gives_the_best_so_far():
    state = boardai.load("chess").initial_state()
    seen = []
    found = pvs(state, seconds=0.5, progress=seen.append)
    assert seen and all(state.is_legal(result.action) for result in seen)
    assert [result.nodes for result in seen] == sorted(result.nodes for result in seen)
    assert seen[-1].nodes <= found.nodes
    with ctrl_c():
        found = pvs(state, seconds=60, on_interrupt="return")
    assert found.interrupted and found.depth >= 3 and state.is_legal(found.action)

    class Enough(Exception):
        pass

    def stop(result):
        raise Enough

    search = Pvs()
    with pytest.raises(Enough):
        search.search(state, seconds=60, progress=stop)
    assert state.is_legal(search.search(state, depth=3).action)


@pytest.mark.parametrize("at", range(1, 40))
def test_ctrl_c_while_the_root_is_set_leaves_no_result(at):
    """Wherever a Python-written game is interrupted: KeyboardInterrupt, or a result of this very state."""
    game = GAMES["tic-tac-toe"]
    start = game.initial_state()

    class Interrupted(type(start)):
        calls = -(10**9)

        def legal_actions(self):
            Interrupted.calls += 1
            if Interrupted.calls == at:
                raise KeyboardInterrupt
            return super().legal_actions()

    state = Interrupted.__new__(Interrupted)
    state.__dict__.update(start.__dict__)
    for reused in (False, True):
        search = Pvs()
        position = state.clone()
        if reused:
            played = search.search(position, depth=3).action
            position.apply(played)
        Interrupted.calls = 0
        try:
            found = search.search(position, depth=3, on_interrupt="return")
        except KeyboardInterrupt:
            found = None
        finally:
            Interrupted.calls = -(10**9)
        assert found is None or (position.is_legal(found.action) and found.nodes > 0)
        assert position.is_legal(search.search(position, depth=3).action)  # it can be used again


def test_a_table_goes_back_to_the_system():
    """Resident memory after searches, each with a table of its own: none of their 16 MB is left in the heap."""

    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    state = boardai.load("chess").initial_state()
    pvs(state, depth=1)
    before = resident()
    for _ in range(4):
        pvs(state, depth=1)
        assert resident() - before < 6 * 2**20


def test_the_table_is_kept_between_searches_and_forgotten_on_demand():
    state = chess("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    search = Pvs()
    first = search.search(state, depth=9)
    assert 0 < first.hash_use < 1
    cold = warm = 0
    for position in random_positions(GAMES["chess"], 16, seed=2, plies=30):  # on average a half; a few need more
        kept = Pvs()
        cold += kept.search(position, depth=7).nodes
        warm += kept.search(position, depth=7).nodes
    assert warm < 0.8 * cold
    search.forget()
    again = search.search(state, depth=9)
    assert (again.nodes, again.value, again.pv) == (first.nodes, first.value, first.pv)
    other = boardai.load("reversi").initial_state()  # another game: a search of its own
    assert search.search(other, depth=6).value == pvs(other, depth=6).value
    assert pvs(state, depth=3, table_megabytes=0).hash_use is None


def test_small_games_are_solved_and_then_the_search_ends():
    state = GAMES["tic-tac-toe"].initial_state()
    found = pvs(state, depth=200)
    assert found.value == 0 and found.depth <= 12
    hex_3x3 = boardai.load("hex", size=3)
    wins = 0
    for action in hex_3x3.initial_state().legal_actions():
        reply = pvs(hex_3x3.initial_state().child(action), depth=200)
        assert reply.outcome in (1, -1)
        wins += reply.outcome == -1
    assert wins == 5


def test_quiescence_sees_a_quiet_check_that_mates():
    """1. Rb7 Kg8 2. Ra8#: the last move lies beyond depth 2."""
    state = chess("7k/8/R7/1R6/8/8/8/7K w - - 0 1")
    assert pvs(state, depth=2).outcome is None
    found = pvs(state, depth=2, quiescence_checks=True)
    assert found.value > 29_000 and state.san(found.action).startswith("R")
    for position in random_positions(GAMES["chess"], 6, seed=1, plies=40):
        quiet, checking = (pvs(position, depth=4, quiescence_checks=on) for on in (False, True))
        assert checking.nodes > 0 and abs(checking.value - quiet.value) < 30_000
    for name in ("reversi", "hex"):  # no checks there
        position = GAMES[name].initial_state()
        assert pvs(position, depth=4, quiescence_checks=True).nodes == pvs(position, depth=4).nodes


def test_standing_pat_may_ask_what_the_opponent_takes():
    """White is a rook ahead and to move, but both its rook and its knight hang: standing pat says nothing of that."""
    state = chess("6k1/5pp1/8/2b5/8/4R1p1/3N4/6K1 b - - 0 1")
    believed = pvs(state, depth=1, evaluator="material")
    asked = pvs(state, depth=1, evaluator="material", quiescence_null_move=True)
    assert asked.nodes != believed.nodes or asked.value != believed.value
    for position in random_positions(GAMES["chess"], 8, seed=4, plies=40):
        found, plain = (pvs(position, depth=5, quiescence_null_move=on) for on in (True, False))
        assert found.nodes > 0 and found.action in position.legal_actions() and abs(found.value - plain.value) < 30_000
    for name in ("reversi", "hex"):  # no captures to fear there
        position = GAMES[name].initial_state()
        assert pvs(position, depth=4, quiescence_null_move=True).nodes == pvs(position, depth=4).nodes


def test_a_draw_is_proven_where_all_lines_end():
    start = GAMES["tic-tac-toe"].initial_state()
    assert pvs(start, depth=60).outcome == 0 and pvs(start, depth=4).outcome is None


def test_null_moves_one_after_the_other():
    state = chess("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    once, twice = (pvs(state, depth=11, null_move_twice=on) for on in (False, True))
    assert once.nodes != twice.nodes
    mate = chess("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    assert pvs(mate, depth=6, null_move_twice=True).plies_to_end == 1
    assert sound(state, 3, null_move_twice=True).nodes == sound(state, 3).nodes  # of no null moves


@pytest.mark.parametrize("name", ["chess", "reversi", "tic-tac-toe", "hex"])
def test_type_b_searches_the_first_moves_of_every_game(name):
    states = list(random_positions(GAMES[name], 6, seed=4, plies=20))
    depth = 5
    for state in states:
        full = pvs(state, depth=depth)
        wide = pvs(state, depth=depth, width=4096)
        assert (wide.nodes, wide.value, wide.pv) == (full.nodes, full.value, full.pv)
    nodes = {width: sum(pvs(state, depth=depth, width=width).nodes for state in states) for width in (0, 2)}
    assert nodes[2] < (1.0 if name == "tic-tac-toe" else 0.7) * nodes[0]


@pytest.mark.parametrize("width", [1, 2, 3])
def test_what_type_b_proves_is_so(width):
    """A loss counts only where all moves were searched."""
    proven = 0
    games = [GAMES["tic-tac-toe"], boardai.load("hex", size=3), boardai.load("reversi", board="4x4")]
    for game in games:
        for state in random_positions(game, 25, seed=width, plies=8):
            found = pvs(state, depth=12, width=width, endings=False)
            if found.outcome is not None:
                proven += 1
                assert found.outcome == pvs(state, depth=60).outcome, state
    assert proven > 20


def test_a_tree_of_type_b_says_what_was_left_out():
    tree = pvs(
        GAMES["chess"].initial_state(), depth=2, width=3, quiescence=False, tree=True, options=PvsOptions.sound()
    ).tree
    kinds = [("exact", "at least", "at most", "proven", "pruned")[kind] for kind in tree.kinds]
    assert kinds.count("pruned") >= 17  # below the first move alone


def test_the_tree_of_a_search():
    state = boardai.load("reversi").initial_state()
    found = sound(state, 3, evaluator="discs", iterative_deepening=False, table_megabytes=0)
    tree = pvs(
        state,
        depth=3,
        evaluator="discs",
        tree=True,
        options=PvsOptions.sound(iterative_deepening=False, table_megabytes=0),
    ).tree
    assert tree.values[0] == found.value
    assert tree.visits[0] == found.nodes
    # Every row's value or bound agrees with minimax of the position it stands for.
    for row in range(1, len(tree)):
        kind = ("exact", "at least", "at most", "proven", "pruned")[tree.kinds[row]]
        if kind == "pruned":
            continue
        path, at = [], row
        while at > 0:
            path.append(int(tree.actions[at]))
            at = int(tree.parents[at])
        position = state.clone()
        for action in reversed(path):
            position.apply(action)
        left = 3 - len(path)
        value = position.evaluate("discs") if left == 0 else minimax(position, depth=left, evaluator="discs").value
        value = value if position.current_player() == state.current_player() else -value
        low = kind in ("exact", "at least")
        high = kind in ("exact", "at most")
        assert (not low or value >= tree.values[row]) and (not high or value <= tree.values[row])


def test_a_python_function_as_evaluation():
    state = boardai.load("reversi").initial_state()
    options = PvsOptions.sound(quiet_order=False, capture_order=False)
    by_name = pvs(state, depth=3, evaluator="discs", options=options)
    found = pvs(state, depth=3, evaluator=lambda position: position.evaluate("discs"), options=options)
    assert found.value == by_name.value
