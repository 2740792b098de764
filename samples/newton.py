"""Roots by Newton's method, in plain Python."""


def square_root(a, tolerance=1e-12):
    """The square root of a positive number."""
    x = a if a > 1 else 1.0
    while abs(x * x - a) > tolerance * a:
        x = 0.5 * (x + a / x)  # the mean of a guess too large and one too small
    return x


def cubic_root_steps(a, limit=100):
    """How many steps the cube root of `a` takes, and the root."""
    x = 1.0
    steps = 0
    while abs(x**3 - a) > 1e-9 and steps < limit:
        x = x - (x**3 - a) / (3 * x**2)
        steps += 1
    return x, steps


if __name__ == "__main__":
    print(square_root(2.0), cubic_root_steps(27.0))
