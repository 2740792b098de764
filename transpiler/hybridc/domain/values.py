"""The abstract values of the interpretation: when is an expression known, and what type has it.

Dtypes and shapes are sets of atoms (`atoms.py`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from hybridc.domain.atoms import Atom, AtomKind, Dtype, Shape, is_open, named_dtype, open_type, unknown
from hybridc.domain.places import Place, Way
from hybridc.domain.sites import OUTSIDE, Memory, SiteKind

BOOL = named_dtype("bool")
INT = named_dtype("int64")
FLOAT = named_dtype("float64")
COMPLEX = named_dtype("complex128")
WEAK_INT = named_dtype("weak int")  # Python's int: takes on the dtype that it meets
WEAK_FLOAT = named_dtype("weak float")
WEAK_COMPLEX = named_dtype("weak complex")
WHOLE = INT | WEAK_INT | BOOL
FRACTIONS = FLOAT | COMPLEX | WEAK_FLOAT | WEAK_COMPLEX
INTEGERS = INT.union(*map(named_dtype, ("int8", "int32", "uint8")))
SCALAR: Shape = frozenset()

_WHOLE = WHOLE | named_dtype("int32")
_WEAK_ORDER = (WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX)
_WEAK = frozenset[Atom]().union(*_WEAK_ORDER)
_WIDE = _WEAK | FLOAT | INT | COMPLEX


class Binding(enum.Enum):
    """Binding time: when the value is known."""

    STATIC = "static"
    TRACED = "traced"
    UNKNOWN = "unknown"

    def join(self, other: Binding) -> Binding:
        if self is other:
            return self
        return Binding.TRACED if Binding.TRACED in (self, other) else Binding.UNKNOWN


class Form(enum.Enum):
    """What Python object it is."""

    NUMBER = "a number"  # a Python number, or an array: arithmetic tells no difference
    ARRAY = "an array"
    TUPLE = "a tuple"
    LIST = "a list"
    DICT = "a dict"
    STACKED = "a list that a compiled loop filled"  # an array, as long as Python cannot tell
    STRING = "a string"
    NONE = "None"
    RANGE = "a range"
    FUNCTION = "a function"
    DTYPE = "a dtype"
    OBJECT = "an object"
    UNSET = "no value"  # a name that what follows sets, wherever it is read
    UNKNOWN = "a value"

    @property
    def is_numeric(self) -> bool:
        return self in (Form.NUMBER, Form.ARRAY, Form.UNKNOWN)

    @property
    def is_container(self) -> bool:
        """Python's, of values that it holds."""
        return self in (Form.TUPLE, Form.LIST, Form.DICT)

    def beside(self, other: Form) -> str:
        """In words, where the other one is named before: `a string and another string`."""
        return f"another {self.value.partition(' ')[2]}" if self is other and " " in self.value else self.value


class Dims(enum.IntEnum):
    """How many dimensions a value has, where its rank is not known. Of one value or another, the least holds."""

    ANY = 0  # a number, or an array
    OBJECT = 1  # an array, perhaps without dimensions
    SOME = 2  # an array of one dimension at least


_NO_CONSTANT = object()


