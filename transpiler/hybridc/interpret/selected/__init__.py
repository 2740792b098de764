"""Values that a mask chooses, `x[mask]`, and what becomes of them."""
