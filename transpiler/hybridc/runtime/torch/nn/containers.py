"""PyTorch's containers."""

from __future__ import annotations

from hybridc.runtime.core import containers
from hybridc.runtime.torch.nn.module import Module

__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


class Sequential(Module, containers.Sequential):
    """Modules one after the other. Takes them as arguments, or in a dict by name."""


class ModuleList(Module, containers.ModuleList):
    """A list of modules."""


class ModuleDict(Module, containers.ModuleDict):
    """Modules by name."""


class ParameterList(Module, containers.ParameterList):
    """A list of parameters. Arrays become parameters; anything else is kept as it is."""


class ParameterDict(Module, containers.ParameterDict):
    """Parameters by name. Arrays become parameters."""
