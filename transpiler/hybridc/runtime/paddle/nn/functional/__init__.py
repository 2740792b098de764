"""Paddle's functions of neural networks, by its names."""

from hybridc.runtime.paddle.nn.functional.activations import (
    celu,
    elu,
    gelu,
    glu,
    gumbel_softmax,
    hardshrink,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    log_sigmoid,
    log_softmax,
    maxout,
    mish,
    prelu,
    relu,
    relu6,
    rrelu,
    selu,
    sigmoid,
    silu,
    softmax,
    softplus,
    softshrink,
    softsign,
    swiglu,
    swish,
    tanh,
    tanhshrink,
    thresholded_relu,
)
from hybridc.runtime.paddle.nn.functional.adaptive_pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
)
from hybridc.runtime.paddle.nn.functional.attention import scaled_dot_product_attention
from hybridc.runtime.paddle.nn.functional.convolution import (
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
)
from hybridc.runtime.paddle.nn.functional.dropout import alpha_dropout, dropout, dropout2d, dropout3d
from hybridc.runtime.paddle.nn.functional.linear import bilinear, linear
from hybridc.runtime.paddle.nn.functional.losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    kl_div,
    l1_loss,
    log_loss,
    mse_loss,
    nll_loss,
    sigmoid_focal_loss,
    smooth_l1_loss,
    softmax_with_cross_entropy,
    square_error_cost,
)
from hybridc.runtime.paddle.nn.functional.normalization import (
    batch_norm,
    group_norm,
    instance_norm,
    layer_norm,
    local_response_norm,
    normalize,
)
from hybridc.runtime.paddle.nn.functional.padding import (
    channel_shuffle,
    fold,
    pad,
    pixel_shuffle,
    pixel_unshuffle,
    unfold,
    zeropad2d,
)
from hybridc.runtime.paddle.nn.functional.pooling import (
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool1d,
    max_pool2d,
    max_pool3d,
)
from hybridc.runtime.paddle.nn.functional.resampling import interpolate, upsample
from hybridc.runtime.paddle.nn.functional.sampling import (
    affine_grid,
    cosine_embedding_loss,
    cosine_similarity,
    grid_sample,
    hinge_embedding_loss,
    margin_ranking_loss,
    max_unpool2d,
    pairwise_distance,
    poisson_nll_loss,
    soft_margin_loss,
    triplet_margin_loss,
)
from hybridc.runtime.paddle.nn.functional.tables import embedding, label_smooth, one_hot, sequence_mask

__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d",
    "adaptive_max_pool2d", "adaptive_max_pool3d", "affine_grid", "alpha_dropout", "avg_pool1d", "avg_pool2d",
    "avg_pool3d", "batch_norm", "bilinear", "binary_cross_entropy", "binary_cross_entropy_with_logits", "celu",
    "channel_shuffle", "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose",
    "cosine_embedding_loss", "cosine_similarity", "cross_entropy", "dropout", "dropout2d", "dropout3d", "elu",
    "embedding", "fold", "gelu", "glu", "grid_sample", "group_norm", "gumbel_softmax", "hardshrink",
    "hardsigmoid", "hardswish", "hardtanh", "hinge_embedding_loss", "instance_norm", "interpolate", "kl_div",
    "l1_loss", "label_smooth", "layer_norm", "leaky_relu", "linear", "local_response_norm", "log_loss",
    "log_sigmoid", "log_softmax", "margin_ranking_loss", "max_pool1d", "max_pool2d", "max_pool3d",
    "max_unpool2d", "maxout", "mish", "mse_loss", "nll_loss", "normalize", "one_hot", "pad",
    "pairwise_distance", "pixel_shuffle", "pixel_unshuffle", "poisson_nll_loss", "prelu", "relu", "relu6",
    "rrelu", "scaled_dot_product_attention", "selu", "sequence_mask", "sigmoid", "sigmoid_focal_loss", "silu",
    "smooth_l1_loss", "soft_margin_loss", "softmax", "softmax_with_cross_entropy", "softplus", "softshrink",
    "softsign", "square_error_cost", "swiglu", "swish", "tanh", "tanhshrink", "thresholded_relu",
    "triplet_margin_loss", "unfold", "upsample", "zeropad2d",
]  # fmt: skip
