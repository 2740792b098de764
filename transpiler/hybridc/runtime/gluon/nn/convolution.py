"""Convolutions as blocks.

Parameters: bias (channels,), and weight (channels, in_channels / groups, *kernel), of transposed convolutions
(in_channels, channels / groups, *kernel), with the second axis last in layouts such as NHWC. The first input decides
`in_channels` if it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.kernels.convolution import arranged, convolution, deconvolution
from hybridc.runtime.gluon.nn.activations import Activation
from hybridc.runtime.gluon.nn.settings import OWN, Settings

Array = jax.Array
Sizes = int | Sequence[int]

__all__ = ["Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose"]


class _Conv(HybridBlock):
    """`_layouts`: those that there are for so many axes. Raises AssertionError for others."""

    _layouts: tuple[str, ...] = ()

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes,
        padding: Sizes,
        dilation: Sizes,
        groups: int,
        layout: str,
        in_channels: int,
        activation: str | None,
        use_bias: bool,
        weight_initializer: Any,
        bias_initializer: Any,
        output_padding: Sizes | None = None,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        if layout not in self._layouts:
            raise AssertionError(f"Only supports {' and '.join(map(repr, self._layouts))} layout for now")
        axes = len(layout) - 2
        self._channels = channels
        self._in_channels = in_channels
        self._groups = groups
        self._layout = layout
        self._kernel = per_axis(kernel_size, axes, "kernel_size")
        self._strides = per_axis(strides, axes, "strides")
        self._padding = per_axis(padding, axes, "padding")
        self._dilation = per_axis(dilation, axes, "dilation")
        self._adj = None if output_padding is None else per_axis(output_padding, axes, "output_padding")
        pair = (channels, in_channels // groups) if self._adj is None else (in_channels, channels // groups)
        with self.name_scope():
            self.weight: Any = self.params.get(
                "weight",
                shape=arranged((*pair, *self._kernel), layout),
                init=weight_initializer,
                allow_deferred_init=True,
            )
            self.bias: Any = None
            if use_bias:
                self.bias = self.params.get("bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True)
            self.act = None if activation is None else Activation(activation, prefix=f"{activation}_")

    def _alias(self) -> str:
        return "conv"

    @property
    def _kwargs(self) -> Settings:
        where = {"kernel": self._kernel, "stride": self._strides, "dilate": self._dilation, "pad": self._padding}
        count = {"num_filter": self._channels, "num_group": self._groups, "no_bias": self.bias is None}
        added = {} if self._adj is None else {"adj": self._adj}
        return Settings(**where, **count, layout=self._layout, **added)

    def forward(self, x: Array, weight: Any = OWN, bias: Any = OWN) -> Array:
        """`weight` and `bias`: in the place of the layer's own, as in `super().forward(x, standardized)`."""
        weight = self.weight if weight is OWN else weight
        bias = self.bias if bias is OWN else bias
        where = (self._kernel, self._strides, self._padding, self._dilation, self._groups, self._layout)
        if self._adj is None:
            found = convolution(x, weight, bias, self._channels, *where)
        else:
            found = deconvolution(x, weight, bias, self._channels, *where, self._adj)
        return found if self.act is None else self.act(found)

    def extra_repr(self) -> str:
        size = f"{self._in_channels or None} -> {self._channels}, kernel_size={self._kernel}, stride={self._strides}"
        return f"{size}, padding={self._padding}, dilation={self._dilation}, groups={self._groups}"


def per_axis(value: Sizes, axes: int, name: str) -> tuple[int, ...]:
    """One number for each axis. Raises AssertionError for a list of another length."""
    sizes = (value,) * axes if isinstance(value, int) else tuple(value)
    if len(sizes) != axes:
        raise AssertionError(f"{name} must be a number or a list of {axes} ints")
    return sizes


class Conv1D(_Conv):
    """NCW, to the same with `channels`."""

    _layouts = ("NCW",)

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        layout: str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)


class Conv2D(_Conv):
    """NCHW, to the same with `channels`."""

    _layouts = ("NCHW", "NHWC")

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = (1, 1),
        padding: Sizes = (0, 0),
        dilation: Sizes = (1, 1),
        groups: int = 1,
        layout: str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)


class Conv3D(_Conv):
    """NCDHW, to the same with `channels`."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = (1, 1, 1),
        padding: Sizes = (0, 0, 0),
        dilation: Sizes = (1, 1, 1),
        groups: int = 1,
        layout: str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)


class Conv1DTranspose(_Conv):
    """NCW: the gradient of a convolution, of size `(size - 1) * stride - 2 * padding + kernel + output_padding`."""

    _layouts = ("NCW",)

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        layout: str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer, output_padding)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)


class Conv2DTranspose(_Conv):
    """NCHW: the gradient of a convolution, of size `(size - 1) * stride - 2 * padding + kernel + output_padding`."""

    _layouts = ("NCHW", "NHWC")

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = (1, 1),
        padding: Sizes = (0, 0),
        output_padding: Sizes = (0, 0),
        dilation: Sizes = (1, 1),
        groups: int = 1,
        layout: str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer, output_padding)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)


class Conv3DTranspose(_Conv):
    """NCDHW: the gradient of a convolution, of size `(size - 1) * stride - 2 * padding + kernel + output_padding`."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(
        self,
        channels: int,
        kernel_size: Sizes,
        strides: Sizes = (1, 1, 1),
        padding: Sizes = (0, 0, 0),
        output_padding: Sizes = (0, 0, 0),
        dilation: Sizes = (1, 1, 1),
        groups: int = 1,
        layout: str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        where = (strides, padding, dilation, groups, layout, in_channels)
        initializers = (weight_initializer, bias_initializer, output_padding)
        super().__init__(channels, kernel_size, *where, activation, use_bias, *initializers, **kwargs)
