"""Conversion of functions that are alive: `@hybridc.hybridize`.

The only part of hybridc that runs what it converts. This package is imported when `hybridize` is first called.
"""
