"""Drop-ins for `jax.lax.cond`, `while_loop`, `fori_loop` and `scan` that behave as Python's own statements do.

What is known while tracing is decided in Python; outside `jax.jit` a loop is a Python loop. What is left runs in XLA,
which wants one shape and dtype for what two branches return, and for a loop's state at every turn. Python does not: a
sum may start at the integer 0 and become a float vector. So the dtypes are promoted as JAX promotes them, and shapes
are broadcast. Where converting the initial state could change what the first turn computes, that turn is taken by
itself. One thing remains visible: a loop that takes no turn, and whose number of turns only the running program
knows, gives its initial state in the dtype and broadcast to the shape that it has after a turn.

Strings, functions and other Python objects may be part of a loop's state, as long as they stay the same.

`keep_dtype`, `rows`, `indexed` and `truth` stand for Python forms that depend on what a value is: an in-place operator
keeps the dtype of an array but not of a number, `for` runs over a list as it does over an array, as do indices, `if`
takes numbers and lists, and so does `not`, for which there is `is_false`. `masked` is NumPy's assignment at a mask,
`put` that to an element of a list of numbers. `chosen` is an array that may have been written under another name.
`read` is a number that Python reads of an array, `read_first` is for what is read of one before it is written.
`expect_numbers`, `expect_no_arrays` and `number` raise TypeError for an array, where an in-place operator would have
changed it for others, `expect_alike` for arrays of different dtypes that change places. `one_axis`, `count`, `first`
and `last` are of masks, which stand for the places of what is true. `static_lists` makes of a compiled function one
that knows lists while it is traced. `writes_back` makes of a compiled function one that changes NumPy arrays which it
is given, `gives_numpy` one whose results may be written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import (
    iadd,
    iand,
    ifloordiv,
    ilshift,
    imatmul,
    imod,
    imul,
    ior,
    ipow,
    irshift,
    isub,
    itruediv,
    ixor,
)  # fmt: skip
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from jax import lax, tree_util
from jax.typing import ArrayLike

from hybridc.runtime.flow.asked_writes import at
from hybridc.runtime.flow.branches import cond
from hybridc.runtime.flow.carries import Turn, settled
from hybridc.runtime.flow.carry_types import type_of, typed
from hybridc.runtime.flow.chosen_values import count, first, largest, last, mask, one_axis, smallest
from hybridc.runtime.flow.counters import numbers
from hybridc.runtime.flow.extremes import greatest, least, ordered
from hybridc.runtime.flow.given_masks import takes_masks
from hybridc.runtime.flow.inplace import (
    beside,
    chosen,
    copied,
    expect_alike,
    expect_masks,
    expect_no_arrays,
    expect_numbers,
    keep_dtype,
    keep_rank,
    masked,
    number,
    of_dtype,
    put,
    resized,
    with_imag,
    with_real,
)
from hybridc.runtime.flow.moving_slices import argmax, argmin, flipped, length, part, reach, whole_part
from hybridc.runtime.flow.read_first import read_first
from hybridc.runtime.flow.read_numbers import read
from hybridc.runtime.flow.sequences import indexed, is_false, rows, set_item, truth, truth_if_asked, with_item
from hybridc.runtime.flow.shown import shown
from hybridc.runtime.flow.static_lists import static_lists, takes_iterables
from hybridc.runtime.flow.tracing import as_predicate, decided, is_staging, traced, whole_number
from hybridc.runtime.flow.windows import window
from hybridc.runtime.flow.written_back import gives_numpy, writes_back
from hybridc.runtime.mutables import in_place, mutable, same, takes_mutable, value, view
from hybridc.runtime.mutables.parts import any_written, collapsed
from hybridc.runtime.pytrees.key_order import in_order
from hybridc.runtime.pytrees.structure import ARRAY, unset, with_zeros

__all__ = [
    "argmax",
    "argmin",
    "at",
    "beside",
    "chosen",
    "cond",
    "copied",
    "count",
    "expect_alike",
    "expect_masks",
    "expect_no_arrays",
    "expect_numbers",
    "first",
    "flipped",
    "fori_loop",
    "gives_numpy",
    "greatest",
    "iadd",
    "iand",
    "ifloordiv",
    "ilshift",
    "imatmul",
    "imod",
    "imul",
    "in_order",
    "in_place",
    "indexed",
    "ior",
    "ipow",
    "irshift",
    "is_false",
    "isub",
    "itruediv",
    "ixor",
    "keep_dtype",
    "keep_rank",
    "largest",
    "last",
    "least",
    "length",
    "mask",
    "masked",
    "mutable",
    "number",
    "numbers",
    "of_dtype",
    "one_axis",
    "ordered",
    "part",
    "put",
    "reach",
    "read",
    "read_first",
    "resized",
    "rows",
    "same",
    "scan",
    "scan_lists",
    "scan_rows",
    "set_item",
    "shown",
    "smallest",
    "static_lists",
    "takes_iterables",
    "takes_masks",
    "takes_mutable",
    "truth",
    "truth_if_asked",
    "unset",
    "value",
    "view",
    "while_loop",
    "whole_part",
    "window",
    "with_imag",
    "with_item",
    "with_real",
    "writes_back",
]

Carry = TypeVar("Carry")
_LONGEST_UNROLLED = 1000  # turns; beyond, compiling would take minutes
_ROUNDS = 4  # first turns taken by themselves, until the shape stays
_SCANNED = "the carry of `scan`"


def while_loop(cond_fun: Callable[[Carry], ArrayLike], body_fun: Callable[[Carry], Carry], init_val: Carry) -> Carry:
    """As `jax.lax.while_loop`, from an initial value converted to the type that the body keeps.

    Raises TypeError where there is no such type.
    """
    test = cond_fun(_begun(body_fun, init_val))
    known = decided(test)
    if known is None:
        return _while(cond_fun, body_fun, init_val, test, [])
    if not known:
        return init_val
    if not is_staging() or _stays_in_python(body_fun, init_val):
        return _while_in_python(cond_fun, body_fun, init_val)
    taken: list[Carry] = []
    try:
        return _while(cond_fun, body_fun, init_val, True, taken)
    except TypeError:  # the body needs Python numbers, or its types change at every turn
        if taken and (goes_on := decided(cond_fun(taken[-1]))) is not True:
            if goes_on is None:
                raise
            return taken[-1]
    return _while_in_python(cond_fun, body_fun, taken[-1] if taken else init_val)


def _begun(body_fun: Callable[[Carry], Carry], init: Carry) -> Carry:
    """The carry with zeros where it is unset: a condition is traced with all that it asks only after the first turn."""
    if not any(leaf is unset for leaf in tree_util.tree_leaves(init)):
        return init
    turn = settled(lambda carry: (body_fun(carry), None), init, [], "the carry of `while_loop`")
    if turn.is_steady:
        return turn.frame.filled(turn.start())  # type: ignore[no-any-return]
    filled = with_zeros(init, turn.frame.framing([turn.traced.types[place] for place in turn.carried]))
    return init if filled is None else collapsed(filled)


def _while_in_python(cond_fun: Callable[[Carry], ArrayLike], body_fun: Callable[[Carry], Carry], carry: Carry) -> Carry:
    """Turn by turn, as long as Python knows the condition, which holds for the first."""
    while True:
        carry = body_fun(carry)
        test = cond_fun(carry)
        known = decided(test)
        if known is None:
            return _while(cond_fun, body_fun, carry, test, [])
        if not known:
            return carry


def _stays_in_python(body_fun: Callable[[Carry], Carry], init: Carry) -> bool:
    """A turn makes Python objects out of Python objects."""
    if any(isinstance(leaf, jax.Array) for leaf in tree_util.tree_leaves(init)):
        return False
    return not any(isinstance(leaf, jax.Array) for leaf in traced(lambda: body_fun(init), []).leaves)


def _while(
    cond_fun: Callable[[Carry], ArrayLike],
    body_fun: Callable[[Carry], Carry],
    init: Carry,
    test: ArrayLike,
    taken: list[Carry],
    rounds: int = _ROUNDS,
) -> Carry:
    """`test` is the condition before the first turn. `taken`: what turns have carried that were taken by themselves,
    which have written what they write."""
    turn = settled(lambda carry: (body_fun(carry), None), init, [], "the carry of `while_loop`", _swaps(rounds))
    if not turn.is_steady:

        def after_first() -> Carry:
            carry: Carry = turn.first()[0]
            taken.append(carry)
            return _while(cond_fun, body_fun, carry, cond_fun(carry), taken, _fewer(rounds, turn))

        return cond(test, after_first, lambda: init)  # type: ignore[no-any-return]

    has_written = False

    def holds(arrays: list[jax.Array]) -> jax.Array:
        nonlocal has_written
        carry = turn.frame.filled(arrays)
        holding = as_predicate(cond_fun(carry))
        has_written |= any_written(carry)
        return holding

    if jax.make_jaxpr(holds)(turn.start()).effects or has_written:
        return _while_tested_in_turns(cond_fun, body_fun, init, test, taken, rounds)
    arrays = lax.while_loop(holds, lambda arrays: turn.next(arrays)[0], turn.start())
    return turn.frame.filled(arrays)  # type: ignore[no-any-return]


def _while_tested_in_turns(
    cond_fun: Callable[[Carry], ArrayLike],
    body_fun: Callable[[Carry], Carry],
    init: Carry,
    test: ArrayLike,
    taken: list[Carry],
    rounds: int,
) -> Carry:
    """The condition reads or writes an array that is written in place, which JAX's loops do in their bodies alone: each
    turn tells whether there is another."""

    def step(carry: tuple[Any, Carry]) -> tuple[tuple[Any, Carry], None]:
        new = body_fun(carry[1])
        return (as_predicate(cond_fun(new)), new), None

    turn = settled(step, (as_predicate(test), init), [], "the carry of `while_loop`", _swaps(rounds))
    if not turn.is_steady:

        def after_first() -> Carry:
            holds, carry = turn.first()[0]
            taken.append(carry)
            return _while_tested_in_turns(cond_fun, body_fun, carry, holds, taken, _fewer(rounds, turn))  # type: ignore[no-any-return]

        return cond(test, after_first, lambda: init)  # type: ignore[no-any-return]
    arrays = lax.while_loop(lambda arrays: arrays[0], lambda arrays: turn.next(arrays)[0], turn.start())
    carry: Carry = turn.frame.filled(arrays)[1]
    return carry


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Carry], Carry], init_val: Carry) -> Carry:
    """As `jax.lax.fori_loop`, from an initial value converted to the type that the body keeps.

    The index is a number of Python's where `lower` is one, which takes the dtype of what it meets.
    With known bounds the loop can be differentiated backwards. Raises TypeError where there is no such type.
    """
    first, last = whole_number(lower), whole_number(upper)
    if first is None or last is None:
        return _fori(lower, upper, body_fun, init_val, [])
    if first >= last:
        return init_val
    taken: list[Carry] = []
    if is_staging():
        try:
            return _fori(first, last, body_fun, init_val, taken)
        except TypeError:  # the body needs the index as a Python number, or its types change at every turn
            if last - first > _LONGEST_UNROLLED:
                raise
    carry = taken[-1] if taken else init_val
    for index in range(first + len(taken), last):
        carry = body_fun(index, carry)
    return carry


def _fori(
    lower: Any,
    upper: Any,
    body_fun: Callable[[Any, Carry], Carry],
    init: Carry,
    taken: list[Carry],
    rounds: int = _ROUNDS,
) -> Carry:
    first, what = jnp.asarray(lower), "the carry of `fori_loop`"
    turn = settled(lambda carry, index: (body_fun(index, carry), None), init, [type_of(first)], what, _swaps(rounds))
    if not turn.is_steady:

        def after_first() -> Carry:
            carry: Carry = turn.first(first)[0]
            taken.append(carry)
            if isinstance(lower, int) and isinstance(upper, int) and lower + 1 == upper:
                return carry
            return _fori(lower + 1, upper, body_fun, carry, taken, _fewer(rounds, turn))

        return cond(lower < upper, after_first, lambda: init)  # type: ignore[no-any-return]

    def following(counted: Any) -> Any:
        index, arrays = counted
        return index + 1, turn.next(arrays, index)[0]

    start = first, turn.start()
    if isinstance(lower, int) and isinstance(upper, int):
        (_, arrays), _ = lax.scan(lambda counted, _: (following(counted), None), start, None, upper - lower)
    else:
        _, arrays = lax.while_loop(lambda counted: counted[0] < upper, following, start)
    return turn.frame.filled(arrays)  # type: ignore[no-any-return]


def scan(
    f: Callable[[Carry, Any], tuple[Carry, Any]],
    init: Carry,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int = 1,
) -> tuple[Carry, Any]:
    """As `jax.lax.scan`, from an initial value converted to the type that the body keeps.

    A list is a sequence of elements of any kind, and runs in Python, as a tuple does that holds such; other tuples and
    dicts are one pytree of arrays.
    Raises TypeError where there is no type for the carry, ValueError for arrays of different lengths.
    """
    if (elements := _in_python(xs)) is not None:
        return _scan_in_python(f, init, elements, reverse)
    arrays, tree = tree_util.tree_flatten(value(xs))
    structure: Any = tree
    arrays = [jnp.asarray(x) for x in arrays]
    count = _count(arrays, length)
    taken: list[tuple[Carry, Any]] = []
    if count and is_staging():
        try:
            return _scan(f, init, structure, arrays, count, reverse, unroll, taken)
        except TypeError:  # the body's types change at every turn
            if not isinstance(count, int) or count > _LONGEST_UNROLLED:  # no number: a free dimension of an export
                raise
    if count:
        elements = [structure.unflatten([x[index] for x in arrays]) for index in range(count)]
        return _scan_in_python(f, init, elements, reverse, taken)
    turn = settled(lambda carry, *row: f(carry, structure.unflatten(row)), init, _rows_of(arrays), _SCANNED)
    return init, turn.output.filled([jnp.zeros((0, *each.shape), each.dtype) for each in turn.output_types])


def scan_lists(f: Callable[[Carry, Any], tuple[Carry, Any]], init: Carry, xs: Any) -> tuple[Carry, Any]:
    """As `scan`, of a loop whose outputs are lists: what no turn filled is NumPy's empty array, of the shape (0,)."""
    carry, outputs = scan(f, init, xs)
    return carry, as_lists(outputs, xs)


