"""What the chapters on hybridization list as limits."""

import mxnet as mx
from mxnet.gluon import nn


class Element(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0, 0]


class Dtype(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        if x.dtype == "float16":
            return x
        return x * 2


class Context(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        if x.context == mx.cpu():
            return x
        return x * 2


class Shape(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[0]


class Assigned(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        x[0] = 2
        return x


class Added(nn.HybridBlock):
    def hybrid_forward(self, F, a, b):
        a += b
        return a


class Filled(nn.HybridBlock):
    def hybrid_forward(self, F, a, b):
        a[:] = a + b
        return a


class Chosen(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        if F.sum(x) > 0:
            return F.relu(x)
        return F.sigmoid(x) - 1


class Loop(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(x.shape[0]):
            x = x * 2
        while F.sum(x) > 1:
            x = x / 2
        return x


class Reshaped(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.reshape((0, -1))
        z = F.reshape(x, (-3, -2))
        s = x.shape
        return (
            y,
            z,
            F.reshape(y, s),
            F.reshape(x, (0, 0, -1)),
            x.reshape((s[0] * s[1], s[2])),
        )


class Scanned(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get(
                "weight", shape=(units, 0), allow_deferred_init=True
            )

    def hybrid_forward(self, F, x, h, weight):
        """Dense layers over time, by operators of control flow."""

        def step(row, states):
            h = F.tanh(
                F.FullyConnected(row, weight, num_hidden=4, no_bias=True) + states[0]
            )
            return h, [h]

        outputs, states = F.contrib.foreach(step, x, [h])
        mask = (outputs > 0) + (outputs > 1)  # of 0, 1 and 2
        masked = F.contrib.cond(F.sum(mask) > 4, lambda: outputs * mask, lambda: x)
        return masked, states


x = mx.nd.array([1, 2, 3])
value = mx.nd.ones_like(x) * 2
condition = mx.nd.array([0, 1, 1])
mx.nd.where(condition=condition, x=x, y=value)
