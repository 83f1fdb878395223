"""The class templates over states that the library has compiled for every shipped game, and what calls of them need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Template:
    """A class template over states.

    Attributes:
        header: declares it, as `header`.hpp; the bodies are in `header`-inl.hpp, or there too.
        long_calls: methods that release the GIL and can be interrupted; everything else is short.
        encodable: it needs planes and policy indices.
        search: its calls run against a clock.
        alone: calls that are refused while another one of the same object is under way; searches, which report and
            can be stopped meanwhile, see to that themselves (`boardai.search.session.OneUser`).
        together: calls that only read, and are refused only while one of `alone` is under way.
    """

    header: str
    long_calls: tuple[str, ...]
    encodable: bool = False
    search: bool = False
    alone: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


_BATCH = (
    "reset", "reset_to_seed", "reset_rows", "apply", "sample", "sample_with_seed", "legal_mask", "observations",
    "final_observations", "set_state",
)  # fmt: skip
_SELF_PLAY = ("select", "backup", "restore_open_games", "restart_searches")
_REPLAY_CHANGES = ("add_games", "replace_targets", "restore_targets")
_REPLAY_READS = ("sample", "gather", "read", "state")
TEMPLATES = {
    "Perft": Template("boardai/core/play/perft", ("count", "divide")),
    "RandomGames": Template("boardai/core/play/random_games", ("play", "playouts")),
    "MixedEvaluations": Template("boardai/core/evaluation/mixed_evaluation", ()),
    "Greedy": Template("boardai/core/play/greedy", ("choose",)),
    "Tables": Template("boardai/core/features/tables", ()),
    "LearningGames": Template("boardai/search/self_play/learning_games", ("play",), alone=("play",)),
    "Mcts": Template("boardai/search/trees/uct/mcts", ("run", "begin", "select", "tell", "advance"), search=True),
    "Batch": Template("boardai/core/play/batch", _BATCH, encodable=True, alone=_BATCH),
    "Puct": Template(
        "boardai/search/trees/puct/puct",
        ("set_root", "advance", "advance_to", "select", "choose", "backup", "select_state", "search", "write_rows"),
        search=True,
    ),
    "SelfPlay": Template("boardai/search/self_play/self_play", _SELF_PLAY, encodable=True, alone=_SELF_PLAY),
    "GameWriter": Template("boardai/search/records/game_writer", ()),
    "ScoredGamePlayer": Template("boardai/search/scored_games/player", ("play",)),
    "ScoredPositions": Template("boardai/search/scored_games/positions", ("add_shard", "count", "read")),
    "Replay": Template(
        "boardai/search/records/replay",
        (*_REPLAY_CHANGES, *_REPLAY_READS, "bytes_per_position"),
        encodable=True,
        alone=_REPLAY_CHANGES,
        together=_REPLAY_READS,
    ),
}