def as_lists(outputs: Any, xs: Any) -> Any:
    """What `scan_lists` makes of the outputs."""
    elements = _in_python(xs)
    count = jnp.shape(tree_util.tree_leaves(xs)[0])[0] if elements is None else len(elements)
    return outputs if count else tree_util.tree_map(lambda _: jnp.zeros(0), outputs)


def scan_rows(f: Callable[[Carry, Any], tuple[Carry, Any]], init: Carry, xs: Any) -> tuple[Carry, Any]:
    """As `jax.lax.scan`, which wants one type of the carry in all turns; what `rows` leaves a list runs in Python."""
    elements = _in_python(xs)
    return lax.scan(f, init, xs) if elements is None else _scan_in_python(f, init, elements, reverse=False)


def _scan(
    f: Callable[[Carry, Any], tuple[Carry, Any]],
    init: Carry,
    structure: Any,
    xs: list[jax.Array],
    count: int,
    reverse: bool,
    unroll: int,
    taken: list[tuple[Carry, Any]],
    rounds: int = _ROUNDS,
) -> tuple[Carry, Any]:
    turn = settled(lambda carry, *row: f(carry, structure.unflatten(row)), init, _rows_of(xs), _SCANNED, _swaps(rounds))
    if any(leaf is not ARRAY for leaf in turn.output.leaves):
        raise TypeError("the outputs of `scan` must be arrays or numbers")
    if turn.is_steady:
        length = None if xs else count  # which has to be a number, as the length of arrays has not
        arrays, ys = lax.scan(
            lambda arrays, row: turn.next(arrays, *row), turn.start(), xs, length, reverse=reverse, unroll=unroll
        )
        return turn.frame.filled(arrays), turn.output.filled(ys)
    carry, y = turn.first(*[x[-1 if reverse else 0] for x in xs])
    taken.append((carry, y))
    ys = tree_util.tree_map(lambda leaf: jnp.asarray(leaf)[None], y)
    if count == 1:
        return carry, ys
    rest = [x[:-1] if reverse else x[1:] for x in xs]
    carry, others = _scan(f, carry, structure, rest, count - 1, reverse, unroll, taken, _fewer(rounds, turn))
    parts = (others, ys) if reverse else (ys, others)
    return carry, tree_util.tree_map(lambda *both: jnp.concatenate(both), *parts)


