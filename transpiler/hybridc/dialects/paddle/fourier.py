"""Fourier transforms, and complex numbers as pairs of real ones."""

LINES = """
    paddle.fft.fft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.fft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.ifft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.ifft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.rfft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.rfft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.irfft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.irfft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.hfft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.hfft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.ihfft(x, n=None, axis=-1, norm='backward', name=None) -> jnp.fft.ihfft(x, n=n, axis=axis, norm=norm) : dtype=? statics=n,axis,norm
    paddle.fft.fft2(x, s=None, axes=(-2, -1), norm='backward', name=None) -> jnp.fft.fft2(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.ifft2(x, s=None, axes=(-2, -1), norm='backward', name=None) -> jnp.fft.ifft2(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.rfft2(x, s=None, axes=(-2, -1), norm='backward', name=None) -> jnp.fft.rfft2(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.irfft2(x, s=None, axes=(-2, -1), norm='backward', name=None) -> jnp.fft.irfft2(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.fftn(x, s=None, axes=None, norm='backward', name=None) -> jnp.fft.fftn(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.ifftn(x, s=None, axes=None, norm='backward', name=None) -> jnp.fft.ifftn(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.rfftn(x, s=None, axes=None, norm='backward', name=None) -> jnp.fft.rfftn(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.irfftn(x, s=None, axes=None, norm='backward', name=None) -> jnp.fft.irfftn(x, s=s, axes=axes, norm=norm) : dtype=? statics=s,axes,norm
    paddle.fft.fftshift(x, axes=None, name=None) -> jnp.fft.fftshift(x, axes=axes) : dtype=same shape=same statics=axes
    paddle.fft.ifftshift(x, axes=None, name=None) -> jnp.fft.ifftshift(x, axes=axes) : dtype=same shape=same statics=axes
    paddle.fft.fftfreq(n, d=1.0, dtype=None, name=None) -> jnp.fft.fftfreq(n, d=d, dtype=dtype) : dtype=? shape=1 statics=n,d
    paddle.fft.rfftfreq(n, d=1.0, dtype=None, name=None) -> jnp.fft.rfftfreq(n, d=d, dtype=dtype) : dtype=? shape=1 statics=n,d
    paddle.complex(real, imag, name=None)             -> lax.complex(real, imag) : dtype=? shape=elementwise
    paddle.as_complex(x, name=None)                   -> lax.complex(x[..., 0], x[..., 1]) : dtype=?
    paddle.as_real(x, name=None)                      -> tensors.as_real(x) : dtype=?
    Tensor.as_complex(self, name=None)                -> lax.complex(self[..., 0], self[..., 1]) : dtype=?
    Tensor.as_real(self, name=None)                   -> tensors.as_real(self) : dtype=?
    paddle.polar(abs, angle, name=None)               -> lax.complex(abs * jnp.cos(angle), abs * jnp.sin(angle)) : dtype=? shape=elementwise
"""
