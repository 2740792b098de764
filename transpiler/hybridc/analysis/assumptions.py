"""What is assumed of the user's code: a fact that is not proven is an entry here, and what is written guards it.

An assumption gets into a plan in one way, `assume`. Decisions that name their guard themselves, such as a loop that
goes through `control` because its carry is not proven, are not noted a second time: `ledger.py` reads them.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Iterator, KeysView
from dataclasses import dataclass, field

INDEX = "it is an index of a part that is written: an array would choose other elements"  # of `Kind.NUMBER`


class Otherwise(enum.Enum):
    """What happens where an assumption is false."""

    OTHER_PATH = "other path"  # what is written does as the original there, too
    ERROR = "error"  # an error while tracing, or at the call, which says what it was
    WARNED = "warned"  # the original raises, and the conversion has said that compiled code does not


@dataclass(frozen=True, slots=True)
class Meaning:
    """A kind of assumption: what is assumed, what is written that guards it, and what happens where it is false."""

    name: str
    assumed: str
    guard: str
    happens: str
    otherwise: Otherwise


_PATH, _ERROR, _WARNED = Otherwise.OTHER_PATH, Otherwise.ERROR, Otherwise.WARNED


class Kind(enum.Enum):
    """Every kind that there is. `tests/programs/test_assumptions.py` has a program for each, for which it is false."""

    # Noted with `assume`, and read by the passes from there.
    NUMBER = Meaning("number", "the parameter is a number", "control.expect_numbers", "TypeError for an array", _ERROR)
    PYTHONS = Meaning(
        "python-number", "it is a number of Python's", "control.expect_no_arrays", "TypeError for an array", _ERROR
    )
    VALUE = Meaning("one-value", "the value is a number", "control.number", "TypeError for an array", _ERROR)
    BESIDE = Meaning(
        "number-beside-write", "the name holds a number, no part of what is written", "control.expect_numbers",
        "TypeError for an array", _ERROR,
    )  # fmt: skip
    RANK = Meaning("same-rank", "no array is made of a number here", "control.keep_rank", "TypeError if one is", _ERROR)
    ALIKE = Meaning("same-dtype", "the arrays are of one dtype", "control.expect_alike", "TypeError if not", _ERROR)
    APART = Meaning("not-shared", "nothing else has the array", "overwriting.written", "RuntimeError if so", _ERROR)
    LISTS = Meaning("array-or-list", "the parameter is an array or a list", "jnp.asarray", "both are taken", _PATH)

    # Said by decisions of the plan.
    STATIC = Meaning(
        "static", "it is known while tracing", "static_argnames of jax.jit", "ValueError for an array", _ERROR
    )
    CARRY = Meaning(
        "one-type",
        "all branches or turns give one type",
        "control",
        "they are brought to one; TypeError if none fits",
        _PATH,
    )
    EITHER = Meaning("one-or-other", "two arrays are of one type", "control.chosen", "TypeError if not", _ERROR)
    TRUTH = Meaning("truth", "what is asked is a number", "control.truth", "the truth of a list, None or array", _PATH)
    DTYPE = Meaning("dtype", "an array holds floating point numbers", "numpy_like", "others get NumPy's dtype", _PATH)
    KEPT = Meaning("kept-dtype", "an array is changed", "control.keep_dtype", "a number changes its dtype", _PATH)
    MASK = Meaning("mask", "the index is a mask, or none", "control.at", "a write by what the index is", _PATH)
    ROW = Meaning("row", "what is changed is an array", "if jnp.ndim(...)", "nothing else changes with a number", _PATH)
    TABLE = Meaning("list-of-numbers", "a list keeps its dtype", "control.put", "integers become floats", _PATH)
    SEQUENCE = Meaning("rows", "the loop runs over an array", "control.rows", "or over a list, turn by turn", _PATH)
    CALLERS = Meaning(
        "callers-array", "callers give NumPy's arrays that share nothing", "control.writes_back",
        "TypeError for JAX's arrays, ValueError if they share", _ERROR,
    )  # fmt: skip
    ORDER = Meaning("key-order", "keys may be in any order", "control.in_order", "they stay in theirs", _PATH)
    TURN = Meaning("one-turn", "the loop takes a turn", "HYB508", "zeros, where Python raises", _WARNED)


@dataclass(frozen=True, slots=True)
class Assumption:
    """`node`: what was decided by it, or what it is about; `subject`: of what it is assumed; `guard`: what is written.
    `part`: of a statement, the expression that is looked at."""

    kind: Kind
    node: ast.AST
    subject: str
    why: str
    guard: str
    part: ast.expr | None = None


@dataclass(eq=False)
class Assumptions:
    """What one plan assumes, by kinds, by nodes, and by what it is assumed of."""

    _noted: dict[Kind, dict[ast.AST, dict[str, Assumption]]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Assumption]:
        return (each for kind in self._noted for each in self.of(kind))

    def of(self, kind: Kind) -> Iterator[Assumption]:
        return (each for of_node in self._of(kind).values() for each in of_node.values())

    def nodes(self, kind: Kind) -> KeysView[ast.AST]:
        """The nodes that were decided so."""
        return self._of(kind).keys()

    def subjects(self, kind: Kind) -> frozenset[str]:
        """Of what it is assumed, at any node."""
        return frozenset(each.subject for each in self.of(kind))

    def at(self, kind: Kind, node: ast.AST) -> list[Assumption]:
        """What is assumed at a node, in the order in which it was noted."""
        return [*self._of(kind).get(node, {}).values()]

    def forget(self, kind: Kind, node: ast.AST) -> None:
        """Another look at the node finds out anew what to assume."""
        self._of(kind).pop(node, None)

    def clear(self, *kinds: Kind) -> None:
        for kind in kinds:
            self._noted.pop(kind, None)

    def tables(self) -> list[KeysView[ast.AST]]:
        return [of_kind.keys() for of_kind in self._noted.values() if of_kind]

    def _add(self, assumption: Assumption) -> None:
        of_kind = self._noted.setdefault(assumption.kind, {})
        of_kind.setdefault(assumption.node, {}).setdefault(assumption.subject, assumption)

    def _of(self, kind: Kind) -> dict[ast.AST, dict[str, Assumption]]:
        return self._noted.get(kind, {})


def assume(
    assumed: Assumptions, kind: Kind, node: ast.AST, subjects: Iterable[str], why: str, part: ast.expr | None = None
) -> None:
    """Notes of each subject that something is assumed: the one way in which a plan comes to assume it."""
    for subject in subjects:
        assumed._add(Assumption(kind, node, subject, why, kind.value.guard, part))
