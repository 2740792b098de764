"""`chainer.functions`, those that the runtime has by the same names and with the same arguments."""

_POINTWISE = (
    "clipped_relu elu hard_sigmoid leaky_relu log_softmax normalize prelu relu6 selu softmax softplus swish "
    "batch_normalization fixed_batch_normalization group_normalization layer_normalization local_response_normalization"
)
_CHANGING_SHAPES = (
    "absolute_error accuracy average_pooling_1d average_pooling_2d average_pooling_3d average_pooling_nd bernoulli_nll bias "
    "bilinear binary_accuracy contrastive convolution_1d convolution_2d convolution_3d convolution_nd crelu "
    "cross_covariance deconvolution_1d deconvolution_2d deconvolution_3d deconvolution_nd decov depthwise_convolution_2d "
    "dilated_convolution_2d embed_id gaussian_kl_divergence gaussian_nll hinge huber_loss linear maxout mean_absolute_error "
    "mean_squared_error r2_score scale shift sigmoid_cross_entropy softmax_cross_entropy spatial_pyramid_pooling_2d "
    "squared_difference squared_error triplet unpooling_2d upsampling_2d"
)
# What gives several arrays, always or if it is asked to.
_SEVERAL = "lstm slstm"
_AT_TIMES = "gaussian max_pooling_1d max_pooling_2d max_pooling_3d max_pooling_nd rrelu gumbel_softmax"
# What may give back what it is given.
_DROPPING = "dropout zoneout"
# As functions that are handed on: `act=F.relu`.
_NAMES = "relu sigmoid tanh"

_ABSENT = {
    "classes are counted beside the model": "classification_summary f1_score precision recall",
    "score all classes: `F.softmax_cross_entropy`": "argmax_crf1d black_out crf1d negative_sampling",
    "`optax.ctc_loss` has this loss": "connectionist_temporal_classification",
    "normalize with `F.batch_normalization`": "batch_renormalization decorrelated_batch_normalization fixed_batch_renormalization fixed_decorrelated_batch_normalization",
    "links keep the weights: `L.NStepLSTM` and its like": "n_step_bigru n_step_bilstm n_step_birnn n_step_gru n_step_lstm n_step_rnn",
    "crop and resize with `F.resize_images`": "roi_average_align_2d roi_average_pooling_2d roi_max_align_2d roi_max_pooling_2d roi_pooling_2d",
    "sample with `jax.scipy.ndimage.map_coordinates`": "spatial_transformer_grid spatial_transformer_sampler deformable_convolution_2d_sampler",
    "`jax.checkpoint` takes its place": "forget",
    "write the step of the cell": "tree_lstm",
    "`jax.scipy.special` has it": "erfcinv erfcx polygamma zeta",
    "`jnp.fft` has it": "fft ifft",
    "write it with `F.where`, `F.stack` and indices": "as_strided discriminative_margin_based_clustering_loss local_convolution_2d simplified_dropconnect sparse_matmul unpooling_1d unpooling_3d unpooling_nd batch_matmul",
}

# What says which elements, where a function looks them up.
_PLACES = {"embed_id": " places=x", "softmax_cross_entropy": " places=t"}

LINES = (
    "".join(f"    chainer.functions.{name} -> F.{name} : dtype=? shape=same\n" for name in _POINTWISE.split())
    + "".join(
        f"    chainer.functions.{name} -> F.{name} : dtype=?{_PLACES.get(name, '')}\n"
        for name in _CHANGING_SHAPES.split()
    )
    + "".join(f"    chainer.functions.{name} -> F.{name} : dtype=? items=array,array\n" for name in _SEVERAL.split())
    + "".join(f"    chainer.functions.{name} -> F.{name} : dtype=?\n" for name in _AT_TIMES.split())
    + "".join(f"    chainer.functions.{name} -> F.{name} : dtype=? view\n" for name in _DROPPING.split())
    + "".join(f"    chainer.functions.{name} -> F.{name} : dtype=? shape=same\n" for name in _NAMES.split())
    + "".join(
        f"    chainer.functions.{name} -> ! HYB402 {why}\n" for why, names in _ABSENT.items() for name in names.split()
    )
)
