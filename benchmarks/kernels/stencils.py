"""Finite-difference solvers on regular grids."""
import numpy as np

GRAVITY = 9.81
CFL = 0.45
DIFF_U, DIFF_V = 0.16, 0.08


def heat_2d(u, alpha, h, dt, steps):
    """Explicit Euler for u_t = alpha * laplace(u); the rim keeps its values."""
    nx, ny = u.shape
    c = alpha * dt / h**2
    u_new = u.copy()
    for step in range(steps):
        for i in range(1, nx - 1):
            for j in range(1, ny - 1):
                lap = u[i+1, j] + u[i-1, j] + u[i, j+1] + u[i, j-1] - 4*u[i, j]
                u_new[i, j] = u[i, j] + c * lap
        u, u_new = u_new, u
    return u


def live_neighbours(board, i, j):
    rows, cols = board.shape
    count = 0
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            if di == 0 and dj == 0:
                continue
            count += board[(i + di) % rows, (j + dj) % cols]
    return count


def game_of_life(board, generations):
    """Conway's game on a torus; stops as soon as nothing moves any more.

    Returns the last board and the number of generations really played.
    """
    rows, cols = board.shape
    for g in range(generations):
        new = np.zeros_like(board)
        for i in range(rows):
            for j in range(cols):
                n = live_neighbours(board, i, j)
                if board[i, j] == 1 and (n == 2 or n == 3):
                    new[i, j] = 1
                elif board[i, j] == 0 and n == 3:
                    new[i, j] = 1
        if np.array_equal(new, board):
            return board, g
        board = new
    return board, generations


def minmod(a, b):
    if a * b <= 0:
        return 0.0
    if abs(a) < abs(b):
        return a
    return b


def advect_minmod(q, nu, steps):
    """Advance q_t + a q_x = 0 (a > 0, periodic) in place, Courant number nu."""
    n = len(q)
    slope = np.zeros(n)
    flux = np.zeros(n + 1)
    for step in range(steps):
        for i in range(n):
            slope[i] = minmod(q[i] - q[i-1], q[(i+1) % n] - q[i])
        for i in range(n):
            flux[i+1] = q[i] + 0.5 * (1 - nu) * slope[i]
        flux[0] = flux[n]
        for i in range(n):
            q[i] -= nu * (flux[i+1] - flux[i])


def laplacian(Z):
    return (np.roll(Z, 1, axis=0) + np.roll(Z, -1, axis=0)
            + np.roll(Z, 1, axis=1) + np.roll(Z, -1, axis=1) - 4 * Z)


def gray_scott(U, V, feed, kill, steps):
    """Two reacting species on a torus. U and V are overwritten."""
    for _ in range(steps):
        Lu = laplacian(U)
        Lv = laplacian(V)
        reaction = U * V**2
        U += DIFF_U * Lu - reaction + feed * (1 - U)
        V += DIFF_V * Lv + reaction - (feed + kill) * V
        U[U > 1] = 1.0
        V[V < 1e-3] = 0.0


def shallow_water(depth, flow, dx, t_end):
    """1D shallow water between two walls, Rusanov flux, adaptive time step."""
    n = len(depth)
    h = np.zeros(n + 2)
    q = np.zeros(n + 2)
    h_in, q_in = h[1:-1], q[1:-1]
    h_in[:] = depth
    q_in[:] = flow
    t = 0.0
    steps = 0
    while t < t_end:
        h[0], h[-1] = h[1], h[-2]
        q[0], q[-1] = -q[1], -q[-2]
        a = np.max(np.abs(q / h) + np.sqrt(GRAVITY * h))
        dt = min(CFL * dx / a, t_end - t)
        momentum = q**2 / h + 0.5 * GRAVITY * h**2
        f_h = 0.5 * (q[1:] + q[:-1]) - 0.5 * a * (h[1:] - h[:-1])
        f_q = 0.5 * (momentum[1:] + momentum[:-1]) - 0.5 * a * (q[1:] - q[:-1])
        h_in -= dt / dx * (f_h[1:] - f_h[:-1])
        q_in -= dt / dx * (f_q[1:] - f_q[:-1])
        t += dt
        steps += 1
    return h_in, q_in, steps


def poisson_red_black(p, rhs, h, omega, tol, max_iter):
    """SOR for laplace(p) = rhs, red cells first, then black. p is improved in place."""
    nx, ny = p.shape
    it = 0
    worst = 2 * tol
    while worst > tol and it < max_iter:
        worst = 0.0
        for colour in (0, 1):
            for i in range(1, nx - 1):
                for j in range(1 + (i + colour) % 2, ny - 1, 2):
                    around = p[i+1, j] + p[i-1, j] + p[i, j+1] + p[i, j-1]
                    change = 0.25 * (around - h * h * rhs[i, j]) - p[i, j]
                    p[i, j] += omega * change
                    worst = max(worst, abs(change))
        it += 1
    return p, it, worst


def crank_nicolson(u, r, steps):
    """Crank-Nicolson for u_t = k u_xx with r = k dt / dx**2, ends held fixed."""
    n = len(u)
    cp = np.zeros(n)
    dp = np.zeros(n)
    for step in range(steps):
        dp[0] = u[0]
        for i in range(1, n - 1):
            d = u[i] + 0.5 * r * (u[i-1] - 2 * u[i] + u[i+1])
            m = 1 + r + 0.5 * r * cp[i-1]
            cp[i] = -0.5 * r / m
            dp[i] = (d + 0.5 * r * dp[i-1]) / m
        for i in range(n - 2, 0, -1):
            u[i] = dp[i] - cp[i] * u[i+1]
    return u
