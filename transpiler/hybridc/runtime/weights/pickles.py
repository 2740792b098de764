"""The few operations of pickles that state dicts are written in, carried out on plain values.

Names that a pickle mentions are looked up in a table (`meanings`), never imported; those that are not in it are
collected, and refused with all their names. Every step makes at most one small object, and steps are counted.

Source: the opcodes as `pickletools` documents and decodes them.
"""

from __future__ import annotations

import pickletools
import struct
from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from typing import IO, Any

from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.meanings import MEANINGS, Meaning, StorageType, as_key
from hybridc.runtime.weights.tensors import Storage

LONGEST_PICKLE = 2**26
_MOST_STEPS = 2**22  # a tensor takes about thirty
_MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class Refused:
    """Stands for whatever a name that is not known would have given."""

    name: str


class Pickle:
    """A pickle in a stream. `storages` are those that it mentions, by key, once it has been read.

    `steps`: what is done for operations, by their names. `meanings`: what stands for the names that it may mention.
    """

    steps: Mapping[str, Callable[[Any, Any], None]]
    meanings: Mapping[str, object] = MEANINGS

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._stack: list[Any] = []
        self._below: list[list[Any]] = []  # what lay on the stack at each mark
        self._memo: dict[int, Any] = {}
        self._steps = 0
        self._refused: dict[str, None] = {}
        self.storages: dict[str, Storage] = {}

    def value(self) -> Any:
        """What the pickle holds: numbers, text, lists, tuples, dicts and sets of these, and Tensors.

        Raises WeightsError for names and operations that state dicts do not need, and for what is no pickle.
        """
        try:
            for opcode, argument, _ in pickletools.genops(self._stream):
                self._count(1)
                step = self.steps.get(opcode.name)
                if step is None:
                    raise WeightsError(f"{opcode.name} is no operation that state dicts need")
                step(self, argument)
            value = self._stack.pop()
        except WeightsError as error:
            raise self._refusal() or error from None
        except (ValueError, TypeError, LookupError, ArithmeticError, struct.error) as error:
            raise self._refusal() or WeightsError(f"damaged: {error}") from error
        refusal = self._refusal()
        if refusal is not None:
            raise refusal
        return value

    def _refusal(self) -> WeightsError | None:
        if not self._refused:
            return None
        names = [shown(name.replace(" ", ".", 1))[1:-1] for name in self._refused]
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        return WeightsError(
            f"it asks for {', '.join(names[:_MOST_NAMES])}{more}, which could run code or is no part of a state dict; "
            "nothing was run. In PyTorch, save the model's `state_dict()` alone."
        )

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > _MOST_STEPS:
            raise WeightsError(f"more than {_MOST_STEPS} steps to read one object")

    def push(self, value: Any) -> None:
        self._stack.append(value)

    def push_text(self, argument: str) -> None:
        """A string of Python 2's: bytes, which `pickletools` gives as Latin-1."""
        self._stack.append(argument.encode("latin-1").decode("utf-8"))

    def ignore(self, argument: Any) -> None:
        """What frames and versions say is known from the operations themselves."""

    def mark(self, argument: None) -> None:
        self._below.append(self._stack)
        self._stack = []

    def _since_mark(self) -> list[Any]:
        items, self._stack = self._stack, self._below.pop()
        return items

    def make_tuple(self, argument: None) -> None:
        items = tuple(self._since_mark())
        self._stack.append(items)

    def make_frozenset(self, argument: None) -> None:
        items = frozenset(as_key(item) for item in self._since_mark())
        self._stack.append(items)

    def take(self, count: int) -> list[Any]:
        """The topmost items, in their order."""
        items = self._stack[-count:]
        if len(items) < count:
            raise WeightsError("damaged: an operation on more than there is")
        del self._stack[-count:]
        return items

    def append(self, argument: None) -> None:
        self._extend(self.take(1))

    def appends(self, argument: None) -> None:
        self._extend(self._since_mark())

    def _extend(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if isinstance(target, list):
            target.extend(items)
        elif not isinstance(target, Refused):
            raise WeightsError(f"damaged: something is appended to {shown(target)}")

    def add_items(self, argument: None) -> None:
        items, target = self._since_mark(), self._stack[-1]
        if not isinstance(target, set):
            raise WeightsError(f"damaged: something is added to {shown(target)}")
        target.update(as_key(item) for item in items)

    def set_item(self, argument: None) -> None:
        self._set(self.take(2))

    def set_items(self, argument: None) -> None:
        self._set(self._since_mark())

    def _set(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if isinstance(target, Refused):
            return
        if not isinstance(target, dict) or len(items) % 2:
            raise WeightsError(f"damaged: entries are set in {shown(target)}")
        for key, value in zip(items[::2], items[1::2], strict=True):
            target[as_key(key)] = value

    def put(self, index: int) -> None:
        self._memo[index] = self._stack[-1]

    def put_next(self, argument: None) -> None:
        self._memo[len(self._memo)] = self._stack[-1]

    def get(self, index: int) -> None:
        self._stack.append(self._memo[index])

    def name(self, argument: str) -> None:
        meaning = self.meanings.get(argument)
        if meaning is None:
            self._refused[argument] = None
            meaning = Refused(argument)
        self._stack.append(meaning)

    def name_on_stack(self, argument: None) -> None:
        module, name = self.take(2)
        if not isinstance(module, str) or not isinstance(name, str):
            raise WeightsError("damaged: a name that is no text")
        self.name(f"{module} {name}")

    def call(self, argument: None) -> None:
        function, arguments = self.take(2)
        if isinstance(function, Refused):
            self._stack.append(function)
            return
        if not isinstance(function, Meaning) or not isinstance(arguments, tuple):
            raise WeightsError(f"damaged: {shown(function)} is called")
        self._count(sum(len(a) for a in arguments if isinstance(a, Sized)))  # those that are copied
        refused = next((a for a in arguments if isinstance(a, Refused)), None)
        self._stack.append(refused or function.of(*arguments))

    def build(self, argument: None) -> None:
        """Attributes, which state dicts have, are left out."""
        self.take(1)
        if not isinstance(self._stack[-1], dict | Refused):
            raise WeightsError(f"attributes are given to {shown(self._stack[-1])}")

    def persistent(self, argument: None) -> None:
        """`("storage", type, key, location, count)`, and None in the older format."""
        [given] = self.take(1)
        if not isinstance(given, tuple) or len(given) not in (5, 6) or given[0] != "storage":
            raise WeightsError(f"{shown(given)} is no storage")
        _, kind, key, _, count = given[:5]
        if given[5:] not in ((), (None,)):
            raise WeightsError("a storage that is a part of another, as PyTorch wrote before version 0.4")
        if isinstance(kind, Refused):
            self._stack.append(kind)
            return
        if not isinstance(kind, StorageType) or not isinstance(key, str) or type(count) is not int or count < 0:
            raise WeightsError(f"{shown(given)} is no storage")
        storage = Storage(key, kind.dtype, count)
        if self.storages.setdefault(key, storage) != storage:
            raise WeightsError(f"storage {shown(key)} has two sizes or dtypes")
        self._stack.append(storage)


def _pushing(make: Callable[[], Any]) -> Callable[[Pickle, Any], None]:
    return lambda pickle, argument: pickle.push(make())


def _wrapping(count: int) -> Callable[[Pickle, Any], None]:
    return lambda pickle, argument: pickle.push(tuple(pickle.take(count)))


_NUMBERS = ("BININT", "BININT1", "BININT2", "LONG1", "LONG4", "BINFLOAT")
_TEXT = ("BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8")
_BYTES = ("BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8")
STEPS: dict[str, Callable[[Any, Any], None]] = {
    **dict.fromkeys((*_NUMBERS, *_TEXT, *_BYTES), Pickle.push),
    **dict.fromkeys(("BINSTRING", "SHORT_BINSTRING"), Pickle.push_text),
    **dict.fromkeys(("PROTO", "FRAME", "STOP"), Pickle.ignore),
    "NONE": _pushing(lambda: None),
    "NEWTRUE": _pushing(lambda: True),
    "NEWFALSE": _pushing(lambda: False),
    "EMPTY_TUPLE": _pushing(tuple),
    "EMPTY_LIST": _pushing(list),
    "EMPTY_DICT": _pushing(dict),
    "EMPTY_SET": _pushing(set),
    "TUPLE1": _wrapping(1),
    "TUPLE2": _wrapping(2),
    "TUPLE3": _wrapping(3),
    "MARK": Pickle.mark,
    "TUPLE": Pickle.make_tuple,
    "FROZENSET": Pickle.make_frozenset,
    "APPEND": Pickle.append,
    "APPENDS": Pickle.appends,
    "ADDITEMS": Pickle.add_items,
    "SETITEM": Pickle.set_item,
    "SETITEMS": Pickle.set_items,
    **dict.fromkeys(("BINPUT", "LONG_BINPUT"), Pickle.put),
    "MEMOIZE": Pickle.put_next,
    **dict.fromkeys(("BINGET", "LONG_BINGET"), Pickle.get),
    "GLOBAL": Pickle.name,
    "STACK_GLOBAL": Pickle.name_on_stack,
    **dict.fromkeys(("REDUCE", "NEWOBJ"), Pickle.call),
    "BUILD": Pickle.build,
    "BINPERSID": Pickle.persistent,
}
Pickle.steps = STEPS
