"""What runs in the child process: the only part of `verify` that loads NumPy and JAX, and the user's code."""
