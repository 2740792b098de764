"""HYB1xx and HYB4xx: calls: those that need a number of Python's, and those of frameworks."""
