"""Keras' models, layers and what they are made of, on JAX."""

from hybridc.runtime.core.randomness import next_key, seed
from hybridc.runtime.keras import (
    activations,
    dtype_policies,
    imagenet_utils,
    initializers,
    layers,
    losses,
    ops,
    regularizers,
    saving,
)
from hybridc.runtime.keras.dtype_policies import DTypePolicy
from hybridc.runtime.keras.files import get_file
from hybridc.runtime.keras.functions import TensorSpec, function
from hybridc.runtime.keras.layer import InputSpec, Layer
from hybridc.runtime.keras.layers import Input
from hybridc.runtime.keras.masks import mask_of, set_mask
from hybridc.runtime.keras.model import Functional, Model, Sequential
from hybridc.runtime.keras.modules import Module
from hybridc.runtime.keras.naming import clear_session, get_uid
from hybridc.runtime.keras.settings import image_data_format, set_image_data_format, standard_format, standardize_dtype
from hybridc.runtime.keras.symbolic import KerasTensor, get_source_inputs, recorded
from hybridc.runtime.keras.tree import flatten, map_structure
from hybridc.runtime.keras.variables import (
    KerasVariable,
    NonTrainable,
    SeedGenerator,
    Tensor,
    TensorFlowVariable,
    Variable,
    is_tensor,
    keras_variable,
    variable,
)

# They make those that they hold anew, so what they import cannot import all of them.
saving.know_layers(vars(layers) | {"Model": Model, "Sequential": Sequential})

__all__ = [
    "DTypePolicy",
    "Functional",
    "Input",
    "InputSpec",
    "KerasTensor",
    "KerasVariable",
    "Layer",
    "Model",
    "Module",
    "NonTrainable",
    "SeedGenerator",
    "Sequential",
    "Tensor",
    "TensorFlowVariable",
    "TensorSpec",
    "Variable",
    "activations",
    "clear_session",
    "dtype_policies",
    "flatten",
    "function",
    "get_file",
    "get_source_inputs",
    "get_uid",
    "image_data_format",
    "imagenet_utils",
    "initializers",
    "is_tensor",
    "keras_variable",
    "layers",
    "losses",
    "map_structure",
    "mask_of",
    "next_key",
    "ops",
    "recorded",
    "regularizers",
    "saving",
    "seed",
    "set_image_data_format",
    "set_mask",
    "standard_format",
    "standardize_dtype",
    "variable",
]
