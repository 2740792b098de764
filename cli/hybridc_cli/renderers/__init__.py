"""How diagnostics are shown."""
