import jax
import jax.numpy as jnp
from jax import lax

GRAVITY = 9.81
CFL = 0.45
DIFF_U, DIFF_V = 0.16, 0.08


@jax.jit
def heat_2d(u, alpha, h, dt, steps):
    c = alpha * dt / h**2

    def step(_, u):
        lap = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
        return u.at[1:-1, 1:-1].add(c * lap)

    return lax.fori_loop(0, steps, step, jnp.asarray(u))


@jax.jit
def game_of_life(board, generations):
    def step(state):
        board, g, _ = state
        rows = board + jnp.roll(board, 1, 0) + jnp.roll(board, -1, 0)
        n = rows + jnp.roll(rows, 1, 1) + jnp.roll(rows, -1, 1) - board
        new = ((n == 3) | ((board == 1) & (n == 2))).astype(board.dtype)
        still = jnp.all(new == board)
        return new, jnp.where(still, g, g + 1), still

    def going(state):
        return (state[1] < generations) & ~state[2]

    board, g, _ = lax.while_loop(going, step, (jnp.asarray(board), 0, False))
    return board, g


@jax.jit
def advect_minmod(q, nu, steps):
    def step(_, q):
        a = q - jnp.roll(q, 1)
        b = jnp.roll(a, -1)
        slope = jnp.where(a * b <= 0, 0.0, jnp.where(jnp.abs(a) < jnp.abs(b), a, b))
        flux = q + 0.5 * (1 - nu) * slope
        return q - nu * (flux - jnp.roll(flux, 1))

    return (lax.fori_loop(0, steps, step, jnp.asarray(q)),)


def laplacian(Z):
    return (jnp.roll(Z, 1, 0) + jnp.roll(Z, -1, 0)
            + jnp.roll(Z, 1, 1) + jnp.roll(Z, -1, 1) - 4 * Z)


@jax.jit
def gray_scott(U, V, feed, kill, steps):
    def step(_, UV):
        U, V = UV
        reaction = U * V * V
        new_U = U + DIFF_U * laplacian(U) - reaction + feed * (1 - U)
        new_V = V + DIFF_V * laplacian(V) + reaction - (feed + kill) * V
        return jnp.minimum(new_U, 1.0), jnp.where(new_V < 1e-3, 0.0, new_V)

    return lax.fori_loop(0, steps, step, (jnp.asarray(U), jnp.asarray(V)))


@jax.jit
def shallow_water(depth, flow, dx, t_end):
    def going(state):
        return state[2] < t_end

    def step(state):
        h_in, q_in, t, steps = state
        h = jnp.pad(h_in, 1, mode="edge")
        q = jnp.concatenate([-q_in[:1], q_in, -q_in[-1:]])
        a = jnp.max(jnp.abs(q / h) + jnp.sqrt(GRAVITY * h))
        dt = jnp.minimum(CFL * dx / a, t_end - t)
        w = jnp.stack([h, q])
        f = jnp.stack([q, q**2 / h + 0.5 * GRAVITY * h**2])
        face = 0.5 * (f[:, 1:] + f[:, :-1]) - 0.5 * a * (w[:, 1:] - w[:, :-1])
        change = dt / dx * (face[:, 1:] - face[:, :-1])
        return h_in - change[0], q_in - change[1], t + dt, steps + 1

    start = (jnp.asarray(depth), jnp.asarray(flow), 0.0, 0)
    h, q, _, steps = lax.while_loop(going, step, start)
    return h, q, steps


@jax.jit
def poisson_red_black(p, rhs, h, omega, tol, max_iter):
    nx, ny = p.shape
    i, j = jnp.meshgrid(jnp.arange(1, nx - 1), jnp.arange(1, ny - 1), indexing="ij")
    first = (i + j) % 2 == 1
    source = h * h * rhs[1:-1, 1:-1]

    def sweep(p, mask):
        around = p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2]
        change = jnp.where(mask, 0.25 * (around - source) - p[1:-1, 1:-1], 0.0)
        return p.at[1:-1, 1:-1].add(omega * change), jnp.max(jnp.abs(change))

    def step(state):
        p, it, _ = state
        p, red = sweep(p, first)
        p, black = sweep(p, ~first)
        return p, it + 1, jnp.maximum(red, black)

    def going(state):
        return (state[2] > tol) & (state[1] < max_iter)

    return lax.while_loop(going, step, (jnp.asarray(p), 0, 2.0 * tol))


@jax.jit
def crank_nicolson(u, r, steps):
    u = jnp.asarray(u)
    inner = u.shape[0] - 2
    lower = jnp.full(inner, -0.5 * r).at[0].set(0.0)
    upper = jnp.full(inner, -0.5 * r).at[-1].set(0.0)
    diag = jnp.full(inner, 1.0 + r)

    def step(_, u):
        d = u[1:-1] + 0.5 * r * (u[:-2] - 2 * u[1:-1] + u[2:])
        d = d.at[0].add(0.5 * r * u[0]).at[-1].add(0.5 * r * u[-1])
        x = lax.linalg.tridiagonal_solve(lower, diag, upper, d[:, None])
        return u.at[1:-1].set(x[:, 0])

    return lax.fori_loop(0, steps, step, u)
