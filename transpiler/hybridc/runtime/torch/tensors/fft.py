"""Fourier transforms that `jax.numpy.fft` lacks: Hermitian ones along several axes, and those of short times."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

Array = jax.Array
Axes = Sequence[int] | None

__all__ = ["hfft2", "hfftn", "ihfft2", "ihfftn", "istft", "stft"]

_OPPOSITE = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def hfftn(input: Array, s: Axes = None, dim: Axes = None, norm: str | None = None) -> Array:
    """The real transform along axes `dim` of what is Hermitian, of which the last axis holds one half."""
    return jnp.fft.irfftn(jnp.conj(input), s, dim, _OPPOSITE[norm])


def hfft2(input: Array, s: Axes = None, dim: Sequence[int] = (-2, -1), norm: str | None = None) -> Array:
    """As `hfftn`, of two axes."""
    return hfftn(input, s, dim, norm)


def ihfftn(input: Array, s: Axes = None, dim: Axes = None, norm: str | None = None) -> Array:
    """The inverse of `hfftn`: one half of what is Hermitian."""
    return jnp.conj(jnp.fft.rfftn(input, s, dim, _OPPOSITE[norm]))


def ihfft2(input: Array, s: Axes = None, dim: Sequence[int] = (-2, -1), norm: str | None = None) -> Array:
    """As `ihfftn`, of two axes."""
    return ihfftn(input, s, dim, norm)


def stft(
    input: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> Array:
    """The spectra of windows of a signal (time,) or signals (batch, time): (batch, frequency, window), complex64.

    `hop_length` is by default a quarter of `n_fft`; a window of `win_length`, by default `n_fft`, is padded to that on
    both sides; `center` pads the signal by half of it. `onesided`, by default for real signals and windows, leaves out
    the negative frequencies. Real and imaginary parts are in a last axis for `return_complex=False`.
    Raises ValueError for a signal that is shorter than a window.
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    weights = _padded_window(window, n_fft, win_length)
    signal = input if input.ndim == 2 else input[None]
    if center:
        signal = jnp.pad(signal, ((0, 0), (n_fft // 2, n_fft // 2)), mode=_PADDING[pad_mode])
    if signal.shape[1] < n_fft:
        raise ValueError(f"stft: expected a signal of at least {n_fft} samples, but got {signal.shape[1]}")
    is_real = not (jnp.iscomplexobj(signal) or jnp.iscomplexobj(weights))
    starts = np.arange(0, signal.shape[1] - n_fft + 1, hop)
    frames = signal[:, starts[:, None] + np.arange(n_fft)] * weights
    halves = is_real if onesided is None else onesided
    spectra = (jnp.fft.rfft if halves else jnp.fft.fft)(frames, norm="ortho" if normalized else "backward")
    result = jnp.swapaxes(spectra, 1, 2).reshape(*input.shape[:-1], spectra.shape[2], spectra.shape[1])
    return result if return_complex in (None, True) else jnp.stack([result.real, result.imag], axis=-1)


_PADDING = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def _padded_window(window: Array | None, n_fft: int, win_length: int | None) -> Array:
    length = n_fft if win_length is None else win_length
    weights = jnp.ones(length) if window is None else window
    before = (n_fft - length) // 2
    return jnp.pad(weights, (before, n_fft - length - before))


def istft(
    input: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Array:
    """The signals whose spectra `stft` gives with the same arguments: (time,) or (batch, time).

    `length` cuts or pads the end with zeros. Where no window reaches, PyTorch raises, and here the result is NaN.
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    weights = _padded_window(window, n_fft, win_length)
    spectra = jnp.swapaxes(input if input.ndim == 3 else input[None], 1, 2)
    norm = "ortho" if normalized else "backward"
    halves = onesided if onesided is not None else spectra.shape[2] != n_fft
    frames = jnp.fft.irfft(spectra, n_fft, norm=norm) if halves else jnp.fft.ifft(spectra, norm=norm)
    frames = (frames if return_complex else jnp.real(frames)) * weights
    count = frames.shape[1]
    total = n_fft + hop * (count - 1)
    places = np.arange(count)[:, None] * hop + np.arange(n_fft)
    signal = jnp.zeros((frames.shape[0], total), frames.dtype).at[:, places].add(frames)
    envelope = jnp.zeros(total, weights.dtype).at[places].add(jnp.broadcast_to(weights**2, places.shape))
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - start
    signal = signal[:, start : min(end, total)] / envelope[start : min(end, total)]
    if length is not None and length > signal.shape[1]:
        signal = jnp.pad(signal, ((0, 0), (0, length - signal.shape[1])))
    return signal if input.ndim == 3 else signal[0]
