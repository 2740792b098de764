"""Small Gluon programs, as people write them: source texts, and what their models are given.

`record_mxnet_programs.py` runs them in MXNet; the tests convert the same texts. A model that decides by values is given
inputs for both sides. `trains`: what it computes under `autograd.record()` is determined, and recorded as well, with
gradients unless it loops as long as values say, which JAX does not differentiate backwards.
"""

import numpy as np
from mxnet_derivative_programs import PROGRAMS as OF_DERIVATIVES
from mxnet_integer_programs import PROGRAMS as OF_INTEGERS
from mxnet_part_programs import PROGRAMS as OF_PARTS
from mxnet_program_parts import BOTH_SIGNS, GET_NET, ND, NP, Program, block, drawn, floats
from mxnet_row_programs import PROGRAMS as OF_ROWS

PROGRAMS = {
    # The programs of the chapters on hybridization.
    "get_net": Program(ND + GET_NET, ((drawn(1, 6),),), "get_net()"),
    "get_net_np": Program(NP + GET_NET, ((drawn(1, 6),),), "get_net()"),
    "hybridized": Program(ND + GET_NET, ((drawn(3, 6),),), "get_compiled()"),
    "hybrid_net": Program(
        ND
        + """class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(10)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('F: ', F)
        print('x: ', x)
        x = F.relu(self.hidden(x))
        print('hidden: ', x)
        return self.output(x)
""",
        ((drawn(1, 4),),),
        "HybridNet()",
        trains=True,
    ),
    "hybrid_net_np": Program(
        NP
        + """class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(4)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('module F: ', F)
        print('value  x: ', x)
        x = F.npx.relu(self.hidden(x))
        print('result  : ', x)
        return self.output(x)
""",
        ((drawn(1, 3),),),
        "HybridNet()",
    ),
    # What the chapters list as limits.
    "element": Program(ND + block("return x[0,0]"), BOTH_SIGNS),
    "dtype": Program(
        ND + block("if x.dtype =='float16':\n    return x\nreturn x*2"),
        (*BOTH_SIGNS, (drawn(2, 3).astype(np.float16),)),
    ),
    "context": Program(ND + block("if x.context == mx.cpu():\n    return x\nreturn x*2"), BOTH_SIGNS),
    "shape": Program(ND + block("return x*x.shape[0]"), BOTH_SIGNS),
    "item_assignment": Program(ND + block("x[0] = 2\nreturn x"), BOTH_SIGNS),
    "added_in_place": Program(ND + block("a += b\nreturn a", "F, a, b"), ((drawn(2, 3), drawn(2, 3) * 2),)),
    "filled": Program(ND + block("a[:] = a + b\nreturn a", "F, a, b"), ((drawn(2, 3), drawn(2, 3) * 2),)),
    "if": Program(ND + block("if F.sum(x) > 0:\n    return F.relu(x)\nreturn F.sigmoid(x) - 1"), BOTH_SIGNS),
    "if_inside": Program(
        ND
        + block("""
y = F.zeros_like(x)
if x.mean() > 0 and not x[0, 0] < -1:
    y = x * 2
elif F.max(x) > 1:
    y = x - 1
else:
    y = y + 3
return y + 1
"""),
        (*BOTH_SIGNS, (drawn(2, 3) / 3 - 1,)),
    ),
    "while": Program(
        ND + block("n = 0\nwhile F.sum(x) > 1:\n    x = x / 2\n    n = n + 1\nreturn x, x * n"),
        ((abs(drawn(2, 3)),), (-drawn(2, 3),)),
        loops=True,
    ),
    "break": Program(
        ND
        + block("""
y = F.zeros_like(x[0])
for i in range(x.shape[0]):
    if x[i].sum() > 1:
        break
    y = y + x[i]
return y
"""),
        ((drawn(4, 3),), (-abs(drawn(4, 3)),)),
        loops=True,
    ),
    "rows": Program(
        ND
        + block(
            "kept = []\nh = F.zeros_like(x[0])\nfor row in x:\n    h = F.tanh(h + row)\n    kept.append(h)\nreturn F.stack(*kept), h"
        ),
        ((drawn(4, 3),),),
    ),
    "reshapes": Program(
        ND
        + block("""
s = x.shape
y = x.reshape((0, -1))
return (y, F.reshape(x, (-3, -2)), F.reshape(y, s), F.reshape(x, (0, 0, -1)), x.reshape((s[0] * s[1], s[2])),
        x.reshape(-1), F.reshape(x, shape=(-2, 1)), x.reshape((0, -4, -1, 1, 0)), x.flatten())
"""),
        ((drawn(2, 3, 4),),),
    ),
    "masking": Program(
        ND
        + block("""
value = F.ones_like(x) * 2
condition = x > 0
return F.where(condition=condition, x=x, y=value), (x > 0) + (x > 1), 1 - (x == x), -(0 < x)
"""),
        BOTH_SIGNS,
    ),
    "elements": Program(
        ND + block("y = x.sum() + x[0]\nreturn y, x[0] * x[-1], F.stack(x[0], x[1], axis=1), x[1:], x.max()"),
        ((drawn(4),),),
    ),
    "columns": Program(
        ND + block("x[:, 1:] += 1\nx[0, :] = x[1] * 2\nx[1][0] = 7\nx[:, 0] *= 3\nreturn x"), ((drawn(3, 4),),)
    ),
    "argmax": Program(
        ND
        + block("""
best = x.argmax(axis=1)
return best, F.pick(x, best), F.one_hot(best, 3), (best == F.array([0, 2])).sum() / 2, x.topk(k=2), best[0]
"""),
        BOTH_SIGNS,
    ),
    # Control flow as operators.
    "foreach": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(3, 3))

    def hybrid_forward(self, F, x, h, weight):
        def step(row, states):
            h = F.tanh(F.dot(row, weight) + states[0])
            return [h > 0, h * 2], [h]

        outputs, states = F.contrib.foreach(step, x, [h])
        pairs, last = F.contrib.foreach(lambda rows, s: (rows[0] * rows[1], s + rows[0]), [x, x * 2], h)
        return outputs[0], outputs[1], states[0], pairs, last
