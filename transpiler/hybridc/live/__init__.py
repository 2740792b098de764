"""Conversion of functions that are alive: `@hybridc.hybridize`.

The only part of hybridc that runs what it converts, and the only one that needs JAX.
"""
