"""What parameters and layers of a graph are called as attributes of its model, and which prefix they share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hybridc.exported.identifiers import TAKEN, common_prefix, identifier, unique
from hybridc.exported.layers import Layer
from hybridc.exported.variables import Parameter


@dataclass(frozen=True)
class Attributes:
    """`prefix`: of all parameters. By the places of nodes: the names of layers, and of parameters that are in none."""

    prefix: str
    layers: Mapping[int, str]
    parameters: Mapping[int, str]


def attributes(layers: Mapping[int, Layer], parameters: Mapping[int, Parameter]) -> Attributes:
    """Names without the prefix that all share: `conv0` for the layer of `net0_conv0_weight`."""
    starts = {place: layer.prefix for place, layer in layers.items()}
    starts |= {place: parameter.name for place, parameter in parameters.items()}
    prefix = common_prefix(list(starts.values()))
    names: dict[int, str] = {}
    taken = set(TAKEN)
    for place in sorted(starts):
        names[place] = unique(identifier(starts[place].removeprefix(prefix)), taken)
        taken.add(names[place])
    return Attributes(prefix, {place: names[place] for place in layers}, {place: names[place] for place in parameters})
