"""Functions that read and write elements by their indices."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    torch.gather(input, dim, index, *, sparse_grad=False)          -> tensors.gather(input, dim, index) : dtype=same statics=dim places=index
    torch.index_select(input, dim, index)                          -> tensors.index_select(...)       : dtype=same statics=dim places=index
    torch.take(input, index)                                       -> jnp.take(input, index)          : dtype=same number places=index checked=tensors.take(input,index)
    torch.take_along_dim(input, indices, dim=None)                 -> tensors.take_along_dim(...)     : dtype=same statics=dim
    torch.masked_scatter(input, mask, source)                      -> tensors.masked_scatter(input, mask, source) : dtype=same
    torch.nonzero_static(input, *, size, fill_value=-1)            -> tensors.nonzero_static(...)     : dtype=int shape=2 statics=size
    torch.scatter(input, dim, index, src, *, reduce=None)          -> tensors.scatter(...)            : dtype=same shape=same statics=dim,reduce places=index
    torch.scatter(input, dim, index, *, value, reduce=None)        -> tensors.scatter(input, dim, index, value, reduce=reduce) : dtype=same shape=same statics=dim,reduce places=index
    torch.scatter_add(input, dim, index, src)                      -> tensors.scatter_add(...)        : dtype=same shape=same statics=dim places=index
    torch.scatter_reduce(input, dim, index, src, reduce, *, include_self=True) -> tensors.scatter_reduce(...) : dtype=same shape=same statics=dim,reduce,include_self places=index
    torch.index_add(input, dim, index, source, *, alpha=1)         -> tensors.index_add(...)          : dtype=same shape=same statics=dim places=index
    torch.index_copy(input, dim, index, source)                    -> tensors.index_copy(...)         : dtype=same shape=same statics=dim places=index
    torch.index_fill(input, dim, index, value)                     -> tensors.index_fill(...)         : dtype=same shape=same statics=dim places=index
    torch.index_reduce(input, dim, index, source, reduce, *, include_self=True) -> tensors.index_reduce(...) : dtype=same shape=same statics=dim,reduce,include_self places=index
    torch.index_put(input, indices, values, accumulate=False)      -> tensors.index_put(...)          : dtype=same shape=same statics=accumulate places=indices
    torch.index_put_(input, indices, values, accumulate=False)     -> tensors.index_put(...)          : dtype=same shape=same statics=accumulate writes places=indices
    torch.put(input, index, source, accumulate=False)              -> tensors.put(...)                : dtype=same shape=same statics=accumulate places=index
    torch.select_scatter(input, src, dim, index)                   -> tensors.select_scatter(...)     : dtype=same shape=same statics=dim places=index
    torch.slice_scatter(input, src, dim=0, start=None, end=None, step=1) -> tensors.slice_scatter(...) : dtype=same shape=same statics=dim,start,end,step
    torch.diagonal_scatter(input, src, offset=0, dim1=0, dim2=1)   -> tensors.diagonal_scatter(...)   : dtype=same shape=same statics=dim1,dim2
    torch.unravel_index(indices, shape)                            -> tensors.unravel_index(...)      : dtype=? list
    torch.nonzero(*args)            -> ! HYB403 keep the full length and mask it, or use `torch.nonzero_static`
    torch.argwhere(*args)           -> ! HYB403 keep the full length and mask it, or use `torch.nonzero_static`
    torch.where(condition)          -> ! HYB403 keep the full length and mask it, or use `torch.nonzero_static`
    torch.masked_select(*args)      -> ! HYB403 keep the full length and mask it
    torch.unique(*args)             -> ! HYB403 keep the full length and mask it
    torch.unique_consecutive(*args) -> ! HYB403 keep the full length and mask it
    torch.unique_dim(*args)         -> ! HYB403 keep the full length and mask it
""")
