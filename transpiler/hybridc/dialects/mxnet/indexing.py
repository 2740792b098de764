"""Operators that take and put elements by indices, which may be floating point numbers, and those of sequences."""

from hybridc.dialects.mxnet.namespaces import in_every_namespace

_LENGTHS = "data, sequence_length=None, use_sequence_length=False"

LINES = in_every_namespace(f"""
    nd.take(a, indices, axis=0, mode='clip')                       -> ops.take(...) : dtype=same places=indices places_if=mode:raise
    nd.batch_take(a, indices)                                      -> ops.batch_take(...)
    nd.pick(data, index, axis=-1, keepdims=False, mode='clip')     -> ops.pick(...)
    nd.choose_element_0index(data, index, axis=-1, keepdims=False, mode='clip') -> ops.pick(...)
    nd.gather_nd(data, indices)                                    -> ops.gather_nd(...) : dtype=same places=indices
    nd.scatter_nd(data, indices, shape)                            -> ops.scatter_nd(...)
    nd.one_hot(indices, depth, on_value=1.0, off_value=0.0, dtype='float32') -> ops.one_hot(...) : dtype=floats
    nd.where(condition, x, y)                                      -> ops.where(...)             : dtype=?
    nd.ravel_multi_index(data, shape)                              -> ops.ravel_multi_index(...)
    nd.unravel_index(data, shape)                                  -> ops.unravel_index(...)
    nd.Embedding(data, weight, input_dim=None, output_dim=None, dtype='float32', sparse_grad=False) -> ops.Embedding(data, weight) : dtype=?
    nd.SequenceMask({_LENGTHS}, value=0.0, axis=0)                 -> ops.SequenceMask(...)      : dtype=same shape=same
    nd.SequenceLast({_LENGTHS}, axis=0)                            -> ops.SequenceLast(...)
    nd.SequenceReverse({_LENGTHS}, axis=0)                         -> ops.SequenceReverse(...)   : dtype=same shape=same
    nd.contrib.index_copy(old_tensor, index_vector, new_tensor)    -> ops.index_copy(...)        : dtype=same shape=same
    nd.contrib.index_array(data, axes=None)                        -> ops.index_array(...)       : dtype=int
    nd.contrib.arange_like(data, start=0.0, step=1.0, repeat=1, ctx=None, axis=None) -> ops.arange_like(data, start=start, step=step, repeat=repeat, axis=axis)
    nd.contrib.boolean_mask(data, index, axis=0)                   -> ! HYB403 keep the full length, and mask it with `where` or `SequenceMask`
    nd.contrib.getnnz(data, axis=None)                             -> ! HYB402 arrays are dense
""")
