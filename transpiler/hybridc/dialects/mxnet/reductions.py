"""Reductions, order, and places of extremes. Of all axes they give the shape (1,), which MXNet has for no axes."""

from hybridc.dialects.mxnet.namespaces import in_every_namespace

_AXES = "data, axis=None, keepdims=False, exclude=False"

LINES = in_every_namespace(f"""
    nd.sum({_AXES})                                             -> ops.sum(...)
    nd.sum_axis({_AXES})                                        -> ops.sum(...)
    nd.nansum({_AXES})                                          -> ops.nansum(...)
    nd.mean({_AXES})                                            -> ops.mean(...)
    nd.prod({_AXES})                                            -> ops.prod(...)
    nd.nanprod({_AXES})                                         -> ops.nanprod(...)
    nd.max({_AXES})                                             -> ops.max(...)
    nd.max_axis({_AXES})                                        -> ops.max(...)
    nd.min({_AXES})                                             -> ops.min(...)
    nd.min_axis({_AXES})                                        -> ops.min(...)
    nd.norm(data, ord=2, axis=None, keepdims=False)             -> ops.norm(...)
    nd.moments(data, axes=None, keepdims=False)                 -> ops.moments(...)     : dtype=? items=array,array
    nd.argmax(data, axis=None, keepdims=False)                  -> ops.argmax(...)
    nd.argmin(data, axis=None, keepdims=False)                  -> ops.argmin(...)
    nd.argmax_channel(data)                                     -> ops.argmax_channel(data)
    nd.cumsum(a, axis=None, dtype=None)                         -> ops.cumsum(...)      : dtype=?
    nd.sort(data, axis=-1, is_ascend=True)                      -> ops.sort(...)
    nd.argsort(data, axis=-1, is_ascend=True, dtype='float32')  -> ops.argsort(...) : dtype=floats
    nd.topk(data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32') -> ops.topk(...) : dtype=? several=ret_typ:both
    nd.softmax_cross_entropy(data, label)                       -> ops.softmax_cross_entropy(data, label) : dtype=floats
""")
