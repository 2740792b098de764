"""Activations, normalization, dropout, linear maps, embeddings, distances and losses.

`torch.nn.functional` and the names that `torch` has for the same. Right sides are plain JAX where derivatives at the
joints, and what becomes of integers, are the same; else functions of the runtime.
"""

from hybridc.dialects.torch.reductions import with_numpy_names

_LEGACY = "size_average=None, reduce=None, reduction='mean'"
_LOSS = "dtype=? statics=size_average,reduce,reduction"
_SOFTMAX = "input, dim=None, _stacklevel=3"
_DROPOUT = "input, p=0.5, training=True, inplace=False"
_ALPHA_DROPOUT = "input, p=0.5, training=False, inplace=False"
_DROPPED = "dtype=same shape=same view statics=p,training writes_if=inplace:F."
_DRAWN = "dtype=same shape=same view statics=p,train"
_WRITTEN = "dtype=same shape=same writes"
_SAME = "dtype=same shape=same"
_BATCH_NORM = "input, running_mean, running_var, weight=weight, bias=bias"
_BAG = "input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode='mean', sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None"

_FUNCTIONAL = f"""
    torch.nn.functional.relu(input, inplace=False)                -> jax.nn.relu(input)                  : {_SAME} writes_if=inplace:F.relu
    torch.nn.functional.relu_(input)                              -> jax.nn.relu(input)                  : {_WRITTEN}
    torch.nn.functional.relu6(input, inplace=False)               -> F.relu6(input)                      : {_SAME} writes_if=inplace:F.relu6
    torch.nn.functional.hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False) -> F.hardtanh(input, min_val, max_val) : {_SAME} statics=min_val,max_val writes_if=inplace:F.hardtanh
    torch.nn.functional.hardtanh_(input, min_val=-1.0, max_val=1.0) -> F.hardtanh(...)                   : {_WRITTEN} statics=min_val,max_val
    torch.nn.functional.leaky_relu(input, negative_slope=0.01, inplace=False) -> F.leaky_relu(input, negative_slope) : {_SAME} writes_if=inplace:F.leaky_relu
    torch.nn.functional.leaky_relu_(input, negative_slope=0.01)   -> F.leaky_relu(...)                   : {_WRITTEN}
    torch.nn.functional.prelu(input, weight)                      -> F.prelu(...)                        : {_SAME}
    torch.nn.functional.rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False) -> F.rrelu(input, lower=lower, upper=upper, training=training) : {_SAME} statics=lower,upper,training writes_if=inplace:F.rrelu
    torch.nn.functional.rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False) -> F.rrelu(...)      : {_WRITTEN} statics=lower,upper,training
    torch.nn.functional.elu(input, alpha=1.0, inplace=False)      -> jax.nn.elu(input, alpha)            : {_SAME} writes_if=inplace:F.elu
    torch.nn.functional.elu_(input, alpha=1.0)                    -> jax.nn.elu(...)                     : {_WRITTEN}
    torch.nn.functional.selu(input, inplace=False)                -> jax.nn.selu(input)                  : {_SAME} writes_if=inplace:F.selu
    torch.nn.functional.selu_(input)                              -> jax.nn.selu(input)                  : {_WRITTEN}
    torch.nn.functional.celu(input, alpha=1.0, inplace=False)     -> jax.nn.celu(input, alpha)           : {_SAME} writes_if=inplace:F.celu
    torch.nn.functional.celu_(input, alpha=1.0)                   -> jax.nn.celu(...)                    : {_WRITTEN}
    torch.nn.functional.gelu(input)                               -> jax.nn.gelu(input, approximate=False) : {_SAME}
    torch.nn.functional.gelu(input, *, approximate)               -> F.gelu(...)                         : {_SAME} statics=approximate
    torch.nn.functional.silu(input, inplace=False)                -> jax.nn.silu(input)                  : {_SAME} writes_if=inplace:F.silu
    torch.nn.functional.mish(input, inplace=False)                -> jax.nn.mish(input)                  : {_SAME} writes_if=inplace:F.mish
    torch.nn.functional.hardswish(input, inplace=False)           -> F.hardswish(input)                  : {_SAME} writes_if=inplace:F.hardswish
    torch.nn.functional.hardsigmoid(input, inplace=False)         -> F.hardsigmoid(input)                : {_SAME} writes_if=inplace:F.hardsigmoid
    torch.nn.functional.hardshrink(input, lambd=0.5)              -> F.hardshrink(...)                   : {_SAME}
    torch.nn.functional.softshrink(input, lambd=0.5)              -> F.softshrink(...)                   : {_SAME} statics=lambd
    torch.nn.functional.tanhshrink(input)                         -> input - jnp.tanh(input)             : dtype=float shape=same
    torch.nn.functional.softplus(input, beta=1, threshold=20)     -> F.softplus(...)                     : {_SAME}
    torch.nn.functional.softsign(input)                           -> jax.nn.soft_sign(input)             : dtype=float shape=same
    torch.nn.functional.logsigmoid(input)                         -> jax.nn.log_sigmoid(input)           : {_SAME}
    torch.nn.functional.sigmoid(input)                            -> F.sigmoid(input)                    : dtype=float shape=elementwise
    torch.nn.functional.tanh(input)                               -> jnp.tanh(input)                     : dtype=float shape=elementwise
    torch.nn.functional.threshold(input, threshold, value, inplace=False) -> F.threshold(input, threshold, value) : {_SAME} writes_if=inplace:F.threshold
    torch.nn.functional.threshold_(input, threshold, value)       -> F.threshold(...)                    : {_WRITTEN}
    torch.nn.functional.glu(input, dim=-1)                        -> F.glu(...)                          : dtype=same statics=dim
    torch.nn.functional.softmax({_SOFTMAX})                       -> F.softmax(input, dim)               : {_SAME} statics=dim
    torch.nn.functional.softmax({_SOFTMAX}, dtype=None)           -> F.softmax(input, dim, dtype=dtype)  : dtype=? shape=same statics=dim
    torch.nn.functional.log_softmax({_SOFTMAX})                   -> F.log_softmax(input, dim)           : {_SAME} statics=dim
    torch.nn.functional.log_softmax({_SOFTMAX}, dtype=None)       -> F.log_softmax(input, dim, dtype=dtype) : dtype=? shape=same statics=dim
    torch.nn.functional.softmin({_SOFTMAX})                       -> F.softmin(input, dim)               : {_SAME} statics=dim
    torch.nn.functional.softmin({_SOFTMAX}, dtype=None)           -> F.softmin(input, dim, dtype=dtype)  : dtype=? shape=same statics=dim
    torch.nn.functional.gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1) -> F.gumbel_softmax(...) : {_SAME} statics=hard,dim
    torch.nn.functional.dropout({_DROPOUT})                       -> F.dropout(input, p=p, training=training) : {_DROPPED}dropout
    torch.nn.functional.dropout1d({_DROPOUT})                     -> F.dropout1d(input, p=p, training=training) : {_DROPPED}dropout1d
    torch.nn.functional.dropout2d({_DROPOUT})                     -> F.dropout2d(input, p=p, training=training) : {_DROPPED}dropout2d
    torch.nn.functional.dropout3d({_DROPOUT})                     -> F.dropout3d(input, p=p, training=training) : {_DROPPED}dropout3d
    torch.nn.functional.alpha_dropout({_ALPHA_DROPOUT})           -> F.alpha_dropout(input, p=p, training=training) : {_DROPPED}alpha_dropout
    torch.nn.functional.feature_alpha_dropout({_ALPHA_DROPOUT})   -> F.feature_alpha_dropout(input, p=p, training=training) : {_DROPPED}feature_alpha_dropout
    torch.nn.functional.linear(input, weight, bias=None)          -> F.linear(...)                       : dtype=same traced=bias
    torch.nn.functional.bilinear(input1, input2, weight, bias=None) -> F.bilinear(...)                   : dtype=same traced=bias
    torch.nn.functional.embedding(input, weight)                  -> jnp.take(weight, input, axis=0)     : dtype=? checked=F.embedding(input,weight) places=input
    torch.nn.functional.embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False) -> ! HYB402 `max_norm` writes into the table: limit its norms where the parameters change : only=max_norm:!None
    torch.nn.functional.embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False) -> F.embedding(...) : dtype=? statics=padding_idx,max_norm,norm_type,scale_grad_by_freq,sparse places=input
    torch.nn.functional.embedding_bag({_BAG}) -> ! HYB402 `max_norm` writes into the table: limit its norms where the parameters change : only=max_norm:!None
    torch.nn.functional.embedding_bag({_BAG})                     -> F.embedding_bag(...)                : dtype=? shape=2 statics=max_norm,norm_type,scale_grad_by_freq,sparse,include_last_offset,padding_idx places=input
    torch.nn.functional.one_hot(tensor)                           -> ! HYB403 give `num_classes`
    torch.nn.functional.one_hot(tensor, num_classes)              -> ! HYB403 give `num_classes` : only=num_classes:-1
    torch.nn.functional.one_hot(tensor, num_classes=-1)           -> F.one_hot(...)                      : dtype=? statics=num_classes places=tensor
    torch.nn.functional.batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5) -> F.batch_norm(...) : {_SAME} statics=training,eps traced=bias
    torch.nn.functional.instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5) -> F.instance_norm(...) : {_SAME} statics=use_input_stats traced=bias
    torch.nn.functional.layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5) -> F.layer_norm(...) : {_SAME} statics=normalized_shape traced=bias
    torch.nn.functional.rms_norm(input, normalized_shape, weight=None, eps=None) -> F.rms_norm(...)      : {_SAME} statics=normalized_shape
    torch.nn.functional.group_norm(input, num_groups, weight=None, bias=None, eps=1e-5) -> F.group_norm(...) : {_SAME} statics=num_groups traced=bias
    torch.nn.functional.local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0) -> F.local_response_norm(...) : {_SAME} statics=size traced=k
    torch.nn.functional.normalize(input, p=2.0, dim=1, eps=1e-12) -> F.normalize(...)                    : {_SAME} statics=p,dim
    torch.nn.functional.cosine_similarity(x1, x2, dim=1, eps=1e-8) -> F.cosine_similarity(...)           : dtype=promote statics=dim
    torch.nn.functional.pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False) -> F.pairwise_distance(...) : dtype=promote statics=p,keepdim
    torch.nn.functional.pdist(input, p=2)                         -> F.pdist(...)                        : dtype=same shape=1 statics=p
    torch.nn.functional.l1_loss(input, target, {_LEGACY}, weight=None) -> F.l1_loss(...)                 : {_LOSS}
    torch.nn.functional.mse_loss(input, target, {_LEGACY}, weight=None) -> F.mse_loss(...)               : {_LOSS}
    torch.nn.functional.smooth_l1_loss(input, target, {_LEGACY}, beta=1.0) -> F.smooth_l1_loss(...)      : {_LOSS},beta
    torch.nn.functional.huber_loss(input, target, reduction='mean', delta=1.0, weight=None) -> F.huber_loss(...) : dtype=? statics=reduction,delta
    torch.nn.functional.cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0) -> F.cross_entropy(...) : {_LOSS},ignore_index,label_smoothing places=target
    torch.nn.functional.nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean') -> F.nll_loss(...) : {_LOSS},ignore_index places=target
    torch.nn.functional.binary_cross_entropy(input, target, weight=None, {_LEGACY}) -> F.binary_cross_entropy(...) : {_LOSS}
    torch.nn.functional.binary_cross_entropy_with_logits(input, target, weight=None, {_LEGACY}, pos_weight=None) -> F.binary_cross_entropy_with_logits(...) : {_LOSS}
    torch.nn.functional.kl_div(input, target, {_LEGACY}, log_target=False) -> F.kl_div(...)              : {_LOSS},log_target
    torch.nn.functional.poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction='mean') -> F.poisson_nll_loss(...) : {_LOSS},log_input,full
    torch.nn.functional.gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction='mean') -> F.gaussian_nll_loss(...) : dtype=? statics=full,reduction
    torch.nn.functional.hinge_embedding_loss(input, target, margin=1.0, {_LEGACY}) -> F.hinge_embedding_loss(...) : {_LOSS}
    torch.nn.functional.margin_ranking_loss(input1, input2, target, margin=0, {_LEGACY}) -> F.margin_ranking_loss(...) : {_LOSS}
    torch.nn.functional.multi_margin_loss(input, target, p=1, margin=1.0, weight=None, {_LEGACY}) -> F.multi_margin_loss(...) : {_LOSS},p places=target
    torch.nn.functional.multilabel_margin_loss(input, target, {_LEGACY}) -> F.multilabel_margin_loss(...) : {_LOSS} places=target
    torch.nn.functional.multilabel_soft_margin_loss(input, target, weight=None, {_LEGACY}) -> F.multilabel_soft_margin_loss(...) : {_LOSS}
    torch.nn.functional.soft_margin_loss(input, target, {_LEGACY}) -> F.soft_margin_loss(...)            : {_LOSS}
    torch.nn.functional.cosine_embedding_loss(input1, input2, target, margin=0, {_LEGACY}) -> F.cosine_embedding_loss(...) : {_LOSS}
    torch.nn.functional.triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, {_LEGACY}) -> F.triplet_margin_loss(...) : {_LOSS},margin,p,swap
    torch.nn.functional.triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction='mean') -> F.triplet_margin_with_distance_loss(...) : dtype=? statics=distance_function,margin,swap,reduction
    torch.nn.functional.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction='mean', zero_infinity=False) -> F.ctc_loss(...) : dtype=? statics=blank,reduction,zero_infinity
"""

