"""Calls of Paddle's functions, methods and operators, as it takes them: one line a case. Capital names are inputs."""

import numpy as np


def drawn(*shape):
    return np.random.RandomState(sum(shape) + len(shape)).uniform(-1.5, 1.5, shape).astype(np.float32)


def lines(text):
    return [line.strip() for line in text.strip().splitlines() if line.strip()]


INPUTS = {
    "X": drawn(2, 3),
    "Y": (drawn(2, 3)[:, ::-1] + np.float32(0.3)).copy(),
    "P": np.abs(drawn(2, 3)) + np.float32(0.3),
    "U": drawn(2, 3) / 2,
    "EDGES": np.array([-2.5, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2.5], np.float32),
    "HOLES": np.array([[1, np.nan, 3], [np.inf, 2, -np.inf]], np.float32),
    "I": np.array([[3, -7, 2], [1, 5, -4]], np.int64),
    "J": np.array([[2, 3, -2], [4, -3, 1]], np.int64),
    "N": np.array([[2, 3, 2], [4, 3, 1]], np.int32),
    "B": np.array([[True, False, True], [False, False, True]]),
    "C": np.array([[True, True, False], [False, True, True]]),
    "H": drawn(2, 3).astype(np.float16),
    "V": np.array([0.5, -1.25, 2.0], np.float32),
    "W": np.array([1.5, 0.75, -0.5], np.float32),
    "T": drawn(2, 3, 4),
    "T2": drawn(2, 4, 3),
    "ONE": drawn(2, 1, 3),
    "M": drawn(3, 3) + 3 * np.eye(3, dtype=np.float32),
    "K": np.array([1, 0], np.int64),
    "L": np.array([2, 0, 1], np.int64),
    "AT": np.array([[0, 2, 1], [2, 0, 0]], np.int64),
    "ND": np.array([[0, 1], [1, 2], [0, 1]], np.int64),
    "Z": drawn(2, 3) + 1j * drawn(3, 2).reshape(2, 3),
    "S": np.array(0.5, np.float32),
    "IMAGE": drawn(2, 4, 5, 5),
    "LAST": drawn(2, 5, 5, 4),
    "LINE": drawn(2, 4, 8),
    "CUBE": drawn(1, 2, 4, 4, 3),
    "K1": drawn(6, 4, 3) / 2,
    "K2": drawn(6, 4, 3, 3) / 3,
    "K3": drawn(3, 2, 2, 2, 2) / 2,
    "KG": drawn(4, 2, 3, 3) / 2,
    "KT": drawn(4, 3, 3, 3) / 3,
    "KT1": drawn(4, 3, 3) / 3,
    "KT3": drawn(2, 3, 2, 2, 2) / 3,
    "C3": np.array([0.1, -0.2, 0.3], np.float32),
    "C4": np.array([0.5, 1.5, -0.5, 2.0], np.float32),
    "D4": np.array([0.25, 0.5, 1.0, 0.1], np.float32),
    "T4": drawn(2, 3, 4, 5),
    "MASK": drawn(2, 4, 3, 3),
    "TABLE": drawn(5, 3),
}  # fmt: skip

UNARY = [
    "sqrt",
    "rsqrt",
    "exp",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "atanh",
    "erf",
    "erfinv",
    "lgamma",
    "digamma",
    "reciprocal",
    "abs",
    "neg",
    "square",
    "sign",
    "floor",
    "ceil",
    "trunc",
    "sigmoid",
    "isnan",
    "isinf",
    "isfinite",
    "logical_not",
    "deg2rad",
    "rad2deg",
    "frac",
    "conj",
    "real",
    "imag",
    "angle",
    "logit",
]
OF_POSITIVE = frozenset(["sqrt", "rsqrt", "log", "log2", "log10", "log1p", "lgamma", "digamma"])
INSIDE = frozenset(["asin", "acos", "atanh", "erfinv"])
OF_INTEGERS = [
    "sqrt",
    "exp",
    "log",
    "sin",
    "tanh",
    "abs",
    "square",
    "sign",
    "floor",
    "ceil",
    "trunc",
    "isnan",
    "isfinite",
    "logical_not",
]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "mod",
    "floor_mod",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "atan2",
    "equal",
    "not_equal",
    "less_than",
    "less_equal",
    "greater_than",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
]
OF_PAIRS = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "maximum",
    "minimum",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "equal",
    "less_than",
]


def unary():
    for name in UNARY:
        of = "P" if name in OF_POSITIVE else "U" if name in INSIDE else "HOLES" if name.startswith("is") else "X"
        if name == "logit":
            of = "(U * U + 0.1)"
        if name in ("real", "imag", "angle"):
            of = "Z"
        yield f"paddle.{name}({of})"
        yield f"{of}.{name}()"
        if name in ("abs", "neg", "floor", "ceil", "trunc", "sign", "sigmoid", "square"):
            yield f"paddle.{name}(EDGES)"
    yield from (f"paddle.{name}(N)" for name in OF_INTEGERS)
    yield from ("paddle.acosh(P + 1)", "(P + 1).acosh()", "paddle.bitwise_not(I)", "I.bitwise_not()", "paddle.abs(I)")


