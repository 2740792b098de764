"""Calls of MXNet's operators, methods and operators of arrays, as it takes them: one line a case.

Capital names are inputs, made below. `train` before a case: it is run in training mode.
"""

import numpy as np


def drawn(*shape):
    return np.random.RandomState(sum(shape) + len(shape)).uniform(-1.5, 1.5, shape).astype(np.float32)


def words(text):
    return text.split()


INPUTS = {
    "X": drawn(2, 3),
    "Y": drawn(2, 3)[:, ::-1] + np.float32(0.3),
    "P": np.abs(drawn(2, 3)) + np.float32(0.3),
    "U": drawn(2, 3) / 2,
    "EDGES": np.array([-2.5, -1.5, -1, -0.5, -0.0, 0, 0.5, 1, 1.5, 2.5], np.float32),
    "TIES": np.array([[1, 3, 3, 2], [0, 0, -1, 0]], np.float32),
    "HOLES": np.array([[1, np.nan, 3], [np.nan, 2, 0.5]], np.float32),
    "I": np.array([[3, -7, 2], [1, 5, -4]], np.int32),
    "J": np.array([[2, 3, -2], [4, -3, 1]], np.int32),
    "B": np.array([3, 1, 250], np.uint8),
    "H": drawn(2, 3).astype(np.float16),
    "V": np.array([0.5, -1.25, 2.0], np.float32),
    "W": np.array([1.5, 0.75, -0.5], np.float32),
    "ONE": np.array([[0.5], [-2.0]], np.float32),
    "ROW": np.array([[1.5, -0.5, 2.0]], np.float32),
    "T": drawn(2, 3, 4),
    "T2": drawn(2, 4, 3),
    "T3": drawn(2, 3, 5, 4),
    "CONDITION": np.array([[1, 0, 2], [0, 0, -1]], np.float32),
    "RECT": drawn(3, 3) + 3 * np.eye(3, dtype=np.float32),
    "SPD": np.array([[2, 0.5, 0.25], [0.5, 3, -0.5], [0.25, -0.5, 1.5]], np.float32),
    "AT": np.array([0, 5, -1], np.float32),
    "AT2": np.array([[0, 2], [1, 0]], np.float32),
    "CLASSES": np.array([0, 2], np.float32),
    "ND": np.array([[0, 1, 0], [1, 2, 1]], np.float32),
    "WHERE": np.array([[0, 1, 1], [1, 2, 0]], np.float32),
    "LENGTHS": np.array([1, 3, 2], np.float32),
    "L2": np.array([1, 3], np.int32),
    "SEQ": drawn(4, 3, 2),
    "IMAGE": drawn(2, 4, 5, 5),
    "WIDE": drawn(2, 4, 7, 6),
    "LINE": drawn(2, 4, 8),
    "CUBE": drawn(1, 2, 4, 4, 3),
    "K1": drawn(6, 4, 3) / 2,
    "K2": drawn(6, 4, 3, 3) / 3,
    "K3": drawn(3, 2, 2, 2, 2) / 2,
    "KG": drawn(4, 2, 3, 3) / 2,
    "KD": drawn(4, 1, 3, 3) / 2,
    "KT": drawn(4, 3, 3, 3) / 3,
    "K4": drawn(4, 1, 4, 4) / 3,
    "C3": np.array([0.1, -0.2, 0.3], np.float32),
    "C4": np.array([0.5, 1.5, -0.5, 2.0], np.float32),
    "D4": np.array([0.25, -0.5, 1.0, 0.0], np.float32),
    "M4": np.array([0.1, -0.2, 0.3, 0.0], np.float32),
    "Q4": np.array([0.5, 1.0, 2.0, 0.25], np.float32),
    "C6": np.array([0.1, 0.2, -0.3, 0.4, 0.0, -0.5], np.float32),
    "G2": np.array([1.5, -0.5], np.float32),
    "FC": drawn(5, 3),
    "FC12": drawn(5, 12) / 2,
    "C5": np.array([0.1, 0.2, -0.3, 0.4, 0.0], np.float32),
    "TABLE": drawn(4, 3),
    "PROB": np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]], np.float32),
    "SOFT": drawn(2, 3, 4),
    "SOFTL": np.array([[0, 2, 1, 1], [2, 0, 0, 1]], np.float32),
    "IGN": np.array([-1, 2], np.float32),
    "BOXES": np.array([[0, 0, 2, 2], [1, 1, 3, 4], [0.5, 0.5, 1, 1]], np.float32),
    "BOXES2": np.array([[1, 1, 3, 3], [0, 0, 1, 1]], np.float32),
    "FRAMES": drawn(6, 2, 5),
    "LABELS": np.array([[1, 2, 0], [3, 3, 4]], np.float32),
    "LABELS_LAST": np.array([[1, 2, -1], [3, 3, 0]], np.float32),
    "FL": np.array([5, 6], np.float32),
    "LL": np.array([2, 3], np.float32),
    "RNN_X": drawn(4, 2, 3),
    "RNN_P1": drawn(2 * (3 + 2 + 2)) / 2,
    "RNN_P4": drawn(8 * (3 + 2 + 2)) / 2,
    "RNN_P3": drawn(6 * (3 + 2 + 2)) / 2,
    "RNN_P4B": drawn(2 * (8 * (3 + 2 + 2)) + 2 * (8 * (4 + 2 + 2))) / 3,
    "RNN_H": drawn(1, 2, 2),
    "RNN_C": drawn(1, 2, 2) / 2,
    "RNN_H4": drawn(4, 2, 2),
    "RNN_C4": drawn(4, 2, 2) / 2,
    "QKV": drawn(3, 2, 12),
    "Q": drawn(3, 2, 4),
    "KV": drawn(3, 2, 8),
    "ATT": np.abs(drawn(4, 3, 3)),
}

