import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.linalg import solve_triangular

jax.config.update("jax_enable_x64", True)

TAYLOR_TERMS = 16
MAX_CG_ROUNDS = 10


@jax.jit
def lu(A):
    n = A.shape[0]
    packed, pivots, perm = lax.linalg.lu(A)
    L = jnp.tril(packed, -1) + jnp.eye(n)
    sign = jnp.prod(jnp.where(pivots != jnp.arange(n), -1, 1))
    return perm, L, jnp.triu(packed), sign


@jax.jit
def solve_spd(A, b):
    L = jnp.linalg.cholesky(A)
    y = solve_triangular(L, b, lower=True)
    x = solve_triangular(L, y, lower=True, trans=1)
    return x, 2.0 * jnp.log(jnp.diag(L)).sum()


@jax.jit
def householder_qr(A):
    return tuple(jnp.linalg.qr(A, mode="complete"))


@jax.jit
def gauss_seidel(A, b, x, tol=1e-9, max_sweeps=200):
    lower, upper = jnp.tril(A), jnp.triu(A, 1)

    def go_on(state):
        _, sweep, biggest = state
        return (sweep < max_sweeps) & (biggest >= tol)

    def body(state):
        x, sweep, _ = state
        new = solve_triangular(lower, b - upper @ x, lower=True)
        return new, sweep + 1, jnp.abs(new - x).max()

    x, sweeps, _ = lax.while_loop(go_on, body, (x, 0, jnp.inf))
    return x, sweeps


@jax.jit
def conjugate_gradient(A, b, tol):
    limit = tol * jnp.linalg.norm(b)

    def go_on(state):
        *_, rs, its = state
        return (jnp.sqrt(rs) > limit) & (its < MAX_CG_ROUNDS * b.size)

    def body(state):
        x, r, p, rs, its = state
        Ap = A @ p
        alpha = rs / (p @ Ap)
        r = r - alpha * Ap
        rs_new = r @ r
        return x + alpha * p, r, r + (rs_new / rs) * p, rs_new, its + 1

    x, _, _, rs, its = lax.while_loop(go_on, body, (jnp.zeros_like(b), b, b, b @ b, 0))
    return x, its, jnp.sqrt(rs)


@jax.jit
def thomas(lower, diag, upper, rhs):
    def down(carry, row):
        d, r = carry
        low, d_here, up, r_here = row
        w = low / d
        new = (d_here - w * up, r_here - w * r)
        return new, new

    first = (diag[0], rhs[0])
    (d_end, r_end), (d, r) = lax.scan(down, first, (lower, diag[1:], upper, rhs[1:]))
    diag = jnp.concatenate([diag[:1], d])
    rhs = jnp.concatenate([rhs[:1], r])

    def up(x_next, row):
        d, up_here, r = row
        x = (r - up_here * x_next) / d
        return x, x

    last = r_end / d_end
    _, x = lax.scan(up, last, (diag[:-1], upper, rhs[:-1]), reverse=True)
    return diag, jnp.append(x, last)


@jax.jit
def expm(A):
    eye = jnp.eye(A.shape[0])
    norm = jnp.abs(A).sum(axis=0).max()
    squarings = jnp.maximum(0, jnp.ceil(jnp.log2(norm) + 1)).astype(int)
    B = A / 2.0 ** squarings
    total = eye
    for k in range(TAYLOR_TERMS, 0, -1):
        total = eye + B @ total / k
    total = lax.fori_loop(0, squarings, lambda _, T: T @ T, total)
    return total, squarings
