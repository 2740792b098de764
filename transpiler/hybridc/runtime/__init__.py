"""All that a generated module may import; needs jax and numpy, and nothing else of hybridc."""
