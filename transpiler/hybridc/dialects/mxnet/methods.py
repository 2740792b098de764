"""Methods and attributes of `mxnet.nd` arrays. Most are operators, with the array in front."""

import re

from hybridc.dialects.mxnet import creation, elementwise, indexing, neural, reductions, shaping
from hybridc.dialects.mxnet.namespaces import words

# Methods that do what the operator of their name does.
_OPERATORS = frozenset(
    words(
        "abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort broadcast_axes broadcast_like broadcast_to cbrt ceil clip cos cosh degrees depth_to_space diag exp expand_dims expm1 fix flatten flip floor log log10 log1p log2 log_softmax max mean min nanprod nansum norm one_hot ones_like pad pick prod radians rcbrt reciprocal relu repeat reshape_like rint round rsqrt shape_array sigmoid sign sin sinh size_array slice slice_axis slice_like softmax softmin sort space_to_depth split split_v2 sqrt square squeeze sum swapaxes take tan tanh tile topk transpose trunc zeros_like"
    )
)
_SAME = "dtype=same shape=same"
_STEP = "JAX differentiates functions: `jax.grad(lambda x: f(x).sum())(x)`"
_ARITHMETIC = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "mod": "modulo"}
_COMPARISONS = {
    "eq": "equal",
    "ne": "not_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "lt": "lesser",
    "le": "lesser_equal",
}

_OWN = f"""
    NDArray.shape                                   -> self.shape : static
    NDArray.size                                    -> self.size : static
    NDArray.ndim                                    -> self.ndim : static
    NDArray.dtype                                   -> self.dtype.type : static
    NDArray.stype                                   -> 'default' : static
    NDArray.context                                 -> ops.cpu() : static
    NDArray.ctx                                     -> ops.cpu() : static
    NDArray.T                                       -> self.T : dtype=same
    NDArray.reshape(self, shape, *, reverse=False)  -> ops.reshape(self, shape, reverse=reverse) : dtype=same statics=shape,reverse back=new.reshape(self.shape)
    NDArray.reshape(self, *shape, reverse=False)    -> ops.reshape(self, shape, reverse=reverse) : dtype=same statics=shape,reverse back=new.reshape(self.shape)
    NDArray.astype(self, dtype)                     -> ops.cast(self, dtype) : dtype=? shape=same statics=dtype
    NDArray.astype(self, dtype, copy)               -> ops.cast(self, dtype) : dtype=? shape=same statics=dtype,copy view
    NDArray.copy(self)                              -> self.copy() : {_SAME}
    NDArray.detach(self)                            -> lax.stop_gradient(self) : {_SAME} view
    NDArray.as_in_context(self, context)            -> self : {_SAME} back=new
    NDArray.as_in_ctx(self, ctx)                    -> self : {_SAME} back=new
    NDArray.as_nd_ndarray(self)                     -> self : {_SAME} back=new
    NDArray.tostype(self, stype)                    -> ! HYB402 arrays are dense
    NDArray.copyto(self, other)                     -> ! HYB306 write `other[:] = x`; to another device nothing needs to be copied
    NDArray.asnumpy(self)                           -> ! HYB101 keep it an array
    NDArray.asscalar(self)                          -> ! HYB101 keep it an array
    NDArray.item(self)                              -> ! HYB101 keep it an array
    NDArray.tolist(self)                            -> ! HYB101 keep it an array
    NDArray.wait_to_read(self)                      -> ! HYB101 nothing has to be waited for in compiled code: leave it out
    NDArray.to_dlpack_for_read(self)                -> ! HYB101 keep it an array
    NDArray.to_dlpack_for_write(self)               -> ! HYB101 keep it an array
    NDArray.attach_grad(self, *args)                -> ! HYB408 {_STEP} : gone
    NDArray.backward(self, *args)                   -> ! HYB408 {_STEP}
    NDArray.grad                                    -> ! HYB408 {_STEP}
    NDArray.__getitem__(self, key)                  -> ops.getitem(self, key) : dtype=same view blocks operator
    NDArray.__setitem__(self, key, value)           -> ops.setitem(self, key, value) : {_SAME} writes operator
    NDArray.__iter__(self)                          -> ops.rows(self) : dtype=same view operator
    NDArray.__neg__(self)                           -> -self : {_SAME}
    NDArray.__abs__(self)                           -> ops.abs(self) : {_SAME}
    NDArray.__pow__(self, other)                    -> ops.power(self, other) : dtype=same integers
    NDArray.__rpow__(self, other)                   -> ops.power(other, self) : dtype=same integers
"""


def _methods(table: str) -> list[str]:
    """Lines of operators as those of methods."""
    found = []
    for line in table.splitlines():
        match = re.match(r"mxnet\.nd\.(\w+)\((\w+)(.*?)\) -> (.*)$", line)
        if match is not None and match[1] in _OPERATORS:
            name, first, rest, right = match.groups()
            target, separator, facts = right.partition(" : ")
            target = re.sub(rf"(?<![\w.=]){first}\b(?!=)", "self", target)
            found.append(f"NDArray.{name}(self{rest}) -> {target}{separator}{facts}")
    return found


def _operators() -> list[str]:
    """What `+`, `+=`, `<` and so on do."""
    found = []
    for name, function in _ARITHMETIC.items():
        found.append(
            f"NDArray.__{name}__(self, other) -> ops.{function}(self, other) : dtype=same shape=elementwise integers"
        )
        found.append(
            f"NDArray.__r{name}__(self, other) -> ops.{function}(other, self) : dtype=same shape=elementwise integers"
        )
        found.append(f"NDArray.__i{name}__(self, other) -> ops.{function}_in_place(self, other) : {_SAME} writes")
    for name, function in _COMPARISONS.items():
        found.append(
            f"NDArray.__{name}__(self, other) -> ops.{function}(self, other) : dtype=same shape=elementwise operator"
        )
    return found


_TABLES = (creation, elementwise, reductions, shaping, indexing, neural)
LINES = "\n".join([_OWN, *(line for table in _TABLES for line in _methods(table.LINES)), *_operators()])