def _scan_in_python(
    f: Callable[[Carry, Any], tuple[Carry, Any]],
    carry: Carry,
    elements: list[Any],
    reverse: bool,
    taken: Sequence[tuple[Carry, Any]] = (),
) -> tuple[Carry, Any]:
    """`taken`: what the first turns gave, which are not taken again."""
    carry = taken[-1][0] if taken else carry
    outputs = [y for _, y in taken]
    for element in (elements[::-1] if reverse else elements)[len(taken) :]:
        carry, y = f(carry, element)
        outputs.append(y)
    if not outputs:
        return carry, []
    if reverse:
        outputs.reverse()
    return carry, tree_util.tree_map(_together, *outputs)


def _together(*outputs: Any) -> Any:
    """The outputs of all turns as one array, or as a list where their types differ."""
    arrays = [jnp.asarray(output) for output in outputs]
    types = {(each.shape, each.dtype) for each in arrays}
    return jnp.stack(arrays) if len(types) == 1 else arrays


def _in_python(xs: Any) -> list[Any] | None:
    """The elements of what is no array: a list, or several sequences of which one is."""
    if isinstance(xs, list):
        return xs
    if not isinstance(xs, tuple) or all(_in_python(each) is None for each in xs):
        return None
    parts = [each if (found := _in_python(each)) is None else found for each in xs]
    return [*zip(*parts, strict=True)]


def _count(xs: list[jax.Array], length: int | None) -> int:
    """The number of turns that the leading axes agree on."""
    if any(x.ndim == 0 for x in xs):
        raise TypeError("iteration over a 0-d array")
    counts = {x.shape[0] for x in xs} | ({length} if length is not None else set())
    if len(counts) != 1:
        raise ValueError(f"`scan` needs arrays of one length, not of {sorted(counts) or 'none'}")
    return counts.pop()


def _rows_of(xs: list[jax.Array]) -> list[Any]:
    return [typed(x.shape[1:], x.dtype, x.weak_type) for x in xs]


def _swaps(rounds: int) -> bool:
    """First turns that are taken by themselves do not help: names get arrays that are written, and others, in turn."""
    return rounds < _ROUNDS - 1


def _fewer(rounds: int, turn: Turn) -> int:
    if rounds == 0:
        raise TypeError(f"the carry of a loop changes its shape at every turn: {turn.types}")
    return rounds - 1