def binary():
    for name in BINARY:
        yield f"paddle.{name}(X, Y)"
        yield f"X.{name}(Y)"
    for name in OF_PAIRS:
        yield f"paddle.{name}(I, J)"
        yield f"I.{name}(J)"
    yield from (
        "paddle.add(X, V)",
        "paddle.multiply(T, ONE.reshape([2, 3, 1]))",
        "paddle.divide(I, J)",
        "paddle.pow(P, 2)",
    )
    yield from ("paddle.pow(P, Y)", "P.pow(3)", "paddle.logical_and(B, C)", "B.logical_or(C)", "paddle.heaviside(X, Y)")
    yield from ("X.heaviside(Y)", "paddle.hypot(X, Y)", "X.hypot(Y)")


OPERATORS = lines("""
    X + Y
    X - 1
    2 - X
    X * 0.5
    X / Y
    1 / P
    X // 0.5
    X % 0.7
    X ** 2
    P ** 0.5
    2 ** X
    -X
    abs(X)
    X @ Y.T
    X > Y
    X >= 0
    X < 0.5
    X == X
    X != Y
    I + J
    I * 2
    I / J
    I // J
    I % J
    I + 1.5
    I / 2
    N ** 2
    I > 1
    B & C
    B | C
    B ^ C
    ~B
    I & J
    I | J
    I ^ J
    B + 1
    H * 2
    H + X
    X[0]
    X[:, 1]
    X[..., -1]
    T[:, None]
    T[1, ::2]
    X[0, 0]
    X[K]
    X[:, L]
    X.T
    T.mT
""")

SHAPES = lines("""
    paddle.reshape(T, [3, 8])
    paddle.reshape(T, [0, -1])
    paddle.reshape(T, (2, -1))
    paddle.reshape(T, shape=[0, 0, 2, 2])
    T.reshape([0, -1])
    T.reshape([-1])
    T.reshape(6, 4)
    T.reshape((4, 6))
    T.reshape([T.shape[0], -1])
    paddle.flatten(T)
    paddle.flatten(T, 1)
    paddle.flatten(T, start_axis=0, stop_axis=1)
    T.flatten()
    T.flatten(1)
    T.flatten(0, 1)
    paddle.flatten(S)
    paddle.unflatten(T, 2, [2, -1])
    T.unflatten(2, [2, 2])
    paddle.transpose(T, [2, 0, 1])
    paddle.transpose(T, perm=(0, 2, 1))
    T.transpose([2, 0, 1])
    T.transpose((0, 2, 1))
    T.transpose(0, 1)
    T.transpose(perm=[0, 2, 1])
    X.t()
    paddle.t(X)
    paddle.moveaxis(T, 0, 2)
    T.moveaxis(0, 2)
    paddle.swapaxes(T, 0, 2)
    T.swapaxes(1, 2)
    paddle.squeeze(ONE)
    paddle.squeeze(ONE, 1)
    paddle.squeeze(ONE, axis=[0, 1])
    ONE.squeeze()
    ONE.squeeze(1)
    ONE.squeeze(axis=0)
    paddle.unsqueeze(X, 0)
    paddle.unsqueeze(X, [0, 2])
    paddle.unsqueeze(X, axis=[2, 0])
    X.unsqueeze(-1)
    X.unsqueeze([0, 1])
    X.unsqueeze(axis=1)
    paddle.expand(ONE, [2, 4, 3])
    paddle.expand(ONE, [-1, 4, -1])
    ONE.expand([2, 4, 3])
    ONE.expand([-1, 2, -1])
    V.expand([2, 3])
    paddle.broadcast_to(V, [2, 3])
    V.broadcast_to([2, 3])
    paddle.expand_as(V, X)
    V.expand_as(X)
    paddle.broadcast_tensors([X, V])
    paddle.tile(X, [2, 1])
    paddle.tile(X, repeat_times=[2])
    X.tile([1, 2])
    paddle.repeat_interleave(X, 2, axis=1)
    X.repeat_interleave(2, 0)
    paddle.roll(T, 1)
    paddle.roll(T, shifts=2, axis=1)
    paddle.roll(T, [1, -1], axis=[0, 2])
    T.roll(1, axis=0)
    T.roll([1, 2], axis=(1, 2))
    paddle.flip(T, [0])
    paddle.flip(T, axis=[1, 2])
    T.flip(0)
    T.flip([1])
    paddle.rot90(X)
    paddle.rot90(T, 2, [1, 2])
    paddle.split(T, 2, axis=2)
    paddle.split(T, [1, 2, -1], axis=2)
    paddle.split(T, num_or_sections=3, axis=1)
    T.split(2)
    T.split([1, -1], axis=1)
    paddle.chunk(T, 2, axis=2)
    T.chunk(3, axis=1)
    paddle.unstack(T)
    paddle.unstack(T, axis=1)
    T.unstack(axis=2)
    paddle.unbind(T, axis=1)
    T.unbind(1)
    paddle.concat([X, Y])
    paddle.concat([X, Y], axis=1)
    paddle.concat(x=[X, Y], axis=-1)
    paddle.stack([X, Y])
    paddle.stack([X, Y], axis=-1)
    paddle.crop(T, [1, 2, 3], [1, 0, 1])
    paddle.crop(T, shape=[2, -1, 2], offsets=[0, 1, 2])
    paddle.slice(T, [0, 2], [0, 1], [1, 3])
    paddle.slice(T, axes=[1], starts=[-2], ends=[100])
    paddle.strided_slice(T, [2], [0], [4], [2])
    paddle.reshape(X, [paddle.shape(X)[0], -1])
    paddle.numel(X)
    X.numel()
    paddle.rank(T)
    X.rank()
    paddle.gather(X, L, axis=1)
    paddle.gather(X, K)
    X.gather(K)
    X.gather(L, axis=1)
    paddle.gather_nd(X, ND)
    X.gather_nd(ND)
    paddle.index_select(X, L, axis=1)
    X.index_select(K)
    paddle.index_sample(X, AT)
    paddle.take_along_axis(X, AT, 1)
    paddle.take_along_axis(X, AT[:, :1], axis=1)
    X.take_along_axis(AT, 1)
    paddle.put_along_axis(X, AT[:, :1], 9.0, 1)
    paddle.put_along_axis(X, AT, Y, axis=1, reduce='add')
    X.put_along_axis(AT[:, :1], Y[:, :1], 1)
    paddle.scatter(X, K, Y)
    paddle.scatter(X, K, Y, overwrite=False)
    X.scatter(K, Y)
    paddle.scatter_nd_add(X, ND, V)
    paddle.diag(V)
    paddle.diag(M, offset=1)
    paddle.diagflat(V)
    paddle.diagonal(T, axis1=1, axis2=2)
    M.diagonal()
    paddle.tril(M)
    paddle.tril(X, diagonal=-1)
    M.tril()
    paddle.triu(M, 1)
    M.triu(-1)
    paddle.trace(M)
    paddle.matmul(X, Y, transpose_y=True)
    paddle.matmul(X, Y, transpose_x=True)
    paddle.matmul(T, T2)
    paddle.matmul(V, W)
    X.matmul(Y.T)
    X.matmul(Y, transpose_y=True)
    paddle.mm(X, M)
    X.mm(M)
    paddle.bmm(T, T2)
    T.bmm(T2)
    paddle.mv(M, V)
    paddle.dot(V, W)
    paddle.dot(X, Y)
    V.dot(W)
    paddle.outer(V, W)
    paddle.einsum('ij,kj->ik', X, Y)
    paddle.einsum('bij,bjk->bik', T, T2)
    paddle.addmm(X, X, M)
    paddle.addmm(X, X, M, beta=0.5, alpha=2.0)
    paddle.kron(V, W)
""")