""",
        ((drawn(4, 3), drawn(3)),),
        trains=True,
    ),
    "while_loop": Program(
        ND
        + block("""
outputs, (i, y) = F.contrib.while_loop(
    cond=lambda i, y: F.sum(y) > 1,
    func=lambda i, y: ([y, i], [i + 1, y / 2]),
    loop_vars=[F.zeros((1,)), x],
    max_iterations=5)
return i, y, F.slice_axis(outputs[0], axis=0, begin=0, end=1)
"""),
        ((abs(drawn(2, 3)),), (abs(drawn(2, 3)) / 4 + 0.1,), (abs(drawn(2, 3)) * 900,)),
    ),
    "cond": Program(
        ND + block("return F.contrib.cond(F.sum(x) > 1, lambda: x * 2, lambda: F.relu(x) - 1)"), BOTH_SIGNS
    ),
    # Parameters of the block's own, some of open sizes.
    "open_dense": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Net, self).__init__(**kwargs)
        self._units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, 0), allow_deferred_init=True)
            self.bias = self.params.get('bias', shape=(units,), init='zeros', allow_deferred_init=True)
            self.scale = self.params.get('scale', shape=(1,), init=mx.init.One())

    def hybrid_forward(self, F, x, weight, bias=None, scale=None):
        y = F.FullyConnected(x, weight, bias, num_hidden=self._units)
        return F.broadcast_mul(y, scale)
""",
        ((drawn(3, 5),),),
        "Net(4)",
        trains=True,
    ),
    "open_image": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(4, 0, 3, 3), allow_deferred_init=True)
            self.gamma = self.params.get('gamma', shape=(0,), init='ones', allow_deferred_init=True)
            self.beta = self.params.get('beta', shape=(0,), init='zeros', allow_deferred_init=True)
            self.running_mean = self.params.get('running_mean', shape=(0,), init='zeros', grad_req='null',
                                                allow_deferred_init=True, differentiable=False)
            self.running_var = self.params.get('running_var', shape=(0,), init='ones', grad_req='null',
                                               allow_deferred_init=True, differentiable=False)
            self.up = self.params.get('up', shape=(0, 2, 2, 2), allow_deferred_init=True)

    def hybrid_forward(self, F, x, weight, gamma, beta, running_mean, running_var, up):
        x = F.Convolution(x, weight, num_filter=4, kernel=(3, 3), pad=(1, 1), no_bias=True)
        x = F.BatchNorm(x, gamma, beta, running_mean, running_var, fix_gamma=False)
        return F.Deconvolution(x, up, num_filter=2, kernel=(2, 2), stride=(2, 2))
