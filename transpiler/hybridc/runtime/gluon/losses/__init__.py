"""Losses, by what they compare."""
