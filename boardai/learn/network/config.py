"""Settings of the network."""

import inspect
import itertools
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from boardai.basics.quoting import quoted
from boardai.basics.setting import Settings, setting
from boardai.basics.trust import Code, code_file, code_module
from boardai.learn.settings import require
from boardai.learn.targets import head_settings

__all__ = ["GrowthConfig", "NetworkConfig"]

PolicyHead = Literal["dense", "conv"]
Precision = Literal["auto", "float32", "bfloat16", "int16", "int8"]
WHOLE_BITS = {"int8": 8, "int16": 16}
MUZERO = "muzero"
"""The architecture with a learned model of the game."""

_STAGE = re.compile(r"(0?\.\d+)\s*:\s*(\d+)\s*x\s*(\d+)")


if TYPE_CHECKING:
    Architecture = str | type[Any]
else:
    Architecture = str  # as stored, after the name of a class is known, and on a command line

_GIVEN: dict[str, type[Any]] = {}  # classes that the caller passed, by the names under which runs record them


def name_of_architecture(given: Architecture) -> str:
    """The name under which a run records a network's class: `file.py:Class` for a script, else `module:Class`.

    Within this process the name refers to this very class, so a class of a notebook or a function can be used. To open
    such a run later, the class must be passed again unless its name can be imported.
    """
    if isinstance(given, str):
        return given
    place = given.__module__
    file = getattr(sys.modules.get(place), "__file__", None)
    if place == "__main__" and file is not None and file.endswith(".py"):
        place = str(Path(file).absolute())
    name = f"{place}:{given.__qualname__}"
    _GIVEN[name] = given
    return name


def given_architecture(architecture: str) -> type[Any] | None:
    """The class that was passed under that name, if any."""
    return _GIVEN.get(architecture)


def code_in_architecture(architecture: str) -> list[Code]:
    """The code that creating a network of this architecture would run, except this package's and the caller's."""
    place = architecture.rpartition(":")[0]
    if not place or place.split(".")[0] == "boardai" or architecture in _GIVEN:
        return []
    return [code_file(place) if place.endswith(".py") else code_module(place)]


@dataclass(frozen=True)
class NetworkConfig(Settings, section="network", inserted={"value_hidden": head_settings()}):
    """The tower, its heads, and the boards they fit. Targets of boardai/learn/targets.py have heads of the same names.

    >>> boardai.learn.NetworkConfig(blocks=6, channels=64, policy_head="conv").value_head
    'scalar'
    >>> boardai.learn.NetworkConfig(channels=0)
    Traceback (most recent call last):
        ...
    ValueError: network.channels must be a whole number of at least 1, not 0
    """

    architecture: Architecture = setting(
        "residual",
        "residual: the tower below; muzero: the same, and dynamics of as many blocks (docs/muzero.md); module:Class or "
        "file.py:Class: your own network (docs/training/settings.md)",
    )
    blocks: int = setting(4, "Residual blocks of two 3x3 convolutions", low=0)
    channels: int = setting(32, "Channels of the tower", low=1)
    body: Literal["convolution", "attention"] = setting(
        "convolution", "Type of the tower's blocks; attention: every cell attends to every other one"
    )
    heads: int = setting(4, "Heads of an attention block; they share the channels", low=1)
    squeeze_excitation: int = setting(0, "Hidden width of squeeze-and-excitation in every block; 0: none", low=0)
    global_pooling: int = setting(0, "Every n-th block adds features pooled over the whole board; 0: none", low=0)
    policy_head: PolicyHead = setting(
        "dense",
        "dense: 1x1 convolution and one dense layer; conv: convolutions only; other moves, such as a pass, from "
        "pooled features",
    )
    policy_channels: int = setting(4, "Channels of the dense policy head's 1x1 convolution", low=1)
    policy_rank: int = setting(
        0,
        "Rank of the dense policy head's last layer, which is then the product of two narrow ones; 0: one full layer",
        low=0,
    )
    value_head: Literal["scalar", "wdl"] = setting(
        "scalar", "scalar: tanh; wdl: probabilities of win, draw and loss, the value being P(win) - P(loss)"
    )
    value_features: Literal["dense", "pooled"] = setting(
        "dense",
        "dense: the hidden layer sees every cell; pooled: means and maxima over the board, so any board fits",
    )
    value_channels: int = setting(
        4, "Channels of the value head's 1x1 convolution; of the moves-left and score heads too", low=1
    )
    value_hidden: int = setting(
        64, "Width of the value head's hidden layer; of the moves-left and score heads too", low=1
    )
    canvas: int = setting(
        0,
        "Side of a square that contains the boards, so that one network plays several sizes; 0: the board itself",
        low=0,
    )
    board_plane: int = setting(
        -1,
        "Plane that is 1 on the board (Hex 2, Reversi 3); cells off the board are masked everywhere. -1: no masking",
        low=-1,
    )
    start: str = setting(
        "",
        "A run or an exported file with the first weights, for example of a smaller board. A larger tower is pruned "
        "to this network's size, a smaller one grows; everything else must be the same",
    )
    sparsity: float = setting(
        0.0,
        "Share of the weights of each kernel of network.start that are set to 0 permanently, the smallest first",
        low=0.0,
        below=1.0,
    )
    precision: Precision = setting(
        "auto",
        "Precision of the tower; auto: bfloat16 on an accelerator, on a CPU float32, and int16 in self-play. int16, "
        "int8 (CPU): integer products in play, float32 in training. Weights stay float32",
    )

    def __post_init__(self) -> None:
        if inspect.isclass(self.architecture):
            object.__setattr__(self, "architecture", name_of_architecture(self.architecture))
        super().__post_init__()
        if self.body == "attention":
            for name in ("squeeze_excitation", "global_pooling"):
                require(not getattr(self, name), f"network.{name}", "an attention block has none")
            require(
                self.channels % self.heads == 0,
                "network.heads",
                f"{self.channels} channels cannot be shared by {self.heads} heads alike",
            )
        require(
            bool(self.start) or not self.sparsity,
            "network.sparsity",
            "it needs a trained network, network.start, of which the smallest weights go",
        )
        architecture = cast(str, self.architecture)
        require(
            architecture in ("residual", MUZERO) or ":" in architecture,
            "network.architecture",
            f"expected residual, muzero, module:Class or file.py:Class, got {quoted(architecture)}",
        )
        place, _, name = architecture.rpartition(":")
        if place.endswith(".py"):
            # The run may be resumed from another folder, which may have a file of that name as well.
            object.__setattr__(self, "architecture", f"{Path(place).absolute()}:{name}")


