"""Tables of rows as layers: `hybridc.runtime.torch.nn.functional.embedding` says what they compute."""

from __future__ import annotations

from typing import Any, Self

import jax
import numpy as np

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.nn import init
from hybridc.runtime.torch.nn.functional.embedding import embedding, embedding_bag
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    """Parameter: weight (num_embeddings, embedding_dim), normal, the row `padding_idx` 0; or a given array."""

    def _make_table(self, padding_idx: int | None, weight: Any, requires_grad: bool, dtype: Any) -> None:
        shape = (self.num_embeddings, self.embedding_dim)
        if padding_idx is not None:
            if not -self.num_embeddings <= padding_idx < self.num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= self.num_embeddings
        self.padding_idx = padding_idx
        if weight is None:
            values = np.zeros(shape, np.float32 if dtype is None else dtype)
            self.register_parameter("weight", Parameter(values, requires_grad))
            self.reset_parameters()
        elif weight.shape != shape:
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        else:
            self.register_parameter("weight", Parameter(weight, requires_grad))

    def reset_parameters(self) -> None:
        init.normal_(self.weight)
        if self.padding_idx is not None:
            self.weight[self.padding_idx] = 0

    def _options(self, *names: str) -> list[str]:
        """`name=value` for options that are not as they are by default."""
        defaults = {"norm_type": 2, "scale_grad_by_freq": False, "sparse": False}
        return [f"{n}={getattr(self, n)}" for n in names if getattr(self, n) != defaults.get(n)]


class Embedding(_Table):
    """Rows of a table: integers (*) to (*, embedding_dim).

    Raises AssertionError for a `padding_idx` outside of the table or a weight of another shape. Calls raise
    NotImplementedError where there is a `max_norm`.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Array | Cell | None = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        self._make_table(padding_idx, _weight, not _freeze, dtype)

    def forward(self, input: Array) -> Array:
        return embedding(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.sparse,
        )

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Array | Cell,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Self:
        """A layer with the given table (num_embeddings, embedding_dim), not trained unless `freeze=False`."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        options = (padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)
        return cls(rows, columns, *options, _weight=embeddings, _freeze=freeze)

    def extra_repr(self) -> str:
        options = self._options("padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse")
        return ", ".join([str(self.num_embeddings), str(self.embedding_dim), *options])


class EmbeddingBag(_Table):
    """Sums, means or maxima of bags of rows of a table: integers (bags, length), or (total,) with offsets (bags,).

    The result is (bags, embedding_dim). Raises AssertionError for a `padding_idx` outside of the table or a weight of
    another shape. Calls raise NotImplementedError where there is a `max_norm` or `scale_grad_by_freq`.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Array | Cell | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset
        self._make_table(padding_idx, _weight, True, dtype)

    def forward(self, input: Array, offsets: Array | None = None, per_sample_weights: Array | None = None) -> Array:
        return embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Array | Cell,
        freeze: bool = True,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> Self:
        """A layer with the given table (num_embeddings, embedding_dim), not trained unless `freeze=False`."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        options = (max_norm, norm_type, scale_grad_by_freq, mode, sparse, embeddings, include_last_offset, padding_idx)
        layer = cls(rows, columns, *options)
        layer.weight.requires_grad = not freeze
        return layer

    def extra_repr(self) -> str:
        options = self._options("max_norm", "norm_type", "scale_grad_by_freq")
        padding = self._options("padding_idx")
        return ", ".join([str(self.num_embeddings), str(self.embedding_dim), *options, f"mode={self.mode!r}", *padding])