UNARY = words(
    "exp expm1 sin cos tan arctan sinh cosh tanh arcsinh cbrt degrees radians erf sigmoid softsign relu abs floor ceil trunc fix round rint square sign negative logical_not identity"
)
POSITIVE = words("log log2 log10 log1p sqrt rsqrt rcbrt reciprocal gamma gammaln")
INSIDE = words("arcsin arccos arctanh erfinv")
BINARY = words(
    "add subtract multiply divide modulo maximum minimum equal not_equal greater greater_equal lesser lesser_equal logical_and logical_or logical_xor"
)
BROADCAST = words(
    "add plus sub minus mul div mod maximum minimum hypot equal not_equal greater greater_equal lesser lesser_equal logical_and logical_or logical_xor"
)
REDUCTIONS = words("sum sum_axis mean prod nansum nanprod max max_axis min min_axis")
OPERATORS = ["+", "-", "*", "/", "%"]
COMPARISONS = ["==", "!=", ">", ">=", "<", "<="]

ND = f"""
{chr(10).join(f"nd.{n}({x})" for n in UNARY for x in ("X", "EDGES", "H"))}
{chr(10).join(f"nd.{n}({x})" for n in POSITIVE for x in ("P",))}
{chr(10).join(f"nd.{n}(U)" for n in INSIDE)}
nd.arccosh(P + 1)
{chr(10).join(f"nd.{n}(I)" for n in ("exp", "sin", "tanh", "sigmoid", "relu", "abs", "floor", "round", "square", "sign", "negative", "cbrt"))}
{chr(10).join(f"nd.{n}(X, name='x')" for n in ("exp", "relu", "sigmoid"))}
{chr(10).join(f"nd.{n}({a})" for n in BINARY for a in ("X, Y", "X, ROW", "X, 0.5", "0.5, X", "X, X", "I, J", "I, 2"))}
{chr(10).join(f"nd.broadcast_{n}({a})" for n in BROADCAST for a in ("X, Y", "X, ROW", "ONE, ROW", "lhs=X, rhs=ONE"))}
{chr(10).join(f"X {o} {y}" for o in OPERATORS + COMPARISONS for y in ("Y", "ROW", "0.5", "2"))}
{chr(10).join(f"{x} {o} X" for o in OPERATORS + COMPARISONS for x in ("1.5", "2"))}
{chr(10).join(f"I {o} {y}" for o in OPERATORS + COMPARISONS for y in ("J", "2", "2.5", "-3"))}
{chr(10).join(f"B {o} {y}" for o in ("+", "-", "*") for y in ("2", "250"))}
{chr(10).join(f"H {o} {y}" for o in OPERATORS + COMPARISONS for y in ("H", "0.1"))}
{chr(10).join(f"nd.elemwise_{n}(X, Y)" for n in ("add", "sub", "mul", "div"))}
{chr(10).join(f"nd.{n}({a})" for n in REDUCTIONS for a in ("X", "T, axis=1", "T, axis=-1, keepdims=True", "T, axis=(0, 2)", "T, axis=(1,), exclude=True", "T, axis=()", "TIES, axis=1", "I") if not (n.endswith("prod") and "TIES" in a))}
{chr(10).join(f"T.{n}({a})" for n in ("sum", "mean", "max", "min", "prod", "nansum") for a in ("", "axis=1", "1", "axis=(0, 1), keepdims=True"))}
X ** 2
X ** 3
P ** 0.5
P ** Y
2 ** X
I ** 2
I ** 0.5
-X
abs(X)
nd.power(P, Y)
nd.power(P, 2)
nd.power(2, X)
nd.power(P, ROW)
nd.broadcast_power(P, ROW)
nd.add_n(X, Y, P)
nd.ElementWiseSum(X, Y)
nd.maximum(2, 3)
nd.nansum(HOLES, axis=0)
nd.nanprod(HOLES)
nd.broadcast_hypot(X, Y)
nd.hard_sigmoid(X)
nd.hard_sigmoid(X, alpha=0.5, beta=0.25)
nd.clip(X, -0.5, 0.5)
nd.clip(EDGES, a_min=-1, a_max=1.5)
nd.clip(I, -2, 2)
nd.clip(B, -1.5, 2.5)
X.clip(-1, 1)
X.clip(a_min=0, a_max=1)
nd.smooth_l1(X)
nd.smooth_l1(EDGES, scalar=2.0)
nd.cast(X, dtype='int32')
nd.cast(X, 'float16')
nd.Cast(I, dtype='float32')
nd.cast(EDGES * 100, dtype='uint8')
X.astype('int32')
X.astype('float16')
I.astype('float32')
X.astype(dtype='float32', copy=False)
X.copy()
X.detach()
X.T
T.T
nd.stop_gradient(X)
nd.BlockGrad(X)
X.as_in_context(mx.cpu())
nd.contrib.isnan(HOLES)
nd.contrib.isfinite(HOLES)
nd.contrib.isinf(HOLES)
nd.contrib.quadratic(X, a=1.0, b=2.0, c=3.0)
nd.contrib.gradientmultiplier(X, scalar=-0.5)
nd.contrib.div_sqrt_dim(T)
nd.norm(X)
nd.norm(T, ord=1, axis=1)
nd.norm(T, ord=2, axis=(0, 2), keepdims=True)
nd.norm(T, axis=-1)
X.norm()
nd.moments(T, axes=(0, 2))
nd.moments(T, axes=(1,), keepdims=True)
nd.moments(I, axes=(1,))
{chr(10).join(f"nd.{n}({a})" for n in ("argmax", "argmin") for a in ("X", "T, axis=1", "TIES, axis=-1", "T, axis=0, keepdims=True", "I, axis=1", "H, axis=0"))}
nd.argmax_channel(X)
X.argmax(axis=1)
X.argmin()
nd.cumsum(X)
nd.cumsum(T, axis=1)
nd.cumsum(I, axis=1)
nd.sort(X)
nd.sort(T, axis=1, is_ascend=False)
nd.sort(X, axis=None)
nd.sort(I, axis=0)
nd.argsort(X)
nd.argsort(T, axis=0, is_ascend=False)
nd.argsort(X, axis=None, dtype='int32')
X.argsort(axis=1, is_ascend=False)
nd.topk(X)
nd.topk(T, k=2)
nd.topk(T, axis=1, k=2, ret_typ='value')
nd.topk(T, axis=1, k=2, ret_typ='both')
nd.topk(T, axis=-1, k=2, ret_typ='mask')
nd.topk(T, axis=0, k=1, ret_typ='value', is_ascend=True)
nd.topk(T, axis=None, k=3)
nd.topk(X, k=0, dtype='int32')
X.topk(k=2, ret_typ='value')
nd.softmax_cross_entropy(X, CLASSES)
nd.reshape(T, shape=(6, 4))
nd.reshape(T, shape=(0, -1))
nd.reshape(T, shape=(-2,))
nd.reshape(T, shape=(2, -2))
nd.reshape(T, shape=(-3, 4))
nd.reshape(T, shape=(0, -3))
nd.reshape(T, shape=(-3, -2))
nd.reshape(T, shape=(-4, 1, 2, -2))
nd.reshape(T, shape=(2, -4, -1, 3, -2))
nd.reshape(T, shape=(0, 0, -4, 2, -1))
nd.reshape(T, shape=(-1, 0), reverse=True)
nd.reshape(T3, shape=(-3, 0, -1), reverse=True)
nd.reshape(T3, shape=(0, -3, -4, 2, 2))
nd.reshape(T3, shape=(-3, 0, 2, 2, -4), reverse=True)
nd.reshape(T3, shape=(0, -1, 10), reverse=True)
nd.reshape(T, (-1,))
nd.Reshape(T, shape=(4, -1))
T.reshape((0, -1))
T.reshape(-1)
T.reshape(-1, 4)
T.reshape(6, 4)
T.reshape((-3, 0))
T.reshape((-1, 0), reverse=True)
T.reshape(shape=(0, -1))
T.reshape(-4, 1, 2, -2)
T.reshape([3, 8])
nd.reshape_like(nd.reshape(X, shape=(-1,)), Y)
nd.reshape_like(T, T2)
nd.reshape_like(X, T, lhs_begin=1, lhs_end=2, rhs_begin=1, rhs_end=2)
nd.flatten(T)
nd.Flatten(T3)
T.flatten()
nd.expand_dims(X, axis=1)
nd.expand_dims(X, -1)
X.expand_dims(0)
X.expand_dims(axis=-1)
nd.squeeze(nd.expand_dims(X, axis=1))
nd.squeeze(nd.expand_dims(X, axis=1), axis=1)
nd.squeeze(nd.expand_dims(X, axis=1), axis=(1,))
ONE.squeeze(axis=1)
nd.transpose(T)
nd.transpose(T, axes=(1, 2, 0))
T.transpose((2, 0, 1))
T.transpose(axes=(0, 2, 1))
nd.swapaxes(T, 0, 2)
nd.swapaxes(T, dim1=1, dim2=2)
nd.SwapAxis(T, dim1=0, dim2=1)
T.swapaxes(0, 1)
nd.moveaxis(T, 0, 2)
nd.flip(T, axis=1)
nd.flip(T, axis=(0, 2))
nd.reverse(T, axis=0)
nd.concat(X, Y)
nd.concat(X, Y, dim=0)
nd.concat(T, T, T, dim=-1)
nd.Concat(X, Y, dim=1)
nd.concat(X, ROW, dim=0, name='c')
nd.concatenate([X, Y])
nd.concatenate([X, Y], axis=1)
nd.stack(X, Y)
nd.stack(X, Y, axis=1)
nd.stack(X, Y, P, axis=-1)
nd.split(T, num_outputs=3)
nd.split(T, num_outputs=2, axis=2)
nd.split(T, num_outputs=3, axis=1, squeeze_axis=True)
nd.split(T, 2, axis=0, squeeze_axis=1)
nd.split(X, num_outputs=1)
nd.SliceChannel(T, num_outputs=4, axis=-1)
T.split(num_outputs=2, axis=-1)
nd.split_v2(T, 2, axis=2)
nd.split_v2(T, (1,), axis=1)
nd.split_v2(T, (1, 2), axis=1, squeeze_axis=False)
nd.tile(X, reps=(2,))
nd.tile(X, reps=(2, 1, 2))
nd.tile(X, 2)
X.tile((1, 2))
nd.repeat(X, repeats=2)
nd.repeat(X, 2, axis=1)
X.repeat(2, axis=0)
nd.broadcast_to(ROW, shape=(2, 3))
nd.broadcast_to(ROW, shape=(4, 0))
ROW.broadcast_to((2, 3))
nd.broadcast_axis(ONE, axis=1, size=4)
nd.broadcast_axes(nd.expand_dims(ONE, axis=0), axis=(0, 2), size=(3, 2))
nd.broadcast_like(ROW, X)
nd.broadcast_like(ONE, T, lhs_axes=(1,), rhs_axes=(2,))
ROW.broadcast_like(X)
nd.depth_to_space(IMAGE, 2)
nd.space_to_depth(nd.slice_axis(nd.slice_axis(IMAGE, axis=2, begin=0, end=4), axis=3, begin=0, end=4), block_size=2)
nd.diag(X)
nd.diag(V, k=1)
nd.diag(T, axis1=1, axis2=2)
nd.pad(IMAGE, mode='constant', pad_width=(0, 0, 0, 0, 1, 2, 2, 1), constant_value=0.5)
nd.pad(IMAGE, mode='edge', pad_width=(0, 0, 0, 0, 1, 2, 2, 1))
nd.pad(IMAGE, mode='reflect', pad_width=(0, 0, 0, 0, 1, 2, 2, 1))
nd.Pad(CUBE, mode='edge', pad_width=(0, 0, 0, 0, 1, 0, 0, 1, 1, 1))
nd.slice(T, begin=(0, 1), end=(1, 3))
nd.slice(T, begin=(None, 1, None), end=(None, None, -1))
nd.slice(T, begin=(None, 2), end=(None, None), step=(1, -1))
nd.slice(X, begin=0, end=1)
nd.slice(T, begin=(0, -2), end=(2, 9))
T.slice(begin=(1,), end=(2,))
nd.crop(X, begin=(0, 1), end=(2, 3))
nd.slice_axis(T, axis=1, begin=0, end=2)
nd.slice_axis(T, axis=-1, begin=-2, end=None)
nd.slice_axis(T, 2, 1, -1)
T.slice_axis(axis=1, begin=1, end=None)
nd.slice_like(T, nd.slice_axis(T, axis=2, begin=0, end=2))
nd.slice_like(T, X, axes=(0, 1))
nd.slice_like(T, X, axes=(-2,))
T.slice_like(ONE, axes=(0,))
nd.shape_array(T)
nd.size_array(T)
nd.take(TABLE, AT)
nd.take(TABLE, AT2, axis=1)
nd.take(TABLE, AT, mode='wrap')
nd.take(TABLE, CLASSES, mode='raise')
nd.take(T, AT2, axis=-1, mode='wrap')
TABLE.take(CLASSES)
nd.pick(X, CLASSES)
nd.pick(X, CLASSES, axis=1, keepdims=True)
nd.pick(X, AT, axis=0)
nd.pick(X, nd.array([-1, 4]), mode='wrap')
nd.pick(T, X, axis=2)
X.pick(CLASSES)
nd.choose_element_0index(X, CLASSES)
nd.batch_take(X, nd.array([0, 2], dtype='int32'))
nd.gather_nd(T, ND)
nd.gather_nd(T, WHERE)
nd.gather_nd(I, nd.array([[0, -1]]))
nd.scatter_nd(V, WHERE, shape=(2, 3))
nd.one_hot(CLASSES, 4)
nd.one_hot(nd.array([0, 2, -1, 5]), depth=3, on_value=2.0, off_value=-1.0, dtype='int32')
nd.one_hot(AT2, depth=3)
CLASSES.one_hot(3)
nd.where(CONDITION, X, Y)
nd.where(nd.array([1, 0]), X, Y)
nd.where(CONDITION > 0, X, nd.zeros_like(X))
nd.where(condition=CONDITION, x=I, y=J)
nd.ravel_multi_index(WHERE, shape=(2, 3))
nd.unravel_index(nd.array([1, 5, 3]), shape=(2, 3))
nd.Embedding(AT, TABLE, input_dim=4, output_dim=3)
nd.Embedding(data=AT2, weight=TABLE, input_dim=4, output_dim=3)
nd.SequenceMask(SEQ, LENGTHS, use_sequence_length=True)
nd.SequenceMask(SEQ, LENGTHS, use_sequence_length=True, value=-1.5)
nd.SequenceMask(SEQ)
nd.SequenceMask(nd.swapaxes(SEQ, 0, 1), LENGTHS, use_sequence_length=True, axis=1)
nd.SequenceLast(SEQ, LENGTHS, use_sequence_length=True)
nd.SequenceLast(I)
nd.SequenceLast(nd.swapaxes(SEQ, 0, 1), LENGTHS, use_sequence_length=True, axis=1)
nd.SequenceReverse(SEQ, LENGTHS, use_sequence_length=True)
nd.SequenceReverse(SEQ)
nd.contrib.index_copy(TABLE, nd.array([1, 3]), X)
nd.contrib.index_array(X)
nd.contrib.index_array(T, axes=(1, 0))
nd.contrib.arange_like(X)
nd.contrib.arange_like(T, axis=1)
nd.contrib.arange_like(T, start=2, step=0.5, axis=-1)
nd.contrib.arange_like(X, repeat=2)
nd.dot(X, nd.transpose(Y))
nd.dot(X, Y, transpose_b=True)
nd.dot(X, Y, transpose_a=True)
nd.dot(V, W)
nd.dot(X, V)
nd.dot(T, TABLE)
nd.dot(T, nd.transpose(TABLE), transpose_b=True)
nd.dot(T, X, transpose_a=True)
nd.dot(X, T2, transpose_b=True)
nd.batch_dot(T, T2)
nd.batch_dot(T, T, transpose_b=True)
nd.batch_dot(T, T, transpose_a=True)
nd.batch_dot(T2, T2, transpose_a=True, transpose_b=False)
nd.batch_dot(T3, T3, transpose_b=True)
nd.FullyConnected(X, FC, C5, num_hidden=5)
nd.FullyConnected(X, FC, no_bias=True, num_hidden=5)
nd.FullyConnected(T, FC12, C5, num_hidden=5)
nd.FullyConnected(T2, FC, C5, num_hidden=5, flatten=False)
nd.FullyConnected(data=X, weight=FC, bias=C5, num_hidden=5, name='fc')
nd.Convolution(IMAGE, K2, C6, kernel=(3, 3), num_filter=6)
nd.Convolution(IMAGE, K2, kernel=(3, 3), num_filter=6, no_bias=True, stride=(2, 2), pad=(1, 1))
nd.Convolution(WIDE, K2, C6, kernel=(3, 3), num_filter=6, dilate=(2, 1), pad=(2, 0))
nd.Convolution(IMAGE, KG, D4, kernel=(3, 3), num_filter=4, num_group=2, pad=(1, 1))
nd.Convolution(IMAGE, KD, D4, kernel=(3, 3), num_filter=4, num_group=4)
nd.Convolution(LINE, K1, C6, kernel=(3,), num_filter=6, stride=(2,), pad=(1,))
nd.Convolution(CUBE, K3, C3, kernel=(2, 2, 2), num_filter=3)
nd.Convolution(data=IMAGE, weight=K2, bias=C6, kernel=(3, 3), num_filter=6, layout='NCHW', name='conv', cudnn_tune='off')
nd.Deconvolution(IMAGE, KT, kernel=(3, 3), num_filter=3)
nd.Deconvolution(IMAGE, KT, C3, kernel=(3, 3), num_filter=3, no_bias=False, stride=(2, 2), pad=(1, 1), adj=(1, 1))
nd.Deconvolution(IMAGE, K4, kernel=(4, 4), num_filter=4, num_group=4, stride=(2, 2), pad=(1, 1))
nd.Deconvolution(IMAGE, KT, kernel=(3, 3), num_filter=3, dilate=(2, 2))
{chr(10).join(f"train nd.Pooling(WIDE, kernel=({k}), pool_type='{t}', {o})" for t in ("max", "avg", "sum") for k, o in (("2, 2", "stride=(2, 2)"), ("3, 3", "stride=(2, 2), pad=(1, 1)"), ("3, 2", "stride=(2, 1), pooling_convention='full'"), ("3, 3", "stride=(2, 2), pad=(1, 1), pooling_convention='full'"), ("2, 3", "pad=(0, 1)")))}
train nd.Pooling(WIDE, kernel=(3, 3), pool_type='avg', stride=(2, 2), pad=(1, 1), count_include_pad=False)
train nd.Pooling(WIDE, kernel=(3, 3), pool_type='avg', stride=(2, 2), pad=(1, 1), count_include_pad=False, pooling_convention='full')
train nd.Pooling(WIDE, kernel=(2, 2), pool_type='max', stride=(3, 3), pooling_convention='full')
train nd.Pooling(WIDE, kernel=(2, 2), pool_type='avg', stride=(4, 3), pooling_convention='full')
train nd.Pooling(WIDE, global_pool=True, pool_type='avg')
train nd.Pooling(WIDE, global_pool=True, pool_type='max', kernel=(2, 2))
train nd.Pooling(WIDE, kernel=(2, 2), pool_type='lp', p_value=2, stride=(2, 2))
train nd.Pooling(LINE, kernel=(3,), pool_type='max', stride=(2,), pad=(1,))
train nd.Pooling(LINE, kernel=(3,), pool_type='avg', stride=(2,), pooling_convention='full')
train nd.Pooling(CUBE, kernel=(2, 2, 2), pool_type='avg', stride=(2, 2, 2))
nd.contrib.AdaptiveAvgPooling2D(WIDE, output_size=(3, 4))
nd.contrib.AdaptiveAvgPooling2D(WIDE, output_size=2)
nd.contrib.AdaptiveAvgPooling2D(WIDE)
nd.contrib.BilinearResize2D(IMAGE, height=8, width=3)
nd.contrib.BilinearResize2D(IMAGE, height=8, width=7, align_corners=False)
nd.contrib.BilinearResize2D(IMAGE, height=2, width=1)
nd.contrib.BilinearResize2D(IMAGE, height=2, width=1, align_corners=False)
nd.contrib.BilinearResize2D(IMAGE, scale_height=2, scale_width=1.5)
nd.contrib.BilinearResize2D(IMAGE, scale_height=2, scale_width=2, mode='odd_scale')
nd.contrib.BilinearResize2D(WIDE, scale_height=0.5, scale_width=0.5, mode='odd_scale')
nd.contrib.BilinearResize2D(IMAGE, WIDE, mode='like')
nd.contrib.BilinearResize2D(WIDE, mode='to_even_up')
nd.contrib.BilinearResize2D(WIDE, mode='to_even_down')
nd.contrib.BilinearResize2D(WIDE, mode='to_odd_up')
nd.contrib.BilinearResize2D(WIDE, mode='to_odd_down')
nd.UpSampling(IMAGE, scale=2, sample_type='nearest')
nd.UpSampling(IMAGE, scale=3, sample_type='nearest', num_args=1)
nd.UpSampling(IMAGE, nd.repeat(nd.repeat(IMAGE, 2, axis=2), 2, axis=3), scale=2, sample_type='nearest', num_args=2)
nd.UpSampling(IMAGE, nd.repeat(nd.repeat(IMAGE, 2, axis=2), 2, axis=3), scale=2, sample_type='nearest', multi_input_mode='sum', num_args=2)
nd.UpSampling(IMAGE, K4, scale=2, sample_type='bilinear', num_filter=4, num_args=2)
nd.BatchNorm(IMAGE, C4, D4, M4, Q4)
nd.BatchNorm(IMAGE, C4, D4, M4, Q4, fix_gamma=False, eps=1e-5)
nd.BatchNorm(T2, C4, D4, M4, Q4, fix_gamma=False, use_global_stats=True)
nd.BatchNorm(T, C4, D4, M4, Q4, fix_gamma=False, axis=-1, eps=1e-4)
nd.contrib.SyncBatchNorm(IMAGE, C4, D4, M4, Q4, key='k')
train nd.BatchNorm(IMAGE, C4, D4, M4, Q4)
train nd.BatchNorm(IMAGE, C4, D4, M4, Q4, fix_gamma=False, eps=1e-5)
train nd.BatchNorm(T, C4, D4, M4, Q4, fix_gamma=False, axis=-1)
train nd.BatchNorm(IMAGE, C4, D4, M4, Q4, fix_gamma=False, use_global_stats=True)
nd.LayerNorm(T, C4, D4)
nd.LayerNorm(T2, C4, D4, axis=1, eps=1e-3)
nd.LayerNorm(T, C4, D4, output_mean_var=True)
nd.InstanceNorm(IMAGE, C4, D4)
nd.InstanceNorm(LINE, C4, D4, eps=1e-5)
nd.GroupNorm(IMAGE, G2, G2, num_groups=2)
nd.GroupNorm(LINE, C4, D4, num_groups=4, eps=1e-3)
nd.L2Normalization(IMAGE)
nd.L2Normalization(IMAGE, mode='channel')
nd.L2Normalization(IMAGE, mode='spatial', eps=1e-3)
nd.L2Normalization(X)
nd.LRN(IMAGE, nsize=3)
nd.LRN(IMAGE, alpha=0.1, beta=0.5, knorm=1, nsize=5)
{chr(10).join(f"nd.Activation({x}, act_type='{t}')" for t in ("relu", "sigmoid", "tanh", "softrelu", "softsign") for x in ("X", "EDGES"))}
nd.Activation(X, 'relu', name='act')
nd.LeakyReLU(EDGES)
nd.LeakyReLU(X, slope=0.1)
nd.LeakyReLU(X, act_type='elu')
nd.LeakyReLU(EDGES, act_type='elu', slope=1.0)
nd.LeakyReLU(EDGES, act_type='selu')
nd.LeakyReLU(EDGES, act_type='gelu')
nd.LeakyReLU(IMAGE, C4, act_type='prelu')
nd.LeakyReLU(X, V, act_type='prelu')
nd.LeakyReLU(T3, ONE.reshape((-1,)).slice_axis(axis=0, begin=0, end=1), act_type='prelu')
nd.softmax(X)
nd.softmax(T, axis=1)
nd.softmax(T, axis=0, temperature=2.5)
nd.softmax(X, L2, use_length=True)
nd.softmax(X, dtype='float16')
T.softmax(axis=-1)
nd.log_softmax(X)
nd.log_softmax(T, axis=1, temperature=0.5)
X.log_softmax(axis=0)
nd.softmin(T, axis=1)
nd.SoftmaxActivation(X)
nd.SoftmaxActivation(IMAGE, mode='channel')
nd.SoftmaxOutput(X, CLASSES)
nd.SoftmaxOutput(X, CLASSES, grad_scale=2.0, normalization='batch')
nd.SoftmaxOutput(X, IGN, use_ignore=True, ignore_label=-1)
nd.SoftmaxOutput(X, IGN, use_ignore=True, ignore_label=-1, normalization='valid')
nd.SoftmaxOutput(X, CLASSES, normalization='valid')
nd.SoftmaxOutput(X, CLASSES, smooth_alpha=0.1)
nd.SoftmaxOutput(SOFT, SOFTL, multi_output=True)
nd.SoftmaxOutput(SOFT, SOFTL, multi_output=True, use_ignore=True, ignore_label=1, normalization='valid')
nd.SoftmaxOutput(SOFT, SOFTL, multi_output=True, normalization='batch', grad_scale=0.5)
nd.SoftmaxOutput(T2, nd.BlockGrad(SOFTL), preserve_shape=True)
nd.SoftmaxOutput(X, PROB)
nd.Softmax(X, CLASSES)
nd.LinearRegressionOutput(X, Y)
nd.LinearRegressionOutput(X, Y, grad_scale=2.0)
nd.LinearRegressionOutput(V, W)
nd.LogisticRegressionOutput(X, PROB)
nd.LogisticRegressionOutput(X, PROB, grad_scale=0.5)
nd.MAERegressionOutput(X, Y)
nd.make_loss(P * P)
nd.MakeLoss(P * P)
nd.MakeLoss(P, grad_scale=2.0, normalization='batch')
nd.Dropout(X)
nd.Dropout(X, p=0.25)
train nd.Dropout(X, p=0.0)
nd.RNN(RNN_X, RNN_P1, RNN_H, state_size=2, num_layers=1, mode='rnn_tanh')
nd.RNN(RNN_X, RNN_P1, RNN_H, state_size=2, num_layers=1, mode='rnn_relu', state_outputs=True)
nd.RNN(RNN_X, RNN_P4, RNN_H, RNN_C, state_size=2, num_layers=1, mode='lstm', state_outputs=True)
nd.RNN(RNN_X, RNN_P3, RNN_H, state_size=2, num_layers=1, mode='gru', state_outputs=True)
nd.RNN(RNN_X, RNN_P4B, RNN_H4, RNN_C4, state_size=2, num_layers=2, bidirectional=True, mode='lstm', state_outputs=True)
nd.CTCLoss(FRAMES, LABELS)
nd.ctc_loss(FRAMES, LABELS_LAST, blank_label='last')
nd.CTCLoss(FRAMES, LABELS, FL, LL, use_data_lengths=True, use_label_lengths=True)
nd.linalg.gemm2(X, Y, transpose_b=True)
nd.linalg.gemm2(T, T2, alpha=0.5)
nd.linalg.gemm2(T, T, transpose_a=True)
nd.linalg.gemm(X, Y, RECT, transpose_a=True, alpha=2.0, beta=0.5)
nd.linalg.syrk(X)
nd.linalg.syrk(X, transpose=True, alpha=0.5)
nd.linalg.potrf(SPD)
nd.linalg.trsm(RECT, TABLE.slice_axis(axis=0, begin=0, end=3), alpha=2.0)
nd.linalg.trmm(RECT, TABLE, rightside=True)
nd.linalg.trmm(RECT, RECT, transpose=True, alpha=0.5)
nd.linalg.det(RECT)
nd.linalg.slogdet(RECT)
nd.linalg.inverse(RECT)
nd.linalg.sumlogdiag(SPD)
nd.linalg.extractdiag(RECT)
nd.linalg.extractdiag(RECT, offset=1)
nd.linalg_gemm2(X, Y, transpose_b=True)
nd.linalg_gemm(X, Y, RECT, transpose_a=True, alpha=2.0, beta=0.5)
nd.linalg_syrk(X)
nd.linalg_potrf(SPD)
nd.linalg_trsm(RECT, TABLE.slice_axis(axis=0, begin=0, end=3), alpha=2.0)
nd.linalg_trmm(RECT, TABLE, rightside=True)
nd.linalg_det(RECT)
nd.linalg_slogdet(RECT)
nd.linalg_inverse(RECT)
nd.linalg_sumlogdiag(SPD)
nd.linalg_extractdiag(RECT)
nd.contrib.interleaved_matmul_selfatt_qk(QKV, heads=2)
nd.contrib.interleaved_matmul_selfatt_valatt(QKV, ATT, heads=2)
nd.contrib.interleaved_matmul_encdec_qk(Q, KV, heads=2)
nd.contrib.interleaved_matmul_encdec_valatt(KV, ATT, heads=2)
nd.contrib.box_iou(BOXES, BOXES2)
nd.contrib.box_iou(BOXES, BOXES2, format='center')
nd.zeros_like(I)
nd.zeros_like(X, dtype='int32')
nd.ones_like(H)
X.zeros_like()
nd.zeros((2, 3))
nd.zeros(3, dtype='int32')
nd.zeros(shape=(2,), ctx=mx.cpu(), dtype='float16')
nd.ones((2, 1))
nd.ones(2, dtype='int32')
nd.full((2, 2), 3)
nd.full((2,), 1.5, dtype='int32')
nd.full(shape=3, val=2)
nd.arange(5)
nd.arange(1, 4, 0.5)
nd.arange(2, 8, step=3, repeat=2, dtype='int32')
nd.arange(0, 1, 0.1)
nd.linspace(0, 1, 5)
nd.linspace(1, 3, 4, endpoint=False)
nd.eye(3)
nd.eye(2, 3, k=1)
nd.array([[1, 2], [3, 4]])
nd.array([1.5, 2], dtype='int32')
nd.array(I)
nd.array(3.5)
X.shape
X.size
X.ndim
X.dtype == np.float32
X.dtype == 'float32'
I.dtype == np.int32
X.stype
str(X.context)
X.ctx == mx.cpu()
X.context == mx.gpu()
{chr(10).join(f"X.{n}()" for n in words("exp expm1 cbrt sin cos tan arctan sinh cosh tanh arcsinh degrees radians sigmoid relu abs floor ceil trunc fix round rint square sign ones_like nanprod argmax_channel sort diag shape_array size_array softmin as_nd_ndarray"))}
{chr(10).join(f"P.{n}()" for n in words("log log2 log10 log1p sqrt rsqrt rcbrt reciprocal"))}
{chr(10).join(f"U.{n}()" for n in words("arcsin arccos arctanh"))}
nd.identity(P + 1).arccosh()
V.reshape_like(W)
X.flip(axis=1)
T.split_v2(2, axis=2)
ONE.broadcast_axes(axis=1, size=3)
IMAGE.depth_to_space(2)
T3.space_to_depth(1)
IMAGE.pad(mode='edge', pad_width=(0, 0, 0, 0, 1, 2, 2, 1))
X[0]
X[-1]
X[0, 1]
X[:, 1]
X[1:2]
T[:, 1:, ::2]
T[..., 0]
T[0, ..., 1]
X[None]
T[::-1]
X[nd.array([1, 0, 1])]
X[[1, 0]]
X[nd.array([0, 1]), nd.array([2, 0])]
T[:, nd.array([2, 0])]
X[X > 0]
"""

