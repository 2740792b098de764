"""HYB3xx: what is changed in place."""