""",
        ((drawn(2, 3, 4, 4),),),
        trains=True,
    ),
    "open_norm": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = self.params.get('gamma', shape=(0,), init='ones', allow_deferred_init=True)
        self.beta = self.params.get('beta', shape=(0,), init='zeros', allow_deferred_init=True)

    def hybrid_forward(self, F, x, gamma, beta):
        return F.LayerNorm(x, gamma, beta) + F.softmax(x, axis=-1)
""",
        ((drawn(2, 5),),),
        trains=True,
    ),
    "inferred": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self._units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(0, units), allow_deferred_init=True)

    def infer_shape(self, x, *args):
        self.weight.shape = (x.shape[1], self._units)

    def hybrid_forward(self, F, x, weight):
        return F.dot(x, weight)
""",
        ((drawn(2, 5),),),
        "Net(3)",
        trains=True,
    ),
    "constant": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = self.params.get_constant('table', mx.nd.array([[1, 2], [3, 4]]))
            self.weight = self.params.get('weight', shape=(2, 3))

    def hybrid_forward(self, F, x, weight, table):
        weight = F.dot(table, weight)
        return F.dot(x, weight), F.take(table, F.clip(x, 0, 1))
""",
        ((drawn(4, 2),),),
    ),
    "plain_block": Program(
        ND
        + """class MyDense(nn.Block):
    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(in_units, units))
        self.bias = self.params.get('bias', shape=(units,))

    def forward(self, x):
        linear = nd.dot(x, self.weight.data()) + self.bias.data(x.context)
        return nd.relu(linear)


class Net(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = MyDense(4, 3)
        self.norm = nn.BatchNorm()
        self.output = nn.Dense(2)

    def forward(self, x):
        x = self.hidden(x)
        while x.norm().asscalar() > 1:
            x = x / 2
        if x.norm().asscalar() < 0.8:
            x = x * 10
        return self.output(self.norm(x)).sum()
""".replace(".asscalar()", ""),
        (*BOTH_SIGNS, (drawn(2, 3) * 40,)),
        trains=True,
        loops=True,
    ),
    # What models of that time are made of.
    "residual": Program(
        ND
        + """class Residual(nn.HybridBlock):
    def __init__(self, channels, use_1x1conv=False, strides=1, **kwargs):
        super(Residual, self).__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(channels, kernel_size=3, padding=1, strides=strides)
            self.conv2 = nn.Conv2D(channels, kernel_size=3, padding=1)
            self.conv3 = nn.Conv2D(channels, kernel_size=1, strides=strides) if use_1x1conv else None
            self.bn1 = nn.BatchNorm()
            self.bn2 = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        if self.conv3:
            x = self.conv3(x)
        return F.Activation(y + x, act_type='relu')


class Net(nn.HybridBlock):
    def __init__(self, classes=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            self.features.add(nn.Conv2D(4, 3, padding=1), Residual(4), Residual(6, use_1x1conv=True, strides=2))
            self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x, *args):
        return self.output(self.features(x))
""",
        ((drawn(2, 3, 6, 6),),),
        trains=True,
    ),
    "squeeze_excite": Program(
        ND
        + """class SE(nn.HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.HybridSequential()
        self.fc.add(nn.Dense(2, use_bias=False), nn.Activation('relu'), nn.Dense(channels, activation='sigmoid'))

    def hybrid_forward(self, F, x):
        w = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        w = self.fc(w).expand_dims(axis=2).expand_dims(axis=2)
        return F.broadcast_mul(x, w)


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stages = []
        for i in range(2):
            stage = SE(4, prefix='stage%d_' % i)
            self.register_child(stage)
            self.stages.append(stage)

    def hybrid_forward(self, F, x):
        outs = []
        for stage in self.stages:
            x = stage(x)
            outs.append(x)
        return F.concat(*outs, dim=1), F.slice_axis(x, axis=1, begin=0, end=2), outs[0]
""",
        ((drawn(2, 4, 3, 3),),),
        trains=True,
    ),
    "attention": Program(
        ND
        + """class Attention(nn.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self.query = nn.Dense(units, flatten=False, use_bias=False)
        self.key = nn.Dense(units, flatten=False, use_bias=False)
        self.value = nn.Dense(units, flatten=False, use_bias=False)

    def _split(self, F, x):
        x = F.reshape(x, (0, 0, self._heads, -1)).transpose((0, 2, 1, 3))
        return F.reshape(x, (-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x, mask=None):
        q, k, v = self._split(F, self.query(x)), self._split(F, self.key(x)), self._split(F, self.value(x))
        scores = F.batch_dot(F.contrib.div_sqrt_dim(q), k, transpose_b=True)
        if mask is not None:
            mask = F.repeat(mask, repeats=self._heads, axis=0)
            scores = F.where(mask, scores, -1e4 * F.ones_like(scores))
        out = F.batch_dot(F.softmax(scores, axis=-1), v)
        out = F.reshape(out, (-1, self._heads, 0, 0), reverse=True).transpose(axes=(0, 2, 1, 3))
        return out.reshape((0, 0, -1))
""",
        ((drawn(2, 3, 4),), (drawn(2, 3, 4), np.tril(np.ones((2, 3, 3), np.float32)))),
        "Attention(4, 2)",
        trains=True,
    ),
    "cells": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(7, 4)
            self.cell = rnn.LSTMCell(3)
            self.rnn = rnn.GRU(2, layout='NTC')
            self.decoder = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, tokens):
        x = self.embedding(tokens)
        outputs, states = self.cell.unroll(3, x, layout='NTC', merge_outputs=True)
        h, c = states
        y = self.rnn(outputs)
        return self.decoder(y), h, states[1]