NP = f"""
{chr(10).join(f"mnp.{n}({x})" for n in words("exp expm1 sin cos tan arctan sinh cosh tanh arcsinh cbrt degrees radians floor ceil trunc fix rint abs square sign negative around") for x in ("X", "EDGES", "I"))}
{chr(10).join(f"mnp.{n}(P)" for n in words("log log2 log10 log1p sqrt reciprocal"))}
{chr(10).join(f"mnp.{n}(U)" for n in words("arcsin arccos arctanh"))}
mnp.arccosh(P + 1)
mnp.absolute(X)
mnp.round(X, 1)
{chr(10).join(f"mnp.{n}({a})" for n in words("add subtract multiply mod power maximum minimum hypot arctan2 equal not_equal greater greater_equal less less_equal") for a in ("P, Y", "P, ROW", "ONE, ROW", "P, 2") if not (n in ("power",) and a[:3] == "ONE"))}
{chr(10).join(f"mnp.{n}(X, 0.5)" for n in words("divide true_divide remainder"))}
mnp.divide(I, 2)
{chr(10).join(f"X {o} {y}" for o in OPERATORS + COMPARISONS for y in ("Y", "ROW", "0.5", "2"))}
{chr(10).join(f"{x} {o} X" for o in OPERATORS + COMPARISONS for x in ("1.5", "2"))}
{chr(10).join(f"I {o} {y}" for o in OPERATORS + COMPARISONS for y in ("J", "2", "2.5"))}
{chr(10).join(f"X {o} I" for o in ("+", "-", "*", "/"))}
X ** 2
P ** Y
2 ** X
I ** 2
-X
abs(X)
X @ FC.T
(X > 0) * Y
(X > 0) + (Y > 0)
{chr(10).join(f"mnp.{n}({a})" for n in words("sum mean max min prod std var") for a in ("X", "T, axis=1", "T, axis=-1, keepdims=True", "T, axis=(0, 2)", "T, 1"))}
{chr(10).join(f"T.{n}({a})" for n in words("sum mean max min prod std var") for a in ("", "axis=1", "axis=(0, 1), keepdims=True"))}
mnp.sum(I)
mnp.mean(I)
mnp.sum(X > 0)
mnp.max(TIES, axis=1)
mnp.var(X, axis=1, ddof=1)
mnp.std(T, ddof=1)
mnp.average(T, axis=1)
mnp.any(X > 0)
mnp.all(X > 0, axis=1)
(X > 0).any()
(X > 0).all(axis=0)
{chr(10).join(f"mnp.{n}({a})" for n in ("argmax", "argmin", "argsort") for a in ("T, axis=1", "X, axis=-1", "T, axis=0"))}
mnp.argmax(X)
X.argmax()
X.argmax(axis=1)
X.argmin(axis=0)
X.argsort()
mnp.sort(T, axis=1)
mnp.cumsum(X)
mnp.cumsum(T, axis=1)
mnp.cumsum(X > 0, axis=1)
(X > 0).cumsum()
mnp.where(X > 0, Y > 0, 0.5)
X.cumsum(axis=0)
mnp.clip(X, -0.5, 0.5)
mnp.clip(EDGES, -1, 1.5)
X.clip(0, 1)
X.round()
mnp.where(X > 0, I, 0)
(X > 0) + 1
(X > 0) * 2.5
(X > 0) / 2
(X > 0).sum()
(X > 0).mean()
(X > 0) * I
mnp.where(X > 0, X, Y)
mnp.where(CONDITION, ROW, ONE)
mnp.isnan(HOLES)
mnp.isinf(HOLES)
mnp.isfinite(HOLES)
mnp.logical_not(X > 0)
mnp.array([[1, 2], [3, 4]])
mnp.array([1.5, 2], dtype='int32')
mnp.array(2)
mnp.array(I)
mnp.zeros((2, 3))
mnp.zeros(3, dtype='int32')
mnp.ones((2, 3))
mnp.ones(2, ctx=mx.cpu())
mnp.full((2,), 3)
mnp.full((2,), 3.5, dtype='int32')
mnp.zeros_like(I)
mnp.ones_like(X)
mnp.full_like(X, 2)
mnp.arange(5)
mnp.arange(1, 5, 2, dtype='int32')
mnp.arange(0, 1, 0.25)
mnp.linspace(0, 1, 5)
mnp.linspace(0, 1, num=4, endpoint=False)
mnp.eye(3)
mnp.eye(2, 3, k=1)
mnp.identity(2)
mnp.expand_dims(X, 1)
mnp.expand_dims(X, axis=-1)
mnp.squeeze(mnp.expand_dims(X, 1), axis=1)
mnp.squeeze(mnp.expand_dims(X, 1))
mnp.reshape(T, (-1, 4))
mnp.reshape(T, -1)
mnp.ravel(T)
mnp.transpose(T)
mnp.transpose(T, (1, 0, 2))
mnp.swapaxes(T, 0, 2)
mnp.moveaxis(T, 0, 2)
mnp.concatenate([X, Y])
mnp.concatenate((X, Y), axis=1)
mnp.stack([X, Y])
mnp.stack((X, Y), axis=-1)
mnp.vstack([X, Y])
mnp.hstack([X, Y])
mnp.split(T, 2, axis=2)
mnp.split(T, (1,), axis=1)
mnp.array_split(V, 2)
mnp.tile(X, 2)
mnp.tile(X, (2, 1))
mnp.repeat(X, 2)
mnp.repeat(X, 2, axis=1)
mnp.broadcast_to(V, (2, 3))
mnp.flip(X, 1)
mnp.roll(X, 1)
mnp.roll(X, 1, axis=1)
mnp.pad(X, ((1, 1), (0, 2)))
mnp.tril(X)
mnp.tril(X, k=-1)
mnp.diag(V)
mnp.diag(X, k=1)
mnp.copy(X)
mnp.take(TABLE, mnp.array([0, 2], dtype='int32'), axis=0)
mnp.take(X, mnp.array([0, 2]), axis=1)
mnp.take(TABLE, AT, axis=0, mode='clip')
mnp.take(TABLE, AT, axis=0, mode='wrap')
X.take(mnp.array([0, 4]))
mnp.dot(X, T2[0].T)
mnp.dot(V, W)
mnp.dot(X, V)
X.dot(V)
mnp.matmul(T, T2)
mnp.matmul(X, FC.T)
mnp.inner(V, W)
mnp.outer(V, W)
mnp.tensordot(X, Y, axes=((1,), (1,)))
mnp.tensordot(X, TABLE, axes=([1], [1]))
mnp.einsum('ij,kj->ik', X, Y)
mnp.einsum('bij,bjk->bik', T, T2)
mnp.meshgrid(V, W)
mnp.trace(RECT)
mnp.trace(J.astype("int8"))
mnp.linalg.norm(X)
mnp.linalg.norm(X, axis=1)
mnp.linalg.norm(T, axis=-1, keepdims=True)
mnp.linalg.det(RECT)
mnp.linalg.inv(RECT)
X.reshape(3, 2)
X.reshape((3, -1))
X.reshape(-1)
X.transpose()
T.transpose(1, 0, 2)
T.transpose((2, 0, 1))
X.T
T.swapaxes(0, 1)
ONE.squeeze(axis=1)
ONE.squeeze()
T.flatten()
X.repeat(2, axis=0)
X.astype('int32')
X.astype('float16')
X.astype('bool')
X.copy()
X.detach()
X.as_in_ctx(mx.cpu())
X.as_in_context(mx.cpu())
X.as_np_ndarray()
X.astype('float32', copy=False)
X.shape
X.size
X.ndim
X.dtype == mnp.float32
str(X.ctx)
X.context == mx.cpu()
X[0]
X[0, 1]
T[:, 1:, ::2]
X[None]
X[mnp.array([1, 0], dtype='int32')]
X[mnp.array([1, 0])]
X.clip(min=0)
X.clip(max=0.5)
T[..., -1]
mnp.pi
mnp.inf
mnp.nan
mnp.newaxis
mnp.e
npx.relu(X)
npx.sigmoid(X)
npx.erf(X)
npx.erfinv(U)
npx.gamma(P)
npx.gammaln(P)
npx.smooth_l1(X)
npx.activation(X, act_type='softrelu')
npx.leaky_relu(X, act_type='elu', slope=0.5)
npx.softmax(X)
npx.softmax(T, axis=1)
npx.softmax(X, L2, use_length=True)
npx.log_softmax(X, axis=0)
npx.one_hot(CLASSES, 3)
npx.pick(X, CLASSES)
npx.topk(X, k=2)
npx.topk(T, k=1, ret_typ='value', axis=1)
npx.arange_like(T, axis=1)
npx.arange_like(X)
npx.batch_dot(T, T2)
npx.batch_dot(T, T, transpose_b=True)
npx.gather_nd(T, ND)
npx.slice(T, begin=(0, 1), end=(1, 3))
npx.cast(X, dtype='int32')
npx.reshape_like(T, T2)
npx.shape_array(T)
npx.batch_norm(IMAGE, C4, D4, M4, Q4, fix_gamma=False)
train npx.batch_norm(IMAGE, C4, D4, M4, Q4, fix_gamma=False)
npx.convolution(IMAGE, K2, C6, kernel=(3, 3), num_filter=6)
npx.deconvolution(IMAGE, KT, kernel=(3, 3), num_filter=3)
npx.dropout(X)
npx.embedding(AT2, TABLE, input_dim=4, output_dim=3)
npx.fully_connected(X, FC, C5, num_hidden=5)
npx.fully_connected(T2, FC, C5, num_hidden=5, flatten=False)
npx.layer_norm(T, C4, D4)
train npx.pooling(WIDE, kernel=(2, 2), stride=(2, 2), pool_type='max')
npx.rnn(RNN_X, RNN_P4, RNN_H, RNN_C, state_size=2, num_layers=1, mode='lstm', state_outputs=True)
npx.sequence_mask(SEQ, LENGTHS, use_sequence_length=True, value=-1)
npx.batch_flatten(T)
npx.reshape(T, (-2, -4))
npx.reshape(T, (-5, -4))
npx.reshape(T, (-2, -6, 1, 3, -4))
npx.reshape(T, (-2, -6, -1, 3, -2))
npx.reshape(T, (-1, -2))
npx.reshape(ROW, (-3, -1))
npx.reshape(T3, (-4, -5), reverse=True)
npx.reshape(T3, (-4, -2, 2, 2, -6), reverse=True)
npx.reshape(T, -1)
"""