ALONG = lines("""
    paddle.sum(X)
    paddle.sum(T, axis=1)
    paddle.sum(T, axis=[0, 2], keepdim=True)
    paddle.sum(I)
    paddle.sum(N, 1)
    paddle.sum(B)
    X.sum()
    T.sum(-1)
    T.sum(axis=(0, 1))
    I.sum(axis=1, keepdim=True)
    B.sum(0)
    paddle.mean(X)
    paddle.mean(T, [1, 2])
    T.mean(1, keepdim=True)
    T.mean(axis=-1)
    paddle.mean(I)
    paddle.max(T)
    paddle.max(T, axis=1)
    T.max(-1, keepdim=True)
    T.max(axis=[0, 1])
    I.max()
    paddle.min(T, 0)
    T.min()
    paddle.amax(T, 1)
    T.amax(axis=2)
    paddle.amin(T)
    T.amin(0)
    paddle.prod(X)
    paddle.prod(I, axis=1)
    X.prod(1, keepdim=True)
    paddle.all(B)
    paddle.all(B, axis=1)
    B.all(0, keepdim=True)
    paddle.any(B, 1)
    B.any()
    paddle.var(X)
    paddle.var(T, axis=[1, 2])
    paddle.var(X, unbiased=False)
    X.var(1, keepdim=True)
    paddle.std(X, 1)
    X.std()
    X.std(unbiased=False)
    paddle.logsumexp(X)
    paddle.logsumexp(T, axis=[0, 2], keepdim=True)
    X.logsumexp(1)
    paddle.argmax(X)
    paddle.argmax(X, axis=1)
    paddle.argmax(T, axis=-1, keepdim=True)
    paddle.argmax(X, axis=1, dtype='int32')
    X.argmax(0)
    paddle.argmin(X, 1)
    X.argmin()
    paddle.argsort(X)
    paddle.argsort(X, axis=0, descending=True)
    X.argsort(descending=True)
    paddle.sort(X)
    paddle.sort(X, descending=True)
    X.sort(0)
    paddle.topk(X, 2)
    paddle.topk(X, k=1, axis=0)
    paddle.topk(X, 2, largest=False)
    X.topk(2, axis=1)
    paddle.cumsum(X)
    paddle.cumsum(X, axis=1)
    paddle.cumsum(I, 0)
    X.cumsum(-1)
    paddle.cumprod(X, dim=1)
    X.cumprod(0)
    paddle.median(V)
    paddle.median(X, axis=1)
    X.median(1, keepdim=True)
    paddle.norm(X)
    paddle.norm(X, p=1, axis=1)
    paddle.norm(T, p=2, axis=-1, keepdim=True)
    paddle.norm(X, p=float('inf'), axis=0)
    X.norm()
    X.norm(p=2, axis=1)
    paddle.linalg.norm(X, axis=1)
    paddle.add_n([X, Y, X])
    paddle.count_nonzero(X > 0, axis=1)
    paddle.clip(X, -0.5, 0.5)
    paddle.clip(X, min=0.0)
    paddle.clip(I, 0, 3)
    X.clip(-0.5, 0.5)
    X.clip(max=0.2)
    paddle.scale(X, scale=2.0, bias=1.0)
    paddle.scale(X, 2.0, 1.0, bias_after_scale=False)
    X.scale(0.5)
    paddle.round(EDGES)
    EDGES.round()
    paddle.where(B, X, Y)
    paddle.where(X > 0, X, 0.0)
    paddle.where(X > Y, 1.0, X)
    (X > 0).where(X, Y)
    paddle.lerp(X, Y, 0.25)
    X.lerp(Y, 0.5)
    paddle.multiplex([X, Y], K.unsqueeze(-1).astype('int32'))
    paddle.nan_to_num(HOLES)
    paddle.isclose(X, X + 1e-9)
    paddle.allclose(X, X)
    paddle.equal_all(X, X)
    paddle.stanh(X)
    paddle.stanh(X, scale_b=2.0)
    paddle.clip(X, max=0.5)
    paddle.scale(X, bias=1.0)
""")

