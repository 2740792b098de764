"""Compiled programs in files: what `hybridc export` writes, and `hybridc.load` reads.

Imports JAX, NumPy and `hybridc.runtime`, and nothing of what converts.
"""
