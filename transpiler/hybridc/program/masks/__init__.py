"""Masks that functions are given."""