MADE = lines("""
    paddle.zeros([2, 3])
    paddle.zeros(shape=(2,), dtype='int64')
    paddle.zeros([X.shape[0], 4], dtype=X.dtype)
    paddle.ones([2], 'int32')
    paddle.ones([3])
    paddle.full([2, 2], 1.5)
    paddle.full([2], 1)
    paddle.full([2], 7, dtype='int64')
    paddle.full(shape=[2], fill_value=True)
    paddle.zeros_like(X)
    paddle.zeros_like(I)
    paddle.zeros_like(X, dtype='int64')
    paddle.ones_like(X)
    paddle.full_like(X, 2.5)
    paddle.full_like(I, 3, dtype='float32')
    paddle.arange(4)
    paddle.arange(1, 7, 2)
    paddle.arange(0, 1, 0.25)
    paddle.arange(4, dtype='float32')
    paddle.arange(start=0, end=5)
    paddle.arange(X.shape[1])
    paddle.linspace(0, 1, 5)
    paddle.linspace(-1.0, 1.0, num=3, dtype='float32')
    paddle.eye(3)
    paddle.eye(2, 3, dtype='int32')
    paddle.meshgrid(V, W)
    paddle.meshgrid([V, W])
    paddle.tril_indices(3, 3, 0)
    paddle.triu_indices(3, 3, 1)
    paddle.to_tensor([1.0, 2.0])
    paddle.to_tensor([1, 2])
    paddle.to_tensor(3, dtype='float32')
    paddle.assign(X)
    paddle.clone(X)
    X.clone()
    X.detach()
    X.data
    paddle.cast(X, 'int32')
    paddle.cast(I, dtype='float32')
    paddle.cast(X > 0, 'float32')
    X.astype('int64')
    X.astype(paddle.float16)
    I.astype('bool')
    X.cast('float16')
    I.cast(X.dtype)
    X.cpu()

    paddle.empty_like(X) * 0
    paddle.empty([2, 3]) * 0
    X.contiguous()
""")

