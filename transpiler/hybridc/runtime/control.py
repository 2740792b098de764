"""Drop-ins for `jax.lax.cond`, `while_loop`, `fori_loop` and `scan` that settle the types of branches and carries.

XLA wants one shape and dtype for what two branches return, and for a loop's state at every turn. Python does not: a
sum may start at the integer 0 and become a float array. These functions find, by abstract evaluation
(`jax.eval_shape`), the smallest dtype (`jnp.promote_types`) and the broadcast shape that hold throughout, and convert
to it on the way in. A predicate that is a Python or NumPy value is decided at once, as Python would.

`keep_dtype` and `rows` stand for Python forms that depend on what a value is: an in-place operator keeps the dtype of
an array but not of a number, and `for` runs over a list as it does over an array.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, tree_util
from jax.typing import ArrayLike

__all__ = ["cond", "fori_loop", "keep_dtype", "rows", "scan", "truth", "while_loop"]

Carry = TypeVar("Carry")
_ROUNDS = 8  # bool -> int -> float -> complex, and shapes that grow by broadcasting


def cond(pred: ArrayLike, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """As `jax.lax.cond`. Outputs of different dtype are promoted, numbers are broadcast against arrays.

    Raises TypeError where the branches return different structures, or shapes that do not broadcast.
    """
    if _is_known(pred):
        return true_fun(*operands) if pred else false_fun(*operands)
    shapes = [jax.eval_shape(f, *operands) for f in (true_fun, false_fun)]
    target = _joined(shapes[0], shapes[1], "the branches of `cond`")
    return lax.cond(pred, lambda *xs: _as(true_fun(*xs), target), lambda *xs: _as(false_fun(*xs), target), *operands)


def while_loop(cond_fun: Callable[[Carry], ArrayLike], body_fun: Callable[[Carry], Carry], init_val: Carry) -> Carry:
    """As `jax.lax.while_loop`, from an initial value converted to the type that the body keeps."""
    target = _settled(body_fun, init_val, "the carry of `while_loop`")
    result: Carry = lax.while_loop(cond_fun, lambda carry: _as(body_fun(carry), target), _as(init_val, target))
    return result


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Carry], Carry], init_val: Carry) -> Carry:
    """As `jax.lax.fori_loop`, from an initial value converted to the type that the body keeps.

    With known bounds and no turns the initial value comes back as it is.
    """
    if _is_known(lower) and _is_known(upper) and lower >= upper:
        return init_val
    target = _settled(lambda carry: body_fun(jnp.asarray(lower), carry), init_val, "the carry of `fori_loop`")
    result: Carry = lax.fori_loop(lower, upper, lambda i, carry: _as(body_fun(i, carry), target), _as(init_val, target))
    return result


def scan(f: Callable[[Carry, Any], tuple[Carry, Any]], init: Carry, xs: Any) -> tuple[Carry, Any]:
    """As `jax.lax.scan`, from an initial value converted to the type that the body keeps.

    Without turns the initial value comes back as it is, as far as there is nothing to stack.
    """
    element = tree_util.tree_map(lambda x: _typed(x.shape[1:], x.dtype, False), xs)
    leaves = tree_util.tree_leaves(xs)

    def carried(carry: Carry, x: Any) -> Carry:
        return f(carry, x)[0]

    if leaves and leaves[0].shape[0] == 0 and not tree_util.tree_leaves(jax.eval_shape(f, init, element)[1]):
        return init, None
    target = _settled(carried, init, "the carry of `scan`", element)

    def step(carry: Carry, x: Any) -> tuple[Carry, Any]:
        carry, y = f(carry, x)
        return _as(carry, target), y

    return lax.scan(step, _as(init, target), xs)


def rows(xs: Any) -> jax.Array:
    """What Python's `for` would run over, as one array: `xs` itself, or the elements of a list or tuple stacked.

    Raises TypeError for elements of different shapes, and for what is neither.
    """
    if isinstance(xs, list | tuple):
        elements = [jnp.asarray(x) for x in xs]
        if not elements:
            return jnp.zeros((0,))
        if any(e.shape != elements[0].shape for e in elements):
            shapes = ", ".join(str(e.shape) for e in elements)
            raise TypeError(f"cannot loop in compiled code over elements of different shapes: {shapes}")
        return jnp.stack(elements)
    array = jnp.asarray(xs)
    if array.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    return array


def truth(x: Any) -> Any:
    """What `if x:` asks for: whether a number is not zero, or a container not empty.

    Raises TypeError for an array of several elements, as NumPy does.
    """
    if x is None or isinstance(x, str | list | tuple | dict):
        return bool(x)
    array = jnp.asarray(x)
    if array.size != 1:
        raise TypeError("the truth of an array with more or less than one element is ambiguous")
    return array.reshape(()) != 0


def keep_dtype(value: Any, like: Any) -> Any:
    """`value` as the result of an in-place operator on `like`: arrays keep their dtype, numbers do not.

    Raises TypeError where NumPy would not cast, as from float to int, and ValueError where the shape would change.
    """
    if jnp.ndim(like) == 0:
        return value
    old, new = jnp.asarray(like), jnp.asarray(value)
    if new.shape != old.shape:
        raise ValueError(f"an in-place operator cannot change the shape {old.shape} to {new.shape}")
    if not np.can_cast(new.dtype, old.dtype, "same_kind"):
        raise TypeError(f"an in-place operator cannot change the dtype {old.dtype} to {new.dtype}")
    return new.astype(old.dtype)


def _is_known(value: Any) -> bool:
    """A number that Python has at hand while tracing."""
    return not isinstance(value, jax.core.Tracer)


def _settled(body: Callable[..., Any], init: Any, what: str, *arguments: Any) -> Any:
    """The type, as `ShapeDtypeStruct`s, that the carry has before and after every turn."""
    target = _type_of(init)
    for _ in range(_ROUNDS):
        out = jax.eval_shape(body, target, *arguments)
        wider = _joined(target, out, what)
        if _same(wider, target):
            return target
        target = wider
    raise TypeError(f"{what} changes its shape or dtype at every turn: {_shown(target)}")


def _type_of(tree: Any) -> Any:
    return tree_util.tree_map(_struct, tree)


def _struct(leaf: Any) -> Any:
    shaped = jax.typeof(leaf)
    return _typed(shaped.shape, shaped.dtype, getattr(shaped, "weak_type", False))


def _typed(shape: tuple[int, ...], dtype: Any, weak_type: bool) -> Any:
    return jax.ShapeDtypeStruct(shape, dtype, weak_type=weak_type)  # type: ignore[no-untyped-call]


def _joined(left: Any, right: Any, what: str) -> Any:
    """The type that both can be converted to without changing a value."""
    left_leaves, right_leaves = tree_util.tree_flatten_with_path(left)[0], tree_util.tree_leaves(right)
    left_tree: Any = tree_util.tree_structure(left)
    right_tree: Any = tree_util.tree_structure(right)
    if left_tree != right_tree:
        raise TypeError(f"{what} differ in structure: {left_tree} against {right_tree}")
    joined = [_join(path, one, other, what) for (path, one), other in zip(left_leaves, right_leaves, strict=True)]
    return tree_util.tree_unflatten(left_tree, joined)


def _join(path: Sequence[Any], left: Any, right: Any, what: str) -> Any:
    try:
        shape = jnp.broadcast_shapes(left.shape, right.shape)
    except ValueError:
        shape = None
    if shape is None or shape not in (left.shape, right.shape):
        place = tree_util.keystr(tuple(path)) or "its value"
        raise TypeError(f"{what}: {place} has the shape {left.shape} and the shape {right.shape}")
    if left.dtype == right.dtype:
        return _typed(shape, left.dtype, left.weak_type and right.weak_type)
    dtype, weak = _promoted(left, right)
    return _typed(shape, dtype, weak)


def _promoted(left: Any, right: Any) -> tuple[Any, bool]:
    """JAX's own promotion, weak types included."""
    total = jax.eval_shape(
        lambda a, b: jnp.where(True, a, b),
        _typed((), left.dtype, left.weak_type),
        _typed((), right.dtype, right.weak_type),
    )
    return total.dtype, total.weak_type


def _same(left: Any, right: Any) -> bool:
    pairs = zip(tree_util.tree_leaves(left), tree_util.tree_leaves(right), strict=True)
    return all(a.shape == b.shape and a.dtype == b.dtype and a.weak_type == b.weak_type for a, b in pairs)


def _as(tree: Any, target: Any) -> Any:
    """The values converted to the type of `target`."""
    return tree_util.tree_map(_converted, tree, target)


def _converted(leaf: Any, target: Any) -> jax.Array:
    array = jnp.asarray(leaf)
    if array.dtype != target.dtype:
        array = array.astype(target.dtype)
    return array if array.shape == target.shape else jnp.broadcast_to(array, target.shape)


def _shown(tree: Any) -> str:
    return ", ".join(f"{leaf.dtype}{list(leaf.shape)}" for leaf in tree_util.tree_leaves(tree))
