"""`paddle.nn.functional`, which the runtime has by the same names and with the same arguments."""

_POINTWISE = (
    "celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu log_sigmoid log_softmax mish relu relu6 rrelu "
    "selu sigmoid silu softmax softplus softshrink softsign swish tanh tanhshrink thresholded_relu normalize"
)
_CHANGING_SHAPES = (
    "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d "
    "adaptive_max_pool3d avg_pool1d avg_pool2d avg_pool3d bilinear conv1d conv1d_transpose conv2d conv2d_transpose conv3d "
    "conv3d_transpose embedding glu gumbel_softmax label_smooth linear max_pool1d max_pool2d max_pool3d maxout one_hot "
    "prelu sequence_mask swiglu batch_norm group_norm instance_norm layer_norm local_response_norm "
    "binary_cross_entropy binary_cross_entropy_with_logits cross_entropy kl_div l1_loss log_loss mse_loss nll_loss "
    "sigmoid_focal_loss smooth_l1_loss softmax_with_cross_entropy square_error_cost "
    "channel_shuffle fold interpolate pad pixel_shuffle pixel_unshuffle scaled_dot_product_attention unfold upsample "
    "zeropad2d affine_grid cosine_similarity grid_sample pairwise_distance cosine_embedding_loss hinge_embedding_loss "
    "margin_ranking_loss soft_margin_loss triplet_margin_loss poisson_nll_loss max_unpool2d"
)
# What says which elements, where a function looks them up.
_PLACES = {
    "embedding": "x", "one_hot": "x", "cross_entropy": "label", "nll_loss": "label", "softmax_with_cross_entropy": "label",
    "max_unpool2d": "indices",
}  # fmt: skip
# What may give back what it is given.
_DROPPING = "dropout dropout2d dropout3d alpha_dropout"


def _places(name: str) -> str:
    return f" places={_PLACES[name]}" if name in _PLACES else ""


LINES = (
    "".join(f"    paddle.nn.functional.{name} -> F.{name} : dtype=? shape=same fresh\n" for name in _POINTWISE.split())
    + "".join(
        f"    paddle.nn.functional.{name} -> F.{name} : dtype=? fresh{_places(name)}\n"
        for name in _CHANGING_SHAPES.split()
    )
    + "".join(f"    paddle.nn.functional.{name} -> F.{name} : dtype=? shape=same view\n" for name in _DROPPING.split())
)
