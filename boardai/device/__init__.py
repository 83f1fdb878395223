"""Rules of games as JAX functions: many games in parallel on JAX's device, CPU, GPU or TPU.

>>> import jax
>>> from boardai import device
>>> rules = device.rules("reversi")
>>> state = rules.init(1024)
>>> rules.legal_mask(state).shape
(1024, 65)
>>> actions = device.sample(rules.legal_mask(state), jax.random.key(1))
>>> state = jax.jit(rules.step)(state, actions)
>>> int(rules.is_over(state).sum())
0
"""

from boardai.device.gumbel import GumbelResult, gumbel, gumbel_with_model
from boardai.device.mctx import recurrent_fn, root_fn
from boardai.device.play import perft, random_games, sample
from boardai.device.rules import DeviceRules, rules
from boardai.device.self_play import OpenGames, PlayedPlies, keep_trees, open_games, self_play, value_targets
from boardai.device.trees import Answer

__all__ = [
    "Answer",
    "DeviceRules",
    "GumbelResult",
    "OpenGames",
    "PlayedPlies",
    "gumbel",
    "gumbel_with_model",
    "keep_trees",
    "open_games",
    "perft",
    "random_games",
    "recurrent_fn",
    "root_fn",
    "rules",
    "sample",
    "self_play",
    "value_targets",
]
