"""Dtypes where JAX's differ from NumPy's or a framework's: small integers, numbers beside them, casts that are none."""
