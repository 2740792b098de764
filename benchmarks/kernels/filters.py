"""Signal and image filters."""
import numpy as np

SOBEL = [[-1, 0, 1],
         [-2, 0, 2],
         [-1, 0, 1]]
ACROSS = np.array([[0, 1], [1, 1], [1, 0], [1, -1]])


def median_3x3(image):
    """Median of every 3x3 window; the outermost pixels are copied."""
    rows, cols = image.shape
    out = image.copy()
    for i in range(rows - 2):
        for j in range(cols - 2):
            window = image[i:i+3, j:j+3]
            out[i + 1, j + 1] = np.sort(window.ravel())[4]
    return out


def biquad(x, b, a):
    """Second-order section, transposed direct form II; filters x in place."""
    b0, b1, b2 = b
    a0, a1, a2 = a
    s1 = 0.0
    s2 = 0.0
    for i in range(len(x)):
        y = (b0 * x[i] + s1) / a0
        s1 = b1 * x[i] - a1 * y + s2
        s2 = b2 * x[i] - a2 * y
        x[i] = y


def kalman_track(z, dt, q, r):
    """Constant-velocity Kalman filter of noisy positions; nan = no measurement."""
    F = np.array([[1.0, dt], [0.0, 1.0]])
    H = np.array([1.0, 0.0])
    Q = q * np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
    x = np.array([z[0], 0.0])
    P = r * np.eye(2)
    track = [x]
    loglik = 0.0
    for k in range(1, len(z)):
        x = F @ x
        P = F @ P @ F.T + Q
        if not np.isnan(z[k]):
            y = z[k] - H @ x
            S = H @ P @ H + r
            K = P @ H / S
            x = x + K * y
            P = P - np.outer(K, H @ P)
            loglik -= 0.5 * (y**2 / S + np.log(2 * np.pi * S))
        track.append(x)
    return np.array(track), P, loglik


def pixel(image, i, j):
    """Pixel with the border repeated outwards."""
    rows, cols = image.shape
    return image[min(max(i, 0), rows - 1), min(max(j, 0), cols - 1)]


def sobel_edges(image, threshold):
    """Gradient magnitude, and the same thinned by non-maximum suppression."""
    rows, cols = image.shape
    mag = np.zeros((rows, cols))
    sector = np.zeros((rows, cols), dtype=int)
    for i in range(rows):
        for j in range(cols):
            gx = gy = 0.0
            for di in range(3):
                for dj in range(3):
                    p = pixel(image, i + di - 1, j + dj - 1)
                    gx += SOBEL[di][dj] * p
                    gy += SOBEL[dj][di] * p
            mag[i, j] = np.hypot(gx, gy)
            angle = np.degrees(np.arctan2(gy, gx)) % 180
            sector[i, j] = int((angle + 22.5) // 45) % 4
    thin = np.zeros_like(mag)
    for i in range(1, rows - 1):
        for j in range(1, cols - 1):
            di, dj = ACROSS[sector[i, j]]
            m = mag[i, j]
            if m < threshold:
                continue
            if m >= mag[i + di, j + dj] and m > mag[i - di, j - dj]:
                thin[i, j] = m
    return mag, thin


def box_filter(image, radius):
    """Local mean through an integral image; windows are cut at the border."""
    rows, cols = image.shape
    S = np.zeros((rows + 1, cols + 1))
    for i in range(rows):
        line = 0.0
        for j in range(cols):
            line += image[i, j]
            S[i + 1, j + 1] = S[i, j + 1] + line
    out = np.empty((rows, cols))
    for i in range(rows):
        top, bottom = max(i - radius, 0), min(i + radius + 1, rows)
        for j in range(cols):
            left, right = max(j - radius, 0), min(j + radius + 1, cols)
            total = S[bottom, right] - S[top, right] - S[bottom, left] + S[top, left]
            out[i, j] = total / ((bottom - top) * (right - left))
    return out


def bilateral(image, radius, sigma_space, sigma_range):
    """Edge-preserving smoothing with windows cut at the border."""
    rows, cols = image.shape
    out = np.zeros_like(image)
    yy, xx = np.mgrid[0:rows, 0:cols]
    for i in range(rows):
        for j in range(cols):
            r0, r1 = max(i - radius, 0), min(i + radius + 1, rows)
            c0, c1 = max(j - radius, 0), min(j + radius + 1, cols)
            patch = image[r0:r1, c0:c1]
            d2 = (yy[r0:r1, c0:c1] - i)**2 + (xx[r0:r1, c0:c1] - j)**2
            w = np.exp(-d2 / (2 * sigma_space**2)
                       - (patch - image[i, j])**2 / (2 * sigma_range**2))
            out[i, j] = np.sum(w * patch) / np.sum(w)
    return out


def hysteresis(strength, low, high):
    """Keep weak pixels only where they touch, directly or not, a strong one."""
    rows, cols = strength.shape
    label = np.where(strength >= high, 2, np.where(strength >= low, 1, 0))
    stack = []
    for i in range(rows):
        for j in range(cols):
            if label[i, j] == 2:
                stack.append((i, j))
    while stack:
        i, j = stack.pop()
        for ni in range(max(i - 1, 0), min(i + 2, rows)):
            for nj in range(max(j - 1, 0), min(j + 2, cols)):
                if label[ni, nj] == 1:
                    label[ni, nj] = 2
                    stack.append((ni, nj))
    return label == 2
