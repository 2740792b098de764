"""scipy.signal: convolutions, filters by their coefficients, and windows. Filters are designed in host code."""

_BOTH = "in1, in2, mode='full'"
_DESIGNED = "! HYB414 design the filter in host code, and pass its coefficients"

LINES = f"""
    scipy.signal.convolve({_BOTH})      -> scipy_like.convolve_signals(...)    : dtype=? shape=?
    scipy.signal.convolve({_BOTH}, method='auto') -> scipy_like.convolve_signals(in1, in2, mode=mode) : dtype=? shape=? only=method:*
    scipy.signal.fftconvolve({_BOTH})   -> scipy_like.fftconvolve(...) : dtype=? shape=?
    scipy.signal.correlate({_BOTH})     -> scipy_like.correlate_signals(...)   : dtype=? shape=?
    scipy.signal.convolve2d({_BOTH})    -> scipy_like.convolve2d(...)  : dtype=? shape=2
    scipy.signal.correlate2d({_BOTH})   -> scipy_like.correlate2d(...) : dtype=? shape=2
    scipy.signal.detrend(data, axis=-1, type='linear') -> jax.scipy.signal.detrend(...) : dtype=? shape=same makes=float64 statics=type
    scipy.signal.lfilter(b, a, x, axis=-1)           -> scipy_like.lfilter(...) : dtype=? shape=?
    scipy.signal.lfilter(b, a, x, axis=-1, *, zi)    -> scipy_like.lfilter(...) : items=array,array
    scipy.signal.lfilter_zi(b, a)                    -> scipy_like.lfilter_zi(b, a) : dtype=? shape=1
    scipy.signal.filtfilt(b, a, x, axis=-1, padtype='odd', padlen=None) -> scipy_like.filtfilt(...) : dtype=? shape=? statics=padtype,padlen
    scipy.signal.sosfilt(sos, x, axis=-1)            -> scipy_like.sosfilt(...) : dtype=? shape=?
    scipy.signal.savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0) -> scipy_like.savgol_filter(...) : dtype=? shape=same makes=float64 statics=window_length,polyorder,deriv,delta
    scipy.signal.hilbert(x, N=None, axis=-1)         -> scipy_like.hilbert(...) : dtype=? shape=?
    scipy.signal.windows.hann(M, sym=True)           -> scipy_like.hann_window(...)     : dtype=float64 shape=1 statics=sym
    scipy.signal.windows.hamming(M, sym=True)        -> scipy_like.hamming_window(...)  : dtype=float64 shape=1 statics=sym
    scipy.signal.windows.blackman(M, sym=True)       -> scipy_like.blackman_window(...) : dtype=float64 shape=1 statics=sym
    scipy.signal.windows.gaussian(M, std, sym=True)  -> scipy_like.gaussian_window(...) : dtype=float64 shape=1 statics=sym
    scipy.signal.butter      -> {_DESIGNED}
    scipy.signal.cheby1      -> {_DESIGNED}
    scipy.signal.cheby2      -> {_DESIGNED}
    scipy.signal.ellip       -> {_DESIGNED}
    scipy.signal.bessel      -> {_DESIGNED}
    scipy.signal.firwin      -> {_DESIGNED}
    scipy.signal.iirfilter   -> {_DESIGNED}
    scipy.signal.iirnotch    -> {_DESIGNED}
    scipy.signal.get_window  -> ! HYB402 call the window by its name, `scipy.signal.windows.hann(n, sym=False)`
    scipy.signal.find_peaks  -> ! HYB403 how many there are depends on values: keep a mask, `(x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])`
"""
