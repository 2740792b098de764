"""The message of a check: text with values in it, from an f-string or any other expression."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from hybridc.emit.concrete_tree import text_of


class Message:
    """Text in which `{name}` stands for a value, as `str.format` has it, and the values by name."""

    def __init__(self, start: str) -> None:
        self.text = _escaped(start)
        self.values: dict[str, cst.BaseExpression] = {}

    def add(self, node: cst.BaseExpression, original: cst.BaseExpression, shows: bool) -> None:
        """Adds what an exception is given as its text. `original`: as it was written; `shows`: it can be computed."""
        match node:
            case cst.SimpleString():
                self.text += _escaped(str(node.evaluated_value))
            case cst.ConcatenatedString() if isinstance(original, cst.ConcatenatedString):
                self.add(node.left, original.left, shows)
                self.add(node.right, original.right, shows)
            case cst.FormattedString() if isinstance(original, cst.FormattedString):
                is_raw = "r" in node.start.lower()
                for part, before in zip(node.parts, original.parts, strict=True):
                    self._part(part, before, shows, is_raw)
            case _ if shows and not _is_text(node):
                self._value(node, "")
            case _:
                self.text += _escaped(text_of(original))

    def _part(
        self,
        part: cst.BaseFormattedStringContent,
        original: cst.BaseFormattedStringContent,
        shows: bool,
        is_raw: bool,
    ) -> None:
        if isinstance(part, cst.FormattedStringText):
            self.text += part.value if is_raw else _unescaped(part.value)
            return
        assert isinstance(part, cst.FormattedStringExpression) and isinstance(original, cst.FormattedStringExpression)
        if part.equal is not None:
            self.text += f"{_escaped(text_of(original.expression))}="
        if shows:
            self._value(part.expression, _format(part))
        else:
            self.text += _escaped(f"<{text_of(original.expression)}>")

    def _value(self, node: cst.BaseExpression, form: str) -> None:
        name = next(n for n in _names(node) if n not in self.values or text_of(self.values[n]) == text_of(node))
        self.values[name] = node
        self.text += f"{{{name}{form}}}"


def _names(node: cst.BaseExpression) -> Iterator[str]:
    if isinstance(node, cst.Name) and node.value not in ("test", "message"):
        yield node.value
    number = 0
    while True:
        number += 1
        yield "value" if number == 1 else f"value_{number}"


def _format(part: cst.FormattedStringExpression) -> str:
    """The format, if it is written out."""
    words = [p.value if isinstance(p, cst.FormattedStringText) else None for p in part.format_spec or ()]
    return f":{''.join(w for w in words if w)}" if words and None not in words else ""


def _is_text(node: cst.BaseExpression) -> bool:
    """An expression that puts text together, which compiled code cannot."""
    return any(isinstance(n, cst.SimpleString | cst.FormattedString) for n in _all(node))


def _all(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _all(child)


def _unescaped(text: str) -> str:
    """The text that stands in source as this, in which `\\n` is the end of a line."""
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
