"""What is recorded of Chainer: calls of functions, and links with their calls. Plain data, read by both sides.

A call of a function is an expression over INPUTS. A link is `(make, call, inputs)`, with `link` for what was made;
`draws` of those whose training draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


def _drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.RandomState(seed).uniform(-1.5, 1.5, shape).astype(np.float32)


INPUTS = {
    "X": _drawn(1, 3, 4),
    "Y": _drawn(2, 3, 4),
    "Z": _drawn(3, 3, 4),
    "P": np.abs(_drawn(4, 3, 4)) / 2 + 0.1,  # between 0 and 1
    "V": _drawn(5, 4),
    "S": _drawn(6, 3),
    "A": _drawn(7, 2, 3, 4),
    "M": _drawn(8, 4, 4) + 3 * np.eye(4, dtype=np.float32),
    "Q": (_drawn(9, 4, 4) @ _drawn(9, 4, 4).T + 3 * np.eye(4)).astype(np.float32),  # positive definite
    "I": _drawn(10, 2, 4, 6, 5),
    "J": _drawn(11, 2, 9, 5, 5),
    "K": _drawn(12, 3, 4, 3, 2),  # a kernel: 3 of 4
    "KD": _drawn(13, 4, 3, 3, 2),  # of deconvolutions: 4 to 3
    "KW": _drawn(14, 2, 4, 3, 3),  # of each channel
    "L": _drawn(15, 2, 4, 7),
    "KL": _drawn(16, 3, 4, 3),
    "KLD": _drawn(17, 4, 3, 3),
    "C": _drawn(18, 2, 2, 4, 4, 4),
    "KC": _drawn(19, 3, 2, 2, 2, 2),
    "KCD": _drawn(20, 2, 3, 2, 2, 2),
    "B": _drawn(21, 3),
    "G": np.abs(_drawn(22, 4)) + 0.5,
    "W": _drawn(23, 5, 4),
    "WB": _drawn(24, 4, 4, 2),
    "VB": _drawn(25, 4, 2),
    "BB": _drawn(26, 2),
    "E": _drawn(27, 6, 3),
    "GATES": _drawn(28, 3, 16),
    "MORE": _drawn(29, 5, 4),
    "T": np.array([1, 0, 3], np.int32),
    "TI": np.array([2, -1, 3], np.int32),
    "T2": np.array([[1, 0, 3, 2, -1, 0], [0, 1, 1, 2, 3, -1]], np.int32)[:, :, None].repeat(5, 2),
    "D": np.array([[1, 0, 1, -1], [0, 0, 1, 1], [1, 1, -1, 0]], np.int32),
    "R": np.array([[0.2, 0.3, 0.4, 0.1], [0.5, 0.1, 0.2, 0.2], [1.0, 0.2, 0.0, 0.0]], np.float32),
    "IDS": np.array([[0, 3, 5], [2, 2, 1]], np.int32),
    "O": np.array([2, 0, 1], np.int32),
    "ONES": np.array([1, 0, 1], np.int32),
    "U": np.array([[0, 1], [1, 0]], np.int32)[None, None].repeat(2, 0).repeat(3, 1),
    "TRUTHS": np.array([[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 0, 1]], np.float32),
    "EPS": _drawn(31, 3, 4),
    "CW": np.array([0.5, 1.0, 2.0, 0.3], np.float32),
    "PATCH": _drawn(30, 2, 3, 2, 2),
}

# What calls are given as an array: Chainer takes no variable there.
ARRAYS = ("EPS", "CW")

CALLS = """
F.absolute(X)
F.absolute_error(X, Y)
F.accuracy(X, T)
F.accuracy(X, TI, ignore_label=-1)
F.add(X, Y, Z)
F.arccos(P)
F.arcsin(P)
F.arctan(X)
F.arctan2(X, Y)
F.arctanh(P)
F.argmax(X)
F.argmax(X, axis=1)
F.argmin(X, axis=0)
F.average(X)
F.average(A, axis=1)
F.average(X, axis=0, weights=S)
F.average(X, weights=P, keepdims=True)
F.average_pooling_1d(L, 3, stride=2, pad=1)
F.average_pooling_2d(I, 3, stride=2, pad=1)
F.average_pooling_2d(I, (2, 3))
F.average_pooling_3d(C, 2)
F.average_pooling_nd(L, 3, 2, 1, pad_value=None)
F.batch_det(A[:, :, :3])
F.batch_inv(M[None])
F.batch_l2_norm_squared(A)
F.batch_normalization(X, G, V)
F.batch_normalization(I, G, V, eps=1e-3)
F.batch_normalization(X, S, B, axis=1)
F.bernoulli_nll(P, X)
F.bernoulli_nll(P, X, reduce='no')
F.bias(A, S)
F.bilinear(X, Y, WB)
F.bilinear(X, Y, WB, VB, VB, BB)
F.binary_accuracy(X, D)
F.broadcast(X, V)[1]
F.broadcast_to(V, (2, 3, 4))
F.cast(X, 'float32')
F.cast(X, numpy.float16)
F.ceil(X)
F.cholesky(Q)
F.clip(X, -0.5, 0.5)
F.clipped_relu(X)
F.clipped_relu(X, z=0.5)
F.concat((X, Y))
F.concat([X, Y], axis=0)
F.contrastive(X, Y, ONES)
F.contrastive(X, Y, ONES, margin=3, reduce='no')
F.convolution_1d(L, KL, B, stride=2, pad=1)
F.convolution_1d(L, KL, cover_all=True, stride=3)
F.convolution_2d(I, K)
F.convolution_2d(I, K, B, stride=2, pad=1)
F.convolution_2d(I, K, B, 2, (1, 0), True)
F.convolution_2d(I, K, dilate=2)
F.convolution_2d(I, K[:2, :2], groups=2)
F.convolution_3d(C, KC, B)
F.convolution_nd(C, KC, stride=2)
F.copy(X, -1)
F.cos(X)
F.cosh(X)
F.crelu(X)
F.cross_covariance(X, Y)
F.cross_covariance(X, Y, reduce='no')
F.cumprod(X, axis=1)
F.cumsum(X)
F.cumsum(A, axis=1)
F.deconvolution_1d(L, KLD, B, stride=2)
F.deconvolution_2d(I, KD)
F.deconvolution_2d(I, KD, B, stride=2, pad=1)
F.deconvolution_2d(I, KD, stride=2, outsize=(14, 10))
F.deconvolution_2d(I, KD, dilate=2)
F.deconvolution_2d(I, KD, groups=2)
F.deconvolution_3d(C, KCD, B, stride=2)
F.deconvolution_nd(C, KCD)
F.decov(X)
F.decov(X, reduce='no')
F.depth2space(I, 2)
F.depthwise_convolution_2d(I, KW, stride=1, pad=1)
F.det(M)
F.diagonal(A, axis1=0, axis2=2)
F.digamma(G)
F.dilated_convolution_2d(I, K, B, dilate=2, pad=1)
F.dropout(X, 0.3)
F.dstack((X, Y))
F.einsum('ij,kj->ik', X, Y)
F.elu(X)
F.elu(X, alpha=0.5)
F.embed_id(IDS, E)
F.embed_id(IDS, E, ignore_label=2)
F.erf(X)
F.erfc(X)
F.erfinv(P)
F.exp(X)
F.expand_dims(X, 1)
F.expm1(X)
F.fix(X)
F.fixed_batch_normalization(X, G, V, V, G)
F.flatten(A)
F.flip(X, 1)
F.fliplr(X)
F.flipud(X)
F.floor(X)
F.fmod(X, Y)
F.gaussian(X, Y, eps=EPS)
F.gaussian_kl_divergence(X, Y)
F.gaussian_kl_divergence(X, Y, reduce='mean')
F.gaussian_nll(X, Y, Z)
F.gaussian_nll(X, Y, Z, reduce='no')
F.get_item(A, (slice(None), 1))
F.group_normalization(I, 2, G, V)
F.hard_sigmoid(2 * X)
F.hinge(X, T)
F.hinge(X, T, norm='L2', reduce='no')
F.hstack((X, Y))
F.huber_loss(X, Y, 0.7)
F.huber_loss(X, Y, delta=0.7, reduce='no')
F.identity(X)
F.im2col(I, 3, pad=1)
F.im2col(I, (2, 3), stride=2, cover_all=True)
F.inv(M)
F.layer_normalization(X, G, V)
F.leaky_relu(X)
F.leaky_relu(X, slope=0.1)
F.lgamma(G)
F.linear(X, W)
F.linear(A, W, MORE[:, 0], n_batch_axes=2)
F.linear_interpolate(P, X, Y)
F.local_response_normalization(I)
F.local_response_normalization(I, n=3, k=1, alpha=0.1)
F.log(P)
F.log10(P)
F.log1p(P)
F.log2(P)
F.log_ndtr(X)
F.log_softmax(X)
F.log_softmax(A, axis=2)
F.logsumexp(X)
F.logsumexp(A, axis=1)
F.lstm(X, GATES)
F.lstm(MORE, GATES)
F.matmul(X, Y, transb=True)
F.matmul(A, M)
F.matmul(X, Y, transa=True)
F.max(X)
F.max(A, axis=(0, 2), keepdims=True)
F.max_pooling_1d(L, 3, stride=2)
F.max_pooling_2d(I, 2)
F.max_pooling_2d(I, 3, stride=2, pad=1)
F.max_pooling_2d(I, 3, stride=2, cover_all=False)
F.max_pooling_2d(I, (3, 2), stride=2, return_indices=True)
F.max_pooling_3d(C, 3, 2)
F.max_pooling_nd(L, 2, cover_all=False)
F.maximum(X, Y)
F.maxout(X, 2)
F.mean(A, axis=1, keepdims=True)
F.mean(X, axis=0, weights=S)
F.mean_absolute_error(X, Y)
F.mean_squared_error(X, Y)
F.min(X, axis=1)
F.minimum(X, Y)
F.moveaxis(A, 0, 2)
F.ndtr(X)
F.ndtri(P)
F.normalize(X)
F.normalize(A, axis=(1, 2))
F.pad(X, ((1, 0), (0, 2)), 'constant')
F.pad_sequence([X[0], X[1][:2], X[2][:3]])
F.pad_sequence([X, Y[:2]], length=5, padding=-1)
F.permutate(X, O)
F.permutate(X, O, inv=True)
F.prelu(X, V)
F.prod(X)
F.prod(A, axis=1)
F.r2_score(X, Y)
F.r2_score(X, Y, multioutput='raw_values')
F.relu(X)
F.relu6(4 * X)
F.repeat(X, 2, axis=1)
F.repeat(X, (1, 2, 0), axis=0)
F.reshape(A, (4, 6))
F.reshape(A, (2, -1))
F.resize_images(I, (4, 9))
F.resize_images(I, (9, 3), align_corners=False)
F.resize_images(I, (4, 9), mode='nearest')
F.rollaxis(A, 2)
F.rollaxis(A, 0, 2)
F.rrelu(X)
F.rsqrt(P)
F.scale(A, S)
F.scatter_add(X, (0, slice(1, 3)), Y[0, :2])
F.select_item(X, T)
F.selu(X)
F.separate(A, axis=1)
F.shift(J)
F.sigmoid(X)
F.sigmoid_cross_entropy(X, D)
F.sigmoid_cross_entropy(X, D, normalize=False)
F.sigmoid_cross_entropy(X, D, reduce='no')
F.sign(X)
F.sin(X)
F.sinh(X)
F.slstm(X, Y, GATES, 2 * GATES)
F.softmax(X)
F.softmax(A, axis=2)
F.softmax_cross_entropy(X, T)
F.softmax_cross_entropy(X, TI)
F.softmax_cross_entropy(X, TI, normalize=False)
F.softmax_cross_entropy(X, T, class_weight=CW)
F.softmax_cross_entropy(X, TI, reduce='no')
F.softmax_cross_entropy(X, TI, ignore_label=3)
F.softmax_cross_entropy(I, T2)
F.softmax_cross_entropy(X, R)
F.softmax_cross_entropy(X, R, soft_target_loss='kl-divergence', reduce='mean')
F.softplus(X)
F.softplus(X, beta=2.0)
F.space2depth(I[:, :, :, :4], 2)
F.spatial_pyramid_pooling_2d(I, 2, pooling='max')
F.split_axis(X, 2, 1)
F.split_axis(X, [1, 3], 1)
F.split_axis(X, 1, 1, force_tuple=False)
F.sqrt(P)
F.square(X)
F.squared_difference(X, Y)
F.squared_error(X, Y)
F.squeeze(X[:, None, :, None])
F.squeeze(X[:, None], axis=1)
F.stack([X, Y], axis=1)
F.sum(X)
F.sum(A, axis=(0, 2))
F.sum(A, axis=-1, keepdims=True)
F.sum_to(A, (3, 1))
F.swapaxes(A, 0, 1)
F.swish(X, V)
F.tan(X)
F.tanh(X)
F.tensordot(A, X, axes=2)
F.tensordot(X, Y, axes=((0, 1), (0, 1)))
F.tile(X, (2, 1, 2))
F.transpose(A)
F.transpose(A, (1, 0, 2))
F.transpose_sequence([X, Y[:2], Z[:1]])
F.triplet(X, Y, Z)
F.triplet(X, Y, Z, margin=0.5, reduce='no')
F.unpooling_2d(I, 2)
F.unpooling_2d(I, 3, stride=2, cover_all=False)
F.upsampling_2d(PATCH, U, 2)
F.vstack((X, Y))
F.where(ONES[:, None] == 1, X, Y)
F.zoneout(X, Y, 0.3)
chainer.as_variable(X) * 2
chainer.Variable(EPS) + Y
chainer.as_array(chainer.as_variable(X)) + 1
chainer.cuda.to_cpu(EPS) + X
chainer.kl_divergence(D_.Normal(X, scale=P), D_.Normal(Y, log_scale=Z))
chainer.kl_divergence(D_.Bernoulli(p=P), D_.Bernoulli(logit=Y))
chainer.kl_divergence(D_.Categorical(p=R[:2]), D_.Categorical(p=R[1::-1]))
D_.Normal(X, scale=P).log_prob(Y)
D_.Normal(X, scale=P).prob(Y)
D_.Normal(X, scale=P).cdf(Y)
D_.Normal(X, scale=P).log_cdf(Y)
D_.Normal(X, scale=P).icdf(P)
D_.Normal(X, scale=P).survival_function(Y)
D_.Normal(X, scale=P).log_survival_function(Y)
D_.Normal(X, log_scale=Y).entropy
D_.Normal(X, log_scale=Y).variance
D_.Normal(X, log_scale=Y).stddev
D_.Bernoulli(logit=X).log_prob(TRUTHS)
D_.Bernoulli(logit=X, binary_check=True).log_prob(TRUTHS)
D_.Bernoulli(p=P).prob(TRUTHS)
D_.Bernoulli(p=P).entropy
D_.Bernoulli(logit=X).mean
D_.Bernoulli(logit=X).variance
D_.Bernoulli(logit=X).stddev
D_.Categorical(p=R).log_prob(T)
D_.Categorical(p=R[:2]).entropy
D_.Uniform(low=X, high=X + P).log_prob(X + 0.1)
D_.Uniform(loc=X, scale=P).log_prob(Y)
D_.Uniform(low=X, high=X + P).entropy
D_.Uniform(low=X, high=X + P).mean
D_.Uniform(low=X, high=X + P).variance
D_.Uniform(low=X, high=X + P).stddev
v(X).array
v(X).data
v(X).T
v(X).reshape(4, 3)
v(X).reshape((2, 6))
v(A).transpose(2, 0, 1)
v(A).transpose()
v(X).mean(axis=1)
v(X).shape[0] * X
v(X).ndim * X
v(X).size * X
v(X) ** 2 - 1 / (v(Y) * v(Y) + 1)
-v(X) + abs(v(Y))
v(X)[1:, ::2]
v(X).array.astype('f').sum(axis=0)
""".strip().splitlines()

# What draws, or tells of random numbers, in training: recorded in prediction.
PREDICTING = ("F.dropout", "F.rrelu", "F.zoneout")


@dataclass(frozen=True)
class Case:
    """A link, a call of it, and the inputs."""

    make: str
    inputs: dict[str, np.ndarray] = field(default_factory=dict)
    call: str = "link(x)"
    draws: bool = False


_X = {"x": _drawn(40, 3, 4)}
_I = {"x": _drawn(41, 2, 4, 6, 5)}
_L = {"x": _drawn(42, 2, 4, 7)}
_C = {"x": _drawn(43, 2, 2, 4, 4, 4)}
_SEQUENCES = {"a": _drawn(44, 3, 4), "b": _drawn(45, 5, 4), "c": _drawn(46, 1, 4)}
_STATES = {"h": _drawn(47, 2, 3, 3), "k": _drawn(48, 2, 3, 3)}
_LISTED = "link(None, [a, b, c])"
_CELLED = "link(None, None, [a, b, c])"
_TWICE = "[link(x), link(x * 0.5), link(x[:2])]"
LINKS = {
    "linear": Case("L.Linear(4, 5)", _X),
    "linear_deferred": Case("L.Linear(None, 5, nobias=True)", {"x": _drawn(49, 3, 2, 2)}),
    "linear_short": Case("L.Linear(5, initial_bias=0.5)", _X),
    "linear_axes": Case("L.Linear(4, 5)", {"x": _drawn(50, 2, 3, 4)}, "link(x, n_batch_axes=2)"),
    "bilinear": Case("L.Bilinear(4, 4, 3)", {**_X, "y": _drawn(51, 3, 4)}, "link(x, y)"),
    "bilinear_nobias": Case("L.Bilinear(4, 4, 3, nobias=True)", {**_X, "y": _drawn(51, 3, 4)}, "link(x, y)"),
    "embed": Case("L.EmbedID(6, 3)", {"x": np.array([[0, 5], [2, 2]], np.int32)}),
    "embed_ignored": Case("L.EmbedID(6, 3, ignore_label=-1)", {"x": np.array([[0, -1], [2, 2]], np.int32)}),
    "bias": Case("L.Bias(1, (4,))", _X),
    "scale": Case("L.Scale(1, (4,), bias_term=True)", _X),
    "scale_two": Case("L.Scale(0, bias_term=True, bias_shape=(3,))", {**_X, "y": _drawn(52, 3)}, "link(x, y)"),
    "highway": Case("L.Highway(4)", _X),
    "highway_tanh": Case("L.Highway(4, activate=F.tanh)", _X),
    "maxout": Case("L.Maxout(4, 3, 2)", _X),
    "prelu": Case("L.PReLU((4,))", _X),
    "swish": Case("L.Swish((4,))", _X),
    "swish_deferred": Case("L.Swish(None)", _X),
    "parameter": Case("L.Parameter(numpy.ones((2, 3), 'f'))", _X, "link() + x[0, 0]"),
    "conv1": Case("L.Convolution1D(4, 3, 3, stride=2)", _L),
    "conv2": Case("L.Convolution2D(4, 6, 3, stride=2, pad=1)", _I),
    "conv2_deferred": Case("L.Convolution2D(None, 6, (3, 2), nobias=True)", _I),
    "conv2_short": Case("L.Convolution2D(6, 3)", _I),
    "conv2_groups": Case("L.Convolution2D(4, 6, 3, pad=2, dilate=2, groups=2)", _I),
    "conv3": Case("L.Convolution3D(2, 3, 2)", _C),
    "convnd": Case("L.ConvolutionND(2, 4, 3, 3, stride=2, cover_all=True)", _I),
    "deconv1": Case("L.Deconvolution1D(4, 3, 3, stride=2)", _L),
    "deconv2": Case("L.Deconvolution2D(4, 6, 4, stride=2, pad=1)", _I),
    "deconv2_outsize": Case("L.Deconvolution2D(None, 6, 3, stride=2, outsize=(14, 11))", _I),
    "deconv2_groups": Case("L.Deconvolution2D(4, 6, 3, groups=2, dilate=2)", _I),
    "deconv3": Case("L.Deconvolution3D(2, 3, 2, stride=2)", _C),
    "deconvnd": Case("L.DeconvolutionND(1, 4, 3, 3)", _L),
    "depthwise": Case("L.DepthwiseConvolution2D(4, 2, 3, pad=1)", _I),
    "depthwise_deferred": Case("L.DepthwiseConvolution2D(None, 2, 3)", _I),
    "dilated": Case("L.DilatedConvolution2D(4, 3, 3, dilate=2, pad=2)", _I),
    "inception": Case("L.Inception(4, 2, 3, 2, 2, 3, 2)", _I),
    "mlpconv": Case("L.MLPConvolution2D(4, (5, 3), 3)", _I),
    "mlpconv_tanh": Case("L.MLPConvolution2D(None, (5, 3), 3, activation=F.tanh)", _I),
    "batch_norm": Case("L.BatchNormalization(4)", _X),
    "batch_norm_images": Case("L.BatchNormalization(4, decay=0.8, eps=1e-3)", _I),
    "batch_norm_axis": Case("L.BatchNormalization(axis=(0, 2, 3))", _I),
    "batch_norm_shape": Case("L.BatchNormalization((4, 7))", _L),
    "batch_norm_plain": Case("L.BatchNormalization(4, use_gamma=False, use_beta=False)", _X),
    "batch_norm_finetune": Case("L.BatchNormalization(4)", _X, "link(x, finetune=True)"),
    "group_norm": Case("L.GroupNormalization(2)", _I),
    "group_norm_size": Case("L.GroupNormalization(2, 4, eps=1e-3)", _I),
    "layer_norm": Case("L.LayerNormalization()", _X),
    "layer_norm_size": Case("L.LayerNormalization(4)", _X),
    "lstm": Case("L.LSTM(4, 3)", _X, _TWICE),
    "lstm_deferred": Case("L.LSTM(3)", _X, _TWICE),
    "stateless_lstm": Case("L.StatelessLSTM(4, 3)", _X, "link(None, None, x)"),
    "stateless_lstm_state": Case("L.StatelessLSTM(4, 3)", {**_X, "h": _drawn(53, 3, 3)}, "link(h, h, x)"),
    "peephole": Case("L.StatefulPeepholeLSTM(4, 3)", _X, "[link(x), link(x * 0.5)]"),
    "gru": Case("L.GRU(4, 3)", _X, "[link(x), link(x * 0.5)]"),
    "stateful_gru": Case("L.StatefulGRU(4, 3)", _X, "[link(x), link(x * 0.5)]"),
    "stateless_gru": Case("L.StatelessGRU(4, 3)", {**_X, "h": _drawn(53, 3, 3)}, "link(h, x)"),
    "nstep_lstm": Case("L.NStepLSTM(2, 4, 3, 0.3)", _SEQUENCES, _CELLED, draws=True),
    "nstep_lstm_states": Case("L.NStepLSTM(2, 4, 3, 0.0)", {**_SEQUENCES, **_STATES}, "link(h, k, [a, b, c])"),
    "nstep_bilstm": Case("L.NStepBiLSTM(2, 4, 3, 0.0)", _SEQUENCES, _CELLED),
    "nstep_gru": Case("L.NStepGRU(2, 4, 3, 0.0)", {**_SEQUENCES, "h": _STATES["h"]}, "link(h, [a, b, c])"),
    "nstep_bigru": Case("L.NStepBiGRU(1, 4, 3, 0.0)", _SEQUENCES, _LISTED),
    "nstep_tanh": Case("L.NStepRNNTanh(2, 4, 3, 0.0)", _SEQUENCES, _LISTED),
    "nstep_bitanh": Case("L.NStepBiRNNTanh(2, 4, 3, 0.0)", _SEQUENCES, _LISTED),
    "nstep_relu": Case("L.NStepRNNReLU(2, 4, 3, 0.0)", _SEQUENCES, _LISTED),
    "nstep_birelu": Case("L.NStepBiRNNReLU(1, 4, 3, 0.0)", _SEQUENCES, _LISTED),
    "classifier": Case("L.Classifier(L.Linear(4, 5))", {**_X, "t": np.array([1, 4, -1], np.int32)}, "link(x, t)"),
    "classifier_accuracy": Case(
        "L.Classifier(L.Linear(4, 5))",
        {**_X, "t": np.array([1, 4, 0], np.int32)},
        "[link(x, t), link.accuracy, link.y]",
    ),
    "classifier_loss": Case(
        "L.Classifier(L.Linear(4, 5), lossfun=F.mean_squared_error, accfun=F.r2_score, label_key=0)",
        {"t": _drawn(54, 3, 5), **_X},
        "link(t, x)",
    ),
    "sequential": Case("chainer.Sequential(L.Linear(4, 5), F.relu, L.Linear(5, 2))", _X),
    "sequential_repeat": Case("chainer.Sequential(L.Linear(4, 4), F.tanh).repeat(2)", _X),
    "sequential_flat": Case("chainer.Sequential(L.Linear(4, 5), F.relu).repeat(1).flatten()", _X),
    "chain_list": Case("chainer.ChainList(L.Linear(4, 5), L.Linear(4, 5))", _X, "link[0](x) + link[1](x)"),
    "chain": Case("chainer.Chain(a=L.Linear(4, 5), b=L.BatchNormalization(5))", _X, "link.b(link['a'](x))"),
}
