"""Agents' texts: taken apart, put together again, changed, and what they name outside themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardai
from boardai.clocks.management import ClockState
from boardai.players import AgentSpec, as_player
from boardai.players.spec import distinct_labels
from boardai.search import Limits


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("random", ("random", "", "", ())),
        ("pvs:depth=6, evaluator = pesto", ("pvs", "", "", (("depth", "6"), ("evaluator", "pesto")))),
        ("pvs:", ("pvs", "", "", ())),
        ("pvs:depth", ("pvs", "", "", (("depth", None),))),
        ("./mine.py:Mine,depth=3", ("./mine.py", "", "Mine", (("depth", "3"),))),
        ("./mine.py:depth=3", ("./mine.py", "", "", (("depth", "3"),))),
        ("sandbox:./mine.py:Mine,seconds=2", ("sandbox", "./mine.py", "Mine", (("seconds", "2"),))),
        ("sandbox:students,seconds=2", ("sandbox", "students", "", (("seconds", "2"),))),
        ("uci:bin/e -x:1,Hash=16", ("uci", "bin/e -x:1", "", (("Hash", "16"),))),
        ("dfpn:fallback=mcts:c=2", ("dfpn", "", "", (("fallback", "mcts:c=2"),))),
        (
            "pns:fallback=[mcts:c=2,seconds=1],nodes=9",
            ("pns", "", "", (("fallback", "mcts:c=2,seconds=1"), ("nodes", "9"))),
        ),
        ("pns:fallback=[mcts:c=2,nodes=9", ("pns", "", "", (("fallback", "[mcts:c=2"), ("nodes", "9")))),
        ("", ("", "", "", ())),
    ],
)
def test_a_text_is_parted(text: str, parts: tuple[object, ...]) -> None:
    spec = AgentSpec.parse(text)
    assert (spec.name, spec.subject, spec.entry, spec.parameters) == parts


@given(st.text("abp.y:,= \n-/@1[]", max_size=30), st.sampled_from(["", "uci:", "sandbox:", "a.py:", "pvs:"]))
def test_what_is_put_together_reads_the_same(text: str, before: str) -> None:
    spec = AgentSpec.parse(before + text)
    assert AgentSpec.parse(str(spec)) == spec and AgentSpec.parse(spec) is spec
    (
        spec.trusted(),
        spec.short,
        spec.from_any_folder(),
    )  # no text is an error: the factory of the agent reports what is wrong


_NAMES = st.sampled_from(["pvs", "dfpn", "uci", "gtp", "sandbox", "./a.py"])
_WORDS = st.from_regex(r"[a-z0-9/.-]{1,8}", fullmatch=True)


@st.composite
def _nested(draw: st.DrawFn, depth: int = 2) -> AgentSpec:
    """An agent, whose fallback may be another one with parameters of its own."""
    name = draw(_NAMES)
    subject = {"sandbox": "b/c.py", "uci": "e -x", "gtp": "g"}.get(name, "")
    entry = draw(st.sampled_from(["", "Mine"])) if name in ("sandbox", "./a.py") else ""
    spec = AgentSpec(name, subject, entry).with_(**draw(st.dictionaries(st.sampled_from("klm"), _WORDS)))
    return spec.with_(fallback=draw(_nested(depth - 1))) if depth and draw(st.booleans()) else spec


@given(_nested())
def test_an_agent_within_another_keeps_its_parameters(spec: AgentSpec) -> None:
    assert AgentSpec.parse(str(spec)) == spec
    assert AgentSpec.parse(str(spec.from_any_folder())) == spec.from_any_folder()
    if "fallback" in spec:
        inner = AgentSpec.parse(spec.value("fallback") or "")
        changed = AgentSpec.parse(str(spec.with_(fallback=inner.with_(seconds=2, nodes=5))))
        assert changed.without("fallback") == spec.without("fallback")
        assert AgentSpec.parse(changed.value("fallback") or "").value("nodes") == "5"


def test_a_box_within_a_solver_keeps_its_limits_from_any_folder() -> None:
    """After a colon they were written without a comma, which the solver would take for its own."""
    spec = AgentSpec.parse(str(AgentSpec.parse("dfpn:fallback=sandbox:./a.py:memory=512").from_any_folder()))
    assert "memory" not in spec and AgentSpec.parse(spec.value("fallback") or "").value("memory") == "512"


def test_parameters_are_set_where_they_stand() -> None:
    spec = AgentSpec.parse("pvs:depth=6,evaluator=pesto")
    assert str(spec.with_(depth=3, killers=True)) == "pvs:depth=3,evaluator=pesto,killers=true"
    assert str(spec.without("depth")) == "pvs:evaluator=pesto" and str(spec.only("depth")) == "pvs:depth=6"
    assert "depth" in spec and "nodes" not in spec and spec.value("nodes") is None
    assert str(AgentSpec.parse("sandbox:a.py:Mine").with_(seconds=0.5)) == "sandbox:a.py:Mine,seconds=0.5"


def test_labels_are_short_where_that_distinguishes_them() -> None:
    alike = ["sandbox:a/one.py", "sandbox:b/one.py,seconds=2", "sandbox:b/two.py:Fast"]
    assert distinct_labels(alike) == {alike[0]: alike[0], alike[1]: alike[1], alike[2]: "two:Fast"}


@pytest.mark.parametrize("spec", ["random", "greedy", "pvs:depth=2,noise=5", "puct:simulations=9", "pns", "function"])
def test_every_player_takes_a_clock_and_a_stop(spec: str) -> None:
    game = boardai.load("hex", size=3)
    state = game.initial_state()
    player = as_player(spec if spec != "function" else lambda state: state.legal_actions()[0], game, 1)
    player.new_game(state, [], 5)
    for limits in (Limits(), Limits(clock=(ClockState(1.0), ClockState(1.0))), Limits(seconds=0.01)):
        thought = player.think(state, limits, None, lambda: True)
        assert state.is_legal(thought.action) and thought.line[0] == thought.action
        assert thought.result is None or thought.nodes > 0
    player.close()
