"""Sums, extremes, and what else goes along axes: functions, and their methods."""

# The arguments after the first, and facts.
_ALONG = {
    "sum": ("axis=None, dtype=None, keepdim=False, name=None", "dtype=sum"),
    "mean": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "max": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "min": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "amax": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "amin": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "prod": ("axis=None, keepdim=False, dtype=None, name=None", "dtype=?"),
    "all": ("axis=None, keepdim=False, name=None", "dtype=bool"),
    "any": ("axis=None, keepdim=False, name=None", "dtype=bool"),
    "var": ("axis=None, unbiased=True, keepdim=False, name=None", "dtype=same"),
    "std": ("axis=None, unbiased=True, keepdim=False, name=None", "dtype=same"),
    "logsumexp": ("axis=None, keepdim=False, name=None", "dtype=same"),
    "argmax": ("axis=None, keepdim=False, dtype='int64', name=None", "dtype=int"),
    "argmin": ("axis=None, keepdim=False, dtype='int64', name=None", "dtype=int"),
    "argsort": ("axis=-1, descending=False, stable=False, name=None", "dtype=int shape=same"),
    "sort": ("axis=-1, descending=False, stable=False, name=None", "dtype=same shape=same"),
    "topk": ("k, axis=None, largest=True, sorted=True, name=None", "dtype=? items=array,array"),
    "cumsum": ("axis=None, dtype=None, name=None", "dtype=sum"),
    "cumprod": ("dim=None, dtype=None, name=None", "dtype=?"),
    "median": ("axis=None, keepdim=False, name=None", "dtype=?"),
    "norm": ("p=None, axis=None, keepdim=False, name=None", "dtype=?"),
}
_RUNTIME = {"amax": "max", "amin": "min"}
_STATICS = "statics=axis,keepdim,unbiased,dtype,descending,stable,k,largest,sorted,dim,p"


def _lines() -> str:
    found = []
    for name, (arguments, facts) in _ALONG.items():
        names = [a.partition("=")[0] for a in arguments.split(", ")]
        given = ", ".join(n if n == "k" else f"{n}={n}" for n in names if n != "name")
        statics = ",".join(n for n in names if n != "name")
        for owner, first in (("paddle", "x"), ("Tensor", "self")):
            call = f"tensors.{_RUNTIME.get(name, name)}({first}, {given})"
            found.append(f"    {owner}.{name}({first}, {arguments}) -> {call} : {facts} statics={statics}\n")
    return "".join(found)


LINES = (
    _lines()
    + """
    paddle.linalg.norm(x, p=None, axis=None, keepdim=False, name=None) -> tensors.norm(x, p=p, axis=axis, keepdim=keepdim) : dtype=? statics=p,axis,keepdim
    paddle.add_n(inputs, name=None)                       -> tensors.add_n(inputs) : dtype=? lists
    paddle.count_nonzero(x, axis=None, keepdim=False, name=None) -> jnp.count_nonzero(x, axis=axis, keepdims=keepdim) : dtype=int statics=axis,keepdim
    paddle.bincount(*args)                                -> ! HYB403 the length of the result depends on values: count with `(x.unsqueeze(1) == paddle.arange(n)).sum(0)`
    paddle.histogram(*args)                               -> ! HYB402 compare with the edges and sum
    paddle.nonzero(*args)                                 -> ! HYB403 keep the full length and mask it
    paddle.masked_select(*args)                           -> ! HYB403 keep the full length: `paddle.where(mask, x, 0)`
    paddle.unique(*args)                                  -> ! HYB403 keep the full length and mask it
"""
)
