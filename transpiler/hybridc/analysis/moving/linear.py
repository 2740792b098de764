"""Integers as sums of products of names and lengths."""

from __future__ import annotations

Monomial = tuple[str, ...]
Linear = dict[Monomial, int]  # sums of products of names and lengths, by how often


def sum_of(one: Linear, other: Linear, times: int = 1) -> Linear:
    found = dict(one)
    for monomial, count in other.items():
        found[monomial] = found.get(monomial, 0) + times * count
    return {m: c for m, c in found.items() if c}


def product_of(one: Linear, other: Linear) -> Linear:
    found: Linear = {}
    for left, count in one.items():
        for right, times in other.items():
            found = sum_of(found, {tuple(sorted((*left, *right))): count * times})
    return found
