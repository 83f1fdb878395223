"""python tools/parallel_search.py: the table is there, whatever the machine makes of it."""

from parallel_search import main, time_to_depth

from boardai.game import load
from boardai.search.pvs.options import PARALLEL


def test_every_scheme_is_measured_against_one_thread(capsys):
    states = [load("reversi", board="6x6").initial_state()]
    found = time_to_depth(states, 4, 2, 2)
    assert set(found) == set(PARALLEL.words)
    assert all(
        len(measured) == 2 and speed_up > 0 and nodes > 0 for measured in found.values() for speed_up, nodes in measured
    )
    main(["hex:size=4", "--depth", "3", "--positions", "1", "--repeats", "1"])
    printed = capsys.readouterr().out
    assert all(scheme in printed for scheme in PARALLEL.words) and "load average" in printed
