"""Reads specs of inputs: `x=f64[n, 3] in [0, 1); y=x[1:]; mode='same'`. The grammar is in docs/verify.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TypeVar

from hybridc.verification.request import CannotVerify
from hybridc.verification.spec import (
    Array,
    Choice,
    Interval,
    Item,
    Literal,
    Made,
    Mapping,
    OneOf,
    Scalar,
    Sequence,
    Value,
    Values,
    View,
    Within,
)

T = TypeVar("T")

NUMPY_NAMES = {
    "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
}  # fmt: skip
DTYPES = (*NUMPY_NAMES, "float", "int", "bool", "complex")
_SHORT = {long: short for short, long in NUMPY_NAMES.items()}
_CONSTANTS = {"True": True, "False": False, "None": None, "nan": float("nan"), "inf": float("inf")}
_LONGEST_NUMBER = 400  # digits
_DEEPEST = 50  # brackets within brackets
_TOKEN = re.compile(
    r"""\s*(?:(?P<number>(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?j?)
    |(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
    |(?P<dots>\.\.\.)
    |(?P<mark>[-+=:;,\[\](){}]))""",
    re.VERBOSE,
)


def read_items(text: str) -> tuple[Item, ...]:
    """The items of a spec, in order. Raises CannotVerify with the place for what is no spec."""
    return _Reader(text).items()


class _Reader:
    """A recursive descent; `tokens` are (kind, text, position), the last one empty."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        self.at = 0
        self.depth = 0
        position = 0
        end = len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None or match.lastgroup is None:
                raise self._problem("this is no part of a spec", position)
            self.tokens.append((match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)))
            position = match.end()
        self.tokens.append(("end", "", end))

    def items(self) -> tuple[Item, ...]:
        found: list[Item] = []
        while not self._is_at("end"):
            found.append(self._item())
            while self._took(";") or self._took(","):
                pass
        return tuple(found)

    def _item(self) -> Item:
        start = self.tokens[self.at][2]
        name = self._name("the name of an argument")
        function = None
        if self._took(":"):
            start = self.tokens[self.at][2]
            function, name = name, self._name("the name of an argument")
        if "." in name:
            raise self._problem(f"an argument is a plain name, not `{name}`", self.tokens[self.at - 1][2])
        self._expect("=")
        value = self._value()
        return Item(function, name, value, self.text[start : self.tokens[self.at][2]].strip())

    def _value(self) -> Value:
        kind, text, position = self.tokens[self.at]
        if kind == "name":
            return self._named()
        if kind == "string":
            self.at += 1
            return Literal(self._string(text, position))
        if kind == "number" or text in ("-", "+"):
            return Literal(self._number())
        if self._took("("):
            items, has_comma = self._listed(")", self._value)
            return items[0] if len(items) == 1 and not has_comma else Sequence(True, items)
        if self._took("["):
            return Sequence(False, self._listed("]", self._value)[0])
        if self._took("{"):
            return self._braces(position)
        raise self._problem("expected a value, as `f64[3]`, `int in [1, 9]` or `'same'`", position)

    def _named(self) -> Value:
        name = self._name("a value")
        if name in _CONSTANTS:
            return Literal(_CONSTANTS[name])
        dtype = _SHORT.get(name, name)
        if dtype in DTYPES:
            return self._typed(dtype)
        if self._took("("):
            arguments, _ = self._listed(")", self._argument)
            named = tuple((key, value) for key, value in arguments if key is not None)
            return Made(name, tuple(value for key, value in arguments if key is None), named)
        base, dot, attribute = name.partition(".")
        if dot and attribute != "T":
            raise self._problem(f"of `{base}` only a slice or `.T` can be taken", self.tokens[self.at - 1][2])
        if self._took("["):
            index, _ = self._listed("]", self._index)
            return View(base, index, bool(dot))
        return View(base, None, bool(dot))

    def _typed(self, dtype: str) -> Value:
        if self._took("("):
            data = self._value()
            self._expect(")")
            return Values(dtype, data)
        if self._took("["):
            shape, _ = self._listed("]", self._dimension)
            return Array(dtype, shape, self._within())
        return Scalar(dtype, self._within())

    def _dimension(self) -> int | str:
        kind, text, position = self.tokens[self.at]
        self.at += 1
        if kind == "number" and text.isdigit():
            return int(text)
        if kind == "name" and "." not in text:
            return text
        raise self._problem("a dimension is a number or a name", position)

    def _within(self) -> Within:
        if not (self._is_at("name") and self.tokens[self.at][1] == "in"):
            return None
        self.at += 1
        position = self.tokens[self.at][2]
        if self._took("{"):
            return Choice(self._listed("}", self._element)[0])
        is_low_open = self._took("(")
        if not is_low_open and not self._took("["):
            raise self._problem("expected a range, as `[0, 1)`, or a set, as `{0, 1}`", position)
        low = self._real()
        self._expect(",")
        high = self._real()
        is_high_open = self._took(")")
        if not is_high_open:
            self._expect("]")
        if low > high or (low == high and (is_low_open or is_high_open)):
            raise self._problem("the range is empty", position)
        return Interval(low, high, is_low_open, is_high_open)

    def _element(self) -> bool | int | float | complex:
        if self._is_at("name") and self.tokens[self.at][1] in ("True", "False", "nan", "inf"):
            self.at += 1
            value = _CONSTANTS[self.tokens[self.at - 1][1]]
            assert value is not None
            return value
        return self._number()

    def _braces(self, position: int) -> Value:
        entries, _ = self._listed("}", self._entry)
        keyed = [(key.value, value) for key, value in entries if isinstance(key, Literal)]
        if entries and not keyed:
            return OneOf(tuple(value for _, value in entries))
        pairs = tuple((key, value) for key, value in keyed if isinstance(key, str | int))
        if len(pairs) != len(entries):
            raise self._problem("the keys of a dict are strings or integers", position)
        return Mapping(pairs)

    def _entry(self) -> tuple[Value | None, Value]:
        value = self._value()
        return (value, self._value()) if self._took(":") else (None, value)

    def _argument(self) -> tuple[str | None, Value]:
        if self._is_at("name") and self.tokens[self.at + 1][1] == "=":
            name = self._name("an argument")
            self._expect("=")
            return name, self._value()
        return None, self._value()

    def _index(self) -> object:
        if self._is_at("dots"):
            self.at += 1
            return ...
        if self._is_at("name") and self.tokens[self.at][1] == "None":
            self.at += 1
            return None
        parts = [self._bound()]
        while len(parts) < 3 and self._took(":"):
            parts.append(self._bound())
        if len(parts) == 1:
            if parts[0] is None:
                raise self._problem("expected an index or a slice", self.tokens[self.at][2])
            return parts[0]
        return slice(*parts)

    def _bound(self) -> int | None:
        if not self._is_at("number") and self.tokens[self.at][1] != "-":
            return None
        number = self._number()
        if not isinstance(number, int):
            raise self._problem("an index is a whole number", self.tokens[self.at - 1][2])
        return number

    def _string(self, text: str, position: int) -> str:
        try:
            return str(ast.literal_eval(text))
        except (SyntaxError, ValueError) as error:
            raise self._problem("this is no string", position) from error

    def _number(self) -> int | float | complex:
        sign = -1 if self._took("-") else 1
        self._took("+")
        kind, text, position = self.tokens[self.at]
        self.at += 1
        if kind == "name" and text in ("inf", "nan"):
            return sign * float(text)
        if kind != "number":
            raise self._problem("expected a number", position)
        digits = text.replace("_", "")
        if len(digits) > _LONGEST_NUMBER:
            raise self._problem("this number is too long", position)
        if digits.isdigit():
            return sign * int(digits)
        return sign * (complex(digits) if digits.endswith("j") else float(digits))

    def _real(self) -> int | float:
        position = self.tokens[self.at][2]
        number = self._number()
        if isinstance(number, complex) or number != number or abs(number) == float("inf"):
            raise self._problem("the ends of a range are finite real numbers", position)
        return number

    def _listed(self, closing: str, read: Callable[[], T]) -> tuple[tuple[T, ...], bool]:
        """What stands between commas up to the closing mark, and whether there was a comma."""
        found: list[T] = []
        has_comma = False
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self._problem("nested too deeply", self.tokens[self.at][2])
        while not self._took(closing):
            found.append(read())
            if self._took(","):
                has_comma = True
            elif self.tokens[self.at][:2] != ("mark", closing):
                raise self._problem(f"expected `,` or `{closing}`", self.tokens[self.at][2])
        self.depth -= 1
        return tuple(found), has_comma

    def _name(self, what: str) -> str:
        kind, text, position = self.tokens[self.at]
        if kind != "name":
            raise self._problem(f"expected {what}", position)
        self.at += 1
        return text

    def _is_at(self, kind: str) -> bool:
        return self.tokens[self.at][0] == kind

    def _took(self, mark: str) -> bool:
        if self.tokens[self.at][:2] == ("mark", mark):
            self.at += 1
            return True
        return False

    def _expect(self, mark: str) -> None:
        if not self._took(mark):
            raise self._problem(f"expected `{mark}`", self.tokens[self.at][2])

    def _problem(self, message: str, position: int) -> CannotVerify:
        found = self.text[position : position + 20].strip()
        return CannotVerify(f"--inputs: {message}, at {f'`{found}`' if found else 'the end'} in `{self.text}`")
