"""Slices whose bounds a loop moves, `A[i, :i] @ x[:i]`, written for whole axes under a mask, so that the loop compiles.

A slice is a mask of its axis, `np.arange(n) < i`. Sums and the like take what it chooses, products get zeros in the
place of what it does not, and a write into a slice sets the whole axis to what was there or is new.
"""