FUNCTIONAL = lines("""
    F.relu(EDGES)
    F.relu6(X * 8)
    F.elu(X)
    F.elu(X, alpha=0.5)
    F.celu(X, 0.5)
    F.selu(X)
    F.gelu(X)
    F.gelu(X, approximate=True)
    F.leaky_relu(X)
    F.leaky_relu(X, 0.2)
    F.prelu(IMAGE, C4)
    F.prelu(X, S.reshape([1]))
    F.rrelu(X, training=False)
    F.sigmoid(X)
    F.silu(X)
    F.swish(X)
    F.mish(X)
    F.hardswish(X * 4)
    F.hardsigmoid(X * 4)
    F.hardsigmoid(X, slope=0.2, offset=0.4)
    F.hardtanh(X)
    F.hardtanh(X, -0.5, 0.25)
    F.hardshrink(EDGES)
    F.softshrink(EDGES)
    F.softplus(X)
    F.softplus(X * 20, beta=2, threshold=10)
    F.softsign(X)
    F.tanh(X)
    F.tanhshrink(X)
    F.log_sigmoid(X)
    F.thresholded_relu(EDGES)
    F.thresholded_relu(X, 0.25)
    F.softmax(X)
    F.softmax(T, axis=1)
    F.log_softmax(X)
    F.log_softmax(T, axis=0)
    F.maxout(IMAGE, 2)
    F.glu(T)
    F.swiglu(T)
    F.swiglu(X, Y)
    F.normalize(X)
    F.normalize(T, p=1, axis=2)
    F.linear(X, M)
    F.linear(T2, M, V)
    F.bilinear(X, Y, K1.reshape([2, 12, 3])[:, :3])
    F.embedding(I.abs() % 5, TABLE)
    X.__abs__()
    F.embedding(K, TABLE, padding_idx=0)
    F.one_hot(K, num_classes=4)
    F.one_hot(K, 3)
    F.label_smooth(X)
    F.label_smooth(X, epsilon=0.2)
    F.sequence_mask(L, maxlen=4)
    F.sequence_mask(L, maxlen=3, dtype='float32')
    F.dropout(X, 0.5, training=False)
    F.dropout(X, 0.25, training=False, mode='downscale_in_infer')
    F.dropout2d(IMAGE, training=False)
    F.dropout3d(CUBE, training=False)
    F.alpha_dropout(X, training=False)
    F.layer_norm(T, 4)
    F.layer_norm(T, [3, 4], epsilon=0.001)
    F.layer_norm(T, T.shape[1:])
    F.group_norm(IMAGE, 2)
    F.group_norm(IMAGE, 2, weight=C4, bias=D4)
    F.group_norm(LAST, 2, weight=C4, bias=D4, data_format='NHWC')
    F.batch_norm(IMAGE, C4, D4)
    F.batch_norm(IMAGE, C4, D4, weight=D4, bias=C4, epsilon=0.01)
    F.batch_norm(LAST, C4, D4, data_format='NHWC')
    F.instance_norm(IMAGE)
    F.instance_norm(IMAGE, weight=C4, bias=D4)
    F.local_response_norm(IMAGE, 3)
    F.conv1d(LINE, K1)
    F.conv1d(LINE, K1, stride=2, padding=1)
    F.conv1d(LINE, K1, padding='SAME', stride=2)
    F.conv2d(IMAGE, K2)
    F.conv2d(IMAGE, K2, stride=2, padding=1)
    F.conv2d(IMAGE, K2, padding=[1, 2])
    F.conv2d(IMAGE, K2, padding=[1, 0, 2, 1])
    F.conv2d(IMAGE, K2, padding=[[0, 0], [0, 0], [1, 0], [2, 1]])
    F.conv2d(IMAGE, K2, padding='SAME')
    F.conv2d(IMAGE, K2, stride=2, padding='SAME')
    F.conv2d(IMAGE, K2, padding='VALID', dilation=2)
    F.conv2d(IMAGE, KG, bias=C4, groups=2)
    F.conv2d(LAST, K2, padding=1, data_format='NHWC')
    F.conv3d(CUBE, K3, C3)
    F.conv3d(CUBE, K3, stride=2, padding=1)
    F.conv1d_transpose(LINE, KT1, stride=2)
    F.conv2d_transpose(IMAGE, KT)
    F.conv2d_transpose(IMAGE, KT, stride=2, padding=1, output_padding=1)
    F.conv2d_transpose(IMAGE, KT, bias=C3, stride=2, dilation=2)
    F.conv2d_transpose(IMAGE, KT[:, :2], groups=2)
    F.conv2d_transpose(IMAGE, KT, stride=2, output_size=[12, 12])
    F.conv2d_transpose(LAST, KT, data_format='NHWC')
    F.conv3d_transpose(CUBE, KT3, stride=2)
    F.max_pool1d(LINE, 2)
    F.max_pool1d(LINE, 3, 2, 1)
    F.max_pool2d(IMAGE, 2)
    F.max_pool2d(IMAGE, 3, stride=2, padding=1)
    F.max_pool2d(IMAGE, 2, stride=2, ceil_mode=True)
    F.max_pool2d(IMAGE, [3, 2], stride=1, padding=[1, 0])
    F.max_pool2d(IMAGE, 3, stride=2, padding='SAME')
    F.max_pool2d(LAST, 2, data_format='NHWC')
    F.max_pool2d(IMAGE, 2, return_mask=True)
    F.max_pool3d(CUBE, 2)
    F.avg_pool1d(LINE, 2)
    F.avg_pool1d(LINE, 3, 2, 1, exclusive=False)
    F.avg_pool2d(IMAGE, 2)
    F.avg_pool2d(IMAGE, 3, stride=2, padding=1)
    F.avg_pool2d(IMAGE, 3, stride=2, padding=1, exclusive=False)
    F.avg_pool2d(IMAGE, 2, stride=2, ceil_mode=True)
    F.avg_pool2d(IMAGE, 2, stride=2, ceil_mode=True, exclusive=False)
    F.avg_pool2d(IMAGE, 3, stride=2, padding='SAME')
    F.avg_pool2d(IMAGE, 2, divisor_override=3)
    F.avg_pool2d(LAST, 2, data_format='NHWC')
    F.avg_pool3d(CUBE, 2)
    F.adaptive_avg_pool1d(LINE, 3)
    F.adaptive_avg_pool2d(IMAGE, 1)
    F.adaptive_avg_pool2d(IMAGE, [2, 3])
    F.adaptive_avg_pool2d(IMAGE, (None, 2))
    F.adaptive_avg_pool2d(LAST, 2, data_format='NHWC')
    F.adaptive_avg_pool3d(CUBE, 2)
    F.adaptive_max_pool1d(LINE, 3)
    F.adaptive_max_pool2d(IMAGE, 2)
    F.adaptive_max_pool2d(IMAGE, [2, 3], return_mask=True)
    F.adaptive_max_pool3d(CUBE, 2)
""")