""",
        ((floats([1, 2, 6], [0, 3, 3]),),),
    ),
    "sequences": Program(
        ND
        + block(
            """
masked = F.SequenceMask(x, sequence_length=lengths, use_sequence_length=True, value=-1)
last = F.SequenceLast(x, sequence_length=lengths, use_sequence_length=True)
steps = F.arange(x.shape[0]).expand_dims(1)
inside = F.broadcast_lesser(steps, lengths.expand_dims(0))
return masked, last, inside, inside.sum(axis=0) == lengths
""",
            "F, x, lengths",
        ),
        ((drawn(4, 2, 3), floats(2, 4)),),
        flat=(1,),
    ),
    "casts": Program(
        ND
        + block("""
half = x.astype('float16')
whole = F.cast(x * 3, dtype='int32')
return half, whole, whole + 1, whole.astype('float32') / 2, (x.astype('float16') * 2).astype(x.dtype), F.zeros((2,)) + 1
"""),
        BOTH_SIGNS,
    ),
    "integers": Program(
        ND
        + block("""
i = F.cast(x * 3, dtype='int32')
j = (x * 2).astype('int32')
return i / 2, i * 0.5, 7 / (j * j + 1), i + j * 2, i % 2, i ** 2, (i > j) + (i == 0), 1.5 - i, i.reshape((3, 2)) / 2
"""),
        BOTH_SIGNS,
    ),
    "sampled_sizes": Program(
        ND
        + block("""
b, c, h, w = x.shape
y = F.contrib.BilinearResize2D(x, height=h * 2, width=w * 2)
rows = F.slice_like(y, x, axes=(2, 3))
pooled = F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type='avg')
parts = F.split(x, num_outputs=2, axis=1)
return rows, pooled, parts[1], F.concat(*parts, dim=0), F.mean(x, axis=(2, 3)), F.reshape(x, (b * c, -1)).norm()
"""),
        ((drawn(2, 4, 4, 4),),),
    ),
    # Files in NumPy's way.
    "np_elements": Program(
        NP + block("return x[0, 0], x[0], (x > 0) * x, x.sum(), F.np.mean(x, axis=1), x.max(axis=0)"), BOTH_SIGNS
    ),
    "np_if": Program(
        NP + block("if F.np.sum(x) > 0:\n    return F.npx.relu(x)\nreturn F.npx.sigmoid(x) - 1"), BOTH_SIGNS
    ),
    "np_while": Program(
        NP + block("while F.np.abs(x).sum() > 1:\n    x = x / 2\nreturn x.reshape(-1, 2), x.T"),
        (*BOTH_SIGNS, (drawn(2, 3) / 9,)),
        loops=True,
    ),
    "np_integers": Program(
        NP
        + block("""
