"""What Python does with symbols: composing, arithmetic, scopes of names and attributes, parts of graphs."""

import mxnet as mx
from mxnet import sym


def composed():
    data = sym.Variable("data")
    net1 = sym.FullyConnected(data, name="fc1", num_hidden=5)
    net2 = sym.Variable("data2")
    net2 = sym.Activation(sym.FullyConnected(data=net2, name="fc2", num_hidden=3), act_type="tanh")
    whole = net2(data2=net1, name="whole")
    shared = sym.var("shared_weight", shape=(3, 3), init=mx.init.One(), lr_mult=0.5, dtype="float32")
    again = sym.FullyConnected(whole, weight=shared, num_hidden=3, no_bias=True)
    again = sym.FullyConnected(again, weight=shared, num_hidden=3, no_bias=True)
    internals = again.get_internals()
    return sym.Group([again, internals["fc1_output"], whole])


def arithmetic():
    a, b = sym.Variable("a"), sym.Variable("b")
    c = (a + b) * 2 - a / b + 1.5
    d = (3 - a) / (1 + b) % 2 + 2**a + a**2 + b**a
    e = sym.maximum(a, b) + sym.minimum(a, 1.5) + sym.maximum(2, b) + sym.hypot(a, b) + abs(-a)
    f = (a > b) + (a <= 2) * (a == a) + (b != 1) + (b < a) + (a >= 0.5)
    g = sym.add_n(c, d, e, f) + sym.ElementWiseSum(c, d) + sym.power(a, 0.5) + sym.pow(2, b)
    h = sym.broadcast_add(a, sym.zeros((1, 3))) + sym.ones(shape=(2, 3)) * sym.full((2, 3), 2.5)
    return sym.Group([c, d, e, f, g, h, 5 % a, 2 * a + sym.arange(3).reshape((1, 3)).broadcast_to((2, 3))])


def named():
    data = sym.Variable("data")
    with mx.name.Prefix("stage1_"):
        x = sym.FullyConnected(data, num_hidden=4, flatten=False)
        x = sym.LayerNorm(x, name="norm")
    with mx.AttrScope(ctx_group="dev1", __layer__="2"):
        with mx.AttrScope(lr_mult="0.1"):
            x = sym.FullyConnected(x, num_hidden="6", no_bias="True", attr={"__own__": "yes"})
        x = sym.tanh(x)
    with mx.name.NameManager():
        x = sym.FullyConnected(x, num_hidden=2, name="last")
        x = x + sym.FullyConnected(data=sym.flatten(data), num_hidden=2, name="first")
    return x


def parts():
    data = sym.Variable("data")
    halves = sym.split(data, num_outputs=2, axis=1, name="halves")
    first, second = halves
    pieces = sym.split_v2(data, (1, 4), axis=1)
    joined = sym.concat(first, second * 2, *pieces, dim=1)
    top = sym.topk(joined, k=2, ret_typ="both")
    x = joined.reshape((0, 3, -1)).transpose((0, 2, 1)).slice_axis(axis=1, begin=1, end=3)
    x = x.sum(axis=2).expand_dims(1).squeeze().astype("float32").clip(-1, 1)
    y = sym.stack(first, second, axis=1).mean(axis=(1, 2), keepdims=True)
    out = sym.Group([halves[0], joined, top[0], top[1], x, y])
    return out[1:6]
