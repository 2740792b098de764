"""Links whose parameters inputs are multiplied by."""

from __future__ import annotations

import math
from typing import Any, Self

import jax
import numpy as np

from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer.containers import Chain
from hybridc.runtime.chainer.initializers import Normal, filling
from hybridc.runtime.chainer.link import Link
from hybridc.runtime.chainer.parameters import Parameter as _Parameter

Array = jax.Array

__all__ = ["Bias", "Bilinear", "EmbedID", "Highway", "Linear", "Maxout", "PReLU", "Parameter", "Scale", "Swish"]


class Linear(Link):
    """`x W.T + b`, with `W` (out, in) and `b` (out,). Without `in_size`, the first input settles it."""

    W: Any
    b: Any

    _hybridc_matrices = ("W",)

    def __init__(
        self,
        in_size: int | None,
        out_size: int | None = None,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
    ) -> None:
        super().__init__()
        if out_size is None:
            in_size, out_size = None, in_size
        self.in_size = in_size
        self.out_size = out_size
        with self.init_scope():
            self.W = _Parameter(filling(initialW))
            if in_size is not None:
                self.W.initialize((out_size, in_size))
            self.b = None if nobias else _Parameter(filling(0 if initial_bias is None else initial_bias), out_size)

    @classmethod
    def from_params(cls, W: Any, b: Any = None, nobias: bool = False) -> Self:
        """A link with these parameters. Raises ValueError where they do not fit."""
        if b is not None and W.shape[0] != b.size:
            raise ValueError("`out_size` does not match the size of `b`")
        return cls(W.shape[1], W.shape[0], nobias, np.asarray(W), None if b is None else np.asarray(b))

    def initialize_parameters(self, x: Array, n_batch_axes: int = 1) -> None:
        self.W.initialize((self.out_size, math.prod(x.shape[n_batch_axes:])))

    def forward(self, x: Array, n_batch_axes: int = 1) -> Array:
        return F.linear(x, self.W, self.b, n_batch_axes)


class EmbedID(Link):
    """The rows of `W` (in, out) that integers ask for."""

    W: Any

    def __init__(self, in_size: int, out_size: int, initialW: Any = None, ignore_label: int | None = None) -> None:
        super().__init__()
        self.ignore_label = ignore_label
        with self.init_scope():
            self.W = _Parameter(Normal(1.0) if initialW is None else initialW, (in_size, out_size))

    @classmethod
    def from_params(cls, W: Any, ignore_label: int | None = None) -> Self:
        in_size, out_size = W.shape
        return cls(in_size, out_size, np.asarray(W), ignore_label)

    def forward(self, x: Array) -> Array:
        return F.embed_id(x, self.W, self.ignore_label)


class Bilinear(Link):
    """`e1 W e2 + e1 V1 + e2 V2 + b` of rows; `initial_bias`: of the last three. ValueError where it is no tuple."""

    W: Any
    V1: Any
    V2: Any
    b: Any

    def __init__(
        self,
        left_size: int,
        right_size: int,
        out_size: int,
        nobias: bool = False,
        initialW: Any = None,
        initial_bias: Any = None,
    ) -> None:
        super().__init__()
        self.in_sizes = (left_size, right_size)
        self.nobias = nobias
        with self.init_scope():
            self.W = _Parameter(filling(initialW), (left_size, right_size, out_size))
            if not nobias:
                if initial_bias is not None and not isinstance(initial_bias, tuple):
                    raise ValueError("initial_bias must be tuple or None")
                first, second, third = (None, None, 0) if initial_bias is None else initial_bias
                self.V1 = _Parameter(filling(first), (left_size, out_size))
                self.V2 = _Parameter(filling(second), (right_size, out_size))
                self.b = _Parameter(filling(third), out_size)

    def forward(self, e1: Array, e2: Array) -> Array:
        if self.nobias:
            return F.bilinear(e1, e2, self.W)
        return F.bilinear(e1, e2, self.W, self.V1, self.V2, self.b)


