"""Weights in files: read without running anything that the file says, written whole or not at all."""

from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.matching import match
from hybridc.runtime.weights.reading import read
from hybridc.runtime.weights.writing import write

__all__ = ["WeightsError", "match", "read", "write"]
