"""What models write that goes by no name of its own: what comprehensions run over, elements of lists and dicts,
and, where arrays are never written, variables that are found otherwise than as attributes of the model."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.values import Form, Value, share_nothing
from hybridc.interpret.models.kept import ModelKept
from hybridc.program.models import FileModels
from hybridc.program.state import State
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.messages import text_of

_OF_OTHERS = ("self.", "param:", "given:", "global:")


class ModelUnnamed(ModelKept):
    """Interprets such writes, which are refused where the model, or whoever calls it, would see them."""

    def __init__(self, state: State, models: FileModels) -> None:
        super().__init__(state, models)
        self._of_comprehensions: frozenset[str] = frozenset()  # names that comprehensions around bind

    def written_otherwise(self, held: ast.expr) -> str | None:
        """What would show a write into this, which no assignment can say."""
        is_in_turn = isinstance(held, ast.Name) and held.id in self._of_comprehensions
        if isinstance(held, ast.Name) and is_in_turn and not self._is_new_in_turn(held):
            return "what the comprehension runs over"
        value = self.state.plan.values.get(held)
        if not self.models.notation.immutable or (value is not None and value.is_array and _is_own(value)):
            return None
        return "the variable that it is" if self._is_unnamed(held) else None

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
    ) -> Value:
        around = self._of_comprehensions
        self._of_comprehensions |= frozenset().union(*(targets_bound(g.target) for g in node.generators))
        result = super()._comprehension(node, element, form)
        self._of_comprehensions = around
        return result

    def _element_to_change(
        self, element: Value, target: ast.Subscript, statement: ast.stmt, is_repeated: bool
    ) -> Value:
        """Nor does the model keep it: `held["mean"] += x` of `held = {"mean": self.mean}`."""
        other = None if self.models.notation.rebinds else self.attribute_seeing(element)
        if other is not None:
            self.report(rules.SharedMemory, statement, name=text_of(target), other=other)
            return element
        return super()._element_to_change(element, target, statement, is_repeated)

    def _is_new_in_turn(self, held: ast.Name) -> bool:
        """What the comprehension runs over was made here, and nobody else has it."""
        value = self.state.environment[held.id]
        later = self.state.liveness.after.get(self.current, frozenset())
        others = (v for name, v in self.state.environment.items() if name in later and name != held.id)
        return _is_own(value) and all(share_nothing(value, other) for other in others)

    def _is_unnamed(self, held: ast.expr) -> bool:
        """A variable that neither an attribute of the model, or of one of its parts, nor a parameter stands for."""
        match held:
            case ast.Name(id=name):
                return name not in self.state.function.parameters
            case ast.Attribute(value=ast.Name(id=name)) if not self._is_own(held.value):
                made = [s.value for s in self.state.function.of(ast.Assign) if names_in(s.targets, name)]
                return any(isinstance(m, ast.Call) and self._makes_no_part(m) for m in made)
            case ast.Attribute(value=ast.Attribute(value=inner, attr=attr)) if self._is_own(inner):
                makers = self.models.makers(self.state.function.owner, attr)
                return any(isinstance(m, ast.Call) and self._makes_no_part(m) for m in makers)
        return False

    def _makes_no_part(self, made: ast.Call) -> bool:
        """An object of a class of the file that is no model, or one of its tuples with names."""
        name = made.func.id if isinstance(made.func, ast.Name) else ""
        is_of_file = name in self.state.module.classes or name in self.state.module.globals
        return is_of_file and name not in self.models.classes


def _is_own(value: Value) -> bool:
    """It was made here."""
    return bool(value.memory) and not any(m.startswith(_OF_OTHERS) for m in value.memory)


def names_in(targets: list[ast.expr], name: str) -> bool:
    """One of the targets is the name."""
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)
