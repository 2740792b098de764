"""Expressions of two tensors, of which PyTorch says the dtype: one step, and two steps drawn at random."""

import itertools
import random

DTYPES = ("float16", "bfloat16", "float32", "uint8", "int8", "int16", "int32", "int64", "bool")
KINDS = tuple(itertools.product(DTYPES, [True, False]))  # with an axis, and without

_OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "==", "<", ">=", "&", "|", "^", "<<", ">>"]
_OF_TWO = [
    "add",
    "sub",
    "rsub",
    "mul",
    "div",
    "true_divide",
    "floor_divide",
    "remainder",
    "fmod",
    "pow",
    "float_power",
    "atan2",
    "hypot",
    "logaddexp",
    "logaddexp2",
    "xlogy",
    "copysign",
    "nextafter",
    "ldexp",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "heaviside",
    "gcd",
    "lcm",
    "eq",
    "lt",
    "ge",
    "isclose",
    "logical_and",
    "bitwise_or",
    "outer",
    "matmul",
]
_OF_ONE = [
    "sum()",
    "mean()",
    "prod()",
    "max()",
    "amin()",
    "std()",
    "norm()",
    "median()",
    "logsumexp(0)",
    "any()",
    "cumsum(0)",
    "argmax()",
    "abs()",
    "neg()",
    "sqrt()",
    "exp()",
    "sigmoid()",
    "relu()",
    "square()",
    "round()",
    "sign()",
    "count_nonzero()",
    "half()",
    "short()",
    "byte()",
    "float()",
    "long()",
    "bool()",
    "type(torch.float16)",
    'type("torch.HalfTensor")',
    "type(torch.LongTensor)",
    "clamp(1,2)",
    "clamp(0.5,2.5)",
    "pow(2)",
    "pow(0.5)",
    "reciprocal()",
    "rsqrt()",
    "log2()",
    "trunc()",
    "nansum()",
    "diff()",
]
_OTHERS = """
    torch.add(x.float(), y, alpha=2.5) | torch.div(x, y, rounding_mode="floor") | torch.div(x, y, rounding_mode="trunc")
    torch.lerp(x, y, 0.3) | torch.lerp(x, x, y) | torch.addcmul(x, y, y, value=2) | torch.addcmul(x, x, y)
    torch.addcdiv(x, y, y) | torch.addcdiv(x, x, y, value=0.5) | torch.where(x > 1, x, y) | x.where(y > 1, y)
    torch.where(y > 1, x, 1) | torch.where(y > 1, 1.0, x) | torch.where(y > 1, 1.0, 0.0) + x
    torch.where(y > 1, 1, 0) + x | torch.clamp(x, y, y) | x.clamp_min(y) | x.masked_fill(x > 1, y)
    x.masked_fill(y > 1, 2.5) | torch.cat([x, y]) | torch.stack([x, y]) | torch.hstack([x, y]) | torch.vstack([x, y])
    torch.stack([x, torch.arange(3) * 0.5]) | torch.hstack([x, torch.where(y > 1, 2, 1)])
    torch.cat([x, torch.arange(3) * 0.5]) | nn.functional.mse_loss(x, y) | nn.functional.l1_loss(x, torch.arange(3) * 0.5)
    nn.functional.huber_loss(x, torch.where(y > 1, 1.0, 0.5)) | nn.functional.prelu(x, y) | nn.functional.linear(x, y)
    x.index_put((torch.tensor([0]),), y) | x.index_fill(0, torch.tensor([0]), y) | x.scatter(0, torch.tensor([0, 1]), 2.5) + y
    x.index_copy(0, torch.tensor([2, 1, 0]), y) | x.masked_scatter(x > 1, y) | x.type_as(y) | x.to(y) | x.type(y.type())
    torch.full_like(x, 2) + y | x.new_tensor([1, 2, 3]) * y | torch.zeros(3) + x * y | torch.tensor([2, 1, 2]) * x + y
    torch.arange(3) * 0.5 + x | torch.arange(3) + x | torch.arange(0, 3, 1.0) * x | torch.linspace(0, 1, 3) * x
    torch.full((3,), 2) * x | torch.full((), 2.0) * x | torch.ones(()) * x | torch.tensor(2.0).expand(3) * x
    torch.tensor(2).expand(3) * x | torch.tensor(2.0).reshape(1) * x | torch.dist(x, y)
"""
_WRITTEN = """
    x[0] = y | x[:] = y | x[x > 1] = y | x += y | x -= y | x *= y | x /= y | x //= y | x **= y | x %= y | x &= y | x |= y
    x[0] += y | x[:2] *= y | x.add_(y) | x.mul_(y) | x.div_(y) | x.sub_(y) | x.pow_(y) | x.copy_(y) | x.fill_(y)
    x.clamp_(y, y) | x.lerp_(y, 0.3) | x.addcmul_(y, y) | x.masked_fill_(x > 1, y) | x.gt_(y) | x.eq_(2) | x.remainder_(y)
    x.logical_and_(y) | x.logical_not_() | x.maximum(y).add_(y)
"""


def forms() -> dict[str, str]:
    """Statements of `x` and `y` by their text, the last of which returns."""
    values = [f"x {o} y" for o in _OPERATORS] + [f"torch.{f}(x, y)" for f in _OF_TWO] + [f"x.{f} * y" for f in _OF_ONE]
    values += [f"(x {o} {n}) * y" for o in ("+", "*", "/", "%", "**", "<") for n in ("2", "2.5", "-1")]
    values += [f"({n} {o} x) * y" for o in ("+", "*", "/") for n in ("2", "True", "0.1")]
    values += [f"x + {n} * (y > 1)" for n in ("2", "0.5")]
    values += _listed(_OTHERS)
    draw = random.Random(5)
    apart = (
        "<<",
        ">>",
        "&",
        "|",
        "^",
        "gcd",
        "lcm",
        "bitwise",
        "cat(",
        "stack(",
        "diff(",
    )  # of integers, of other shapes
    simple = [v for v in values if not any(word in v for word in apart)]
    drawn = [f"({draw.choice(simple)}) {draw.choice('+*')} ({draw.choice(simple)})" for _ in range(60)]
    values += [d for d in drawn if "index_put" not in d]  # which takes few pairs
    found = {v: f"return {v}" for v in values}
    return found | {w: f"x = x.clone()\n{w}\nreturn x" for w in _listed(_WRITTEN)}


def _listed(text: str) -> list[str]:
    return [each.strip() for line in text.strip().split("\n") for each in line.split(" | ")]
