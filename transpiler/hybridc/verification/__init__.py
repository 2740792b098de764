"""`hybridc verify`: runs a program and what it is converted to, in a child process, and compares what they do.

This package converts, decides on inputs and collects what is found; it loads neither NumPy nor JAX. `child` is what
runs the user's code.
"""
