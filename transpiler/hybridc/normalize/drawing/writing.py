"""The text of a function whose numbers are drawn before, and of the one that draws them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import groupby

from hybridc.normalize.drawing.draws import Draw, Draws
from hybridc.normalize.extraction.delegates import header_and_docstring, header_end, indent_of_body
from hybridc.normalize.moved import Edit, Line, edited, free_name, replaced
from hybridc.normalize.random_draws import BEFORE_SIZE, OF_DIMENSIONS
from hybridc.syntax.walking import walk

# What NumPy draws several of one after the other
_SIZED = {n: BEFORE_SIZE[n] for n in ("exponential", "integers", "normal", "randint", "standard_normal", "uniform")}
_MOST = 10  # draws that get a number
_OF_SHAPE = frozenset({"random", "random_sample"})


class Writing:
    """Writes both. `numpy`: the file's name for it; `taken`: the names of the file, and those made."""

    def __init__(self, lines: Sequence[str], found: Draws, name: str, numpy: str, taken: set[str]) -> None:
        self.lines, self.found, self.name, self.numpy, self.taken = lines, found, name, numpy, taken
        self.node = found.function.node
        self.indent = indent_of_body(lines, self.node)
        self.edits: list[Edit] = []
        self.counted: list[ast.expr] = []  # bounds of loops that run over what is drawn
        self.counters: dict[ast.For, str] = {}  # of loops that count under no name
        self.gone = {*found.moved}
        self.given: list[str] = []  # what is drawn, by its names
        self.drawing = [*self._drawing()]

    def function(self) -> list[Line]:
        """The one of arrays."""
        gone = [*(d.node for d in self.found.draws), *self.gone, *self.counted]
        inside = {n for each in gone for n in walk(each)}
        read = {n.id for n in walk(self.node) if isinstance(n, ast.Name) and n not in inside}
        self.parameters = [p for p in self.found.function.parameters if p in read]
        header = f"def {self.name}({', '.join([*self.parameters, *self.given])}):{self._directive()}"
        result = [Line(header, self.node.lineno, ())]
        done = header_end(self.lines, self.node)
        if ast.get_docstring(self.node, clean=False) is not None:
            done = self.node.body[0].end_lineno or done
        for statement in sorted({*self.gone, *self.found.shapes}, key=lambda s: s.lineno):
            result += edited(self.lines, done + 1, statement.lineno - 1, self.edits, 0)
            done = statement.end_lineno or done
            if statement not in self.gone:
                before, after = self._expected(statement)
                result += [*before, *edited(self.lines, statement.lineno, done, self.edits, 0), *after]
        return [*result, *edited(self.lines, done + 1, self.node.end_lineno or 0, self.edits, 0)]

    def _expected(self, loop: ast.stmt) -> tuple[list[Line], list[Line]]:
        """What stands around a loop that binds arrays anew for whose shapes numbers are drawn."""
        before, after = [], []
        for text in self.found.shapes[loop]:
            name = free_name(self.taken, "drawn_for")
            before.append(f"{name} = {text}")
            message = f"`{text}` changes in a loop, for which numbers were drawn before"
            after += [f"if {text} != {name}:", f'    raise ValueError("{message}")']
        first, last = loop.lineno, loop.end_lineno or loop.lineno
        one, other = ([Line(self.indent + t, n, ()) for t in texts] for texts, n in ((before, first), (after, last)))
        return one, other

    def _directive(self) -> str:
        text = self.lines[header_end(self.lines, self.node) - 1]
        return f"  # hybridc:{text.partition('# hybridc:')[2]}" if "# hybridc:" in text else ""

    def delegate(self) -> list[Line]:
        """The one that draws."""
        call = f"{self.indent}return {self.name}({', '.join([*self.parameters, *self.given])})"
        return [*header_and_docstring(self.lines, self.node), *self.drawing, Line(call, self.node.lineno, ())]

    def _drawing(self) -> Iterator[Line]:
        """What is drawn, statement by statement, with what that needs."""
        for name in self.found.numbers:
            message = f"`{name}` decides what is drawn, and is to be a number: the function writes into arrays"
            yield Line(f"{self.indent}if {self.numpy}.ndim({name}):", self.node.lineno, ())
            yield Line(f'{self.indent}    raise TypeError("{message}")', self.node.lineno, ())
        kept = {*self.found.moved, *self.found.needed}
        for statement in self.node.body:
            if statement in kept:
                yield from edited(self.lines, statement.lineno, statement.end_lineno or 0, (), 0)
            draws = [d for d in self.found.draws if d.statement is statement]
            for is_in_loop, group in groupby(draws, lambda d: bool(d.loops)):
                for text in self._in_loops([*group]) if is_in_loop else map(self._alone, group):
                    yield Line(self.indent + text, statement.lineno, ())

    def _alone(self, draw: Draw) -> str:
        if draw.assigned is not None:
            self.gone.add(draw.assigned)
            name = draw.assigned.targets[0].id  # type: ignore[attr-defined]
        else:
            name = self._name_of(draw)
            self.edits.append(replaced(self.lines, draw.node, name))
        self.given.append(name)
        return f"{name} = {ast.unparse(draw.node)}"

    def _in_loops(self, draws: Sequence[Draw]) -> Iterator[str]:
        loops = draws[0].loops
        counts = [f"len({ast.unparse(loop.iter)})" for loop in loops]
        places = [self._turn(loop) for loop in loops]
        texts = {ast.unparse(d.node) for d in draws}
        several = [str(len(draws))] if len(draws) > 1 else []
        whole = _several(draws[0].node, [*counts, *several]) if len(texts) == 1 else None
        if whole is not None:
            name = self._name_of(draws[0]) if len(draws) == 1 else free_name(self.taken, "drawn")
            self.given.append(name)
            self._count_by(name, loops)
            for number, draw in enumerate(draws):
                index = [*places, *([str(number)] if several else [])]
                self.edits.append(replaced(self.lines, draw.node, f"{name}[{', '.join(index)}]"))
            yield f"{name} = {whole}"
            return
        names = [self._name_of(draw) for draw in draws]
        self.given += names
        self._count_by(names[0], loops)
        for name, draw in zip(names, draws, strict=True):
            self.edits.append(replaced(self.lines, draw.node, f"{name}[{', '.join(places)}]"))
        if len(draws) == len(loops) == 1:
            over = ast.unparse(loops[0].iter)
            yield f"{names[0]} = {self.numpy}.array([{ast.unparse(draws[0].node)} for _ in {over}])"
            return
        yield f"{', '.join(names)} = {', '.join('[]' for _ in names)}"
        for depth, loop in enumerate(loops):
            yield f"{'    ' * depth}for _ in {ast.unparse(loop.iter)}:"
        for name, draw in zip(names, draws, strict=True):
            yield f"{'    ' * len(loops)}{name}.append({ast.unparse(draw.node)})"
        for name in names:
            array = f"{self.numpy}.array({name})"
            shape = f"({', '.join(counts)}) + {array}.shape[1:]"
            yield f"{name} = {array}" if len(loops) == 1 else f"{name} = {array}.reshape({shape})"

    def _count_by(self, name: str, loops: Sequence[ast.For]) -> None:
        """The loops take as many turns as there is drawn for: there is nothing to read where that is none."""
        for axis, loop in enumerate(loops):
            assert isinstance(loop.iter, ast.Call)
            count = f"len({name})" if axis == 0 else f"{name}.shape[{axis}]"
            match loop.iter.args:
                case [last]:
                    text = count
                case [ast.Constant(value=int(first)), last]:
                    text = f"{first} + {count}" if first else count
                case _:
                    continue
            self.counted.append(last)
            self.edits.append(replaced(self.lines, last, text))

    def _name_of(self, draw: Draw) -> str:
        function = draw.node.func if isinstance(draw.node, ast.Call) else draw.node
        wanted = function.attr if isinstance(function, ast.Attribute) else "number"
        if draw.assigned is not None:
            wanted = draw.assigned.targets[0].id  # type: ignore[attr-defined]
        return free_name(self.taken, *(f"drawn_{wanted}{number}" for number in ("", *range(2, _MOST))))

    def _turn(self, loop: ast.For) -> str:
        """Which turn it is, from 0 on."""
        assert isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Call)
        name = self.counters.get(loop, loop.target.id)
        if name == "_":
            name = self.counters[loop] = free_name(self.taken, "turn")
            self.edits.append(replaced(self.lines, loop.target, name))
        first = loop.iter.args[0] if len(loop.iter.args) == 2 else ast.Constant(0)
        if isinstance(first, ast.Constant) and first.value == 0:
            return name
        is_plain = isinstance(first, ast.Name | ast.Constant)
        return f"{name} - {ast.unparse(first) if is_plain else f'({ast.unparse(first)})'}"


def _several(draw: ast.expr, shape: Sequence[str]) -> str | None:
    """The draw of as many numbers at once, which NumPy draws one after the other; None where that is not known."""
    if not isinstance(draw, ast.Call) or not isinstance(draw.func, ast.Attribute):
        return None
    method, called = draw.func.attr, ast.unparse(draw.func)
    given = ", ".join(ast.unparse(a) for a in (*draw.args, *draw.keywords))
    if called.startswith("random.") or not all(_is_number(n) for n in (*draw.args, *(k.value for k in draw.keywords))):
        return None
    dimensions = f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(shape)})"
    if method in OF_DIMENSIONS and not given:
        return f"{called}({', '.join(shape)})"
    if method in _OF_SHAPE and not given:
        return f"{called}({dimensions})"
    if method in _SIZED and len(draw.args) <= _SIZED[method] and all(k.arg != "size" for k in draw.keywords):
        return f"{called}({given}{', ' if given else ''}size={dimensions})"
    return None


def _is_number(node: ast.expr) -> bool:
    number = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(number, ast.Constant) and isinstance(number.value, int | float)
