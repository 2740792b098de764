"""scipy.fft, and of the older scipy.fftpack what gives the same."""

_MADE = "dtype=? shape=? makes=float64"
_TRANSFORMS = [
    *(f"{n}(x, n=None, axis=-1, norm=None)" for n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")),
    *(f"{n}(x, s=None, axes=(-2, -1), norm=None)" for n in ("fft2", "ifft2", "rfft2", "irfft2")),
    *(f"{n}(x, s=None, axes=None, norm=None)" for n in ("fftn", "ifftn", "rfftn", "irfftn")),
]
_OLDER = [
    *(f"{n}(x, n=None, axis=-1)" for n in ("fft", "ifft")),
    *(f"{n}(x, shape=None, axes=None)" for n in ("fftn", "ifftn")),
]


def _line(module: str, call: str) -> str:
    name, _, names = call.partition("(")
    given = [each.partition("=")[0] for each in names.rstrip(")").split(", ") if "=" in each or each == "x"]
    words = ["x", *(f"{'s' if n == 'shape' else n}={n}" for n in given[1:])]
    return f"    scipy.{module}.{call} -> jnp.fft.{name}({', '.join(words)}) : {_MADE}"


LINES = (
    "\n".join([_line("fft", call) for call in _TRANSFORMS] + [_line("fftpack", call) for call in _OLDER])
    + """
    scipy.fft.dct(x, type, n=None, axis=-1, norm=None) -> ! HYB402 JAX has the second kind alone : only=type:!2
    scipy.fft.dct(x, type=2, n=None, axis=-1, norm=None) -> jax.scipy.fft.dct(...) : statics=type dtype=float shape=? makes=float64
    scipy.fft.idct(x, type, n=None, axis=-1, norm=None) -> ! HYB402 JAX has the second kind alone : only=type:!2
    scipy.fft.idct(x, type=2, n=None, axis=-1, norm=None) -> jax.scipy.fft.idct(...) : statics=type dtype=float shape=? makes=float64
    scipy.fft.dctn(x, type, s=None, axes=None, norm=None) -> ! HYB402 JAX has the second kind alone : only=type:!2
    scipy.fft.dctn(x, type=2, s=None, axes=None, norm=None) -> jax.scipy.fft.dctn(...) : statics=type dtype=float shape=? makes=float64
    scipy.fft.idctn(x, type, s=None, axes=None, norm=None) -> ! HYB402 JAX has the second kind alone : only=type:!2
    scipy.fft.idctn(x, type=2, s=None, axes=None, norm=None) -> jax.scipy.fft.idctn(...) : statics=type dtype=float shape=? makes=float64
    scipy.fft.fftfreq(n, d=1.0)                   -> jnp.fft.fftfreq(...)   : dtype=float64 shape=1
    scipy.fft.rfftfreq(n, d=1.0)                  -> jnp.fft.rfftfreq(...)  : dtype=float64 shape=1
    scipy.fft.fftshift(x, axes=None)              -> jnp.fft.fftshift(...)  : dtype=same shape=same
    scipy.fft.ifftshift(x, axes=None)             -> jnp.fft.ifftshift(...) : dtype=same shape=same
    scipy.fftpack.fftfreq(n, d=1.0)               -> jnp.fft.fftfreq(...)   : dtype=float64 shape=1
    scipy.fftpack.fftshift(x, axes=None)          -> jnp.fft.fftshift(...)  : dtype=same shape=same
    scipy.fftpack.ifftshift(x, axes=None)         -> jnp.fft.ifftshift(...) : dtype=same shape=same
    scipy.fftpack.rfft                            -> ! HYB402 it has real and imaginary parts in turn: use `scipy.fft.rfft`
    scipy.fftpack.irfft                           -> ! HYB402 it takes real and imaginary parts in turn: use `scipy.fft.irfft`
    scipy.fft.dst                                 -> ! HYB402 JAX has no sine transform: write it by `np.fft.fft` of the odd signal
    scipy.fft.idst                                -> ! HYB402 JAX has no sine transform: write it by `np.fft.ifft` of the odd signal
"""
)
