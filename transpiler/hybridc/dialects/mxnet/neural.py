"""Operators of neural networks: products, convolutions, poolings, normalization, activations, and ends of graphs."""

from hybridc.dialects.mxnet.namespaces import in_every_namespace

_CONVOLUTION = "data, weight, bias=None, kernel=(), stride=(), dilate=(), pad=()"
_STATISTICS = "data, gamma, beta, moving_mean, moving_var, eps=0.001, momentum=0.9, fix_gamma=True, use_global_stats=False, output_mean_var=False"
_STATES = "data, parameters, state, state_cell=None, sequence_length=None"
_SOFTMAX = "axis=-1, temperature=None, dtype=None, use_length=False"
_LABELS = "data, label=None, grad_scale=1.0, ignore_label=-1.0, multi_output=False, use_ignore=False, preserve_shape=False, normalization='null', *, smooth_alpha=0.0"
_CTC = "data, label, data_lengths=None, label_lengths=None, use_data_lengths=False, use_label_lengths=False, blank_label='first'"
_RESIZED = "data, like=None, height=1, width=1, scale_height=None, scale_width=None, mode='size', align_corners=True"
_TWO = "data, label, grad_scale=1.0"
_SAME = "dtype=same shape=same"

LINES = in_every_namespace(f"""
    nd.dot(lhs, rhs, transpose_a=False, transpose_b=False)       -> ops.dot(...) : dtype=floats
    nd.batch_dot(lhs, rhs, transpose_a=False, transpose_b=False) -> ops.batch_dot(...) : dtype=floats
    nd.FullyConnected(data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True) -> ops.FullyConnected(...) : dtype=floats
    nd.Convolution({_CONVOLUTION}, num_filter=None, num_group=1, workspace=1024, no_bias=False, cudnn_tune=None, cudnn_off=False, layout=None) -> ops.Convolution(data, weight, bias, kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group, no_bias=no_bias, layout=layout) : dtype=floats
    nd.Deconvolution({_CONVOLUTION}, adj=(), *, num_filter=None, num_group=1, workspace=512, no_bias=True, cudnn_tune=None, cudnn_off=False, layout=None) -> ops.Deconvolution(data, weight, bias, kernel=kernel, stride=stride, dilate=dilate, pad=pad, adj=adj, num_filter=num_filter, num_group=num_group, no_bias=no_bias, layout=layout) : dtype=floats
    nd.Pooling(data, kernel=(), pool_type='max', global_pool=False, cudnn_off=False, pooling_convention='valid', stride=(), pad=(), p_value=None, count_include_pad=True, layout=None) -> ops.Pooling(data, kernel=kernel, pool_type=pool_type, global_pool=global_pool, pooling_convention=pooling_convention, stride=stride, pad=pad, p_value=p_value, count_include_pad=count_include_pad, layout=layout) : dtype=floats
    nd.contrib.AdaptiveAvgPooling2D(data, output_size=())        -> ops.AdaptiveAvgPooling2D(...) : dtype=floats
    nd.contrib.BilinearResize2D({_RESIZED})                      -> ops.BilinearResize2D(...) : dtype=floats
    nd.UpSampling(*data, scale, sample_type, num_filter=0, multi_input_mode='concat', num_args=None, workspace=512) -> ops.UpSampling(data, scale=scale, sample_type=sample_type, num_filter=num_filter, multi_input_mode=multi_input_mode) : dtype=floats
    nd.BatchNorm({_STATISTICS}, axis=1, cudnn_off=False)         -> ops.BatchNorm(data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum, fix_gamma=fix_gamma, use_global_stats=use_global_stats, output_mean_var=output_mean_var, axis=axis) : dtype=floats several=output_mean_var:True
    nd.contrib.SyncBatchNorm({_STATISTICS}, ndev=1, key=None)    -> ops.BatchNorm(data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum, fix_gamma=fix_gamma, use_global_stats=use_global_stats, output_mean_var=output_mean_var) : dtype=floats several=output_mean_var:True
    nd.LayerNorm(data, gamma, beta, axis=-1, eps=1e-05, output_mean_var=False) -> ops.LayerNorm(...) : dtype=floats several=output_mean_var:True
    nd.InstanceNorm(data, gamma, beta, eps=0.001)                -> ops.InstanceNorm(...) : dtype=floats shape=same
    nd.GroupNorm(data, gamma, beta, num_groups=1, eps=1e-05, output_mean_var=False) -> ops.GroupNorm(...) : dtype=floats several=output_mean_var:True
    nd.L2Normalization(data, eps=1e-10, mode='instance')         -> ops.L2Normalization(...) : dtype=floats shape=same
    nd.LRN(data, alpha=0.0001, beta=0.75, knorm=2.0, nsize=5)    -> ops.LRN(...) : dtype=floats shape=same
    nd.Activation(data, act_type)                                -> ops.Activation(...) : dtype=floats shape=same
    nd.LeakyReLU(data, gamma=None, act_type='leaky', slope=0.25, lower_bound=0.125, upper_bound=0.334) -> ops.LeakyReLU(...) : dtype=floats shape=same
    nd.softmax(data, length=None, {_SOFTMAX})                    -> ops.softmax(...) : dtype=floats shape=same
    nd.log_softmax(data, {_SOFTMAX})                             -> ops.log_softmax(...) : dtype=floats shape=same
    nd.softmin(data, {_SOFTMAX})                                 -> ops.softmin(...) : dtype=floats shape=same
    nd.SoftmaxActivation(data, mode='instance')                  -> ops.SoftmaxActivation(...) : dtype=floats shape=same
    nd.SoftmaxOutput({_LABELS.replace("=None", "")})             -> ops.SoftmaxOutput(...) : dtype=floats shape=same
    nd.Softmax({_LABELS.replace("=None", "")})                   -> ops.SoftmaxOutput(...) : dtype=floats shape=same
    nd.LinearRegressionOutput({_TWO})                            -> ops.LinearRegressionOutput(...) : dtype=floats shape=same
    nd.LogisticRegressionOutput({_TWO})                          -> ops.LogisticRegressionOutput(...) : dtype=floats shape=same
    nd.MAERegressionOutput({_TWO})                               -> ops.MAERegressionOutput(...) : dtype=floats shape=same
    nd.make_loss(data)                                           -> ops.make_loss(data)                 : {_SAME}
    nd.MakeLoss(data, grad_scale=1.0, valid_thresh=0.0, normalization='null') -> ops.MakeLoss(...) : dtype=floats shape=same
    nd.Dropout(data, p=0.5, mode='training', axes=(), cudnn_off=False) -> ops.Dropout(data, p=p, mode=mode, axes=axes) : dtype=floats shape=same view
    nd.RNN({_STATES}, *, state_size, num_layers, mode, bidirectional=False, p=0.0, state_outputs=False) -> ops.RNN(...) : dtype=? several=state_outputs:True
    nd.CTCLoss({_CTC})                                           -> ops.CTCLoss(...) : dtype=floats shape=1
    nd.ctc_loss({_CTC})                                          -> ops.CTCLoss(...) : dtype=floats shape=1
    nd.contrib.CTCLoss({_CTC})                                   -> ops.CTCLoss(...) : dtype=floats shape=1
    nd.contrib.ctc_loss({_CTC})                                  -> ops.CTCLoss(...) : dtype=floats shape=1
    nd.linalg.gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0, axis=-2) -> ops.linalg_gemm2(...) : dtype=floats
    nd.linalg.gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2) -> ops.linalg_gemm(...) : dtype=floats
    nd.linalg.syrk(A, transpose=False, alpha=1.0)                -> ops.linalg_syrk(...) : dtype=floats
    nd.linalg.potrf(A)                                           -> ops.linalg_potrf(A) : dtype=floats
    nd.linalg.trsm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> ops.linalg_trsm(...) : dtype=floats
    nd.linalg.trmm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> ops.linalg_trmm(...) : dtype=floats
    nd.linalg.det(A)                                             -> ops.linalg_det(A) : dtype=floats
    nd.linalg.slogdet(A)                                         -> ops.linalg_slogdet(A) : dtype=floats items=array,array
    nd.linalg.inverse(A)                                         -> ops.linalg_inverse(A) : dtype=floats
    nd.linalg.sumlogdiag(A)                                      -> ops.linalg_sumlogdiag(A) : dtype=floats
    nd.linalg.extractdiag(A, offset=0)                           -> ops.linalg_extractdiag(...) : dtype=floats
    nd.linalg_gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0, axis=-2) -> ops.linalg_gemm2(...) : dtype=floats
    nd.linalg_gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2) -> ops.linalg_gemm(...) : dtype=floats
    nd.linalg_syrk(A, transpose=False, alpha=1.0)                -> ops.linalg_syrk(...) : dtype=floats
    nd.linalg_potrf(A)                                           -> ops.linalg_potrf(A) : dtype=floats
    nd.linalg_trsm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> ops.linalg_trsm(...) : dtype=floats
    nd.linalg_trmm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> ops.linalg_trmm(...) : dtype=floats
    nd.linalg_det(A)                                             -> ops.linalg_det(A) : dtype=floats
    nd.linalg_slogdet(A)                                         -> ops.linalg_slogdet(A) : dtype=floats items=array,array
    nd.linalg_inverse(A)                                         -> ops.linalg_inverse(A) : dtype=floats
    nd.linalg_sumlogdiag(A)                                      -> ops.linalg_sumlogdiag(A) : dtype=floats
    nd.linalg_extractdiag(A, offset=0)                           -> ops.linalg_extractdiag(...) : dtype=floats
    nd.contrib.interleaved_matmul_selfatt_qk(queries_keys_values, heads) -> ops.interleaved_matmul_selfatt_qk(...) : dtype=floats
    nd.contrib.interleaved_matmul_selfatt_valatt(queries_keys_values, attention, heads) -> ops.interleaved_matmul_selfatt_valatt(...) : dtype=floats
    nd.contrib.interleaved_matmul_encdec_qk(queries, keys_values, heads) -> ops.interleaved_matmul_encdec_qk(...) : dtype=floats
    nd.contrib.interleaved_matmul_encdec_valatt(keys_values, attention, heads) -> ops.interleaved_matmul_encdec_valatt(...) : dtype=floats
    nd.contrib.box_iou(lhs, rhs, format='corner')                -> ops.box_iou(...) : dtype=floats
""")
