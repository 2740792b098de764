"""`torch.nn.utils`."""

from hybridc.runtime.torch.nn.utils import parametrizations, parametrize, rnn
from hybridc.runtime.torch.nn.utils.normalized_weights import (
    remove_spectral_norm,
    remove_weight_norm,
    spectral_norm,
    weight_norm,
)
from hybridc.runtime.torch.nn.utils.vectors import parameters_to_vector, vector_to_parameters

__all__ = [
    "parameters_to_vector",
    "parametrizations",
    "parametrize",
    "remove_spectral_norm",
    "remove_weight_norm",
    "rnn",
    "spectral_norm",
    "vector_to_parameters",
    "weight_norm",
]
