"""The types of what loops carry from turn to turn."""

from __future__ import annotations

from hybridc.domain.atoms import alike
from hybridc.domain.values import BOOL, FLOAT, FRACTIONS, INT, WEAK_FLOAT, WEAK_INT, Form, Value, is_weak, merge, opaque
from hybridc.program.state import Environment


def is_carriable(value: Value) -> bool:
    if value.form.is_container and value.items is None:
        return True  # `control` looks at what it holds
    if value.form.is_container and value.items:
        return all(is_carriable(item) for item in value.items)
    return value.form.is_numeric or value.form is Form.UNSET


def widened(initial: Value, head: Value, out: Value | None) -> Value:
    """The type at the head of the next turn. `lax` lets a Python number take on the dtype that the loop gives it."""
    if out is None:
        return opaque()
    if initial.items and out.items and len(initial.items) == len(out.items) and initial.keys == out.keys:
        heads = head.items if head.items is not None else initial.items
        items = tuple(widened(i, h, o) for i, h, o in zip(initial.items, heads, out.items, strict=True))
        return out.traced().but(items=items, memory=head.memory | out.memory, is_bound=True, place=None)
    if initial.form is Form.UNSET:
        wider = out if head.form is Form.UNSET else merge(head, out)
        return wider.traced().but(is_bound=True)
    if initial.dtype and is_weak(initial.dtype) and initial.shape == out.shape and head.form.is_numeric:
        return out.traced().but(memory=head.memory | out.memory, is_bound=True, place=None)
    return merge(head, out.traced()).but(is_bound=True)


def is_uncertain(initial: Value, head: Value) -> bool:
    """The first look at the turn sees Python's int, later ones what it becomes: a branch in there may see both."""
    return initial.dtype == WEAK_INT and head.form.is_numeric and not head.dtype <= WEAK_INT | INT


def any_value(value: Value, environment: Environment) -> str | None:
    """Some value of the type, for a name that the first turn sets."""
    if not value.form.is_numeric:
        return None
    if value.is_scalar:
        for literal, dtype in (("False", BOOL), ("0", INT), ("0", WEAK_INT), ("0.0", FLOAT), ("0.0", WEAK_FLOAT)):
            if value.dtype == dtype:
                return literal
    for name, other in environment.items():
        if other.form.is_numeric and other.is_bound and not other.is_static and other.same_type(value):
            return f"jnp.zeros_like({name})"
    return None


def fits(initial: Value, head: Value) -> bool:
    if initial.items and head.items and len(initial.items) == len(head.items) and initial.keys == head.keys:
        return initial.form is head.form and all(fits(i, h) for i, h in zip(initial.items, head.items, strict=True))
    if initial.same_type(head):
        return True
    if not initial.dtype or not is_weak(initial.dtype) or initial.shape != head.shape or head.dtype == BOOL:
        return False
    # `lax` makes a wider type of a number, not a narrower one.
    return initial.dtype == WEAK_INT or bool(head.dtype & FRACTIONS)


def same_as_far_as_known(one: Value, other: Value) -> bool:
    """The same type, if what is unknown in both were the same: another turn would tell no more.

    It proves nothing of the carry: every look at a turn has unknowns of its own.
    """
    if one.items is not None and other.items is not None:
        return (
            one.form is other.form
            and one.keys == other.keys
            and len(one.items) == len(other.items)
            and all(map(same_as_far_as_known, one.items, other.items))
        )
    if not (one.form.is_numeric and other.form.is_numeric):
        return one.same_type(other)
    return alike(one.dtype) == alike(other.dtype) and alike(one.shape) == alike(other.shape)


def is_settled(old: Value | None, new: Value, is_first_look: bool) -> bool:
    are_same = same_as_far_as_known if is_first_look else Value.same_type
    return (
        old is not None
        and old.binding is new.binding
        and old.form is new.form
        and old.memory == new.memory
        and old.place == new.place
        and (not old.form.is_numeric or are_same(old, new))
    )