@dataclass(frozen=True)
class Size:
    """The size of a tower.

    Attributes:
        blocks: number of blocks.
        channels: channels of each block.
    """

    blocks: int
    channels: int


@dataclass(frozen=True)
class GrowthConfig(Settings):
    """The growth of the network during a run.

    >>> from boardai.learn.network.config import GrowthConfig
    >>> GrowthConfig(stages=("0.3:4x48", "0.6:6x64")).size_at(0.5)
    Size(blocks=4, channels=48)
    >>> GrowthConfig(stages=("0.3:4x48", "0.2:6x64"))
    Traceback (most recent call last):
        ...
    ValueError: growth.stages: 0.2:6x64 does not come after 0.3:4x48
    """

    stages: tuple[str, ...] = setting(
        (),
        "Each is SHARE:BLOCKSxCHANNELS: from this share of the run on, the tower has this size, which may not be "
        "smaller than before; its first size is network.blocks and network.channels. Empty: it does not grow",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for text in self.stages:
            require(_STAGE.fullmatch(text) is not None, "growth.stages", f"expected 0.5:6x64, got {quoted(text)}")
        for (one, (share, small)), (other, (later, large)) in itertools.pairwise(
            zip(self.stages, self._parsed(), strict=True)
        ):
            require(later > share, "growth.stages", f"{other} does not come after {one}")
            check_growth(small, large, "growth.stages")

    def size_at(self, share: float) -> Size | None:
        """The tower's size at a share of the run; None before the first stage."""
        sizes = [size for begin, size in self._parsed() if begin <= share]
        return sizes[-1] if sizes else None

    def check_from(self, first: Size) -> None:
        """Rejects stages that are smaller than the run's initial tower.

        Raises:
            ValueError: naming the sizes.
        """
        for _, size in self._parsed()[:1]:
            check_growth(first, size, "growth.stages")

    def _parsed(self) -> list[tuple[float, Size]]:
        found = [_STAGE.fullmatch(text) for text in self.stages]
        return [(float(one[1]), Size(int(one[2]), int(one[3]))) for one in found if one is not None]


def check_growth(small: Size, large: Size, place: str) -> None:
    """Rejects a growth that would lose weights.

    Raises:
        ValueError: naming both sizes.
    """
    fits = large.blocks >= small.blocks and large.channels >= small.channels
    require(fits, place, f"{large.blocks}x{large.channels} is no growth from {small.blocks}x{small.channels}")
