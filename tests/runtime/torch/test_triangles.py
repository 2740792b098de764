"""Decompositions of matrices of which one triangle is read: values and slopes are PyTorch's."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from closeness import assert_close
from hybridc.runtime import numpy_like

SKEWED = np.array([[40, 9, 7], [1, 50, 8], [0.5, 1, 60]], np.float32)
SYMMETRIC = (SKEWED + SKEWED.T) / 2
WEIGHTS = np.arange(9, dtype=np.float32).reshape(3, 3) ** 2 / 7
DECOMPOSED = {
    "cholesky": (torch.linalg.cholesky, numpy_like.cholesky),
    "cholesky, upper": (
        lambda a: torch.linalg.cholesky(a, upper=True),
        lambda a: numpy_like.cholesky(a, upper=True),
    ),
    "eigh": (lambda a: torch.linalg.eigh(a)[1] ** 2, lambda a: numpy_like.eigh(a)[1] ** 2),
    "eigh, U": (lambda a: torch.linalg.eigh(a, "U")[1] ** 2, lambda a: numpy_like.eigh(a, "U")[1] ** 2),
    "eigvalsh": (lambda a: torch.linalg.eigvalsh(a)[None], lambda a: numpy_like.eigvalsh(a)[None]),
    "eigvalsh, U": (lambda a: torch.linalg.eigvalsh(a, "U")[None], lambda a: numpy_like.eigvalsh(a, "U")[None]),
}


@pytest.mark.parametrize("matrix", [SYMMETRIC, SKEWED], ids=["symmetric", "skewed"])
@pytest.mark.parametrize("name", DECOMPOSED)
def test_values_and_slopes(name, matrix):
    original, ours = DECOMPOSED[name]
    given = torch.tensor(matrix, requires_grad=True)
    expected = original(given)
    (expected * torch.tensor(WEIGHTS)).sum().backward()
    assert_close(jax.jit(ours)(matrix), expected.detach().numpy(), rtol=1e-4)
    slope = jax.grad(lambda a: (ours(a) * WEIGHTS).sum())(jnp.asarray(matrix))
    assert_close(slope, given.grad.numpy(), rtol=1e-3)


@pytest.mark.parametrize("upper", [False, True])
def test_hermitian(upper):
    beside = np.triu(SKEWED, 1) * 0.1j
    matrix = (SYMMETRIC + beside - beside.T).astype(np.complex64) + 3j * np.tri(3, k=-1).T.astype(np.float32)
    given = matrix if not upper else matrix.conj().T
    assert_close(numpy_like.cholesky(given, upper), np.linalg.cholesky(given, upper=upper), rtol=1e-4)
