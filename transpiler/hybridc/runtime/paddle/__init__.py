"""Paddle's layers and functions on JAX, for models that were converted from Paddle."""
