"""Sums, extremes, and what else goes along axes."""

import ast
import re


def with_numpy_names(table: str) -> str:
    """The table, and its lines once more with `axis` for `dim` and `keepdims` for `keepdim`: PyTorch takes these too."""
    lines = table.splitlines()
    for line in table.splitlines():
        for names in ({"dim": "axis"}, {"keepdim": "keepdims"}, {"dim": "axis", "keepdim": "keepdims"}):
            lines += _renamed(line.strip(), names)
    return "\n".join(lines)


def _renamed(line: str, names: dict[str, str]) -> list[str]:
    """The line with other names for parameters, if it has those."""
    left, _, right = line.partition(" -> ")
    target, colon, facts = right.partition(" : ")
    if "(" not in left or target.lstrip().startswith("!"):
        return []
    arguments = ast.parse(f"def f{left[left.index('(') :]}: ...").body[0].args  # type: ignore[attr-defined]
    parameters = [p.arg for p in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    if not names.keys() <= {p.arg for p in (*arguments.args, *arguments.kwonlyargs)}:
        return []
    call = target.strip()
    if call.endswith("(...)"):
        given = ", ".join([parameters[0], *(f"{p}={p}" for p in parameters[1:])])
        call = f"{call.removesuffix('(...)')}({given})"
    tree = ast.parse(call, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    for name, other in names.items():
        left, facts = re.sub(rf"\b{name}\b", other, left), re.sub(rf"\b{name}\b", other, facts)
    return [f"{left.rstrip()} -> {ast.unparse(tree)}{colon}{facts}"]


# Written in Python, which takes no other names.
_OF_PYTHON = """
    torch.norm(input, p='fro', dim=None, keepdim=False, *, dtype=None) -> tensors.norm(...) : dtype=? statics=p,dim,keepdim number
    torch.norm(input, p, dim, keepdim, out, dtype)             -> ! HYB402 pass `dtype` by its name, and no `out`
    torch.cdist(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary') -> tensors.cdist(...) : dtype=? statics=p,compute_mode
"""

LINES = _OF_PYTHON + with_numpy_names("""
    torch.sum(input, *, dtype=None)                            -> tensors.sum(...)          : dtype=sum shape=scalar
    torch.sum(input, dim, keepdim=False, *, dtype=None)        -> tensors.sum(...)          : dtype=sum statics=dim,keepdim
    torch.nansum(input, *, dtype=None)                         -> tensors.nansum(...)       : dtype=sum shape=scalar
    torch.nansum(input, dim, keepdim=False, *, dtype=None)     -> tensors.nansum(...)       : dtype=sum statics=dim,keepdim
    torch.prod(input, *, dtype=None)                           -> tensors.prod(...)         : dtype=sum shape=scalar
    torch.prod(input, dim, keepdim=False, *, dtype=None)       -> tensors.prod(...)         : dtype=sum statics=dim,keepdim
    torch.mean(input, *, dtype=None)                           -> tensors.mean(...)         : dtype=? shape=scalar
    torch.mean(input, dim, keepdim=False, *, dtype=None)       -> tensors.mean(...)         : dtype=? statics=dim,keepdim
    torch.nanmean(input, *, dtype=None)                        -> tensors.nanmean(...)      : dtype=? shape=scalar
    torch.nanmean(input, dim, keepdim=False, *, dtype=None)    -> tensors.nanmean(...)      : dtype=? statics=dim,keepdim
    torch.all(input)                                           -> tensors.all(input)        : dtype=? shape=scalar
    torch.all(input, dim, keepdim=False)                       -> tensors.all(...)          : dtype=? statics=dim,keepdim
    torch.any(input)                                           -> tensors.any(input)        : dtype=? shape=scalar
    torch.any(input, dim, keepdim=False)                       -> tensors.any(...)          : dtype=? statics=dim,keepdim
    torch.amax(input)                                          -> jnp.max(input)            : dtype=same shape=scalar
    torch.amax(input, dim, keepdim=False)                      -> tensors.amax(...)         : dtype=same statics=dim,keepdim
    torch.amin(input)                                          -> jnp.min(input)            : dtype=same shape=scalar
    torch.amin(input, dim, keepdim=False)                      -> tensors.amin(...)         : dtype=same statics=dim,keepdim
    torch.aminmax(input, *, dim=None, keepdim=False)           -> tensors.aminmax(...)      : dtype=? items=array,array statics=dim,keepdim
    torch.max(input)                                           -> jnp.max(input)            : dtype=same shape=scalar
    torch.max(input, *, dim, keepdim=False)                    -> tensors.max(...)          : dtype=? items=array,array statics=dim,keepdim
    torch.max(input, *, other)                                 -> jnp.maximum(input, other) : dtype=promote shape=elementwise
    torch.max(input, dim_or_other, /)                          -> tensors.max(input, dim_or_other) : dtype=? items=array,array items_if=dim_or_other
    torch.max(input, dim, /, keepdim)                          -> tensors.max(...)          : dtype=? items=array,array statics=dim,keepdim
    torch.min(input)                                           -> jnp.min(input)            : dtype=same shape=scalar
    torch.min(input, *, dim, keepdim=False)                    -> tensors.min(...)          : dtype=? items=array,array statics=dim,keepdim
    torch.min(input, *, other)                                 -> jnp.minimum(input, other) : dtype=promote shape=elementwise
    torch.min(input, dim_or_other, /)                          -> tensors.min(input, dim_or_other) : dtype=? items=array,array items_if=dim_or_other
    torch.min(input, dim, /, keepdim)                          -> tensors.min(...)          : dtype=? items=array,array statics=dim,keepdim
    torch.argmax(input, dim=None, keepdim=False)               -> jnp.argmax(input, axis=dim, keepdims=keepdim) : dtype=int statics=dim,keepdim number
    torch.argmin(input, dim=None, keepdim=False)               -> jnp.argmin(input, axis=dim, keepdims=keepdim) : dtype=int statics=dim,keepdim number
    torch.count_nonzero(input)                                 -> tensors.count_nonzero(input) : dtype=int shape=scalar
    torch.count_nonzero(input, dim)                            -> tensors.count_nonzero(...) : dtype=int statics=dim
    torch.logsumexp(input, dim, keepdim=False)                 -> tensors.logsumexp(...)    : dtype=? statics=dim,keepdim
    torch.var(input, dim=None, unbiased=True, keepdim=False, *, correction=1)      -> tensors.var(...)      : dtype=? statics=dim,unbiased,keepdim,correction number
    torch.std(input, dim=None, unbiased=True, keepdim=False, *, correction=1)      -> tensors.std(...)      : dtype=? statics=dim,unbiased,keepdim,correction number
    torch.var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1) -> tensors.var_mean(...) : dtype=? items=array,array statics=dim,unbiased,keepdim,correction
    torch.std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1) -> tensors.std_mean(...) : dtype=? items=array,array statics=dim,unbiased,keepdim,correction
    torch.frobenius_norm(input, dim, keepdim=False)            -> tensors.norm(input, dim=dim, keepdim=keepdim) : dtype=? statics=dim,keepdim
    torch.nuclear_norm(input, dim=None, keepdim=False)         -> tensors.norm(input, 'nuc', dim=dim, keepdim=keepdim) : dtype=? statics=dim,keepdim number
    torch.dist(input, other, p=2)                              -> tensors.dist(...)         : dtype=? shape=scalar statics=p
    torch.renorm(input, p, dim, maxnorm)                       -> tensors.renorm(...)       : dtype=same shape=same statics=p,dim

    torch.cumsum(input, dim, *, dtype=None)                    -> tensors.cumsum(...)       : dtype=sum shape=same statics=dim
    torch.cumprod(input, dim, *, dtype=None)                   -> tensors.cumprod(...)      : dtype=sum shape=same statics=dim
    torch.logcumsumexp(input, dim)                             -> tensors.logcumsumexp(...) : dtype=same shape=same statics=dim
    torch.cummax(input, dim)                                   -> tensors.cummax(...)       : dtype=? items=array,array statics=dim
    torch.cummin(input, dim)                                   -> tensors.cummin(...)       : dtype=? items=array,array statics=dim
    torch.diff(input, n=1, dim=-1, prepend=None, append=None)  -> jnp.diff(input, n=n, axis=dim, prepend=prepend, append=append) : dtype=? statics=dim
    torch.gradient(input, *, spacing=1, dim=None)              -> tensors.gradient(...)     : dtype=? statics=dim list
    torch.trapezoid(y, x=None, *, dx=1, dim=-1)                -> jnp.trapezoid(y, x=x, dx=dx, axis=dim) : dtype=? statics=dim number
    torch.trapz(y, x=None, *, dx=1, dim=-1)                    -> jnp.trapezoid(y, x=x, dx=dx, axis=dim) : dtype=? statics=dim number
    torch.cumulative_trapezoid(y, x=None, *, dx=1, dim=-1)     -> tensors.cumulative_trapezoid(...) : dtype=? statics=dim

    torch.sort(input, dim=-1, descending=False, *, stable=False)    -> tensors.sort(...)    : dtype=? items=array,array statics=dim,descending,stable
    torch.argsort(input, dim=-1, descending=False, *, stable=False) -> tensors.argsort(...) : dtype=int shape=same statics=dim,descending,stable
    torch.msort(input)                                         -> tensors.msort(input)      : dtype=same shape=same
    torch.topk(input, k, dim=-1, largest=True, sorted=True)    -> tensors.topk(...)         : dtype=? items=array,array statics=dim,largest,sorted
    torch.kthvalue(input, k, dim=-1, keepdim=False)            -> tensors.kthvalue(...)     : dtype=? items=array,array statics=dim,keepdim
    torch.median(input)                                        -> tensors.median(input)     : dtype=same shape=scalar
    torch.median(input, dim, keepdim=False)                    -> tensors.median(...)       : dtype=? items=array,array statics=dim,keepdim
    torch.nanmedian(input)                                     -> tensors.nanmedian(input)  : dtype=same shape=scalar
    torch.nanmedian(input, dim, keepdim=False)                 -> tensors.nanmedian(...)    : dtype=? items=array,array statics=dim,keepdim
    torch.mode(input, dim=-1, keepdim=False)                   -> tensors.mode(...)         : dtype=? items=array,array statics=dim,keepdim
    torch.quantile(input, q, dim=None, keepdim=False, *, interpolation='linear')    -> tensors.quantile(...)    : dtype=? statics=dim,keepdim,interpolation number
    torch.nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear') -> tensors.nanquantile(...) : dtype=? statics=dim,keepdim,interpolation number
    torch.searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None) -> tensors.searchsorted(...) : dtype=int statics=out_int32,right number
    torch.bucketize(input, boundaries, *, out_int32=False, right=False) -> tensors.bucketize(...) : dtype=int statics=out_int32,right number
    torch.histc(input, bins=100, min=0, max=0)                 -> tensors.histc(...)        : dtype=same shape=1 statics=min,max
    torch.cov(input, *, correction=1, fweights=None, aweights=None) -> jnp.cov(input, ddof=correction, fweights=fweights, aweights=aweights) : dtype=? statics=correction
    torch.corrcoef(input)                                      -> jnp.corrcoef(input)       : dtype=?

    torch.bincount(*args)          -> ! HYB403 the length of the result depends on values: count with `(x[:, None] == torch.arange(n)).sum(0)`
    torch.histogram(*args)         -> ! HYB402 use `torch.histc`, or compare with the edges and sum
    torch.histogramdd(*args)       -> ! HYB402 compare with the edges and sum
    torch.masked.sum(*args)        -> ! HYB402 use `torch.where` and the sum
    torch.masked.mean(*args)       -> ! HYB402 use `torch.where`, and divide the sum by that of the mask
    torch.masked.var(*args)        -> ! HYB402 use `torch.where`, and divide sums by that of the mask
    torch.masked.std(*args)        -> ! HYB402 use `torch.where`, and divide sums by that of the mask
    torch.segment_reduce(*args)    -> ! HYB402 use `torch.scatter_reduce`
    torch.hash_tensor(*args)       -> ! HYB402 JAX has no such function
    torch.norm_except_dim(*args)   -> ! HYB402 use `torch.linalg.vector_norm` with the other axes
""")
