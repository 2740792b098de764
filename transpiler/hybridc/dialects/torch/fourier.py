"""Fourier transforms."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    torch.fft.fft(input, n=None, dim=-1, norm=None)            -> jnp.fft.fft(input, n=n, axis=dim, norm=norm)    : dtype=? statics=dim
    torch.fft.ifft(input, n=None, dim=-1, norm=None)           -> jnp.fft.ifft(input, n=n, axis=dim, norm=norm)   : dtype=? statics=dim
    torch.fft.rfft(input, n=None, dim=-1, norm=None)           -> jnp.fft.rfft(input, n=n, axis=dim, norm=norm)   : dtype=? statics=dim
    torch.fft.irfft(input, n=None, dim=-1, norm=None)          -> jnp.fft.irfft(input, n=n, axis=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.hfft(input, n=None, dim=-1, norm=None)           -> jnp.fft.hfft(input, n=n, axis=dim, norm=norm)   : dtype=? statics=dim
    torch.fft.ihfft(input, n=None, dim=-1, norm=None)          -> jnp.fft.ihfft(input, n=n, axis=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.fft2(input, s=None, dim=(-2, -1), norm=None)     -> jnp.fft.fft2(input, s=s, axes=dim, norm=norm)   : dtype=? statics=dim
    torch.fft.ifft2(input, s=None, dim=(-2, -1), norm=None)    -> jnp.fft.ifft2(input, s=s, axes=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.rfft2(input, s=None, dim=(-2, -1), norm=None)    -> jnp.fft.rfft2(input, s=s, axes=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.irfft2(input, s=None, dim=(-2, -1), norm=None)   -> jnp.fft.irfft2(input, s=s, axes=dim, norm=norm) : dtype=? statics=dim
    torch.fft.hfft2(input, s=None, dim=(-2, -1), norm=None)    -> tensors.fft.hfft2(...)                          : dtype=? statics=dim
    torch.fft.ihfft2(input, s=None, dim=(-2, -1), norm=None)   -> tensors.fft.ihfft2(...)                         : dtype=? statics=dim
    torch.fft.fftn(input, s=None, dim=None, norm=None)         -> jnp.fft.fftn(input, s=s, axes=dim, norm=norm)   : dtype=? statics=dim
    torch.fft.ifftn(input, s=None, dim=None, norm=None)        -> jnp.fft.ifftn(input, s=s, axes=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.rfftn(input, s=None, dim=None, norm=None)        -> jnp.fft.rfftn(input, s=s, axes=dim, norm=norm)  : dtype=? statics=dim
    torch.fft.irfftn(input, s=None, dim=None, norm=None)       -> jnp.fft.irfftn(input, s=s, axes=dim, norm=norm) : dtype=? statics=dim
    torch.fft.hfftn(input, s=None, dim=None, norm=None)        -> tensors.fft.hfftn(...)                          : dtype=? statics=dim
    torch.fft.ihfftn(input, s=None, dim=None, norm=None)       -> tensors.fft.ihfftn(...)                         : dtype=? statics=dim
    torch.fft.fftshift(input, dim=None)                        -> jnp.fft.fftshift(input, axes=dim)               : dtype=same shape=same statics=dim
    torch.fft.ifftshift(input, dim=None)                       -> jnp.fft.ifftshift(input, axes=dim)              : dtype=same shape=same statics=dim
    torch.fft.fftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False)  -> jnp.fft.fftfreq(n, d=d, dtype=dtype)  : dtype=given shape=1
    torch.fft.rfftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False) -> jnp.fft.rfftfreq(n, d=d, dtype=dtype) : dtype=given shape=1
    torch.stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None, return_complex=None) -> tensors.fft.stft(...) : dtype=? statics=n_fft,hop_length,win_length,center,pad_mode,normalized,onesided,return_complex
    torch.istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False) -> tensors.fft.istft(...) : dtype=? statics=n_fft,hop_length,win_length,center,normalized,onesided,return_complex
""")
