"""Random draws: with keys that come from the rng that a model is given."""

_PLACE = "layout=None, device=None, requires_grad=False, pin_memory=False"
_LIKE = "layout=None, device=None, requires_grad=False, memory_format=None"

LINES = f"""
    torch.rand(size, *, dtype=None, {_PLACE})                   -> jax.random.uniform(nn.next_key(), size, dtype) : dtype=given shape=given statics=size lists
    torch.rand(*size, dtype=None, {_PLACE})                     -> jax.random.uniform(nn.next_key(), size, dtype) : dtype=given statics=size lists
    torch.randn(size, *, dtype=None, {_PLACE})                  -> jax.random.normal(nn.next_key(), size, dtype) : dtype=given shape=given statics=size lists
    torch.randn(*size, dtype=None, {_PLACE})                    -> jax.random.normal(nn.next_key(), size, dtype) : dtype=given statics=size lists
    torch.rand_like(input, *, dtype=None, {_LIKE})              -> tensors.rand_like(nn.next_key(), input, dtype=dtype) : dtype=? shape=same
    torch.randn_like(input, *, dtype=None, {_LIKE})             -> tensors.randn_like(nn.next_key(), input, dtype=dtype) : dtype=? shape=same
    torch.randint(low, high, size, *, {_PLACE})                 -> jax.random.randint(nn.next_key(), size, low, high) : dtype=int statics=size
    torch.randint(low, high, size, *, dtype, {_PLACE})          -> tensors.randint(nn.next_key(), low, high, size, dtype=dtype) : dtype=? statics=size
    torch.randint(high, size, *, {_PLACE})                      -> jax.random.randint(nn.next_key(), size, 0, high) : dtype=int statics=size
    torch.randint(high, size, *, dtype, {_PLACE})               -> tensors.randint(nn.next_key(), 0, high, size, dtype=dtype) : dtype=? statics=size
    torch.randint_like(input, high, *, dtype=None, {_LIKE})     -> tensors.randint_like(nn.next_key(), input, 0, high, dtype=dtype) : dtype=? shape=same
    torch.randint_like(input, low, high, *, dtype=None, {_LIKE}) -> tensors.randint_like(nn.next_key(), input, low, high, dtype=dtype) : dtype=? shape=same
    torch.randperm(n, *, {_PLACE})                              -> jax.random.permutation(nn.next_key(), n) : dtype=int shape=1
    torch.randperm(n, *, dtype, {_PLACE})                       -> jax.random.permutation(nn.next_key(), jnp.arange(n, dtype=dtype)) : dtype=given shape=1
    torch.normal(mean, std=1.0)                                 -> tensors.normal(nn.next_key(), mean, std) : dtype=?
    torch.normal(mean, std, size, *, dtype=None, {_PLACE})      -> tensors.normal(nn.next_key(), mean, std, size, dtype=dtype) : dtype=? statics=size
    torch.bernoulli(input)                                      -> tensors.bernoulli(nn.next_key(), input) : dtype=same shape=same
    torch.bernoulli(input, p)                                   -> tensors.bernoulli(nn.next_key(), input, p) : dtype=same shape=same
    torch.multinomial(input, num_samples, replacement=False)    -> tensors.multinomial(nn.next_key(), input, num_samples, replacement) : dtype=int statics=num_samples,replacement
    torch.poisson(input)                                        -> tensors.poisson(nn.next_key(), input) : dtype=same shape=same
    torch.binomial(count, prob)                                 -> tensors.binomial(nn.next_key(), count, prob) : dtype=same shape=same
    torch.manual_seed(seed)                                     -> nn.seed(seed) : dtype=? host
    torch.random.manual_seed(seed)                              -> nn.seed(seed) : dtype=? host
    torch.distributions.Bernoulli(*args)                        -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Beta(*args)                             -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Binomial(*args)                         -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Categorical(*args)                      -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Dirichlet(*args)                        -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Distribution(*args)                     -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Exponential(*args)                      -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Gamma(*args)                            -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Gumbel(*args)                           -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Laplace(*args)                          -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.LogNormal(*args)                        -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Multinomial(*args)                      -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.MultivariateNormal(*args)               -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Normal(*args)                           -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.OneHotCategorical(*args)                -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Poisson(*args)                          -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.RelaxedBernoulli(*args)                 -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.RelaxedOneHotCategorical(*args)         -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.distributions.Uniform(*args)                          -> ! HYB404 draw with `torch.rand`, `torch.randn` or `torch.multinomial`, and write densities out
    torch.seed(*args)                                           -> ! HYB404 call `torch.manual_seed` in host code
    torch.initial_seed(*args)                                   -> ! HYB404 keep the seed in host code
    torch.get_rng_state(*args)                                  -> ! HYB404 JAX's keys have no state: pass a key, or a seed
    torch.set_rng_state(*args)                                  -> ! HYB404 JAX's keys have no state: pass a key, or a seed
    torch.random.seed(*args)                                    -> ! HYB404 call `torch.manual_seed` in host code
    torch.random.initial_seed(*args)                            -> ! HYB404 keep the seed in host code
    torch.random.get_rng_state(*args)                           -> ! HYB404 JAX's keys have no state: pass a key, or a seed
    torch.random.set_rng_state(*args)                           -> ! HYB404 JAX's keys have no state: pass a key, or a seed
    torch.random.fork_rng(*args)                                -> ! HYB404 JAX's keys have no state: pass a key, or a seed
    torch.Generator(*args)                                      -> ! HYB404 draws take their keys from the rng that the model is given
    torch.default_generator                                     -> ! HYB404 draws take their keys from the rng that the model is given
"""
