"""Every setting of a training run: frozen dataclasses, read from TOML, overridden on the command line.

The order is: built-in or computed defaults, then the preset's TOML, then the command line. A key that does not
exist is an error that names it and the nearest ones that do; so is a value of the wrong type or out of range.
"""

from boardai.learn.config.arena import ArenaConfig
from boardai.learn.config.generic import generic_config
from boardai.learn.config.learners import learner_entry
from boardai.learn.config.learning import LearnConfig
from boardai.learn.config.losses import EmaConfig, LossConfig
from boardai.learn.config.merge import changes, flattened, merged, read_toml, to_table
from boardai.learn.config.network import NetworkConfig
from boardai.learn.config.replay import ReplayConfig
from boardai.learn.config.returns import ReturnsConfig
from boardai.learn.config.run import RunConfig, TrainConfig
from boardai.learn.config.self_play import (
    AdjudicationConfig,
    GumbelConfig,
    PlayoutCapConfig,
    PuctConfig,
    ResignationConfig,
    SelfPlayConfig,
    StartsConfig,
    TemperatureConfig,
)
from boardai.learn.config.supervised import ExamplesConfig, SupervisedConfig
from boardai.learn.config.tables import (
    MouseConfig,
    MouseRuleConfig,
    StepConfig,
    TablePlayConfig,
    TableReturnsConfig,
    TablesConfig,
    TDConfig,
    TDLeafConfig,
)
from boardai.learn.config.value import ValueConfig, ValuePlayConfig

__all__ = [
    "AdjudicationConfig",
    "ArenaConfig",
    "EmaConfig",
    "ExamplesConfig",
    "GumbelConfig",
    "LearnConfig",
    "LossConfig",
    "MouseConfig",
    "MouseRuleConfig",
    "NetworkConfig",
    "PlayoutCapConfig",
    "PuctConfig",
    "ReplayConfig",
    "ResignationConfig",
    "ReturnsConfig",
    "RunConfig",
    "SelfPlayConfig",
    "StartsConfig",
    "StepConfig",
    "SupervisedConfig",
    "TDConfig",
    "TDLeafConfig",
    "TablePlayConfig",
    "TableReturnsConfig",
    "TablesConfig",
    "TemperatureConfig",
    "TrainConfig",
    "ValueConfig",
    "ValuePlayConfig",
    "changes",
    "flattened",
    "generic_config",
    "learner_entry",
    "merged",
    "read_toml",
    "to_table",
]
