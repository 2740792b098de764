"""Transforms, orthogonal polynomials and spectra."""
import numpy as np

NEWTON_TOL = 1e-12
ESCAPE = 2.0


def fft_radix2(x):
    """Iterative FFT: bit reversal, then butterflies. len(x) is a power of two."""
    n = len(x)
    a = np.array(x, dtype=complex)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            a[i], a[j] = a[j], a[i]
    size = 2
    while size <= n:
        half = size // 2
        turn = np.exp(-2j * np.pi / size)
        for start in range(0, n, size):
            w = 1.0 + 0.0j
            for k in range(start, start + half):
                t = w * a[k + half]
                a[k + half] = a[k] - t
                a[k] = a[k] + t
                w *= turn
        size *= 2
    return a


def chebyshev_matrix(n):
    """Differentiation matrix on n + 1 Chebyshev points, and the points."""
    x = np.cos(np.pi * np.arange(n + 1) / n)
    D = np.zeros((n + 1, n + 1))
    for i in range(n + 1):
        ci = 2.0 if i == 0 or i == n else 1.0
        for j in range(n + 1):
            if i != j:
                cj = 2.0 if j == 0 or j == n else 1.0
                D[i, j] = ci / cj * (-1)**(i + j) / (x[i] - x[j])
                D[i, i] -= D[i, j]
    return D, x


def chebyshev_derivative(f, order):
    """Differentiate the samples f on the Chebyshev grid `order` times."""
    D, x = chebyshev_matrix(len(f) - 1)
    df = f
    for _ in range(order):
        df = D.dot(df)
    return x, df


def clenshaw(c, x):
    b1 = b2 = 0.0
    for k in range(len(c) - 1, 0, -1):
        b1, b2 = c[k] + 2 * x * b1 - b2, b1
    return 0.5 * c[0] + x * b1 - b2


def chebyshev_interpolate(f, xs):
    """Coefficients from samples at the Chebyshev roots, then values at xs."""
    n = len(f)
    c = np.zeros(n)
    for k in range(n):
        for j in range(n):
            c[k] += f[j] * np.cos(np.pi * k * (j + 0.5) / n)
        c[k] *= 2.0 / n
    ys = []
    for x in xs:
        ys.append(clenshaw(c, x))
    return c, np.array(ys)


def legendre(n, z):
    """P_n(z) and its derivative by the three-term recurrence."""
    p, before = 1.0, 0.0
    for k in range(n):
        p, before = ((2 * k + 1) * z * p - k * before) / (k + 1), p
    return p, n * (z * p - before) / (z * z - 1)


def gauss_legendre(n, a, b):
    """Nodes and weights of the n-point Gauss rule on [a, b], Newton on each root."""
    nodes = np.empty(n)
    weights = np.empty(n)
    mid, half = 0.5 * (a + b), 0.5 * (b - a)
    for i in range((n + 1) // 2):
        z = np.cos(np.pi * (i + 0.75) / (n + 0.5))
        while True:
            p, dp = legendre(n, z)
            dz = p / dp
            z -= dz
            if abs(dz) < NEWTON_TOL:
                break
        nodes[i] = mid - half * z
        nodes[-1 - i] = mid + half * z
        weights[i] = weights[-1 - i] = 2 * half / ((1 - z * z) * dp * dp)
    return nodes, weights


def power_of(segment):
    """|DFT|^2 of the non-negative frequencies, straight from the definition."""
    n = len(segment)
    power = np.zeros(n // 2 + 1)
    for k in range(n // 2 + 1):
        s = 0j
        for t in range(n):
            s += segment[t] * np.exp(-2j * np.pi * k * t / n)
        power[k] = abs(s)**2
    return power


def welch(x, width, rate):
    """Averaged periodogram of half-overlapping Hann windows."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(width) / width)
    spectra = []
    start = 0
    while start + width <= len(x):
        piece = x[start:start + width]
        piece = piece - piece.mean()
        spectra.append(power_of(hann * piece))
        start += width // 2
    density = np.array(spectra).mean(axis=0) / (rate * np.sum(hann**2))
    for k in range(len(density)):
        if k > 0 and 2 * k != width:
            density[k] *= 2
    freqs = rate * np.arange(width // 2 + 1) / width
    return freqs, density


def julia(xs, ys, c, limit):
    """Escape times of z -> z**2 + c on a grid, and how many points never left."""
    z = xs[None, :] + 1j * ys[:, None]
    times = np.zeros(z.shape, dtype=int)
    live = np.abs(z) <= ESCAPE
    for k in range(limit):
        z[live] = z[live]**2 + c
        gone = live & (np.abs(z) > ESCAPE)
        times[gone] = k + 1
        live[gone] = False
        if not live.any():
            break
    times[live] = limit
    return times, live.sum()