@dataclass(frozen=True)
class Value:
    """What is known of an expression before the program runs."""

    binding: Binding
    form: Form = Form.UNKNOWN
    dtype: Dtype = frozenset()
    shape: Shape = SCALAR
    rank: int | None = None
    items: tuple[Value, ...] | None = None
    keys: tuple[object, ...] | None = None  # of a dict, in the order of the items
    constant: object = _NO_CONSTANT
    is_bound: bool = True  # False: some path leaves the name undefined
    is_element: bool = False  # of an array whose dimensions are not known: a number, or a row
    function: str | None = None  # of a function of the file, its name
    memory: Memory = frozenset()  # where it was allocated; values that share an element may share memory
    place: Place | None = None  # of what a name or a container holds: where in an array it surely lies
    dims: Dims = Dims.ANY

    @property
    def boxes(self) -> Memory:
        """The lists and dicts themselves that it may be, or hold, apart from the memory of their elements."""
        return frozenset(m for m in self.memory if m.is_list)

    @property
    def may_repeat(self) -> bool:
        """A list or dict that may hold one array in several places."""
        return any(m.kind is SiteKind.REPEATED for m in self.memory)

    @property
    def may_be_none(self) -> bool:
        """Nothing says that it is not None, which a caller or a container may hold."""
        return self.form in (Form.NONE, Form.UNKNOWN, Form.OBJECT, Form.UNSET)

    @property
    def is_iterator(self) -> bool:
        """It can be run over once."""
        return any(m.kind is SiteKind.ITERATOR for m in self.memory)

    @property
    def is_outside(self) -> bool:
        """Python's or NumPy's, or a part of such: what a framework's methods mean says nothing of it."""
        return OUTSIDE in self.memory

    @property
    def levels(self) -> int:
        """How many lists deep it is, if compiled loops filled it: 2 for a list of lists."""
        return 1 + sum(m.kind is SiteKind.ROWS for m in self.memory)

    def row(self, element: Value) -> Value:
        """The element of a list of lists: again a list."""
        marker = min(m for m in self.memory if m.kind is SiteKind.ROWS)
        return replace(element, form=Form.STACKED, memory=(element.memory | self.memory) - {marker})

    @property
    def held(self) -> Memory:
        """The memory of what a list or dict holds, without its own."""
        return self.memory - self.boxes

    @property
    def is_static(self) -> bool:
        return self.binding is Binding.STATIC

    @property
    def is_traced(self) -> bool:
        return self.binding is Binding.TRACED

    @property
    def has_constant(self) -> bool:
        return self.constant is not _NO_CONSTANT

    @property
    def is_scalar(self) -> bool:
        return self.form.is_numeric and (self.rank == 0 or self.shape == SCALAR)

    @property
    def is_array(self) -> bool:
        """Known to be an array of at least one dimension, or one that NumPy made."""
        return self.form is Form.ARRAY

    def but(self, **facts: object) -> Value:
        """The same with other facts: what `dataclasses.replace` gives, in a sixth of its time."""
        value = object.__new__(Value)
        value.__dict__.update(self.__dict__, **facts)
        return value

    def traced(self) -> Value:
        """The same value once it goes through a compiled branch or loop."""
        if self.is_traced and not self.has_constant and self.items is None:
            return self
        items = None if self.items is None else tuple(item.traced() for item in self.items)
        return self.but(binding=Binding.TRACED, constant=_NO_CONSTANT, items=items)

    def same_type(self, other: Value) -> bool:
        """Proven to have one dtype and one shape, as `lax` wants of branches and carries."""
        if self.items is not None or other.items is not None:
            return (
                self.form is other.form
                and self.items is not None
                and other.items is not None
                and self.keys == other.keys
                and len(self.items) == len(other.items)
                and all(a.same_type(b) for a, b in zip(self.items, other.items, strict=True))
            )
        if not (self.form.is_numeric and other.form.is_numeric):
            return self.form is other.form and self.form is Form.NONE
        return self.dtype == other.dtype and self.shape == other.shape


def static(form: Form = Form.UNKNOWN, **facts: object) -> Value:
    return Value(Binding.STATIC, form, **facts)  # type: ignore[arg-type]


def outside() -> Value:
    """What has left the framework: `x.numpy()`."""
    return static(Form.OBJECT, memory=frozenset({OUTSIDE}))


def number(dtype: Dtype, shape: Dtype = SCALAR, **facts: object) -> Value:
    return Value(Binding.TRACED, Form.NUMBER, dtype, shape, **facts)  # type: ignore[arg-type]


def array(dtype: Dtype, shape: Dtype, rank: int | None = None) -> Value:
    return Value(Binding.TRACED, Form.ARRAY, dtype, shape, rank)


def opaque(binding: Binding = Binding.TRACED) -> Value:
    """Nothing is known of it but when."""
    return Value(binding, Form.UNKNOWN, unknown(), unknown())


def as_number(value: Value) -> Value:
    """The value, once it is certain to be no array."""
    return replace(value, form=Form.NUMBER, shape=SCALAR, rank=0, memory=frozenset(), place=None)


def constant(value: object) -> Value:
    """A literal."""
    if isinstance(value, bool):
        return Value(Binding.STATIC, Form.NUMBER, BOOL, constant=value)
    if isinstance(value, int):
        return Value(Binding.STATIC, Form.NUMBER, WEAK_INT, constant=value)
    if isinstance(value, float):
        return Value(Binding.STATIC, Form.NUMBER, WEAK_FLOAT, constant=value)
    if isinstance(value, complex):
        return Value(Binding.STATIC, Form.NUMBER, WEAK_COMPLEX, constant=value)
    if value is None:
        return Value(Binding.STATIC, Form.NONE, constant=value)
    if isinstance(value, str | bytes):
        return Value(Binding.STATIC, Form.STRING, constant=value)
    return Value(Binding.STATIC, Form.OBJECT, constant=value)


