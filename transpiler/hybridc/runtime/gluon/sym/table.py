"""The table of `operators.py`. Source: the registry of MXNet 1.9.1."""
# ruff: noqa: E501

TABLE = """
    zeros_like(data)
    ones_like(data)
    _shuffle(data) = shuffle
    _random_uniform() = uniform random_uniform
    _random_normal() = normal random_normal
    _random_randint() = random_randint -> randint
    _sample_uniform(low, high) = sample_uniform -> uniform
    _sample_normal(mu, sigma) = sample_normal -> normal
    _sample_multinomial(data) = sample_multinomial -> multinomial
    square(data)
    sign(data)
    negative(data)
    _copy(data) = identity
    BlockGrad(data) = stop_gradient BlockGrad
    hard_sigmoid(data)
    clip(data)
    Cast(data) = cast Cast
    amp_cast(data) -> cast
    smooth_l1(data)
    broadcast_power(lhs, rhs) -> power
    elemwise_add(lhs, rhs)
    elemwise_sub(lhs, rhs)
    elemwise_mul(lhs, rhs)
    elemwise_div(lhs, rhs)
    add_n(*args) = add_n ElementWiseSum
    _contrib_quadratic(data) = contrib.quadratic
    _contrib_gradientmultiplier(data) = contrib.gradientmultiplier
    _contrib_div_sqrt_dim(data) = contrib.div_sqrt_dim
    exp(data)
    expm1(data)
    log(data)
    log2(data)
    log10(data)
    log1p(data)
    sqrt(data)
    rsqrt(data)
    cbrt(data)
    rcbrt(data)
    reciprocal(data)
    sin(data)
    cos(data)
    tan(data)
    arcsin(data)
    arccos(data)
    arctan(data)
    sinh(data)
    cosh(data)
    tanh(data)
    arcsinh(data)
    arccosh(data)
    arctanh(data)
    degrees(data)
    radians(data)
    erf(data)
    erfinv(data)
    gamma(data)
    gammaln(data)
    sigmoid(data)
    softsign(data)
    relu(data)
    abs(data)
    floor(data)
    ceil(data)
    trunc(data)
    fix(data)
    round(data)
    rint(data)
    logical_not(data)
    broadcast_add(lhs, rhs) = broadcast_add broadcast_plus -> add
    broadcast_sub(lhs, rhs) = broadcast_sub broadcast_minus -> subtract
    broadcast_mul(lhs, rhs) -> multiply
    broadcast_div(lhs, rhs) -> divide
    broadcast_mod(lhs, rhs) -> modulo
    broadcast_maximum(lhs, rhs) -> maximum
    broadcast_minimum(lhs, rhs) -> minimum
    broadcast_hypot(lhs, rhs) -> hypot
    broadcast_equal(lhs, rhs) -> equal
    broadcast_not_equal(lhs, rhs) -> not_equal
    broadcast_greater(lhs, rhs) -> greater
    broadcast_greater_equal(lhs, rhs) -> greater_equal
    broadcast_lesser(lhs, rhs) -> lesser
    broadcast_lesser_equal(lhs, rhs) -> lesser_equal
    broadcast_logical_and(lhs, rhs) -> logical_and
    broadcast_logical_or(lhs, rhs) -> logical_or
    broadcast_logical_xor(lhs, rhs) -> logical_xor
    sum(data) = sum sum_axis
    nansum(data)
    mean(data)
    prod(data)
    nanprod(data)
    max(data) = max max_axis
    min(data) = min min_axis
    norm(data)
    moments(data)
    argmax(data)
    argmin(data)
    argmax_channel(data)
    _np_cumsum(a) = cumsum
    sort(data)
    argsort(data)
    topk(data)
    softmax_cross_entropy(data, label)
    Reshape(data) = reshape Reshape
    reshape_like(lhs, rhs)
    Flatten(data) = flatten Flatten
    expand_dims(data)
    squeeze(data)
    transpose(data)
    SwapAxis(data) = swapaxes SwapAxis
    reverse(data) = flip reverse
    Concat(*data) = concat Concat
    stack(*data)
    SliceChannel(data) = split SliceChannel
    tile(data)
    repeat(data)
    broadcast_to(data)
    broadcast_axis(data) = broadcast_axis broadcast_axes
    broadcast_like(lhs, rhs)
    depth_to_space(data)
    space_to_depth(data)
    diag(data)
    Pad(data) = pad Pad
    slice(data) = slice crop
    slice_axis(data)
    slice_like(data, shape_like)
    shape_array(data)
    size_array(data)
    take(a, indices)
    batch_take(a, indices)
    pick(data, index) = pick choose_element_0index
    gather_nd(data, indices)
    scatter_nd(data, indices)
    one_hot(indices)
    where(condition, x, y)
    _ravel_multi_index(data) = ravel_multi_index
    _unravel_index(data) = unravel_index
    Embedding(data, weight)
    SequenceMask(data, sequence_length)
    SequenceLast(data, sequence_length)
    SequenceReverse(data, sequence_length)
    _contrib_index_copy(old_tensor, index_vector, new_tensor) = contrib.index_copy
    _contrib_index_array(data) = contrib.index_array
    _contrib_arange_like(data) = contrib.arange_like
    dot(lhs, rhs)
    batch_dot(lhs, rhs)
    FullyConnected(data, weight, bias)
    Convolution(data, weight, bias)
    Deconvolution(data, weight, bias)
    Pooling(data)
    _contrib_AdaptiveAvgPooling2D(data) = contrib.AdaptiveAvgPooling2D
    _contrib_BilinearResize2D(data, like) = contrib.BilinearResize2D
    UpSampling(*data)
    BatchNorm(data, gamma, beta, moving_mean, moving_var)
    _contrib_SyncBatchNorm(data, gamma, beta, moving_mean, moving_var) = contrib.SyncBatchNorm -> BatchNorm
    LayerNorm(data, gamma, beta)
    InstanceNorm(data, gamma, beta)
    GroupNorm(data, gamma, beta)
    L2Normalization(data)
    LRN(data)
    Activation(data)
    LeakyReLU(data, gamma)
    softmax(data, length)
    log_softmax(data)
    softmin(data)
    SoftmaxActivation(data)
    SoftmaxOutput(data, label) = SoftmaxOutput Softmax
    LinearRegressionOutput(data, label)
    LogisticRegressionOutput(data, label)
    MAERegressionOutput(data, label)
    make_loss(data)
    MakeLoss(data)
    Dropout(data)
    RNN(data, parameters, state, state_cell, sequence_length)
    CTCLoss(data, label, data_lengths, label_lengths) = CTCLoss ctc_loss contrib.CTCLoss contrib.ctc_loss
    _linalg_gemm2(A, B) = linalg.gemm2 linalg_gemm2
    _linalg_gemm(A, B, C) = linalg.gemm linalg_gemm
    _linalg_syrk(A) = linalg.syrk linalg_syrk
    _linalg_potrf(A) = linalg.potrf linalg_potrf
    _linalg_trsm(A, B) = linalg.trsm linalg_trsm
    _linalg_trmm(A, B) = linalg.trmm linalg_trmm
    _linalg_det(A) = linalg.det linalg_det
    _linalg_slogdet(A) = linalg.slogdet linalg_slogdet
    _linalg_inverse(A) = linalg.inverse linalg_inverse
    _linalg_sumlogdiag(A) = linalg.sumlogdiag linalg_sumlogdiag
    _linalg_extractdiag(A) = linalg.extractdiag linalg_extractdiag
    _contrib_interleaved_matmul_selfatt_qk(queries_keys_values) = contrib.interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt(queries_keys_values, attention) = contrib.interleaved_matmul_selfatt_valatt
    _contrib_interleaved_matmul_encdec_qk(queries, keys_values) = contrib.interleaved_matmul_encdec_qk
    _contrib_interleaved_matmul_encdec_valatt(keys_values, attention) = contrib.interleaved_matmul_encdec_valatt
    _contrib_box_iou(lhs, rhs) = contrib.box_iou
    _split_v2(data) = _split_v2
    _zeros() = _zeros
    _ones() = _ones
    _full() = _full
    _arange() = _arange -> arange
    _eye() = _eye -> eye
    _plus_scalar(data) -> add
    _minus_scalar(data) -> subtract
    _rminus_scalar(data) -> subtract
    _mul_scalar(data) -> multiply
    _div_scalar(data) -> divide
    _rdiv_scalar(data) -> divide
    _mod_scalar(data) -> modulo
    _rmod_scalar(data) -> modulo
    _mod(lhs, rhs) -> modulo
    _power_scalar(data) -> power
    _rpower_scalar(data) -> power
    _power(lhs, rhs) -> power
    _maximum_scalar(data) -> maximum
    _maximum(lhs, rhs) -> maximum
    _minimum_scalar(data) -> minimum
    _minimum(lhs, rhs) -> minimum
    _hypot_scalar(data) -> hypot
    _hypot(lhs, rhs) -> hypot
    _equal_scalar(data) -> equal
    _equal(lhs, rhs) -> equal
    _not_equal_scalar(data) -> not_equal
    _not_equal(lhs, rhs) -> not_equal
    _greater_scalar(data) -> greater
    _greater(lhs, rhs) -> greater
    _greater_equal_scalar(data) -> greater_equal
    _greater_equal(lhs, rhs) -> greater_equal
    _lesser_scalar(data) -> lesser
    _lesser(lhs, rhs) -> lesser
    _lesser_equal_scalar(data) -> lesser_equal
    _lesser_equal(lhs, rhs) -> lesser_equal
"""
