"""The blocks of `mxnet.gluon.contrib.nn`."""

from hybridc.runtime.gluon.contrib.nn.pixel_shuffle import PixelShuffle1D, PixelShuffle2D, PixelShuffle3D
from hybridc.runtime.gluon.contrib.nn.sparse import SparseEmbedding
from hybridc.runtime.gluon.nn import Concatenate as Concurrent
from hybridc.runtime.gluon.nn import HybridConcatenate as HybridConcurrent
from hybridc.runtime.gluon.nn import Identity, SyncBatchNorm

__all__ = [
    "Concurrent",
    "HybridConcurrent",
    "Identity",
    "PixelShuffle1D",
    "PixelShuffle2D",
    "PixelShuffle3D",
    "SparseEmbedding",
    "SyncBatchNorm",
]