LOSSES = lines("""
    F.cross_entropy(X, K)
    F.cross_entropy(X, K.unsqueeze(-1))
    F.cross_entropy(X, K, reduction='none')
    F.cross_entropy(X, K.unsqueeze(-1), reduction='none')
    F.cross_entropy(X, K, weight=C3.abs(), reduction='sum')
    F.cross_entropy(X, K, weight=C3.abs())
    F.cross_entropy(X, K, ignore_index=0)
    F.cross_entropy(X, K, ignore_index=1, weight=C3.abs())
    F.cross_entropy(X, F.softmax(Y), soft_label=True)
    F.cross_entropy(X, F.softmax(Y), soft_label=True, weight=C3.abs())
    F.cross_entropy(X, K, label_smoothing=0.1)
    F.cross_entropy(F.softmax(X), K, use_softmax=False)
    F.cross_entropy(T, AT[:, :1].expand([2, 4]), axis=1)
    F.softmax_with_cross_entropy(X, K.unsqueeze(-1))
    F.softmax_with_cross_entropy(X, K.unsqueeze(-1), return_softmax=True)
    F.nll_loss(F.log_softmax(X), K)
    F.nll_loss(F.log_softmax(X), K, weight=C3.abs())
    F.nll_loss(F.log_softmax(X), K, ignore_index=0, reduction='none')
    F.binary_cross_entropy(F.sigmoid(X), F.sigmoid(Y))
    F.binary_cross_entropy(F.sigmoid(X), F.sigmoid(Y), weight=P, reduction='sum')
    F.binary_cross_entropy_with_logits(X, F.sigmoid(Y))
    F.binary_cross_entropy_with_logits(X, F.sigmoid(Y), pos_weight=C3.abs(), reduction='none')
    F.mse_loss(X, Y)
    F.mse_loss(X, Y, reduction='sum')
    F.square_error_cost(X, Y)
    F.l1_loss(X, Y)
    F.l1_loss(X, Y, 'none')
    F.smooth_l1_loss(X, Y)
    F.smooth_l1_loss(X, Y, reduction='none', delta=0.5)
    F.kl_div(F.log_softmax(X), F.softmax(Y))
    F.kl_div(F.log_softmax(X), F.softmax(Y), reduction='batchmean')
    F.kl_div(F.log_softmax(X), F.log_softmax(Y), 'sum', log_target=True)
    F.log_loss(F.sigmoid(X[:, :1]), F.sigmoid(Y[:, :1]))
    F.sigmoid_focal_loss(X, F.sigmoid(Y))
    F.sigmoid_focal_loss(X, F.sigmoid(Y), reduction='mean', alpha=0.5)
""")

RESIZED = lines("""
    F.interpolate(IMAGE, size=[7, 9])
    F.interpolate(IMAGE, scale_factor=2)
    F.interpolate(IMAGE, scale_factor=[1.5, 2.5])
    F.interpolate(IMAGE, size=[3, 4], mode='bilinear')
    F.interpolate(IMAGE, scale_factor=2, mode='bilinear', align_corners=True)
    F.interpolate(IMAGE, scale_factor=1.5, mode='bilinear', align_mode=1)
    F.interpolate(IMAGE, size=[8, 8], mode='bicubic')
    F.interpolate(IMAGE, scale_factor=2, mode='bicubic', align_corners=True)
    F.interpolate(IMAGE, size=[3, 2], mode='area')
    F.interpolate(LINE, size=[5], mode='linear', data_format='NCW')
    F.interpolate(CUBE, size=[6, 5, 4], mode='trilinear')
    F.interpolate(LAST, scale_factor=2, mode='bilinear', data_format='NHWC')
    F.interpolate(IMAGE, size=IMAGE.shape[2:], mode='nearest')
    F.upsample(IMAGE, scale_factor=2, mode='bilinear')
    F.pad(IMAGE, [1, 2, 0, 1])
    F.pad(IMAGE, [1, 2, 0, 1], value=0.5)
    F.pad(IMAGE, [1, 2, 0, 1], mode='reflect')
    F.pad(IMAGE, [1, 2, 0, 1], mode='replicate')
    F.pad(IMAGE, [1, 2, 0, 1], mode='circular')
    F.pad(LAST, [1, 2, 0, 1], data_format='NHWC')
    F.pad(LINE, [1, 2], data_format='NCL')
    F.pad(LINE, [2, 1], mode='reflect', data_format='NCL')
    F.pad(CUBE, [1, 0, 2, 1, 0, 1])
    F.pad(X, [0, 1, 2, 0])
    F.pad(T, [0, 0, 1, 1, 0, 2])
    F.pad(IMAGE, [0, 0, 1, 1, 0, 0, 2, 2], value=1.0)
    F.zeropad2d(IMAGE, [1, 0, 2, 1])
    F.pixel_shuffle(IMAGE, 2)
    F.pixel_unshuffle(IMAGE[:, :, :4, :4], 2)
    F.channel_shuffle(IMAGE, 2)
    F.unfold(IMAGE, 3)
    F.unfold(IMAGE, [2, 3], strides=2, paddings=1)
    F.unfold(IMAGE, 2, paddings=[1, 0, 2, 1], dilations=2)
    F.fold(F.unfold(IMAGE, 2), [5, 5], 2)
    F.fold(F.unfold(IMAGE, 3, strides=2, paddings=1), output_sizes=[5, 5], kernel_sizes=3, strides=2, paddings=1)
    F.scaled_dot_product_attention(T4, T4 * 0.5, T4 + 1)
    F.scaled_dot_product_attention(T4, T4, T4, is_causal=True)
    F.scaled_dot_product_attention(T4, T4, T4, attn_mask=MASK)
    F.scaled_dot_product_attention(T4, T4, T4, MASK > 0)
    T.ravel()
    T.permute([2, 0, 1])
    T.permute(2, 0, 1)
    X.clamp(-0.5, 0.5)
    X.masked_fill(X > 0, 0.0)
    paddle.masked_fill(X, X > 0, -1.5)
    X.softmax(0)
    X.eq(X)
    paddle.cat([X, Y], 1)
    paddle.reverse(X, [1])
""")

