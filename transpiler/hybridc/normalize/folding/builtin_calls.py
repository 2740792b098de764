"""The builtin functions, methods and `math` functions that the evaluator knows, each with its bound."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from hybridc.normalize.folding.limits import MAX_DIGITS, MAX_LENGTH, Budget, Declined, bounded, weigh
from hybridc.normalize.folding.operators import binary

Arguments = Sequence[object]
_LAZY: tuple[type[Any], ...] = (enumerate, zip, type(reversed([])), type(reversed(range(0))), type(reversed(())))
_VIEWS: tuple[type[Any], ...] = (type({}.keys()), type({}.values()), type({}.items()))
_ITERATED = frozenset((str, tuple, list, dict, range, *_LAZY, *_VIEWS))


def iterated(value: object, budget: Budget) -> Iterator[object]:
    """The items of what a `for` may run over, one step each. Raises Declined for anything else."""
    if type(value) not in _ITERATED or not isinstance(value, Iterable):
        raise Declined("iteration")
    for item in value:
        budget.spend()
        yield item


def drained(value: object, budget: Budget) -> list[object]:
    """All items at once; one look at what is inside them is paid for, so that they may be compared."""
    items = list(iterated(value, budget))
    weigh(items, budget)
    return items


def call_builtin(name: str, arguments: Arguments, keywords: dict[str, object], budget: Budget) -> object:
    """`name(*arguments, **keywords)`. Raises Declined where the builtin or this use of it is not known."""
    if name == "sorted" and len(arguments) == 1 and set(keywords) <= {"reverse"}:
        return sorted(drained(arguments[0], budget), reverse=bool(keywords.get("reverse", False)))  # type: ignore[type-var]
    compute = _BUILTINS.get(name)
    if compute is None or keywords:
        raise Declined("builtin")
    result = compute(arguments, budget)
    return result if isinstance(result, _LAZY) else bounded(result)


def _one(arguments: Arguments) -> object:
    if len(arguments) != 1:
        raise Declined("number of arguments")
    return arguments[0]


def _scalar(arguments: Arguments) -> int | float | str | None:
    value = _one(arguments)
    if value is None or isinstance(value, int | float | str):
        return value
    raise Declined("kind of argument")


def _number(value: object) -> int | float:
    if isinstance(value, int | float):
        return value
    raise Declined("kind of argument")


def _whole(value: object) -> int:
    if isinstance(value, int):
        return value
    raise Declined("kind of argument")


def _integer(arguments: Arguments, _: Budget) -> object:
    value = _scalar(arguments)
    if (isinstance(value, str) and len(value) > MAX_DIGITS) or value is None:
        raise Declined("int")
    return int(value)


def _floating(arguments: Arguments, _: Budget) -> object:
    value = _scalar(arguments)
    if (isinstance(value, str) and len(value) > MAX_DIGITS) or value is None:
        raise Declined("float")
    return float(value)


def _rounded(arguments: Arguments, _: Budget) -> object:
    if len(arguments) == 1 or (len(arguments) == 2 and arguments[1] is None):
        return round(_number(arguments[0]))
    number, places = arguments
    if abs(_whole(places)) > MAX_DIGITS:
        raise Declined("round")
    return round(_number(number), _whole(places))


def _quotient(arguments: Arguments, _: Budget) -> object:
    left, right = arguments
    return divmod(_number(left), _number(right))


def _power(arguments: Arguments, budget: Budget) -> object:
    if len(arguments) == 3:
        base, exponent, modulus = map(_whole, arguments)
        if max(base.bit_length(), exponent.bit_length(), modulus.bit_length()) > 64:
            raise Declined("pow")
        return pow(base, exponent, modulus)
    left, right = arguments
    return binary(ast.Pow, _number(left), _number(right), budget)


def _total(arguments: Arguments, budget: Budget) -> object:
    start: object = arguments[1] if len(arguments) == 2 else 0
    if not 1 <= len(arguments) <= 2:
        raise Declined("sum")
    total = _number(start)
    for item in drained(arguments[0], budget):
        term = _number(item)
        if isinstance(total, float) or isinstance(term, float):
            _check_exact(total, term)
        total = total + term
    return total


def _check_exact(total: float, term: float) -> None:
    """Raises Declined where adding floats rounds: from Python 3.12 on `sum` makes up for the rounding."""
    if max(abs(total), abs(term)) >= 2**53 and isinstance(total, int) | isinstance(term, int):
        raise Declined("sum")
    result = total + term
    error = (total - result) + term if abs(total) >= abs(term) else (term - result) + total
    if error != 0:
        raise Declined("sum that rounds")


def _extreme(choose: Callable[[Iterable[object]], object]) -> Callable[[Arguments, Budget], object]:
    def compute(arguments: Arguments, budget: Budget) -> object:
        return choose(drained(arguments[0] if len(arguments) == 1 else tuple(arguments), budget))

    return compute


def _quantified(decide: Callable[[Iterable[object]], bool]) -> Callable[[Arguments, Budget], object]:
    def compute(arguments: Arguments, budget: Budget) -> object:
        value = _one(arguments)
        if isinstance(value, _LAZY):  # `any` leaves the rest of an iterator unread
            raise Declined("any, all")
        return decide(drained(value, budget))

    return compute


def _length(arguments: Arguments, _: Budget) -> object:
    value = _one(arguments)
    if isinstance(value, str | tuple | list | dict | range):
        return len(value)
    raise Declined("len")


def _reversed(arguments: Arguments, _: Budget) -> object:
    value = _one(arguments)
    if isinstance(value, list | tuple | range):
        return reversed(value)
    raise Declined("reversed")


def _enumerated(arguments: Arguments, _: Budget) -> object:
    if not 1 <= len(arguments) <= 2 or not isinstance(arguments[0], str | list | tuple | range):
        raise Declined("enumerate")
    return enumerate(arguments[0], _whole(arguments[1]) if len(arguments) == 2 else 0)


def _zipped(arguments: Arguments, _: Budget) -> object:
    if not all(isinstance(value, str | list | tuple | range) for value in arguments):
        raise Declined("zip")
    return zip(*arguments, strict=False)


def _text(arguments: Arguments, _: Budget) -> object:
    return str(_scalar(arguments))


_BUILTINS: dict[str, Callable[[Arguments, Budget], object]] = {
    "abs": lambda arguments, _: abs(_number(_one(arguments))),
    "all": _quantified(all),
    "any": _quantified(any),
    "bool": lambda arguments, _: bool(_one(arguments)),
    "divmod": _quotient,
    "enumerate": _enumerated,
    "float": _floating,
    "int": _integer,
    "len": _length,
    "list": lambda arguments, budget: drained(_one(arguments), budget),
    "max": _extreme(max),  # type: ignore[arg-type]
    "min": _extreme(min),  # type: ignore[arg-type]
    "pow": _power,
    "range": lambda arguments, _: range(*map(_whole, arguments)),
    "reversed": _reversed,
    "round": _rounded,
    "str": _text,
    "sum": _total,
    "tuple": lambda arguments, budget: tuple(drained(_one(arguments), budget)),
    "zip": _zipped,
}

_TEXT_METHODS = frozenset(
    (
        "capitalize", "count", "endswith", "find", "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper",
        "lower", "lstrip", "removeprefix", "removesuffix", "rstrip", "split", "startswith", "strip", "swapcase",
        "title", "upper",
    )
)  # fmt: skip


def call_method(value: object, name: str, arguments: Arguments, budget: Budget) -> object:
    """`value.name(*arguments)`. Raises Declined where the method is not known."""
    budget.spend()
    if isinstance(value, str):
        return bounded(_text_method(value, name, arguments, budget))
    if isinstance(value, list) and name == "append" and len(arguments) == 1:
        check_constant(arguments[0], budget)
        value.append(arguments[0])
        return None
    if isinstance(value, dict) and name in ("keys", "values", "items") and not arguments:
        return {"keys": value.keys, "values": value.values, "items": value.items}[name]()
    if isinstance(value, dict) and name == "get" and 1 <= len(arguments) <= 2:
        weigh(arguments[0], budget)
        return value.get(*arguments)
    raise Declined("method")


def _text_method(text: str, name: str, arguments: Arguments, budget: Budget) -> object:
    words = list(arguments)
    if name == "join":
        words = drained(_one(arguments), budget)
    if not text.isascii() or not all(isinstance(word, str) and word.isascii() for word in words):
        raise Declined("text beyond ASCII: its tables change with Python's version")
    parts = [str(word) for word in words]
    if name == "join":
        if sum(map(len, parts)) + len(text) * len(parts) > MAX_LENGTH:
            raise Declined("a long value")
        return text.join(parts)
    if name == "replace" and len(parts) == 2:
        if len(text) + text.count(parts[0]) * len(parts[1]) > MAX_LENGTH:
            raise Declined("a long value")
        return text.replace(parts[0], parts[1])
    if name not in _TEXT_METHODS:
        raise Declined("method")
    budget.spend(len(text) // 20)
    return getattr(text, name)(*parts)


def check_constant(value: object, budget: Budget) -> None:
    """Raises Declined where `value` is, or holds, something that can change: what lists hold must not."""
    weigh(value, budget)
    rest = [value]
    while rest:
        item = rest.pop()
        if isinstance(item, tuple):
            rest.extend(item)
        elif item is not None and not isinstance(item, int | float | str):
            raise Declined("a value that can change")


MATH_CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf, "nan": math.nan}
_MATH: dict[str, tuple[Callable[..., object], int]] = {  # function, most arguments
    **{
        name: (getattr(math, name), 1)
        for name in (
            "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "degrees", "erf", "erfc", "exp",
            "expm1", "fabs", "floor", "isfinite", "isinf", "isnan", "isqrt", "log10", "log1p", "log2", "radians", "sin",
            "sinh", "sqrt", "tan", "tanh", "trunc",
        )
    },
    **{name: (getattr(math, name), 2) for name in ("atan2", "copysign", "fmod", "gcd", "log", "pow")},
}  # fmt: skip


def call_math(name: str, arguments: Arguments, budget: Budget) -> object:
    """`math.name(*arguments)` of numbers."""
    budget.spend()
    numbers = [_number(argument) for argument in arguments]
    if name == "factorial" and len(numbers) == 1 and type(numbers[0]) is int and numbers[0] <= MAX_DIGITS:
        return bounded(math.factorial(numbers[0]))
    compute, most = _MATH.get(name, (None, 0))
    if compute is None or len(numbers) > most:
        raise Declined("math")
    return bounded(compute(*numbers))