def promote(*dtypes: Dtype) -> Dtype:
    """The dtype that an arithmetic operation on these gives."""
    atoms = frozenset[Atom]().union(*dtypes)
    strong = atoms - _WEAK
    weak = next((w for w in reversed(_WEAK_ORDER) if w <= atoms), frozenset[Atom]())
    if not strong:
        return weak
    if strong >= COMPLEX:
        return strong - FLOAT - INT - BOOL
    if strong >= FLOAT:
        return strong - INT - BOOL | weak & WEAK_COMPLEX
    if strong >= INT:
        strong -= BOOL
    if strong == BOOL and weak:
        return weak
    if strong == INT and weak != WEAK_INT and weak:
        return FLOAT if weak == WEAK_FLOAT else COMPLEX
    return strong | weak - WEAK_INT


def strong(dtype: Dtype) -> Dtype:
    """What Python's numbers are as elements of an array that is made of them."""
    return {WEAK_INT: INT, WEAK_FLOAT: FLOAT, WEAK_COMPLEX: COMPLEX}.get(dtype, dtype)


def floating(dtype: Dtype) -> Dtype:
    """The dtype of functions such as `sqrt`."""
    if dtype in (BOOL, WEAK_INT, INT):
        return FLOAT
    return promote(dtype, WEAK_FLOAT)


def quotient(dtype: Dtype) -> Dtype:
    """The dtype of true division: Python's numbers give one of Python's."""
    return WEAK_FLOAT if dtype == WEAK_INT else floating(dtype)


def is_whole(value: Value) -> bool:
    """Surely an integer or a truth value."""
    return bool(value.dtype) and value.dtype <= _WHOLE


def is_bool(value: Value) -> bool:
    return value.dtype == BOOL


def is_unknown(dtype: Dtype) -> bool:
    """Nothing says which it is: perhaps a narrow one."""
    return any(atom.is_unknown for atom in dtype)


def meets_narrow(left: Value, right: Value) -> bool:
    """Numbers that come of such as surely have fewer than 32 bits, and others, perhaps of another dtype."""
    atoms = left.dtype | right.dtype
    if left.is_static or right.is_static or not any(atom.kind is AtomKind.NARROW for atom in atoms):
        return False
    kept = WEAK_FLOAT if all(atom.is_float for atom in atoms) else frozenset[Atom]()  # is theirs
    return left.dtype - kept != right.dtype - kept


def is_surely_narrow(value: Value) -> bool:
    """An array of fewer than 32 bits, of whatever shape: Python has no such numbers."""
    return bool(value.dtype) and all(atom.kind is AtomKind.NARROW for atom in value.dtype)


def is_weak(dtype: Dtype) -> bool:
    """Of Python numbers."""
    return dtype <= _WEAK


def may_be_pythons(value: Value) -> bool:
    """It is a number that nothing of NumPy's has made, perhaps."""
    return not value.is_array and all(atom.is_parameter or atom in _WEAK for atom in value.dtype)


def is_filled_with_pythons(value: Value) -> bool:
    """A list of numbers that nothing of NumPy's has made, which a loop has filled, and that is an array here."""
    return value.is_array and bool(value.dtype) and value.dtype <= _WEAK


def is_wide(dtype: Dtype) -> bool:
    """Of Python's numbers alone, or what these are with 64 bits."""
    return dtype <= _WIDE


def met_floats(dtype: Dtype) -> bool:
    """Floating point numbers of Python's, and something of which nothing says which dtype it has."""
    return not is_wide(dtype) and bool(dtype & (WEAK_FLOAT | WEAK_COMPLEX))


def may_be_integer(value: Value) -> bool:
    return not value.dtype & (FRACTIONS | BOOL)


def is_surely_floating(value: Value) -> bool:
    """Whatever else it is promoted with."""
    return any(atom.is_unknown and atom.is_float for atom in value.dtype)


