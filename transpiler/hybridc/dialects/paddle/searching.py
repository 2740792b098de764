"""What is found by its order, and elements read and written by indices along one axis."""

_ALONG = """
    {O}.quantile({x}, q, axis=None, keepdim=False, interpolation='linear', name=None) -> tensors.quantile({x}, q, axis=axis, keepdim=keepdim, interpolation=interpolation) : dtype=? statics=axis,keepdim,interpolation
    {O}.nansum({x}, axis=None, dtype=None, keepdim=False, name=None) -> jnp.nansum({x}, axis=axis, dtype=dtype, keepdims=keepdim) : dtype=same statics=axis,dtype,keepdim
    {O}.nanmean({x}, axis=None, keepdim=False, name=None) -> jnp.nanmean({x}, axis=axis, keepdims=keepdim) : dtype=same statics=axis,keepdim
    {O}.logcumsumexp({x}, axis=None, name=None)           -> tensors.logcumsumexp({x}, axis) : dtype=same statics=axis
    {O}.cummax({x}, axis=None, dtype='int64', name=None)  -> tensors.cummax({x}, axis) : dtype=? items=array,array statics=axis
    {O}.cummin({x}, axis=None, dtype='int64', name=None)  -> tensors.cummin({x}, axis) : dtype=? items=array,array statics=axis
    {O}.kthvalue({x}, k, axis=None, keepdim=False, name=None) -> tensors.kthvalue({x}, k, axis=axis, keepdim=keepdim) : dtype=? items=array,array statics=k,axis,keepdim
    {O}.diff({x}, n=1, axis=-1, name=None)                -> jnp.diff({x}, n=n, axis=axis) : dtype=same statics=n,axis
    {O}.index_add({x}, index, axis, value, name=None)     -> tensors.index_add({x}, index, axis, value) : dtype=same shape=same statics=axis places=index
    {O}.index_fill({x}, index, axis, value, name=None)    -> tensors.index_fill({x}, index, axis, value) : dtype=same shape=same statics=axis
    {O}.take({x}, index, name=None)                       -> tensors.take({x}, index) : dtype=same places=index
    {O}.diag_embed({x}, offset=0, dim1=-2, dim2=-1)       -> tensors.diag_embed({x}, offset=offset, dim1=dim1, dim2=dim2) : dtype=same statics=offset,dim1,dim2
    {O}.unfold({x}, axis, size, step, name=None)          -> tensors.unfold({x}, axis, size, step) : dtype=same statics=axis,size,step
"""
LINES = (
    _ALONG.format(O="paddle", x="x")
    + _ALONG.format(O="Tensor", x="self")
    + """
    paddle.searchsorted(sorted_sequence, values, out_int32=False, right=False, name=None) -> tensors.searchsorted(sorted_sequence, values, right=right) : dtype=int statics=right
    paddle.bucketize(x, sorted_sequence, out_int32=False, right=False, name=None) -> tensors.searchsorted(sorted_sequence, x, right=right) : dtype=int statics=right
    paddle.scatter_nd(index, updates, shape, name=None)   -> tensors.scatter_nd(index, updates, shape) : dtype=? statics=shape places=index
    paddle.nn.functional.diag_embed(input, offset=0, dim1=-2, dim2=-1) -> tensors.diag_embed(input, offset=offset, dim1=dim1, dim2=dim2) : dtype=same statics=offset,dim1,dim2
    paddle.where(condition)                               -> ! HYB403 keep the full length and mask it
"""
)
