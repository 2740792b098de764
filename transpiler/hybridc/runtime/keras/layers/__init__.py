"""Keras' layers, by its names."""

from hybridc.runtime.keras.layer import InputSpec, Layer
from hybridc.runtime.keras.layers.core import Activation, Dense, Embedding, Identity, InputLayer, Lambda, Masking
from hybridc.runtime.keras.symbolic import Input

__all__ = [
    "Activation",
    "Dense",
    "Embedding",
    "Identity",
    "Input",
    "InputLayer",
    "InputSpec",
    "Lambda",
    "Layer",
    "Masking",
]
