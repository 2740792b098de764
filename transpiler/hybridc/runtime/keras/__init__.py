"""Keras' models, layers and what they are made of, on JAX."""

from hybridc.runtime.keras import activations, initializers, layers, losses, ops, regularizers
from hybridc.runtime.keras.functions import TensorSpec, function
from hybridc.runtime.keras.layer import InputSpec, Layer
from hybridc.runtime.keras.model import Functional, Model, Sequential
from hybridc.runtime.keras.modules import Module
from hybridc.runtime.keras.naming import clear_session
from hybridc.runtime.keras.settings import image_data_format, set_image_data_format
from hybridc.runtime.keras.symbolic import Input, KerasTensor, recorded
from hybridc.runtime.keras.variables import NonTrainable, SeedGenerator, Variable, variable
from hybridc.runtime.randomness import next_key, seed

__all__ = [
    "Functional",
    "Input",
    "InputSpec",
    "KerasTensor",
    "Layer",
    "Model",
    "Module",
    "NonTrainable",
    "SeedGenerator",
    "Sequential",
    "TensorSpec",
    "Variable",
    "activations",
    "clear_session",
    "function",
    "image_data_format",
    "initializers",
    "layers",
    "losses",
    "next_key",
    "ops",
    "recorded",
    "regularizers",
    "seed",
    "set_image_data_format",
    "variable",
]