_OF_TORCH = f"""
    torch.relu(input)                                             -> jax.nn.relu(input)                  : {_SAME}
    torch.relu_(input)                                            -> jax.nn.relu(input)                  : {_WRITTEN}
    torch.sigmoid(input)                                          -> F.sigmoid(input)                    : dtype=float shape=elementwise
    torch.sigmoid_(input)                                         -> jax.nn.sigmoid(input)               : {_WRITTEN}
    torch.tanh(input)                                             -> jnp.tanh(input)                     : dtype=float shape=elementwise
    torch.tanh_(input)                                            -> jnp.tanh(input)                     : {_WRITTEN}
    torch.softmax(input, dim)                                     -> F.softmax(input, dim)               : {_SAME} statics=dim
    torch.softmax(input, dim, dtype=None)                         -> F.softmax(input, dim, dtype=dtype)  : dtype=? shape=same statics=dim
    torch.log_softmax(input, dim)                                 -> F.log_softmax(input, dim)           : {_SAME} statics=dim
    torch.log_softmax(input, dim, dtype=None)                     -> F.log_softmax(input, dim, dtype=dtype) : dtype=? shape=same statics=dim
    torch.prelu(input, weight)                                    -> F.prelu(...)                        : {_SAME}
    torch.selu(input)                                             -> jax.nn.selu(input)                  : {_SAME}
    torch.selu_(input)                                            -> jax.nn.selu(input)                  : {_WRITTEN}
    torch.celu(input, alpha=1.0)                                  -> jax.nn.celu(...)                    : {_SAME}
    torch.celu_(input, alpha=1.0)                                 -> jax.nn.celu(...)                    : {_WRITTEN}
    torch.rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False) -> F.rrelu(...)                     : {_SAME} statics=lower,upper,training
    torch.rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False) -> F.rrelu(...)                    : {_WRITTEN} statics=lower,upper,training
    torch.threshold(input, threshold, value)                      -> F.threshold(...)                    : {_SAME}
    torch.threshold_(input, threshold, value)                     -> F.threshold(...)                    : {_WRITTEN}
    torch.hardshrink(input, lambd=0.5)                            -> F.hardshrink(...)                   : {_SAME}
    torch.dropout(input, p, train)                                -> F.dropout(input, p, train)          : {_DRAWN}
    torch.dropout_(input, p, train)                               -> F.dropout(input, p, train)          : {_DRAWN} writes
    torch.feature_dropout(input, p, train)                        -> F.dropout2d(input, p, train)        : {_DRAWN}
    torch.feature_dropout_(input, p, train)                       -> F.dropout2d(input, p, train)        : {_DRAWN} writes
    torch.alpha_dropout(input, p, train)                          -> F.alpha_dropout(input, p, train)    : {_DRAWN}
    torch.alpha_dropout_(input, p, train)                         -> F.alpha_dropout(input, p, train)    : {_DRAWN} writes
    torch.feature_alpha_dropout(input, p, train)                  -> F.feature_alpha_dropout(input, p, train) : {_DRAWN}
    torch.feature_alpha_dropout_(input, p, train)                 -> F.feature_alpha_dropout(input, p, train) : {_DRAWN} writes
    torch.bilinear(input1, input2, weight, bias=None)             -> F.bilinear(...)                     : dtype=same traced=bias
    torch.embedding(weight, indices)                              -> jnp.take(weight, indices, axis=0)   : dtype=same places=indices checked=F.embedding(indices,weight)
    torch.embedding(*args)                                        -> ! HYB402 use `torch.nn.functional.embedding`
    torch.embedding_bag(*args)                                    -> ! HYB402 use `torch.nn.functional.embedding_bag`
    torch.embedding_renorm_(*args)                                -> ! HYB402 limit the norms of the rows when the parameters are updated
    torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled) -> F.batch_norm({_BATCH_NORM}, training=training, momentum=momentum, eps=eps) : {_SAME} statics=training,eps traced=bias
    torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled) -> F.instance_norm({_BATCH_NORM}, use_input_stats=use_input_stats, momentum=momentum, eps=eps) : {_SAME} statics=use_input_stats traced=bias
    torch.layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True) -> F.layer_norm(input, normalized_shape, weight=weight, bias=bias, eps=eps) : {_SAME} statics=normalized_shape traced=bias
    torch.group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True) -> F.group_norm(input, num_groups, weight=weight, bias=bias, eps=eps) : {_SAME} statics=num_groups traced=bias
    torch.rms_norm(input, normalized_shape, weight=None, eps=None) -> F.rms_norm(...)                    : {_SAME} statics=normalized_shape
    torch.cosine_similarity(x1, x2, dim=1, eps=1e-8)              -> F.cosine_similarity(...)            : dtype=promote statics=dim
    torch.pairwise_distance(x1, x2, p=2, eps=1e-6, keepdim=False) -> F.pairwise_distance(...)            : dtype=promote statics=p,keepdim
    torch.pdist(input, p=2)                                       -> F.pdist(...)                        : dtype=same shape=1 statics=p
    torch.binary_cross_entropy_with_logits(*args)                 -> ! HYB402 use `torch.nn.functional.binary_cross_entropy_with_logits`
    torch.cosine_embedding_loss(*args)                            -> ! HYB402 use `torch.nn.functional.cosine_embedding_loss`
    torch.ctc_loss(*args)                                         -> ! HYB402 use `torch.nn.functional.ctc_loss`
    torch.hinge_embedding_loss(*args)                             -> ! HYB402 use `torch.nn.functional.hinge_embedding_loss`
    torch.kl_div(*args)                                           -> ! HYB402 use `torch.nn.functional.kl_div`
    torch.margin_ranking_loss(*args)                              -> ! HYB402 use `torch.nn.functional.margin_ranking_loss`
    torch.poisson_nll_loss(*args)                                 -> ! HYB402 use `torch.nn.functional.poisson_nll_loss`
    torch.triplet_margin_loss(*args)                              -> ! HYB402 use `torch.nn.functional.triplet_margin_loss`
    torch.native_dropout(*args)                                   -> ! HYB402 use `torch.nn.functional.dropout`
    torch.native_batch_norm(*args)                                -> ! HYB402 use the layer `torch.nn.BatchNorm2d`
    torch.native_layer_norm(*args)                                -> ! HYB402 use `torch.nn.functional.layer_norm`
    torch.native_group_norm(*args)                                -> ! HYB402 use `torch.nn.functional.group_norm`
"""

LINES = _FUNCTIONAL + with_numpy_names(_OF_TORCH)
