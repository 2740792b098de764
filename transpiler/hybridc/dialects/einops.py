"""einops: a library for the arrays of any framework, JAX's too, so that its functions stay what they are.

Each of them may give a view: `reduce` where the pattern leaves no axis out, `einsum` of one array.
"""

from hybridc.dialects.table import Dialect

LINES = """
    einops                                                            -> einops : static
    einops.rearrange(tensor, pattern, **axes_lengths)                 -> einops.rearrange(...)   : dtype=same view statics=pattern,axes_lengths
    einops.reduce(tensor, pattern, reduction, **axes_lengths)         -> einops.reduce(...)      : dtype=? view number statics=pattern,reduction,axes_lengths
    einops.repeat(tensor, pattern, **axes_lengths)                    -> einops.repeat(...)      : dtype=same view statics=pattern,axes_lengths
    einops.einsum(*tensors_and_pattern)                               -> einops.einsum(...)      : dtype=? view number
    einops.pack(tensors, pattern)                                     -> einops.pack(...)        : items=array,static lists statics=pattern
    einops.unpack(tensor, packed_shapes, pattern)                     -> einops.unpack(...)      : dtype=? view list statics=packed_shapes,pattern
    einops.parse_shape(x, pattern)                                    -> einops.parse_shape(...) : static
    einops.asnumpy(tensor)                                            -> ! HYB101 return the array, and turn it into NumPy's where the model is called
    Host.einops.asnumpy(tensor)                                       -> einops.asnumpy(...)
    einops.EinopsError                                                -> einops.EinopsError : static
    einops.layers.torch.Rearrange                                     -> einops_layers.Rearrange : part
    einops.layers.torch.Reduce                                        -> einops_layers.Reduce    : part
    einops.layers.torch.EinMix                                        -> einops_layers.EinMix    : part fresh
"""

EINOPS = Dialect("einops", ("einops",), lambda: (LINES,), is_library=True)
