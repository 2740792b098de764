"""Loops: what holds at their heads, what they run over, and the form that each of them gets."""
