"""What models write that goes by no name of its own: what comprehensions run over, elements of lists and dicts,
and, where arrays are never written, variables that are found otherwise than as attributes of the model."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.domain.sites import may_be_seen
from hybridc.domain.values import Form, Value, share_nothing
from hybridc.interpret import containers, elements
from hybridc.interpret.models.kept import attribute_seeing
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.messages import text_of


def written_otherwise(run: ModelRun, held: ast.expr) -> str | None:
    """What would show a write into this, which no assignment can say."""
    is_in_turn = isinstance(held, ast.Name) and held.id in run.of_comprehensions
    if isinstance(held, ast.Name) and is_in_turn and not _is_new_in_turn(run, held):
        return "what the comprehension runs over"
    value = run.state.plan.values.get(held)
    if not run.models.notation.immutable or (value is not None and value.is_array and _is_own(value)):
        return None
    return "the variable that it is" if _is_unnamed(run, held) else None


def comprehension(
    run: ModelRun, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
) -> Value:
    around = run.of_comprehensions
    run.of_comprehensions |= frozenset().union(*(targets_bound(g.target) for g in node.generators))
    result = elements.comprehension(run, node, element, form)
    run.of_comprehensions = around
    return result


def element_to_change(
    run: ModelRun, element: Value, target: ast.Subscript, statement: ast.stmt, is_repeated: bool
) -> Value:
    """Nor does the model keep it: `held["mean"] += x` of `held = {"mean": self.mean}`."""
    other = None if run.models.notation.rebinds else attribute_seeing(run, element)
    if other is not None:
        run.report(rules.SharedMemory(name=text_of(target), other=other), statement)
        return element
    return containers.element_to_change(run, element, target, statement, is_repeated)


def _is_new_in_turn(run: ModelRun, held: ast.Name) -> bool:
    """What the comprehension runs over was made here, and nobody else has it."""
    value = run.state.environment[held.id]
    later = run.state.liveness.after.get(run.current, frozenset())
    others = (v for name, v in run.state.environment.items() if name in later and name != held.id)
    return _is_own(value) and all(share_nothing(value, other) for other in others)


def _is_unnamed(run: ModelRun, held: ast.expr) -> bool:
    """A variable that neither an attribute of the model, or of one of its parts, nor a parameter stands for."""
    match held:
        case ast.Name(id=name):
            return name not in run.state.function.parameters
        case ast.Attribute(value=ast.Name(id=name)) if not is_own(run, held.value):
            made = [s.value for s in run.state.function.of(ast.Assign) if names_in(s.targets, name)]
            return any(isinstance(m, ast.Call) and _makes_no_part(run, m) for m in made)
        case ast.Attribute(value=ast.Attribute(value=inner, attr=attr)) if is_own(run, inner):
            makers = run.models.makers(run.owner, attr)
            return any(isinstance(m, ast.Call) and _makes_no_part(run, m) for m in makers)
    return False


def _makes_no_part(run: ModelRun, made: ast.Call) -> bool:
    """An object of a class of the file that is no model, or one of its tuples with names."""
    name = made.func.id if isinstance(made.func, ast.Name) else ""
    is_of_file = name in run.state.module.classes or name in run.state.module.globals
    return is_of_file and name not in run.models.classes


def _is_own(value: Value) -> bool:
    """It was made here."""
    return bool(value.memory) and not may_be_seen(value.memory)


def names_in(targets: list[ast.expr], name: str) -> bool:
    """One of the targets is the name."""
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)
