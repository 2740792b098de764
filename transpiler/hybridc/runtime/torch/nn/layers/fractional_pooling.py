"""Max pooling over windows that lie at random, as layers. They draw in evaluation mode too, as PyTorch's do."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.torch.nn.functional import fractional_pooling as F
from hybridc.runtime.torch.nn.functional.fractional_pooling import Ratios
from hybridc.runtime.torch.nn.functional.windows import Sizes
from hybridc.runtime.torch.nn.module import Module
from hybridc.runtime.torch.ntuples import _ntuple

Array = jax.Array

__all__ = ["FractionalMaxPool2d", "FractionalMaxPool3d"]


class _FractionalMaxPool(Module):
    """The result is a pair, with the indices, if `return_indices`.

    Raises ValueError unless just one of `output_size` and `output_ratio` is given, for ratios that are not between 0
    and 1, and for an empty kernel.
    """

    _axes = 0

    def __init__(
        self,
        kernel_size: Sizes,
        output_size: Sizes | None = None,
        output_ratio: Ratios | None = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> None:
        super().__init__()
        each = _ntuple(self._axes)
        self.kernel_size = each(kernel_size)
        if any(k <= 0 for k in self.kernel_size):
            raise ValueError(f"kernel_size must be greater than 0, but got {kernel_size}")
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else each(output_size)
        self.output_ratio = None if output_ratio is None else each(output_ratio)
        if (output_size is None) == (output_ratio is None):
            raise ValueError(f"{type(self).__name__} requires either an output size, or a pooling ratio")
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input: Array) -> Any:
        pool = (F.fractional_max_pool2d, F.fractional_max_pool3d)[self._axes - 2]
        return pool(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples
        )


class FractionalMaxPool2d(_FractionalMaxPool):
    """(N, C, H, W) -> (N, C, H', W')"""

    _axes = 2


class FractionalMaxPool3d(_FractionalMaxPool):
    """(N, C, D, H, W) -> (N, C, D', H', W')"""

    _axes = 3
