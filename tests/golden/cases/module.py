#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""A module with constants, host code and imports to tidy."""

from __future__ import annotations

import os
from math import pi, sqrt

import numpy as np
from numpy import linalg as la

SCALE = 2.0
WEIGHTS = np.array([0.2, 0.3, 0.5])


def score(x: np.ndarray, power: int = 2) -> float:
    """A weighted score."""
    print("scoring", x.shape, f"largest {np.max(x):.3f}")
    assert np.all(x >= 0), "negative"
    return la.norm(WEIGHTS * x) ** power * SCALE * pi / sqrt(2.0)


def _clean(x):
    return np.where(np.isnan(x), 0.0, x)


def total(x, n):
    out = np.zeros(n)
    out[0] = score(_clean(x))
    return out


def main():
    print(total(np.array([1.0, 2.0, np.nan]), 3), os.name)


if __name__ == "__main__":
    main()
