"""Weights in files: read without running anything that the file says, written whole or not at all."""

from hybridc.runtime.weights.downloads import load_url
from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.matching import match, unmarked
from hybridc.runtime.weights.reading import load, read
from hybridc.runtime.weights.writing import write

__all__ = ["WeightsError", "load", "load_url", "match", "read", "unmarked", "write"]
