"""Operators of tensors with numbers of fewer than 32 bits, whose dtypes meet otherwise than JAX's."""

LINES = """
    Tensor.__add__(self, other)       -> tensors.add(self, other)             : dtype=? shape=elementwise narrow
    Tensor.__sub__(self, other)       -> tensors.sub(self, other)             : dtype=? shape=elementwise narrow
    Tensor.__mul__(self, other)       -> tensors.mul(self, other)             : dtype=? shape=elementwise narrow
    Tensor.__truediv__(self, other)   -> tensors.true_divide(self, other)     : dtype=? shape=elementwise narrow
    Tensor.__mod__(self, other)       -> tensors.remainder(self, other)       : dtype=? shape=elementwise narrow
    Tensor.__pow__(self, other)       -> tensors.pow(self, other)             : dtype=? shape=elementwise narrow
"""