# Whole numbers, truths, and arrays without axes, where Paddle has rules of its own.
ODD = lines("""
    N.astype('int8').sum()
    N.astype('uint8').sum(0)
    N.astype('int16').sum(-1)
    B.sum(0)
    B.mean()
    B.mean(-1)
    I.var()
    I.var(-1)
    I.std()
    J.std(0, keepdim=True)
    H.median()
    S.sum(-1)
    S.max(0)
    S.mean(-1)
    S.cumsum(-1)
    S.sort()
    S.argsort(-1)
    S.argmax(-1)
    N ** N
    paddle.pow(N, -1 + 0 * N)
    paddle.pow(I, J)
    paddle.scale(I, 2.5)
    paddle.scale(I, 2, 1.5)
    paddle.gather(V, paddle.to_tensor([-1, 0]))
    paddle.gather(X, paddle.to_tensor([[1], [0]]))
    paddle.gather(X, paddle.to_tensor([-1]), axis=1)
    paddle.index_select(V, paddle.to_tensor([-1, 0]))
    paddle.add_n(X)
    paddle.add_n([X, Y])
    paddle.norm(X, axis=[0, 1])
    paddle.norm(X, p=1, axis=[0, 1])
    paddle.norm(X, p='nuc', axis=[0, 1])
    X.shape == (2, 3)
    X.shape != (2, 3)
    X.shape == [2, 3]

""")