class Bias(Link):
    """A parameter of this shape, or a second input, added to the axes from `axis` on."""

    b: Any

    def __init__(self, axis: int = 1, shape: Any = None) -> None:
        super().__init__()
        self.axis = axis
        if shape is not None:
            with self.init_scope():
                self.b = _Parameter(0, shape)

    def forward(self, *xs: Array) -> Array:
        if "b" in self._parameters:
            (x,) = xs
            return F.bias(x, self.b, self.axis)
        x, y = xs
        return F.bias(x, y, self.axis)


class Scale(Chain):
    """A parameter of this shape, or a second input, by which the axes from `axis` on are multiplied; and a bias.

    Raises ValueError for a bias of unknown shape.
    """

    W: Any
    bias: Any

    def __init__(self, axis: int = 1, W_shape: Any = None, bias_term: bool = False, bias_shape: Any = None) -> None:
        super().__init__()
        self.axis = axis
        with self.init_scope():
            if W_shape is not None:
                self.W = _Parameter(1, W_shape)
                if bias_term:
                    self.bias = Bias(axis, W_shape)
            elif bias_term:
                if bias_shape is None:
                    raise ValueError("bias_shape should be given if W is not learnt parameter and bias_term is True.")
                self.bias = Bias(axis, bias_shape)

    def forward(self, *xs: Array) -> Array:
        if "W" in self._parameters:
            (x,) = xs
            found = F.scale(x, self.W, self.axis)
        else:
            x, y = xs
            found = F.scale(x, y, self.axis)
        return self.bias(found) if "bias" in self._modules else found


class Highway(Chain):
    """`plain(x) t + x (1 - t)`, where `t` comes of another layer."""

    def __init__(
        self,
        in_out_size: int,
        nobias: bool = False,
        activate: Any = F.relu,
        init_Wh: Any = None,
        init_Wt: Any = None,
        init_bh: Any = None,
        init_bt: Any = -1,
    ) -> None:
        super().__init__()
        self.activate = activate
        with self.init_scope():
            self.plain = Linear(in_out_size, in_out_size, nobias, init_Wh, init_bh)
            self.transform = Linear(in_out_size, in_out_size, nobias, init_Wt, init_bt)

    def forward(self, x: Array) -> Array:
        share = F.sigmoid(self.transform(x))
        return self.activate(self.plain(x)) * share + x * (1 - share)  # type: ignore[no-any-return]


class Maxout(Chain):
    """The largest of `pool_size` outputs of a linear layer, for each of `out_size`."""

    def __init__(
        self, in_size: int | None, out_size: int, pool_size: int, initialW: Any = None, initial_bias: Any = 0
    ) -> None:
        super().__init__()
        self.out_size = out_size
        self.pool_size = pool_size
        outputs = out_size * pool_size
        if getattr(initialW, "ndim", 0):
            initialW = np.asarray(initialW).reshape(outputs, -1)
        if getattr(initial_bias, "ndim", 0):
            initial_bias = np.asarray(initial_bias).reshape(outputs)
        with self.init_scope():
            self.linear = Linear(in_size, outputs, initial_bias is None, initialW, initial_bias)

    def forward(self, x: Array) -> Array:
        return F.maxout(self.linear(x), self.pool_size)


class PReLU(Link):
    """Negative elements times `W`."""

    W: Any

    def __init__(self, shape: Any = (), init: Any = 0.25) -> None:
        super().__init__()
        with self.init_scope():
            self.W = _Parameter(init, shape)

    def forward(self, x: Array) -> Array:
        return F.prelu(x, self.W)


class Swish(Link):
    """`x sigmoid(beta x)`. Without a shape, `beta` gets that of the first input."""

    beta: Any

    def __init__(self, beta_shape: Any, beta_init: Any = 1.0) -> None:
        super().__init__()
        with self.init_scope():
            self.beta = _Parameter(filling(beta_init), beta_shape)

    def initialize_parameters(self, x: Array) -> None:
        self.beta.initialize(x.shape[1:])

    def forward(self, x: Array) -> Array:
        return F.swish(x, self.beta)


class Parameter(Link):
    """A parameter, which a call gives."""

    W: Any

    def __init__(self, array: Any) -> None:
        super().__init__()
        with self.init_scope():
            self.W = _Parameter(np.asarray(array))

    def forward(self, volatile: Any = "off") -> Array:
        return self.W  # type: ignore[no-any-return]
