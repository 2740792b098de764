"""Python's own functions on traced values, and the module `math`."""

from hybridc.dialects.table import dialect

PYTHON = dialect(
    "python",
    (),
    """
    builtins.abs(x, /)                  -> abs(x)                           : dtype=real shape=elementwise
    builtins.max(a, b, /)               -> jnp.maximum(a, b)                : shape=elementwise
    builtins.max(a, b, c, /)            -> jnp.maximum(jnp.maximum(a, b), c) : shape=elementwise
    builtins.max(iterable, /)           -> jnp.max(iterable)                : dtype=same shape=scalar
    builtins.max(*args)                  -> jnp.max(jnp.stack(args))          : shape=scalar
    builtins.max(iterable, /, *, default) -> (jnp.max(iterable) if len(iterable) else default) : dtype=? shape=scalar
    builtins.max(iterable, /, *, key)   -> iterable[jnp.argmax(jax.vmap(key)(iterable))] : dtype=same shape=?
    builtins.min(a, b, /)               -> jnp.minimum(a, b)                : shape=elementwise
    builtins.min(a, b, c, /)            -> jnp.minimum(jnp.minimum(a, b), c) : shape=elementwise
    builtins.min(iterable, /)           -> jnp.min(iterable)                : dtype=same shape=scalar
    builtins.min(*args)                  -> jnp.min(jnp.stack(args))          : shape=scalar
    builtins.min(iterable, /, *, default) -> (jnp.min(iterable) if len(iterable) else default) : dtype=? shape=scalar
    builtins.min(iterable, /, *, key)   -> iterable[jnp.argmin(jax.vmap(key)(iterable))] : dtype=same shape=?
    builtins.sum(iterable, /)           -> jnp.sum(iterable, axis=0)        : dtype=? shape=? number widens small unproven=numpy_like.summed(iterable)
    builtins.sum(iterable, /, start)    -> start + jnp.sum(iterable, axis=0) : dtype=? shape=? number widens small unproven=start+numpy_like.summed(iterable)
    builtins.round(number, /)           -> round(number)                    : dtype=pyint shape=scalar
    builtins.round(number, ndigits, /)  -> ! HYB402 Python rounds the decimal that it would print: use `np.round`
    builtins.divmod(a, b, /)            -> divmod(a, b)                     : dtype=? shape=?
    builtins.pow(base, exp)             -> base ** exp                      : dtype=? shape=elementwise
    builtins.any(iterable, /)           -> jnp.any(iterable)                : dtype=bool shape=scalar
    builtins.all(iterable, /)           -> jnp.all(iterable)                : dtype=bool shape=scalar
    Rows.max(iterable, /)               -> control.greatest(iterable)       : dtype=? shape=? lists
    Rows.max(iterable, /, *, key)       -> control.greatest(iterable, key)  : dtype=? shape=? lists
    Rows.max(iterable, /, *, default)   -> control.greatest(iterable, default=default) : dtype=? shape=? lists
    Rows.max(*args)                     -> control.greatest(args)           : dtype=? shape=? lists
    Rows.min(iterable, /)               -> control.least(iterable)          : dtype=? shape=? lists
    Rows.min(iterable, /, *, key)       -> control.least(iterable, key)     : dtype=? shape=? lists
    Rows.min(iterable, /, *, default)   -> control.least(iterable, default=default) : dtype=? shape=? lists
    Rows.min(*args)                     -> control.least(args)              : dtype=? shape=? lists
    Rows.sorted(iterable, /)            -> control.ordered(iterable)        : dtype=? shape=? list lists
    Rows.sorted(iterable, /, *, key)    -> control.ordered(iterable, key)   : dtype=? shape=? list lists
    Rows.sorted(iterable, /, *, reverse) -> control.ordered(iterable, reverse=True) : dtype=? shape=? list lists only=reverse:True
    Rows.sorted(iterable, /, *, key, reverse) -> control.ordered(iterable, key, reverse=True) : dtype=? shape=? list lists only=reverse:True
    Rows.any(iterable, /)               -> jnp.any(jnp.array([*iterable]))  : dtype=bool shape=scalar lists
    Rows.all(iterable, /)               -> jnp.all(jnp.array([*iterable]))  : dtype=bool shape=scalar lists
    operator.iadd(a, b, /)              -> a + b                            : shape=same writes
    operator.isub(a, b, /)              -> a - b                            : shape=same writes
    operator.imul(a, b, /)              -> a * b                            : shape=same writes
    operator.itruediv(a, b, /)          -> a / b                            : shape=same writes
    operator.ifloordiv(a, b, /)         -> a // b                           : shape=same writes
    operator.imod(a, b, /)              -> a % b                            : shape=same writes
    operator.ipow(a, b, /)              -> a ** b                           : shape=same writes
    operator.imatmul(a, b, /)           -> a @ b                            : shape=same writes
    operator.iand(a, b, /)              -> a & b                            : shape=same writes
    operator.ior(a, b, /)               -> a | b                            : shape=same writes
    operator.ixor(a, b, /)              -> a ^ b                            : shape=same writes
    operator.ilshift(a, b, /)           -> a << b                           : shape=same writes
    operator.irshift(a, b, /)           -> a >> b                           : shape=same writes
    operator.setitem(*args)             -> ! HYB306
    operator.delitem(*args)             -> ! HYB306
    builtins.list(*args)                -> ! HYB219
    builtins.tuple(*args)               -> ! HYB219
    builtins.set(*args)                 -> ! HYB219
    builtins.sorted(iterable, /)        -> list(jnp.sort(iterable, axis=0)) : dtype=same shape=? list
    builtins.sorted(iterable, /, *, reverse) -> list(jnp.sort(iterable, axis=0, descending=True)) : dtype=same shape=? list only=reverse:True
    builtins.sorted(*args)              -> ! HYB402 use `np.sort`
    builtins.reversed(*args)            -> ! HYB402 use `x[::-1]`
    builtins.map(*args)                 -> ! HYB219
    builtins.filter(*args)              -> ! HYB219
    builtins.zip(*args)                 -> ! HYB219
    builtins.enumerate(*args)           -> ! HYB219
    Index.range(stop, /)                -> jnp.arange(stop)                 : dtype=int shape=1
    Index.range(start, stop, /)         -> jnp.arange(start, stop)          : dtype=int shape=1
    Index.range(start, stop, step, /)   -> jnp.arange(start, stop, step)    : dtype=int shape=1
    builtins.range(*args)               -> ! HYB220 a range outside a `for` needs known bounds
    builtins.float(number, /)           -> jnp.asarray(number, float)       : dtype=pyfloat shape=scalar
    ndarray.__float__(self)             -> jnp.asarray(self, float).reshape(()) : dtype=pyfloat shape=scalar
    builtins.int(number, /)             -> jnp.trunc(number).astype(int)    : dtype=pyint shape=scalar
    ndarray.__int__(self)               -> jnp.trunc(self).astype(int).reshape(()) : dtype=pyint shape=scalar
    builtins.bool(number, /)            -> (number != 0)                    : dtype=bool shape=scalar
    ndarray.__bool__(self)              -> (self != 0).reshape(())         : dtype=bool shape=scalar
    Read.float(number, /)               -> control.read(number, float)      : dtype=? shape=scalar
    Read.int(number, /)                 -> control.read(number, int)        : dtype=int shape=scalar
    builtins.complex(number, /)         -> jnp.asarray(number, complex)     : dtype=complex shape=scalar
    builtins.complex(real, imag, /)     -> numpy_like.complex_number(real, imag) : dtype=complex shape=scalar
    ndarray.__complex__(self)           -> jnp.asarray(self, complex).reshape(()) : dtype=complex shape=scalar
    builtins.float                      -> float                            : static
    builtins.int                        -> int                              : static
    builtins.bool                       -> bool                             : static
    builtins.complex                    -> complex                          : static
    builtins.True                       -> True                             : static
    builtins.False                      -> False                            : static
    itertools.product(*iterables, **repeat) -> ! HYB402 write loops within each other : grid=iterables
    math.pi                             -> jnp.pi                           : static dtype=pyfloat
    math.e                              -> jnp.e                            : static dtype=pyfloat
    math.inf                            -> jnp.inf                          : static dtype=pyfloat
    math.nan                            -> jnp.nan                          : static dtype=pyfloat
    math.tau                            -> (2 * jnp.pi)                     : static
    sys.maxsize                         -> sys.maxsize                      : static dtype=pyint
    sys.float_info.max                  -> sys.float_info.max               : static dtype=pyfloat
    sys.float_info.min                  -> sys.float_info.min               : static dtype=pyfloat
    sys.float_info.epsilon              -> sys.float_info.epsilon           : static dtype=pyfloat
    math.sqrt(x, /)                     -> jnp.sqrt(x)                      : dtype=pyfloat shape=elementwise
    math.cbrt(x, /)                     -> numpy_like.cbrt(x)               : dtype=pyfloat shape=elementwise
    math.exp(x, /)                      -> jnp.exp(x)                       : dtype=pyfloat shape=elementwise
    math.exp2(x, /)                     -> numpy_like.exp2(x)               : dtype=pyfloat shape=elementwise
    math.expm1(x, /)                    -> jnp.expm1(x)                     : dtype=pyfloat shape=elementwise
    math.log(x, /)                      -> jnp.log(x)                       : dtype=pyfloat shape=elementwise
    math.log(x, base, /)                -> (jnp.log(x) / jnp.log(base))     : dtype=pyfloat shape=elementwise
    math.log2(x, /)                     -> numpy_like.log2(x)               : dtype=pyfloat shape=elementwise
    math.log10(x, /)                    -> numpy_like.log10(x)              : dtype=pyfloat shape=elementwise
    math.log1p(x, /)                    -> jnp.log1p(x)                     : dtype=pyfloat shape=elementwise
    math.sin(x, /)                      -> jnp.sin(x)                       : dtype=pyfloat shape=elementwise
    math.cos(x, /)                      -> jnp.cos(x)                       : dtype=pyfloat shape=elementwise
    math.tan(x, /)                      -> jnp.tan(x)                       : dtype=pyfloat shape=elementwise
    math.asin(x, /)                     -> jnp.arcsin(x)                    : dtype=pyfloat shape=elementwise
    math.acos(x, /)                     -> jnp.arccos(x)                    : dtype=pyfloat shape=elementwise
    math.atan(x, /)                     -> jnp.arctan(x)                    : dtype=pyfloat shape=elementwise
    math.atan2(y, x, /)                 -> jnp.arctan2(y, x)                : dtype=pyfloat shape=elementwise
    math.sinh(x, /)                     -> jnp.sinh(x)                      : dtype=pyfloat shape=elementwise
    math.cosh(x, /)                     -> jnp.cosh(x)                      : dtype=pyfloat shape=elementwise
    math.tanh(x, /)                     -> jnp.tanh(x)                      : dtype=pyfloat shape=elementwise
    math.asinh(x, /)                    -> jnp.arcsinh(x)                   : dtype=pyfloat shape=elementwise
    math.acosh(x, /)                    -> jnp.arccosh(x)                   : dtype=pyfloat shape=elementwise
    math.atanh(x, /)                    -> jnp.arctanh(x)                   : dtype=pyfloat shape=elementwise
    math.degrees(x, /)                  -> jnp.degrees(x)                   : dtype=pyfloat shape=elementwise
    math.radians(x, /)                  -> jnp.radians(x)                   : dtype=pyfloat shape=elementwise
    math.hypot(x, y, /)                 -> jnp.hypot(x, y)                  : dtype=pyfloat shape=elementwise
    math.copysign(x, y, /)              -> jnp.copysign(x, y)               : dtype=pyfloat shape=elementwise
    math.nextafter(x, y, /)             -> jnp.nextafter(x, y)              : dtype=pyfloat shape=elementwise
    math.fabs(x, /)                     -> jnp.abs(jnp.asarray(x, float))   : dtype=pyfloat shape=elementwise
    math.fmod(x, y, /)                  -> jnp.fmod(jnp.asarray(x, float), y) : dtype=pyfloat shape=elementwise
    math.pow(x, y, /)                   -> jnp.asarray(x, float) ** y       : dtype=pyfloat shape=elementwise
    math.floor(x, /)                    -> jnp.floor(x).astype(int)         : dtype=pyint shape=elementwise
    math.ceil(x, /)                     -> jnp.ceil(x).astype(int)          : dtype=pyint shape=elementwise
    math.trunc(x, /)                    -> jnp.trunc(x).astype(int)         : dtype=pyint shape=elementwise
    math.isnan(x, /)                    -> jnp.isnan(x)                     : dtype=bool shape=elementwise
    math.isinf(x, /)                    -> jnp.isinf(x)                     : dtype=bool shape=elementwise
    math.isfinite(x, /)                 -> jnp.isfinite(x)                  : dtype=bool shape=elementwise
    math.gcd(a, b, /)                   -> jnp.gcd(a, b)                    : dtype=? shape=elementwise
    math.lcm(a, b, /)                   -> jnp.lcm(a, b)                    : dtype=? shape=elementwise
    math.erf(x, /)                      -> jax.scipy.special.erf(jnp.asarray(x, float)) : dtype=pyfloat shape=elementwise
    math.erfc(x, /)                     -> jax.scipy.special.erfc(jnp.asarray(x, float)) : dtype=pyfloat shape=elementwise
    math.lgamma(x, /)                   -> jax.scipy.special.gammaln(jnp.asarray(x, float)) : dtype=pyfloat shape=elementwise
    math.gamma(x, /)                    -> jax.scipy.special.gamma(jnp.asarray(x, float)) : dtype=pyfloat shape=elementwise
    math.isclose(a, b)                  -> (a == b) | jnp.isfinite(a - b) & (jnp.abs(a - b) <= 1e-9 * jnp.maximum(jnp.abs(a), jnp.abs(b))) : dtype=bool shape=elementwise
    math.isclose(a, b, *, rel_tol)      -> (a == b) | jnp.isfinite(a - b) & (jnp.abs(a - b) <= rel_tol * jnp.maximum(jnp.abs(a), jnp.abs(b))) : dtype=bool shape=elementwise
    math.isclose(a, b, *, rel_tol, abs_tol) -> (a == b) | jnp.isfinite(a - b) & (jnp.abs(a - b) <= jnp.maximum(rel_tol * jnp.maximum(jnp.abs(a), jnp.abs(b)), abs_tol)) : dtype=bool shape=elementwise
    math.isclose(a, b, *, abs_tol)      -> (a == b) | jnp.isfinite(a - b) & (jnp.abs(a - b) <= jnp.maximum(1e-9 * jnp.maximum(jnp.abs(a), jnp.abs(b)), abs_tol)) : dtype=bool shape=elementwise
    math.comb(*args)                    -> ! HYB402 its integers have no limit: compute it in host code
    math.perm(*args)                    -> ! HYB402 its integers have no limit: compute it in host code
    math.factorial(*args)               -> ! HYB402 its integers have no limit: use `math.gamma(n + 1)`
    math.isqrt(*args)                   -> ! HYB402 its integers have no limit: use `math.floor(math.sqrt(n))`
    math.dist(*args)                    -> ! HYB402 use `np.linalg.norm(p - q)`
    math.fsum(*args)                    -> ! HYB402 its sum is exact: use `np.sum`
    math.prod(*args)                    -> ! HYB402 use `np.prod`
    math.frexp(*args)                   -> ! HYB402 use `np.frexp`
    math.ldexp(*args)                   -> ! HYB402 use `np.ldexp`
    math.modf(*args)                    -> ! HYB402 use `np.modf`
    math.remainder(*args)               -> ! HYB402 it rounds to the nearest multiple: use `np.mod`
    math.ulp(*args)                     -> ! HYB402 use `np.spacing`
    """,
)  # fmt: skip
