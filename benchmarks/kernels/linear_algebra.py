"""Direct and iterative methods for small dense linear systems."""
import numpy as np

TAYLOR_CUT = 1e-17
MAX_CG_ROUNDS = 10


def lu(A):
    """P A = L U with partial pivoting: row order, L, U and the sign of the permutation."""
    n = len(A)
    U = A.copy()
    L = np.eye(n)
    perm = np.arange(n)
    sign = 1
    for k in range(n - 1):
        p = k + np.argmax(np.abs(U[k:, k]))
        if p != k:
            U[[k, p]] = U[[p, k]]
            L[[k, p], :k] = L[[p, k], :k]
            perm[k], perm[p] = perm[p], perm[k]
            sign = -sign
        for i in range(k + 1, n):
            L[i, k] = U[i, k] / U[k, k]
            U[i, k:] -= L[i, k] * U[k, k:]
            U[i, k] = 0.0
    return perm, L, U, sign


def cholesky(A):
    """Overwrite the lower triangle of A by its Cholesky factor."""
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] = (A[i, j] - A[i, :j] @ A[j, :j]) / A[j, j]
        A[i, i] = np.sqrt(A[i, i] - np.sum(A[i, :i] ** 2))


def forward_substitution(L, b):
    y = np.zeros_like(b)
    for i in range(len(b)):
        y[i] = (b[i] - L[i, :i] @ y[:i]) / L[i, i]
    return y


def back_substitution(L, y):
    """Solve L.T x = y, reading only the lower triangle."""
    n = y.size
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (y[i] - L[i + 1:, i] @ x[i + 1:]) / L[i, i]
    return x


def solve_spd(A, b):
    """Solve A x = b for A positive definite; also the log-determinant of A."""
    L = A.copy()
    cholesky(L)
    x = back_substitution(L, forward_substitution(L, b))
    logdet = 0.0
    for d in np.diag(L):
        logdet += 2.0 * np.log(d)
    return x, logdet


def householder_qr(A):
    """A = Q R with Q square and orthogonal."""
    m, n = A.shape
    R = A.copy()
    Q = np.eye(m)
    for j in range(min(m - 1, n)):
        v = R[j:, j].copy()
        length = np.linalg.norm(v)
        if length == 0.0:
            continue
        v[0] += length if v[0] >= 0 else -length
        v /= np.linalg.norm(v)
        R[j:, j:] -= 2.0 * np.outer(v, v @ R[j:, j:])
        Q[:, j:] -= 2.0 * np.outer(Q[:, j:] @ v, v)
        R[j + 1:, j] = 0.0
    return Q, R


def gauss_seidel(A, b, x, tol=1e-9, max_sweeps=200):
    """Improve x in place until no entry moves by tol; returns x and the sweeps done."""
    for sweep in range(max_sweeps):
        biggest = 0.0
        for i in range(len(b)):
            old = x[i]
            rest = A[i, :i] @ x[:i] + A[i, i + 1:] @ x[i + 1:]
            x[i] = (b[i] - rest) / A[i, i]
            biggest = max(biggest, abs(x[i] - old))
        if biggest < tol:
            return x, sweep + 1
    return x, max_sweeps


def conjugate_gradient(A, b, tol):
    """CG from zero. Returns solution, iterations, final residual norm."""
    x = np.zeros_like(b)
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    its = 0
    while np.sqrt(rs) > tol * np.linalg.norm(b):
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r @ r
        p = r + (rs_new / rs) * p
        rs = rs_new
        its += 1
        if its >= MAX_CG_ROUNDS * b.size:
            break
    return x, its, np.sqrt(rs)


def thomas(lower, diag, upper, rhs):
    """Tridiagonal solve. diag is destroyed and rhs becomes the solution."""
    n = len(rhs)
    for i in range(1, n):
        w = lower[i - 1] / diag[i - 1]
        diag[i] -= w * upper[i - 1]
        rhs[i] -= w * rhs[i - 1]
    rhs[n - 1] /= diag[n - 1]
    for i in range(n - 2, -1, -1):
        rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diag[i]


def expm(A):
    """Matrix exponential by scaling and squaring; also the number of squarings."""
    n = A.shape[0]
    squarings = 0
    norm = np.abs(A).sum(axis=0).max()
    while norm > 0.5:
        norm /= 2
        squarings += 1
    B = A / 2 ** squarings
    term = np.eye(n)
    total = np.eye(n)
    k = 1
    while np.abs(term).max() > TAYLOR_CUT:
        term = term @ B / k
        total = total + term
        k += 1
    for _ in range(squarings):
        total = total @ total
    return total, squarings
