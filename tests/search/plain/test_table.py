"""The transposition table, from Python: a bounded dictionary that may forget and never makes anything up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from boardai import native


def _module():
    return native.namespace("boardai/search/table")


DEEPEST = 511  # the depth of what is proven

entries = st.tuples(
    st.integers(0, 2**64 - 1) | st.integers(0, 40),  # keys: spread out, and few
    st.integers(-1, 2**31 - 1),
    st.integers(-32_001, 32_001),
    st.integers(0, 511),
    st.sampled_from(["upper", "lower", "exact"]),
)


def _is_proven(cpp, entry):
    bound = {int(getattr(cpp.Bound, name)): name for name in ("upper", "lower", "exact")}[int(entry.bound)]
    settled = {"exact": True, "lower": cpp.is_win_score(entry.score), "upper": cpp.is_loss_score(entry.score)}
    return entry.depth == DEEPEST and settled[bound]


@given(st.lists(entries, max_size=60), st.booleans(), st.sampled_from([1e-9, 0.001, 1]))
def test_what_is_found_was_stored_last(stored, always_replace, megabytes):
    cpp = _module()
    table = cpp.TranspositionTable(megabytes, always_replace)
    latest = {}
    for key, action, score, depth, bound in stored:
        known = cpp.TableEntry()
        is_known = table.probe(key, known)
        # A proof is not replaced by a shallower search.
        stays = latest[key] if is_known and depth < DEEPEST and _is_proven(cpp, known) else None
        kept = known.action if action < 0 and is_known else action
        entry = cpp.TableEntry()
        entry.action, entry.score, entry.depth, entry.bound = action, score, depth, getattr(cpp.Bound, bound)
        table.store(key, entry)
        latest[key] = stays or (kept, score, depth, int(entry.bound))
    found = cpp.TableEntry()
    hits = 0
    for key, expected in latest.items():
        if table.probe(key, found):
            hits += 1
            assert (found.action, found.score, found.depth, int(found.bound)) == expected
    assert hits > 0 or not latest
    assert hits == len(latest) or megabytes < 1  # a table with room to spare forgets nothing
    assert 0 <= table.use() <= 1


@pytest.mark.parametrize("megabytes", [0, -1, 2**21, float("nan")])
def test_sizes_are_checked(megabytes):
    with refused("size"):
        _module().TranspositionTable(megabytes)


def test_a_table_takes_what_it_was_given():
    table = _module().TranspositionTable(2)
    assert table.bytes() == 2 * 2**20
    assert table.capacity() == 2 * 2**20 // 16
