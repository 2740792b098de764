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
LISTS = "a hint, a default, a call, an example or a loop tells that lists may come"  # of `Kind.LISTS`


class Otherwise(enum.Enum):
    """What happens where an assumption is false."""

    OTHER_PATH = "other path"  # what is written does as the original there, too
    ERROR = "error"  # an error while tracing, or at the call, which says what it was
    WARNED = "warned"  # the original raises, and the conversion has said that compiled code does not


@dataclass(frozen=True, slots=True)
class Meaning:
    """A kind of assumption: what is assumed of a subject, what guards it in the output, and what happens where it is
    false."""

    name: str
    assumed: str
    guard: str
    happens: str
    otherwise: Otherwise


_PATH, _ERROR, _WARNED = Otherwise.OTHER_PATH, Otherwise.ERROR, Otherwise.WARNED


class Kind(enum.Enum):
    """Every kind that there is. `tests/programs/test_assumptions.py` has a program for each, for which it is false."""

    # Noted with `assume`, and read by the passes from there.
    NUMBER = Meaning("number", "is a number", "control.expect_numbers", "an array raises TypeError", _ERROR)
    PYTHONS = Meaning(
        "python-number", "is Python's number", "control.expect_no_arrays", "an array raises TypeError", _ERROR
    )
    TESTED = Meaning("tested", "is a number", "control.expect_numbers", "an array raises TypeError", _ERROR)
    VALUE = Meaning("one-value", "is a number", "control.number", "an array raises TypeError", _ERROR)
    BESIDE = Meaning(
        "number-beside-write", "is a number, and no part of what is written", "control.expect_numbers",
        "an array raises TypeError", _ERROR,
    )  # fmt: skip
    RANK = Meaning(
        "same-rank", "stays a number, if it is one", "control.keep_rank", "an array raises TypeError", _ERROR
    )
    ALIKE = Meaning(
        "same-dtype", "has the dtype of what it changes places with", "control.expect_alike",
        "another dtype raises TypeError", _ERROR,
    )  # fmt: skip
    APART = Meaning(
        "not-shared", "is seen by nothing else that is read later", "overwriting.written", "what is seen raises", _ERROR
    )
    LISTS = Meaning("array-or-list", "is an array or a list", "jnp.asarray", "a list becomes an array", _PATH)
    INDEXED = Meaning(
        "indexed-list", "is an array or a list", "control.indexed", "elements of a list are stacked", _PATH
    )

    ELEMENTWISE = Meaning(
        "beside-list", "is an array, or no whole number", "control.beside", "a whole number raises TypeError", _ERROR
    )
    MASKS = Meaning(
        "mask-given", "is an array of truth values", "control.expect_masks", "another one raises TypeError", _ERROR
    )

    # Said by decisions of the plan, which `ledger.py` reads.
    STATIC = Meaning(
        "static", "is known while tracing", "static_argnames of jax.jit", "an array raises ValueError", _ERROR
    )
    CARRY = Meaning(
        "one-type",
        "has one type, whichever way is taken",
        "control",
        "types are brought to one, or raise TypeError",
        _PATH,
    )
    EITHER = Meaning(
        "one-or-other", "is one of two arrays of one type", "control.chosen", "other types raise TypeError", _ERROR
    )
    TRUTH = Meaning("truth", "is a number that is asked", "control.truth", "lists, arrays and None as in Python", _PATH)
    DTYPE = Meaning("dtype", "holds floating point numbers", "numpy_like", "others get NumPy's dtype", _PATH)
    KEPT = Meaning("kept-dtype", "is an array", "control.keep_dtype", "a number gets another dtype", _PATH)
    MASK = Meaning("mask", "is written by a mask", "control.at", "or by numbers, as tracing finds", _PATH)
    CHOSEN = Meaning(
        "rows-chosen",
        "has the first dimensions of what it chooses from",
        "control.mask",
        "others raise TypeError",
        _ERROR,
    )
    LENGTH = Meaning(
        "slice-length", "is not below zero", "control.length", "a length below zero raises ValueError", _ERROR
    )
    WITHIN = Meaning(
        "slice-within",
        "lies within its array",
        "control.whole_part",
        "turns are taken one by one, if they are few",
        _PATH,
    )
    AXIS = Meaning("one-axis", "has one axis", "control.one_axis", "another one raises TypeError", _ERROR)
    ROW = Meaning("row", "is changed with an array", "if jnp.ndim(...)", "it is not with a number", _PATH)
    TABLE = Meaning("list-of-numbers", "keeps its dtype", "control.put", "another number makes it another dtype", _PATH)
    SEQUENCE = Meaning("rows", "is an array", "control.rows", "elements of a list are stacked or run over", _PATH)
    CALLERS = Meaning(
        "callers-array", "is NumPy's, and shares nothing with other arguments", "control.writes_back",
        "another array raises TypeError, one that shares ValueError", _ERROR,
    )  # fmt: skip
    WRITTEN = Meaning(
        "written-array",
        "is an array of NumPy's, if it is written",
        "control.in_place",
        "another array raises TypeError, and so may a number",
        _ERROR,
    )
    RUN = Meaning(
        "traced-too", "has code that fits the arrays, run or not", "jax.jit", "it raises while it is traced", _ERROR
    )
    PLACES = Meaning(
        "places", "is an index of a known shape", "control.takes_masks", "masks are told as places, or raise", _PATH
    )
    ORDER = Meaning("key-order", "has dicts whose order shows", "control.in_order", "keys stay in their order", _PATH)
    TURN = Meaning("one-turn", "is set, as the loop takes a turn", "HYB508", "it is zero, where Python raises", _WARNED)


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
