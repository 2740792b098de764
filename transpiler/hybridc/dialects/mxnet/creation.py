"""New arrays, draws, and what works with files and symbols."""

from hybridc.dialects.mxnet.namespaces import NAMESPACES, SYMBOLIC, in_every_namespace, in_namespace

_SAME = "dtype=same shape=same"
_DRAW = "shape=None, dtype=None, ctx=None"
_FILES = "files of arrays are read beside models: `net.load(path)` reads `.params`"

# `zeros_like(x, dtype='int32')` has the dtype of `x`: MXNet takes such words and does not heed them.
_MADE = in_every_namespace(f"""
    nd.zeros_like(data, *, ctx=None, dtype=None)                -> jnp.zeros_like(data) : {_SAME}
    nd.ones_like(data, *, ctx=None, dtype=None)                 -> jnp.ones_like(data)  : {_SAME}
    nd.zeros(shape, ctx=None, dtype=None)                       -> jnp.zeros(shape, dtype=dtype) : dtype=floats
    nd.ones(shape, ctx=None, dtype=None)                        -> jnp.ones(shape, dtype=dtype) : dtype=floats
    nd.full(shape, val, ctx=None, dtype='float32')              -> ops.full(shape, val, dtype=dtype) : dtype=floats
    nd.arange(start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype='float32') -> ops.arange(start, stop, step=step, repeat=repeat, dtype=dtype) : dtype=floats shape=1
    nd.linspace(start, stop, num, endpoint=True, ctx=None, dtype='float32') -> ops.linspace(start, stop, num, endpoint=endpoint, dtype=dtype) : dtype=floats shape=1
    nd.eye(N, M=0, k=0, ctx=None, dtype='float32')              -> ops.eye(N, M=M, k=k, dtype=dtype) : dtype=floats shape=2
    nd.random.uniform(low=0.0, high=1.0, {_DRAW})               -> ops.uniform(low=low, high=high, shape=shape, dtype=dtype) : dtype=floats
    nd.random.normal(loc=0.0, scale=1.0, {_DRAW})               -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.random.randn(*shape, loc=0.0, scale=1.0, dtype=None, ctx=None) -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.random.randint(low, high, {_DRAW})                       -> ops.randint(low, high, shape=shape, dtype=dtype) : dtype=?
    nd.random.exponential(scale=1.0, {_DRAW})                   -> ops.exponential(scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.random.gamma(alpha=1.0, beta=1.0, {_DRAW})               -> ops.gamma_draws(alpha=alpha, beta=beta, shape=shape, dtype=dtype) : dtype=floats
    nd.random.poisson(lam=1.0, {_DRAW})                         -> ops.poisson(lam=lam, shape=shape, dtype=dtype) : dtype=floats
    nd.random.uniform_like(data, low=0.0, high=1.0)             -> ops.uniform(low=low, high=high, shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.normal_like(data, loc=0.0, scale=1.0)             -> ops.normal(loc=loc, scale=scale, shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.exponential_like(data)                            -> ops.exponential(shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.exponential_like(data, lam)                       -> ops.exponential(scale=1 / lam, shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.gamma_like(data, alpha=1.0, beta=1.0)             -> ops.gamma_draws(alpha=alpha, beta=beta, shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.poisson_like(data, lam=1.0)                       -> ops.poisson(lam=lam, shape=data.shape, dtype=data.dtype) : {_SAME}
    nd.random.multinomial(data, shape=None, dtype='int32')      -> ops.multinomial(...) : dtype=?
    nd.random.shuffle(data)                                     -> ops.shuffle(data)
    nd.shuffle(data)                                            -> ops.shuffle(data)
    nd.uniform(low=0.0, high=1.0, shape=None, ctx=None, dtype=None) -> ops.uniform(low=low, high=high, shape=shape, dtype=dtype) : dtype=floats
    nd.random_uniform(low=0.0, high=1.0, shape=None, ctx=None, dtype=None) -> ops.uniform(low=low, high=high, shape=shape, dtype=dtype) : dtype=floats
    nd.normal(loc=0.0, scale=1.0, shape=None, ctx=None, dtype=None) -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.random_normal(loc=0.0, scale=1.0, shape=None, ctx=None, dtype=None) -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.random_randint(low, high, shape=None, ctx=None, dtype=None) -> ops.randint(low, high, shape=shape, dtype=dtype) : dtype=?
    nd.sample_uniform(low, high, shape=None, dtype=None)        -> ops.uniform(...) : dtype=floats
    nd.sample_normal(mu, sigma, shape=None, dtype=None)         -> ops.normal(mu, sigma, shape=shape, dtype=dtype) : dtype=floats
    nd.sample_multinomial(data, shape=None, dtype='int32')      -> ops.multinomial(...) : dtype=?
    nd.Custom(*args)                                            -> ! HYB402 what the operator does is in Python, at its class: write it as a function of arrays
    nd.cast_storage(*args)                                      -> ! HYB402 arrays are dense
    nd.sparse.zeros(*args)                                      -> ! HYB402 arrays are dense
    nd.sparse.array(*args)                                      -> ! HYB402 arrays are dense
    nd.sparse.csr_matrix(*args)                                 -> ! HYB402 arrays are dense
    nd.sparse.row_sparse_array(*args)                           -> ! HYB402 arrays are dense
    nd.sparse.cast_storage(*args)                               -> ! HYB402 arrays are dense
    nd.sparse.dot(*args)                                        -> ! HYB402 arrays are dense: `dot`
    nd.sparse.retain(*args)                                     -> ! HYB402 arrays are dense
""")
_ARRAYS = "\n".join(
    in_namespace(
        namespace,
        f"""
    nd.load(*args)                                              -> ! HYB701 {_FILES}
    nd.save(*args)                                              -> ! HYB701 {_FILES}
    nd.array(source_array, ctx=None, dtype=None)                -> ops.array(source_array, dtype=dtype) : dtype=floats statics=dtype lists ordered
    nd.empty(shape, ctx=None, dtype=None)                       -> jnp.zeros(shape, dtype=dtype) : dtype=floats
    nd.waitall()                                                -> ops.waitall() : static
""",
    )
    for namespace in ("mxnet.nd", "mxnet.ndarray")
)
_RANDOM = in_namespace(
    "mxnet.random",
    f"""
    nd.uniform(low=0.0, high=1.0, {_DRAW})       -> ops.uniform(low=low, high=high, shape=shape, dtype=dtype) : dtype=floats
    nd.normal(loc=0.0, scale=1.0, {_DRAW})       -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.randn(*shape, loc=0.0, scale=1.0, dtype=None, ctx=None) -> ops.normal(loc=loc, scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.randint(low, high, {_DRAW})               -> ops.randint(low, high, shape=shape, dtype=dtype) : dtype=?
    nd.exponential(scale=1.0, {_DRAW})           -> ops.exponential(scale=scale, shape=shape, dtype=dtype) : dtype=floats
    nd.gamma(alpha=1.0, beta=1.0, {_DRAW})       -> ops.gamma_draws(alpha=alpha, beta=beta, shape=shape, dtype=dtype) : dtype=floats
    nd.poisson(lam=1.0, {_DRAW})                 -> ops.poisson(lam=lam, shape=shape, dtype=dtype) : dtype=floats
    nd.multinomial(data, shape=None, dtype='int32') -> ops.multinomial(...) : dtype=?
    nd.shuffle(data)                             -> ops.shuffle(data)
""",
)
_FLOW = "\n".join(
    f"""
    {namespace}.contrib.foreach(body, data, init_states, name=None) -> ops.foreach(body, data, init_states) : dtype=? items=value,value
    {namespace}.contrib.while_loop(cond, func, loop_vars, max_iterations, name=None) -> ops.while_loop(cond, func, loop_vars, max_iterations) : dtype=? items=value,value statics=max_iterations
    {namespace}.contrib.cond(pred, then_func, else_func, name=None) -> ops.cond(pred, then_func, else_func) : dtype=?
"""
    for namespace in NAMESPACES
    if namespace not in SYMBOLIC
)
LINES = "\n".join([_MADE, _ARRAYS, _RANDOM, _FLOW])
