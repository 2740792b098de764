"""Arrays that parts of a model hold, `self.block.mean`: names for them see what is written there."""

from __future__ import annotations

import ast

from hybridc.domain.values import Binding, Form, Value, unknown
from hybridc.interpret.models.layers import is_own, lines_of_maker
from hybridc.interpret.models.run import ModelRun
from hybridc.syntax.messages import text_of


def array_of_part(run: ModelRun, node: ast.Attribute) -> Value | None:
    """The array that the attribute of a part holds, as far as the file tells; None where it does not."""
    if is_own(run, node.value) or not _holds_array(run, node):
        return None
    return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=frozenset({site_of_attribute(run.own, node)}))


def site_of_attribute(own: str | None, node: ast.Attribute) -> str:
    """The memory of what the attribute holds."""
    return f"self.{text_of(node).removeprefix(f'{own}.')}"


def is_within(site: str, own: str | None, part: ast.expr) -> bool:
    """The part, or one of its parts, holds the memory."""
    return site.startswith(f"self.{text_of(part).removeprefix(f'{own}.')}.")


def _holds_array(run: ModelRun, node: ast.Attribute) -> bool:
    makers = _makers(run, node.value)
    classes = [_class_of(run, maker) for maker in makers]
    if makers and None not in classes:
        return all(run.models.is_array(name, node.attr) for name in classes)
    is_layer = all(any(e.is_part for e in lines_of_maker(run, maker)) for maker in makers)
    return bool(makers) and is_layer and node.attr in run.models.notation.layer_arrays


def _makers(run: ModelRun, node: ast.expr) -> list[ast.expr]:
    """What the file sets the part to."""
    if not isinstance(node, ast.Attribute):
        return []
    if is_own(run, node.value):
        return [*run.models.makers(run.owner, node.attr)]
    owners = [_class_of(run, maker) for maker in _makers(run, node.value)]
    return [maker for owner in owners if owner is not None for maker in run.models.makers(owner, node.attr)]


def _class_of(run: ModelRun, maker: ast.expr) -> str | None:
    """The class of the file that is called."""
    is_of_file = isinstance(maker, ast.Call) and isinstance(maker.func, ast.Name)
    return maker.func.id if is_of_file and maker.func.id in run.models.classes else None  # type: ignore[attr-defined]
