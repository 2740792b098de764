"""What several frameworks compute alike, and JAX otherwise."""
