"""Tables whose gradients are sparse in MXNet."""

from __future__ import annotations

from typing import Any

from hybridc.runtime.gluon.nn.basic import Embedding

__all__ = ["SparseEmbedding"]


class SparseEmbedding(Embedding):
    """`Embedding`: gradients are dense here."""

    def __init__(
        self, input_dim: int, output_dim: int, dtype: Any = "float32", weight_initializer: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(input_dim, output_dim, dtype, weight_initializer, True, **kwargs)