i = (x * 3).astype('int32')
return i / 2, i * 0.5, i + i * 2, i * 1.5 + 1, i > 0.5, (i > 0) * i
"""),
        BOTH_SIGNS,
    ),
    "np_for_range": Program(
        NP + block("for i in range(int(F.np.abs(x).sum())):\n    x = x + i\nreturn x"),
        (*BOTH_SIGNS, (drawn(2, 3) / 9,)),
        loops=True,
    ),
    "np_block": Program(
        NP
        + """class CenteredLayer(nn.Block):
    def forward(self, X):
        return X - X.mean()


class MyDense(nn.Block):
    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(in_units, units))
        self.bias = self.params.get('bias', shape=(units,))

    def forward(self, x):
        linear = np.dot(x, self.weight.data(ctx=x.ctx)) + self.bias.data(ctx=x.ctx)
        return npx.relu(linear)


class FixedHiddenMLP(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rand_weight = self.params.get_constant('rand_weight', np.arange(16).reshape(4, 4) / 10 - 0.6)
        self.dense = nn.Dense(4, activation='relu')

    def forward(self, X):
        X = self.dense(X)
        X = npx.relu(np.dot(X, self.rand_weight.data()) + 1)
        X = self.dense(X)
        while np.abs(X).sum() > 1:
            X /= 2
        return X.sum()


def get_model():
    net = nn.Sequential()
    net.add(MyDense(4, 3), CenteredLayer(), FixedHiddenMLP())
    return net
""",
        (*BOTH_SIGNS, (drawn(2, 3) * 40,)),
        "get_model()",
    ),
    "np_attention": Program(
        NP.replace("from mxnet import np", "import math\n\nfrom mxnet import np")
        + """def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return npx.softmax(X)
    shape = X.shape
    if valid_lens.ndim == 1:
        valid_lens = valid_lens.repeat(shape[1])
    else:
        valid_lens = valid_lens.reshape(-1)
    X = npx.sequence_mask(X.reshape(-1, shape[-1]), valid_lens, True, value=-1e6, axis=1)
    return npx.softmax(X).reshape(shape)


class PositionalEncoding(nn.Block):
    def __init__(self, num_hiddens, dropout, max_len=10):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(dropout)
        self.P = np.zeros((1, max_len, num_hiddens))
        X = np.arange(max_len).reshape(-1, 1) / np.power(10000, np.arange(0, num_hiddens, 2) / num_hiddens)
        self.P[:, :, 0::2] = np.sin(X)
        self.P[:, :, 1::2] = np.cos(X)

    def forward(self, X):
        X = X + self.P[:, :X.shape[1], :].as_in_ctx(X.ctx)
        return self.dropout(X)


class Net(nn.Block):
    def __init__(self, num_hiddens, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.W_q = nn.Dense(num_hiddens, use_bias=False, flatten=False)
        self.positions = PositionalEncoding(num_hiddens, 0.0)

    def forward(self, x, valid_lens=None):
        q = self.positions(self.W_q(x))
        scores = npx.batch_dot(q, x, transpose_b=True) / math.sqrt(q.shape[-1])
        self.attention_weights = masked_softmax(scores, valid_lens)
        return npx.batch_dot(self.attention_weights, x)
""",
        ((drawn(2, 3, 4),), (drawn(2, 3, 4), floats(2, 3)), (drawn(2, 3, 4), floats([1, 2, 3], [3, 3, 2]))),
        "Net(4)",
        trains=True,
        flat=(1,),
    ),
    "np_indexing": Program(
        NP
        + block("""
y = F.np.zeros_like(x)
y[:, 0] = x[:, -1]
y[1] += 2
y = F.np.where(y > 1, y, -y)
z = F.np.concatenate([x, y], axis=1)
return z, F.npx.pick(x, np.array([0, 2])), x[:, ::-1], F.np.expand_dims(x, 1).squeeze(), x.astype('int32') / 2
"""),
        BOTH_SIGNS,
    ),
}

# What operators, tests and writes in place give, as bodies of `hybrid_forward`; by names that begin with `np_` in NumPy's way.
BODIES = {
    "view_of_rows": "y = x * 1\nz = y[1:]\nz[:] = 0\nreturn y, z",
    "view_of_row": "y = x * 1\nz = y[1]\nz += 5\nreturn y, z",
    "view_of_element": "y = x * 1\nz = y[1][2]\nz[:] = 0\nreturn y, z",
    "view_in_shape": "y = x * 1\nz = y.reshape((3, 4))\nz[0] = 9\nreturn y, z",
    "copy_of_transpose": "y = x * 1\nz = y.T\nz[0] = 9\nw = F.reshape(y, (3, 4))\nw[0] = 8\nreturn y, z, w",
    "same_array": "y = x * 1\nz = y\nz += 1\nreturn y, z",
    "written_through": "y = x * 1\ny[1][2] = 100\ny[2:][0] = 50\nreturn y",
    "at_indices": "y = x * 1\ny[F.array([0, 2])] = 0\nreturn y, x[F.array([1, 1])], x[[0, 1]]",
    "elements_one_by_one": "for i in range(x.shape[0]):\n    for j in range(x.shape[1]):\n        x[i, j] = x[i, j] * (i + j)\nreturn x",
    "elements_set": "y = F.zeros((2, 3))\ny[0, 1] = x.sum()\ny[1] = x[0]\ny[:, 2] = x[0, 1]\ny[0, 0] += x.max()\nreturn y",
    "augmented_row": "y = x[0]\ny += 1\ny *= 2\ny /= 3\ny -= x[1]\nreturn y, x",
    "axes": "return x[:, None], x[None], x[..., 0], x[-1:], x[::-1]",
    "truths": "m = x > 0\nn = x < 1\nreturn m * n, F.logical_and(m, n), m == n, F.sum(m), m.mean(), 1 - m, -m, m / 2, abs(m)",
    "chained": "s = x.mean()\nif 0 < s < 1:\n    x = x * 2\nreturn x",
    "chosen": "s = x.mean()\ny = x if s > 0 else -x\nz = 3 if s > 0.1 else 2\nreturn y, x * z",
    "and_or": "s = x.mean()\nif s > 0 and x[0, 0] > -1 or not s > -0.5:\n    x = x * 2\nreturn x",
    "appended": "y = []\nfor i in range(x.shape[0]):\n    y.append(x[i].sum())\nreturn F.concat(*y, dim=0), F.stack(*y), F.concat(*reversed(y), dim=0)",
    "returned": "for i in range(3):\n    if x.sum() > i:\n        return x * i\nreturn x - 1",
    "counted": "i = 0\nwhile i < 3 and x.sum() < 10:\n    x = x + 1\n    i += 1\nreturn x * i",
    "reduced": "return x.mean(), x.sum(axis=0) / x.shape[0], x.max(axis=(0, 1)), F.norm(x), x.argmin(axis=1), x.topk(k=1, ret_typ='value')",
    "np_view_of_rows": "y = x * 1\nz = y[1:]\nz[:] = 0\nreturn y, z",
    "np_view_of_row": "y = x * 1\nz = y[1]\nz += 5\nreturn y, z",
    "np_copy_in_shape": "y = x * 1\nz = y.reshape((3, 4))\nz[0] = 9\nw = y.T\nw[0] = 8\nreturn y, z, w",
    "np_truths": "m = x > 0\nreturn m * x, m.sum(), m & (x < 1), ~m, m.mean(), m == m, m.astype('float32') - 1",
    "np_counted_truths": "m = x > 0\nreturn m * 0.5, 1.5 - m, (x > 0) * 0.3 + x, m / 2, (x > 0.1) * 2 * x, m == 0.5, x.mean() * (m * 2)",
    "np_fractions": "i = (x * 3).astype('int32')\ns = i[0, 0]\nif s > -0.5:\n    x = x * 2\nreturn x, i < 0.5, i == 0.5, 0.5 <= i, np.where(i > 0, 1.0, 0.5)",
    "np_mask": "x[x > 0] = 0\nreturn x",
    "np_branch": "if x[0, 0] > 0:\n    x[0] = 5\nelse:\n    x[1, :] += 2\nreturn x, x.T.reshape(-1)",
    "np_reduced": "return x.mean(), x.std(axis=0), x[x.shape[0] - 1], x.flatten(), x.argmax(axis=1), np.where(x > 0, x, 0), x @ x.T, x[:, np.newaxis]",
}  # fmt: skip
PROGRAMS |= {
    name: Program(
        (NP if name.startswith("np_") else ND) + block(body),
        ((drawn(4, 3),), (-drawn(4, 3),)),
        loops=name == "counted",
        flat=(0,) if name == "np_reduced" else (),  # MXNet's gradient of `np.where(x > 0, x, 0)` is wrong
    )
    for name, body in BODIES.items()
}
# How models are put together.
PROGRAMS |= {
    "by_name": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, act='relu', **kwargs):
        super().__init__(**kwargs)
        self._act = act

    def hybrid_forward(self, F, x):
        return getattr(F, self._act)(x) + getattr(F, 'sigmoid')(x)
""",
        BOTH_SIGNS,
    ),
    "lambdas": Program(
        ND
        + """def doubled(F, x):
    return F.relu(x) * 2


net = nn.HybridSequential()
net.add(nn.Dense(4), nn.HybridLambda(lambda F, x: F.clip(x, 0, 6)), nn.HybridLambda('tanh'), nn.HybridLambda(doubled))
net.add(nn.HybridLambda(function=lambda F, x: F.mean(F.expand_dims(x, axis=1), axis=2)))
""",
        BOTH_SIGNS,
        "net",
        trains=True,
    ),
    "lambda_operators": Program(
        ND
        + """net = nn.Sequential()
net.add(nn.HybridLambda(lambda F, x: F.broadcast_add(x, x > 0)))
net.add(nn.Lambda(lambda x: (x > 1) * x.sum() + x[0, 0]))
net.add(nn.HybridLambda(lambda F, x: F.sum(x > 0, axis=1)))
""",
        BOTH_SIGNS,
        "net",
    ),
    "helpers": Program(
        ND
        + """def swish(F, x, beta=1.0):
    return x * F.sigmoid(x * beta)


def plain(x):
    return nd.relu(x) > 0.5


class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return swish(F, x), swish(F, x, beta=2.0), plain(x), self.inner(F, x)

    def inner(self, F, x):
        return (x > 0) + (x > 1)
""",
        BOTH_SIGNS,
    ),
    "inherited": Program(
        ND
        + """class Base(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(3, 3))
            self.gamma = self.params.get('gamma', shape=(1, 3), init='ones')

    def hybrid_forward(self, F, x, weight, gamma):
        return F.broadcast_mul(F.dot(x, weight), gamma)


class Net(Base):
    def hybrid_forward(self, F, x, weight, gamma):
        y = super().hybrid_forward(F, x, weight, gamma)
        weight = weight * 2
        return y + F.dot(x, weight) - gamma[0]
""",
        BOTH_SIGNS,
        trains=True,
    ),
    "keywords": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(3, 3))

    def hybrid_forward(self, F, x, **params):
        return F.dot(x, params['weight'])
