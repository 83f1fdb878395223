"""Self-play that stays on the device: rules, search and network are one program, and an update may be part of it.

Games are played in parallel, and a finished one is replaced at once, so that every row is always in use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from boardai.device.gumbel import Quick, model_of_rules, search_trees
from boardai.device.play import sample
from boardai.device.rules import DeviceRules, Network, kept
from boardai.device.trees import Trees, followed, planted
from boardai.search.trees.options import GumbelSelection


class OpenGames(NamedTuple):
    """N games that are being played; `open_games` begins them.

    >>> from boardai.device import OpenGames
    >>> OpenGames._fields
    ('state', 'plies', 'opening', 'key', 'trees')

    Attributes:
        state: a state of the game.
        plies: int32 `[N]`, played in each.
        opening: int32 `[N]`, the number of a game's random plies.
        key: JAX's key for the following random numbers.
        trees: trees that the next searches continue; None: each search starts again.
    """

    state: Any
    plies: jax.Array
    opening: jax.Array
    key: jax.Array
    trees: Trees | None = None


class PlayedPlies(NamedTuple):
    """T plies of N games. Row t of a column is the ply after row t - 1, of the next game if `ended` is true there.

    >>> from boardai.device import PlayedPlies
    >>> PlayedPlies._fields[:4]
    ('observations', 'action_weights', 'actions', 'players')

    Attributes:
        observations: float32 `[T, N, H, W, C]`, before the move.
        action_weights: float32 `[T, N, A]`, the search's improved policy.
        actions: int32 `[T, N]`, as played.
        players: int32 `[T, N]`, the player who moved.
        values: float32 `[T, N]`, value of the search, for the player who moved.
        priors: float32 `[T, N, A]`, the network's policy before the search.
        evaluations: int32 `[T, N]`, answers of the network that the search has used.
        random: bool `[T, N]`, moves of an opening: nothing is to be learned from them.
        full: bool `[T, N]`, False: of a quick search, from which nothing is to be learned, either.
        ended: bool `[T, N]`, whether the game was over after this move, or stopped.
        outcomes: float32 `[T, N, 2]`, by player, if the game ended; otherwise 0.
    """

    observations: jax.Array
    action_weights: jax.Array
    actions: jax.Array
    players: jax.Array
    values: jax.Array
    priors: jax.Array
    evaluations: jax.Array
    random: jax.Array
    full: jax.Array
    ended: jax.Array
    outcomes: jax.Array


def open_games(rules: DeviceRules[Any], n: int, key: jax.Array, opening_plies: int = 0) -> OpenGames:
    """Begins N games.

    >>> import jax
    >>> from boardai import device
    >>> device.open_games(device.rules("hex:size=3"), 5, jax.random.key(0)).plies.tolist()
    [0, 0, 0, 0, 0]

    Args:
        rules: of the game.
        n: number of games.
        key: JAX's.
        opening_plies: each game opens with 0 to this many random moves.

    Raises:
        ValueError: no game, or fewer than 0 plies.
    """
    if n < 1 or opening_plies < 0:
        raise ValueError(f"n must be at least 1 and opening_plies 0, got {n} and {opening_plies}")
    key, draw = jax.random.split(key)
    state = jax.tree.map(jnp.array, rules.init(n))  # copies: a buffer that stood in two places could not be donated
    return OpenGames(state, jnp.zeros(n, jnp.int32), _openings(draw, n, opening_plies), key)


def keep_trees(games: OpenGames, simulations: int, actions: int) -> OpenGames:
    """The games, whose searches continue from now in the part of the tree below the move played; the next begin again.

    They begin again after a change of the weights as well, so that no tree mixes two networks: call this again.

    >>> import jax, jax.numpy as jnp
    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> games = device.keep_trees(device.open_games(rules, 5, jax.random.key(0)), 8, rules.policy_size)
    >>> games.trees.values.shape  # the root, the nodes of one search, and as many that are kept
    (5, 17)

    Args:
        games: that `open_games` or `self_play` gave.
        simulations: of each search.
        actions: A, the rules' `policy_size`.
    """
    return games._replace(trees=planted(games.state, simulations, actions, kept=True))


def _openings(key: jax.Array, n: int, most: int) -> jax.Array:
    """How many random moves each of N games opens with: 0 to `most`."""
    return jax.random.randint(key, (n,), 0, most + 1)


def self_play(
    rules: DeviceRules[Any],
    games: OpenGames,
    network: Network,
    plies: int,
    simulations: int,
    options: GumbelSelection | None = None,
    *,
    opening_plies: int = 0,
    max_plies: int = 512,
    symmetry_seed: int | None = None,
    full_share: float = 1.0,
    quick_simulations: int = 8,
) -> tuple[OpenGames, PlayedPlies]:
    """Plays T plies in each of N games by Gumbel search; to be called inside `jax.jit`, where the games may be donated.

    Moves are the searches' own, which their noise varies (`GumbelResult.actions`).

    >>> import jax, jax.numpy as jnp
    >>> from boardai import device
    >>> rules = device.rules("hex:size=2")
    >>> def network(planes):
    ...     return jnp.zeros((len(planes), 4)), jnp.zeros(len(planes))
    >>> play = jax.jit(lambda games: device.self_play(rules, games, network, plies=4, simulations=2))
    >>> games, played = play(device.open_games(rules, 8, jax.random.key(0)))
    >>> played.actions.shape, bool(played.ended.any(0).all())  # no game is longer than four moves on four cells
    ((4, 8), True)

    Args:
        rules: of the game.
        games: as the last call, or `open_games`, gave them.
        network: planes `[N, H, W, C]` to logits `[N, A]` and values `[N]` for the player to move.
        plies: T.
        simulations: of each search.
        options: options of the searches.
        opening_plies: as `open_games` takes it, of the games that begin on the way.
        max_plies: a game this long is stopped: a draw.
        symmetry_seed: as `gumbel` takes it.
        full_share: of the moves are searched in full. The others get `quick_simulations` without noise, and teach
            nothing (playout cap randomisation: Wu 2019, arXiv:1902.10565). All games of a call draw together: the quick
            search of one game alongside the full one of another would save nothing.
        quick_simulations: of the quick searches; 0 only evaluates the position.

    Returns:
        The state of the games, and the plies played.

    Raises:
        ValueError: a number that is too small.
    """
    for name, number, least in (
        *(("plies", plies, 1), ("simulations", simulations, 1)),
        *(("opening_plies", opening_plies, 0), ("max_plies", max_plies, 1)),
    ):
        if number < least:
            raise ValueError(f"{name} must be at least {least}, got {number}")
    if full_share < 1 and not 0 <= quick_simulations <= simulations:
        raise ValueError(f"quick_simulations must be 0 to simulations ({simulations}), got {quick_simulations}")
    n = len(games.plies)
    options = GumbelSelection() if options is None else options

    def ply(games: OpenGames, _: None) -> tuple[OpenGames, PlayedPlies]:
        key, search_key, move_key, opening_key = jax.random.split(games.key, 4)
        root, step = model_of_rules(rules, games.state, network, symmetry_seed)
        noise = jax.random.gumbel(search_key, root.legal.shape, jnp.float32)
        trees, quick = games.trees, None
        if trees is None:
            trees = planted(games.state, simulations, rules.policy_size)
        if full_share < 1:
            draw = jax.random.uniform(jax.random.fold_in(search_key, 1))
            quick = Quick(draw >= full_share, quick_simulations)
        found, trees = search_trees(root, step, trees, noise, simulations, options, quick)
        random = games.plies < games.opening
        # The random move is drawn in every game, because all games compute the same.
        actions = jnp.where(random, sample(rules.legal_mask(games.state), move_key), found.actions)
        after, length = rules.step(games.state, actions), games.plies + 1
        over = rules.is_over(after)
        ended = over | (length >= max_plies)
        played = PlayedPlies(
            rules.observe(games.state),
            found.action_weights,
            actions,
            rules.player(games.state),
            found.values,
            found.priors,
            found.evaluations,
            random,
            jnp.broadcast_to(jnp.bool_(True) if quick is None else ~quick.wanted, (n,)),
            ended,
            jnp.where(over[:, None], rules.outcome(after), 0.0),
        )
        begun = rules.init(n), jnp.zeros_like(length), _openings(opening_key, n, opening_plies)
        if games.trees is not None:
            games = games._replace(trees=followed(trees, actions, ~(ended | random), simulations))
        return OpenGames(*kept(ended, begun, (after, length, games.opening)), key, games.trees), played

    found: tuple[OpenGames, PlayedPlies] = jax.lax.scan(ply, games, None, length=plies)
    return found


def value_targets(played: PlayedPlies) -> tuple[jax.Array, jax.Array]:
    """The targets of a value network: how each ply's game ended, for the player who moved.

    >>> import jax.numpy as jnp
    >>> from boardai import device
    >>> nothing, one = jnp.zeros((3, 1)), jnp.asarray([[False], [True], [False]])
    >>> played = device.PlayedPlies(
    ...     *[nothing] * 3, players=jnp.asarray([[0], [1], [0]]), values=nothing, priors=nothing, evaluations=nothing,
    ...     random=one & False, full=one | True, ended=one, outcomes=jnp.asarray([[[0.0, 0]], [[-1, 1]], [[0, 0]]]))
    >>> targets, known = device.value_targets(played)  # player 1 has won by the second move; another game has begun
    >>> targets.ravel().tolist()[:2], known.ravel().tolist()
    ([-1.0, 1.0], [True, True, False])

    Args:
        played: by `self_play`.

    Returns:
        Outcomes float32 `[T, N]`, and bool `[T, N]` where there is something to learn: the game ended among these
        plies, and the move was one of a full search.
    """

    def earlier(carry: tuple[jax.Array, jax.Array], row: Any) -> Any:
        outcomes, known = carry
        ended, these, mover = row
        outcomes = jnp.where(ended[:, None], these, outcomes)
        known = known | ended
        return (outcomes, known), (outcomes[jnp.arange(len(mover)), mover], known)

    n = played.ended.shape[1]
    begun = jnp.zeros((n, 2)), jnp.zeros(n, bool)
    rows = played.ended, played.outcomes, played.players
    _, (targets, known) = jax.lax.scan(earlier, begun, rows, reverse=True)
    return targets, known & played.full & ~played.random
