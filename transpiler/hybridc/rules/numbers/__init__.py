"""HYB5xx: what is computed otherwise, or without a check of Python's."""
