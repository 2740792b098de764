"""What converted models of Chainer are made of. `functions` and `links` are beside it."""

from hybridc.runtime.chainer import distributions, functions, initializers, links, serializers
from hybridc.runtime.chainer.config import config, force_backprop_mode, no_backprop_mode, using_config
from hybridc.runtime.chainer.containers import Chain, ChainList, Sequential
from hybridc.runtime.chainer.devices import get_device, using_device
from hybridc.runtime.chainer.link import Link
from hybridc.runtime.chainer.parameters import Parameter, Variable, as_array, as_data
from hybridc.runtime.core.handed import array
from hybridc.runtime.core.randomness import seed

__all__ = [
    "Chain",
    "ChainList",
    "Link",
    "Parameter",
    "Sequential",
    "Variable",
    "array",
    "as_array",
    "as_data",
    "config",
    "distributions",
    "force_backprop_mode",
    "functions",
    "get_device",
    "initializers",
    "links",
    "no_backprop_mode",
    "seed",
    "serializers",
    "using_config",
    "using_device",
]