""",
        BOTH_SIGNS,
        trains=True,
    ),
    "layers_by_name": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, n=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            for i in range(n):
                setattr(self, 'fc%d' % i, nn.Dense(3))
            self.rest = nn.HybridSequential()
            for i in range(2):
                self.rest.add(nn.Dense(3, activation='tanh'))
        self._n = n

    def hybrid_forward(self, F, x):
        for i in range(self._n):
            x = getattr(self, 'fc%d' % i)(x)
        for layer in self.rest._children.values():
            x = layer(x)
        for layer in self.rest:
            x = layer(x) * 2
        return self.rest[0](x), len(self.rest) * x
""",
        BOTH_SIGNS,
        trains=True,
    ),
    "np_layers": Program(
        NP
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(3, 3, padding=1)
        self.dense = nn.Dense(4, activation='relu')
        self.emb = nn.Embedding(5, 3)

    def hybrid_forward(self, F, x, idx):
        y = F.npx.pooling(self.conv(x), kernel=(2, 2), stride=(2, 2), pool_type='avg')
        y = F.npx.relu(self.dense(y))
        e = self.emb(idx)
        mask = F.np.expand_dims(idx, -1) > 1
        return y, F.np.where(mask, e, F.np.zeros_like(e)), F.np.concatenate([y, y * 2], axis=-1), F.npx.softmax(y), F.np.sum(e, axis=(0, 1)), F.npx.one_hot(idx, 5), e.mean(axis=-1, keepdims=True)
""",
        ((drawn(2, 3, 4, 4), np.array([[0, 1], [4, 2]], np.int32)),),
        trains=True,
    ),
    "made": Program(
        ND
        + """class Net(nn.Block):
    def forward(self, x):
        z = nd.zeros(x.shape, ctx=x.context, dtype=x.dtype)
        o = nd.ones((x.shape[0], 1), ctx=x.ctx)
        a = nd.array([[1, 2, 3]], ctx=x.context)
        r = nd.arange(x.shape[1], ctx=x.context)
        return z + x, nd.concat(x, o, dim=1), x * a, x + r, nd.full((2, 2), 3)
""",
        BOTH_SIGNS,
    ),
    "rearranged": Program(
        ND
        + """class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.transpose(x, axes=(1, 0))
        idx = F.argsort(y, axis=0)
        t = F.take(y, idx[0], axis=0)
        b = F.broadcast_equal(idx, idx[0].expand_dims(0))
        g = F.gather_nd(x, F.array([[0, 1], [1, 0]]))
        u = F.stack(*[x[i] for i in range(2)], axis=1)
        m = F.max(x, axis=1, keepdims=True)
        return y, idx, t, b, g, u, F.broadcast_sub(x, m), F.square(x).mean(axis=1) ** 0.5, F.abs(x).max() + 1e-5, x.slice_axis(axis=1, begin=-2, end=None), F.tile(x, reps=(1, 2)), x.clip(-0.5, 0.5).log_softmax(axis=-1), F.sum(x, axis=0, exclude=True)
""",
        BOTH_SIGNS,
    ),
    "options": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self._up = {'height': 6, 'width': 5}
        self._window = dict(kernel=(2, 2), stride=(2, 2), pool_type='avg')
        self.w = self.params.get('w', shape=(3, 2, 2, 2))

    def hybrid_forward(self, F, x, w):
        conv = {'kernel': (2, 2), 'no_bias': True, 'workspace': 512, 'cudnn_off': True}
        y = F.Convolution(x, weight=w, num_filter=3, **conv)
        y = F.contrib.BilinearResize2D(y, **self._up)
        return F.Pooling(y, **self._window)
""",
        ((drawn(2, 2, 4, 4),),),
        trains=True,
    ),
    "derived_layers": Program(
        ND
        + """class Standardized(nn.Conv2D):
    def hybrid_forward(self, F, x, weight, bias=None):
        mean = weight.mean(axis=0, exclude=True, keepdims=True)
        w = F.broadcast_sub(weight, mean).reshape((0, -1)).reshape(weight.shape)
        return super(Standardized, self).hybrid_forward(F, x, weight=w, bias=bias)


class Twice(Standardized):
    def hybrid_forward(self, F, x, weight, bias=None):
        return super().hybrid_forward(F, 2 * x, weight, bias) + F.max(weight)


class Unbiased(nn.Dense):
    def hybrid_forward(self, F, x, weight, bias=None):
        y = super().hybrid_forward(F, x, weight, None) if bias is not None else x
        return y + super().hybrid_forward(F, x, weight * 2, bias)


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.conv = Standardized(3, 2, in_channels=2)
            self.twice = Twice(2, 2, in_channels=3, use_bias=False)
            self.dense = Unbiased(2, in_units=8)

    def hybrid_forward(self, F, x):
        stride = self.conv._kwargs['stride'][0]
        return self.dense(self.twice(self.conv(x)) * stride)
""",
        ((drawn(2, 2, 4, 4),),),
        trains=True,
    ),
    **OF_INTEGERS,
    **OF_ROWS,
    **OF_PARTS,
    **OF_DERIVATIVES,
}

# Slices that are no block of their array are copies, or views where an axis has one element: nobody may see them written.
DOUBTFUL = {
    "columns": "y = x * 1\nz = y[:, 0]\nz[:] = 0\nreturn y, z",
    "steps": "y = x * 1\nz = y[::2]\nz += 1\nreturn y, z",
    "through_columns": "y = x * 1\ny[:, 1][2] = 100\nreturn y",
    "detached": "y = x * 1\nz = y.detach()\nz[0] = 9\nreturn y, z",
}
