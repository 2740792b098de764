"""Poolings as blocks."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.kernels.pooling import pooling
from hybridc.runtime.gluon.nn.convolution import Sizes, per_axis

Array = jax.Array

__all__ = [
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "GlobalAvgPool1D",
    "GlobalAvgPool2D",
    "GlobalAvgPool3D",
    "GlobalMaxPool1D",
    "GlobalMaxPool2D",
    "GlobalMaxPool3D",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
]


class _Pooling(HybridBlock):
    """`_layouts`: those that there are for so many axes. Raises AssertionError for others."""

    _layouts: tuple[str, ...] = ()
    _type = "max"

    def __init__(
        self,
        pool_size: Sizes,
        strides: Sizes | None,
        padding: Sizes,
        ceil_mode: bool,
        layout: str,
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        _check(layout, self._layouts)
        axes = len(layout) - 2
        self._kernel = per_axis(pool_size, axes, "pool_size")
        self._strides = self._kernel if strides is None else per_axis(strides, axes, "strides")
        self._padding = per_axis(padding, axes, "padding")
        self._convention = "full" if ceil_mode else "valid"
        self._layout = layout
        self._count_include_pad = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def forward(self, x: Array) -> Array:
        windows = (self._kernel, self._strides, self._padding, self._convention)
        return pooling(x, self._type, *windows, self._count_include_pad, self._layout)

    def extra_repr(self) -> str:
        return (
            f"size={self._kernel}, stride={self._strides}, padding={self._padding}, "
            f"ceil_mode={self._convention == 'full'}, layout={self._layout}"
        )


class _GlobalPooling(HybridBlock):
    """Of all elements of a channel: axes other than the first and the channels' become 1."""

    _layouts: tuple[str, ...] = ()
    _type = "max"

    def _set_layout(self, layout: str) -> None:
        _check(layout, self._layouts)
        self._layout = layout

    def _alias(self) -> str:
        return "pool"

    def forward(self, x: Array) -> Array:
        if x.ndim != len(self._layout):
            raise ValueError(f"Pooling: expected an input of {len(self._layout)} axes, {self._layout}, got {x.shape}")
        axes = tuple(place for place, name in enumerate(self._layout) if name not in "NC")
        return x.max(axes, keepdims=True) if self._type == "max" else x.mean(axes, keepdims=True)

    def extra_repr(self) -> str:
        return f"layout={self._layout}"


def _check(layout: str, layouts: tuple[str, ...]) -> None:
    if layout not in layouts:
        raise AssertionError(f"Only {' and '.join(layouts)} layouts are valid for {len(layout) - 2}D Pooling")


class MaxPool1D(_Pooling):
    """NCW: the largest element of every window."""

    _layouts = ("NCW", "NWC")

    def __init__(
        self,
        pool_size: Sizes = 2,
        strides: Sizes | None = None,
        padding: Sizes = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool2D(_Pooling):
    """NCHW: the largest element of every window."""

    _layouts = ("NCHW", "NHWC")

    def __init__(
        self,
        pool_size: Sizes = (2, 2),
        strides: Sizes | None = None,
        padding: Sizes = 0,
        layout: str = "NCHW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool3D(_Pooling):
    """NCDHW: the largest element of every window."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(
        self,
        pool_size: Sizes = (2, 2, 2),
        strides: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class AvgPool1D(_Pooling):
    """NCW: the mean of every window."""

    _layouts = ("NCW", "NWC")
    _type = "avg"

    def __init__(
        self,
        pool_size: Sizes = 2,
        strides: Sizes | None = None,
        padding: Sizes = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """NCHW: the mean of every window."""

    _layouts = ("NCHW", "NHWC")
    _type = "avg"

    def __init__(
        self,
        pool_size: Sizes = (2, 2),
        strides: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        layout: str = "NCHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """NCDHW: the mean of every window."""

    _layouts = ("NCDHW", "NDHWC")
    _type = "avg"

    def __init__(
        self,
        pool_size: Sizes = (2, 2, 2),
        strides: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class GlobalMaxPool1D(_GlobalPooling):
    """NCW: the largest element of every channel."""

    _layouts = ("NCW", "NWC")

    def __init__(self, layout: str = "NCW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)


class GlobalMaxPool2D(_GlobalPooling):
    """NCHW: the largest element of every channel."""

    _layouts = ("NCHW", "NHWC")

    def __init__(self, layout: str = "NCHW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)


class GlobalMaxPool3D(_GlobalPooling):
    """NCDHW: the largest element of every channel."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(self, layout: str = "NCDHW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)


class GlobalAvgPool1D(_GlobalPooling):
    """NCW: the mean of every channel."""

    _layouts = ("NCW", "NWC")
    _type = "avg"

    def __init__(self, layout: str = "NCW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)


class GlobalAvgPool2D(_GlobalPooling):
    """NCHW: the mean of every channel."""

    _layouts = ("NCHW", "NHWC")
    _type = "avg"

    def __init__(self, layout: str = "NCHW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)


class GlobalAvgPool3D(_GlobalPooling):
    """NCDHW: the mean of every channel."""

    _layouts = ("NCDHW", "NDHWC")
    _type = "avg"

    def __init__(self, layout: str = "NCDHW", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._set_layout(layout)