def place_in(container: Value, index: Value) -> int | None:
    """Which of the known elements an index means."""
    if container.items is None or not index.has_constant:
        return None
    if container.form is Form.DICT:
        keys = container.keys or ()
        return keys.index(index.constant) if index.constant in keys else None
    if isinstance(index.constant, int) and -len(container.items) <= index.constant < len(container.items):
        return index.constant % len(container.items)
    return None


def ways_of(value: Value) -> tuple[Way, ...]:
    """The places where an array may lie, each by what has to hold for it; none where that is not certain."""
    place = value.place
    if place is None:
        return ()
    if not place.ways:
        return (Way((), place, value.memory),)
    return tuple(replace(way, place=way.place.further(place.steps)) for way in place.ways)


def share_nothing(one: Value, other: Value) -> bool:
    """Whatever they may be, no run makes them parts of one array."""
    if not one.memory & other.memory:
        return True
    ways, others = ways_of(one), ways_of(other)
    return bool(ways and others) and all(way.is_apart_from(each) for way in ways for each in others)


def merge(left: Value, right: Value) -> Value:
    """What holds after either of two paths: a join. Paths of different dtype meet in their promotion once compiled, and
    Python's ints meeting floats do so as well; other parts that are unequal become unknown."""
    if left is right or left == right:
        return left
    if left.form is Form.UNSET or right.form is Form.UNSET:
        known = right if left.form is Form.UNSET else left
        is_bound = left.is_bound and right.is_bound
        known = replace(known, dtype=unknown(), shape=unknown(), rank=None, is_bound=is_bound, place=None)
        return known.traced()
    is_bound = left.is_bound and right.is_bound
    binding = left.binding.join(right.binding)
    form = left.form if left.form is right.form else _common_form(left.form, right.form)
    items = None
    if left.items is not None and right.items is not None and left.keys == right.keys:
        if len(left.items) == len(right.items):
            items = tuple(merge(a, b) for a, b in zip(left.items, right.items, strict=True))
    are_numeric = left.form.is_numeric and right.form.is_numeric
    are_alike = are_numeric or left.form is right.form  # what is no number has no dtype that says something
    same_dtype, same_shape = are_alike and left.dtype == right.dtype, are_alike and left.shape == right.shape
    shape = left.shape if same_shape else unknown()
    return Value(
        binding,
        form,
        left.dtype if same_dtype else promote(left.dtype, right.dtype) if are_numeric else unknown(),
        SCALAR if left.is_scalar and right.is_scalar else shape,
        left.rank if left.rank == right.rank else None,
        items,
        left.keys if items is not None else None,
        left.constant
        if left.constant == right.constant and type(left.constant) is type(right.constant)
        else _NO_CONSTANT,
        is_bound,
        (left.is_element or right.is_element) and all(v.is_element or v.is_scalar for v in (left, right)),
        left.function if left.function == right.function else None,
        left.memory | right.memory,
        left.place if left.place == right.place else None,
        min(left.dims, right.dims),
    )


def either(left: Value, right: Value) -> Value:
    """What holds after one of two paths, of which Python takes one while tracing: the type is that of either."""
    joined = merge(left, right)
    if joined.items is not None and left.items is not None and right.items is not None:
        items = tuple(either(a, b) for a, b in zip(left.items, right.items, strict=True))
        return replace(joined, items=items)
    if not joined.form.is_numeric:
        return joined
    dtype = left.dtype if left.dtype == right.dtype or is_open(left.dtype) else open_type()
    shape = left.shape if left.shape == right.shape or is_open(left.shape) else open_type()
    if dtype is joined.dtype and shape is joined.shape:
        return joined
    return replace(joined, dtype=dtype, shape=shape)


def _common_form(left: Form, right: Form) -> Form:
    if left.is_numeric and right.is_numeric:
        return Form.UNKNOWN if Form.UNKNOWN in (left, right) else Form.NUMBER
    return Form.UNKNOWN


def is_plain(value: Value) -> bool:
    """A number that shares nothing with others."""
    return value.is_scalar and not value.memory and value.place is None and value.items is None


def holds_arrays(value: Value) -> bool:
    """It is an array, or a number of one, or holds some."""
    if value.items is not None:
        return any(map(holds_arrays, value.items))
    return value.is_traced and value.form in (Form.ARRAY, Form.NUMBER)


def memory_in(value: Value) -> Memory:
    """The memory of the value and of all that it holds."""
    return value.memory.union(*map(memory_in, value.items or ()))