SYNONYMS = lines("""
    paddle.mul(X, Y)
    paddle.sub(X, Y)
    paddle.div(I, J)
    paddle.true_divide(X, Y)
    paddle.logaddexp(X, Y)
    paddle.copysign(X, Y)
    paddle.gt(X, Y)
    paddle.ge(X, Y)
    paddle.lt(X, Y)
    paddle.le(X, Y)
    paddle.ne(X, Y)
    paddle.eq(X, Y)
    X.mul(Y)
    X.sub(Y)
    X.div(Y)
    X.true_divide(Y)
    X.logaddexp(Y)
    X.copysign(Y)
    X.gt(Y)
    X.ge(Y)
    X.lt(Y)
    X.le(Y)
    X.ne(Y)
    I.float()
    X.half()
    X.bfloat16().float()
    X.int()
    X.long()
    X.bool()
    X.type_as(I)
    X.to('float16')
    X.to(paddle.int32)
    X.to('cpu')
    X.to('cpu', 'int32')
    X.to(dtype='float16')
    X.to(I)
    X.view([3, 2])
    X.view(3, 2)
    X.view(-1)
    X.view('int32')
    paddle.view(X, [3, 2])
    X.view_as(T[0, :, :2])
    X.repeat(2, 1)
    X.repeat([1, 2])
    paddle.concatenate([X, Y], 1)
    paddle.softmax(X, 0)
    paddle.clamp(X, -1, 1)
    paddle.permute(T, [2, 0, 1])
    paddle.negative(X)
    paddle.tensor([1.0, 2.0])
    paddle.as_tensor([1, 2])
    paddle.hstack([X, Y])
    paddle.vstack([X, Y])
    paddle.dstack([X, Y])
    paddle.column_stack([V, W])
    paddle.quantile(X, 0.3)
    paddle.quantile(X, [0.1, 0.5], axis=1)
    paddle.quantile(X, 0.3, axis=0, keepdim=True, interpolation='lower')
    X.quantile(0.5, axis=[0, 1])
    paddle.nansum(HOLES, axis=1)
    HOLES.nansum()
    paddle.nanmean(HOLES[:1])
    HOLES[:1].nanmean(axis=0, keepdim=True)
    paddle.logcumsumexp(X, axis=1)
    X.logcumsumexp()
    paddle.cummax(X, axis=1)
    X.cummax()
    paddle.cummin(X)
    X.cummin(0)
    paddle.kthvalue(X, 2)
    X.kthvalue(1, 0, keepdim=True)
    paddle.diff(X)
    X.diff(axis=0)
    paddle.index_add(X, K, 0, Y)
    X.index_add(L, 1, Y)
    paddle.index_fill(X, K, 0, 0.5)
    X.index_fill(paddle.to_tensor([0, 2]), 1, -1.0)
    paddle.take(X, paddle.to_tensor([[0, 5], [-1, 2]]))
    X.take(paddle.to_tensor([0, 4]))
    paddle.diag_embed(V)
    X.diag_embed(1)
    F.diag_embed(V, offset=-1)
    paddle.unfold(V, 0, 2, 1)
    X.unfold(1, 2, 1)
    paddle.searchsorted(V.sort(), W)
    paddle.searchsorted(V.sort(), V, right=True)
    paddle.bucketize(W, V.sort())
    paddle.scatter_nd(ND, V, [2, 3])
    paddle.linalg.inv(M)
    paddle.inverse(M)
    M.inverse()
    paddle.linalg.det(M)
    paddle.linalg.pinv(X)
    paddle.linalg.pinv(X, 0.5)
    paddle.linalg.solve(M, V)
    paddle.linalg.solve(M, M.T)
    paddle.linalg.cholesky(M @ M.T)
    paddle.linalg.cholesky(M @ M.T + paddle.triu(M, 1) / 100)
    paddle.linalg.cholesky(M @ M.T + paddle.triu(M, 1) / 100, upper=True)
    paddle.linalg.eigh(M + M.T)[0]
    paddle.linalg.eigvalsh(M + M.T)
    paddle.linalg.eigvalsh(M)
    paddle.linalg.eigvalsh(M, "U")
    paddle.linalg.svd(M)[1]
    paddle.linalg.svd(X)[1]
    paddle.linalg.svd(X)[0] @ paddle.diag(paddle.linalg.svd(X)[1]) @ paddle.linalg.svd(X)[2]
    paddle.linalg.svd(X, full_matrices=True)[1]
    paddle.linalg.svdvals(M)
    paddle.linalg.qr(M)[1].abs()
    paddle.linalg.slogdet(M)
    paddle.linalg.matrix_power(M, 3)
    paddle.linalg.multi_dot([X, M, M])
    paddle.linalg.matmul(X, Y, transpose_y=True)
    paddle.baddbmm(T[:, :, :3], T, T2, beta=0.5)
    paddle.tensordot(T, T, 3)
    paddle.tensordot(T, T2, [[2, 0], [1, 0]])
    paddle.inner(X, Y)
    X.inner(Y)
    V.outer(W)
    M.trace()
    paddle.cross(M, M + 1)
    paddle.cross(X, Y, axis=1)
    paddle.cdist(X, Y)
    paddle.cdist(X, Y, p=1.0)
    paddle.dist(X, Y)
    paddle.dist(X, Y, 1)
    F.grid_sample(IMAGE, paddle.tanh(IMAGE.transpose([0, 2, 3, 1])[..., :2]))
    F.grid_sample(IMAGE, IMAGE.transpose([0, 2, 3, 1])[..., :2], mode='nearest', padding_mode='border', align_corners=False)
    F.affine_grid(paddle.to_tensor([[[1.0, 0.2, 0.0], [0.0, 0.5, 0.1]]]), [1, 1, 3, 4])
    F.affine_grid(paddle.to_tensor([[[1.0, 0.2, 0.0], [0.0, 0.5, 0.1]]]), [1, 1, 3, 4], align_corners=False)
    F.cosine_similarity(X, Y)
    F.cosine_similarity(T, T + 1, axis=-1)
    F.pairwise_distance(X, Y)
    F.pairwise_distance(X, Y, p=1, keepdim=True)
    F.cosine_embedding_loss(X, Y, paddle.to_tensor([1, -1]), margin=0.1)
    F.hinge_embedding_loss(X, paddle.sign(Y))
    F.margin_ranking_loss(X, Y, paddle.sign(Y), margin=0.2, reduction='sum')
    F.soft_margin_loss(X, paddle.sign(Y))
    F.triplet_margin_loss(X, Y, X * 2)
    F.triplet_margin_loss(X, Y, X * 2, swap=True, reduction='none')
    F.poisson_nll_loss(X, P)
    F.poisson_nll_loss(P, P, log_input=False, full=True)
    F.max_unpool2d(IMAGE[:, :, :2, :2], paddle.to_tensor([[[[0, 2], [10, 12]]] * 4] * 2), kernel_size=2)
    F.max_unpool2d(IMAGE[:, :, :2, :2], paddle.to_tensor([[[[0, 2], [10, 12]]] * 4] * 2), 2, output_size=[5, 5])
    paddle.complex(X, Y)
    paddle.as_complex(T[:, :, :2])
    T[:, :, :2].as_complex()
    paddle.as_real(Z)
    Z.as_real()
    paddle.polar(P, X)
    paddle.fft.fftfreq(5, 0.5)
    paddle.fft.rfftfreq(5)
    paddle.fft.fftshift(X)
    paddle.fft.ifftshift(X)
""")
FOURIER = [
    *(
        f"paddle.fft.{name}(X{options})"
        for name in ("fft", "ifft", "rfft", "ihfft")
        for options in ("", ", n=4, axis=0", ", norm='ortho'")
    ),
    *(f"paddle.fft.{name}(Z{options})" for name in ("irfft", "hfft") for options in ("", ", n=3", ", norm='forward'")),
    *(
        f"paddle.fft.{name}(T{options})"
        for name in ("fft2", "ifft2", "rfft2", "fftn", "ifftn", "rfftn")
        for options in ("", ", axes=(0, 1)")
    ),
    *(f"paddle.fft.{name}(Z{options})" for name in ("irfft2", "irfftn") for options in ("", ", s=[2, 3]")),
]

CASES = [
    *ODD,
    *SYNONYMS,
    *FOURIER,
    *unary(),
    *binary(),
    *OPERATORS,
    *SHAPES,
    *ALONG,
    *MADE,
    *FUNCTIONAL,
    *LOSSES,
    *RESIZED,
]
