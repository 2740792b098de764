"""Layers, by subject."""
