"""What SciPy does and JAX's own modules do not: which library does it there. Functions that call these stay Python."""

LINES = """
    scipy                       -> ! HYB414 JAX has nothing by this name: call it in host code, before or after what is compiled
    scipy.integrate.odeint      -> ! HYB414 `jax.experimental.ode.odeint` and diffrax (`diffrax.diffeqsolve`) integrate ODEs in JAX
    scipy.integrate.solve_ivp   -> ! HYB414 diffrax (`diffrax.diffeqsolve`) integrates ODEs in JAX
    scipy.integrate.ode         -> ! HYB414 diffrax (`diffrax.diffeqsolve`) integrates ODEs in JAX
    scipy.integrate.solve_bvp   -> ! HYB414 write the residuals, and let optimistix (`optimistix.root_find`) solve them in JAX
    scipy.integrate.quad        -> ! HYB414 quadax (`quadax.quadgk`) integrates functions in JAX; `np.trapezoid` what is known at points
    scipy.integrate.dblquad     -> ! HYB414 quadax (`quadax.quadgk`) integrates functions in JAX; `np.trapezoid` what is known at points
    scipy.optimize              -> ! HYB414 optimistix minimises, fits and finds roots in JAX, and optax by gradients
    scipy.optimize.minimize     -> ! HYB414 `jax.scipy.optimize.minimize` (BFGS) and optimistix (`optimistix.minimise`) do that in JAX
    scipy.optimize.curve_fit    -> ! HYB414 optimistix (`optimistix.least_squares`) fits in JAX
    scipy.optimize.least_squares -> ! HYB414 optimistix (`optimistix.least_squares`) fits in JAX
    scipy.optimize.root         -> ! HYB414 optimistix (`optimistix.root_find`) finds roots in JAX
    scipy.optimize.fsolve       -> ! HYB414 optimistix (`optimistix.root_find`) finds roots in JAX
    scipy.optimize.brentq       -> ! HYB414 optimistix (`optimistix.root_find` with `Bisection`) finds roots in JAX
    scipy.optimize.newton       -> ! HYB414 optimistix (`optimistix.root_find` with `Newton`) finds roots in JAX
    scipy.optimize.linear_sum_assignment -> ! HYB414 optax (`optax.assignment.hungarian_algorithm`) assigns in JAX
    scipy.sparse                -> ! HYB414 `jax.experimental.sparse` has sparse matrices (BCOO, BCSR); make them in host code
    scipy.sparse.linalg         -> ! HYB414 `jax.scipy.sparse.linalg` (cg, gmres, bicgstab) and lineax solve by products in JAX
    scipy.interpolate           -> ! HYB414 `np.interp` along lines, `jax.scipy.interpolate.RegularGridInterpolator` and interpax (splines) do that in JAX
    scipy.spatial.cKDTree       -> ! HYB414 the nearest of all are `cdist(a, b).argmin(axis=1)`; jaxkd has trees in JAX
    scipy.spatial.KDTree        -> ! HYB414 the nearest of all are `cdist(a, b).argmin(axis=1)`; jaxkd has trees in JAX
    scipy.spatial.transform     -> ! HYB414 `jax.scipy.spatial.transform.Rotation` does that in JAX
    scipy.io                    -> ! HYB701 read before the call, and write after it
"""
