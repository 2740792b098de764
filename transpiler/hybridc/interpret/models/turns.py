"""What loops of models, and comprehensions, are given at each turn where Python runs them."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc.dialects.entry import Entry
from hybridc.domain.values import WEAK_INT, Form, Value, opaque, static
from hybridc.interpret.models.writes import ModelWrites
from hybridc.program.demand import lookup
from hybridc.program.parts import is_part, part
from hybridc.syntax.walking import walk


class ModelTurns(ModelWrites):
    """Interprets what is iterated over."""

    def _lines_of(self, entered: ast.expr) -> tuple[Entry, ...]:
        """The lines for what `with` enters, or for a statement that is a call."""
        called = entered.func if isinstance(entered, ast.Call) else entered
        name = self.state.module.qualified_name(called, self.state.function.locals)
        if name is None and isinstance(entered, ast.Call) and isinstance(called, ast.Attribute):
            is_of_file = called.attr in self.state.module.method_names
            return () if is_of_file else tuple(e for e in self.method_lines(called.attr) if e.is_gone)
        return lookup(self.state.dialects, name)

    def _element(self, iterated: ast.expr) -> Value | None:
        """What a loop over parts of the model, or over what they return, is given at each turn; None of others."""
        match iterated:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
                element = self._element(inner)
                index = static(Form.NUMBER, dtype=WEAK_INT)
                return None if element is None else self._together([index, element])
            case ast.Call(func=ast.Name(id="zip"), args=inners) if inners:
                elements = [self._element(i) for i in inners]
                if all(e is None for e in elements):
                    return None
                return self._together([opaque() if e is None else e for e in elements])
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
                return self._element(inner)
            case ast.Call(func=ast.Name(id="range")):
                return None
            case ast.Call(func=ast.Attribute(value=held, attr="items" | "keys" as method), args=[], keywords=[]):
                if (element := self._element_of_dict(held, method)) is not None:
                    self.evaluate(iterated)
                    return element
        value = self.evaluate(iterated)
        if value.form is Form.DICT and value.items is None:
            return part()
        if is_part(value):
            return value if value.is_outside else part()
        if value.form is Form.UNKNOWN:
            return replace(opaque(), memory=value.memory)
        return None

    def _element_of_dict(self, held: ast.expr, method: str) -> Value | None:
        """A key, which is no array, and what it stands for, of a dict whose keys the file does not tell."""
        value = self.evaluate(held)
        if value.form is not Form.DICT or value.items is not None:
            return None
        return part() if method == "keys" else self._together([part(), replace(opaque(), memory=value.memory)])

    def _together(self, items: list[Value]) -> Value:
        memory = frozenset().union(*(i.memory for i in items))
        return Value(self.state.binding_of(*items), Form.TUPLE, items=tuple(items), memory=memory)

    def _counts(self, iterated: ast.expr) -> bool:
        """A loop runs over what a framework counts, as it would over Python's `range` of the same arguments."""
        match iterated:
            case ast.Call(args=arguments, keywords=[]) if "range" not in self.state.function.locals:
                are_whole = not any(isinstance(a, ast.Starred) or _floats(a) for a in arguments)
                return are_whole and any(e.counts for e in self._lines_of(iterated))
        return False


def _floats(node: ast.expr) -> bool:
    """Floating point numbers stand in it, or it divides."""
    return any(
        (isinstance(n, ast.Constant) and isinstance(n.value, float)) or isinstance(n, ast.Div) for n in walk(node)
    )
