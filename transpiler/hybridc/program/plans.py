"""What the passes are to do with each construct: decided by the analysis, carried out by the passes."""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Container, Iterable, KeysView, Set
from collections.abc import Mapping as Mapping_
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hybridc.dialects.entry import Entry
from hybridc.domain.lists import Append
from hybridc.domain.places import AliasUpdate, Overlap, Place, Setting, WriteBack, WritingCall
from hybridc.domain.sites import Memory, Site, SiteKind
from hybridc.domain.values import Value, memory_in
from hybridc.program.assumptions import Assumptions, Kind
from hybridc.program.models import FileModels
from hybridc.structure import Structured
from hybridc.structure.expressions.chosen import Selections
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk


@dataclass(frozen=True, slots=True)
class Branch:
    """A traced `if`. `operands` are read before they are set in a branch; `outputs` are read afterwards."""

    is_proven: bool  # both branches give one type: `lax`, else `runtime.control`
    operands: tuple[str, ...]
    outputs: tuple[str, ...]
    returns: bool  # every path of both branches returns
    is_selection: bool = False  # between two numbers of one type


class LoopForm(enum.Enum):
    PYTHON = "python"
    WHILE = "while_loop"
    FORI = "fori_loop"
    SCAN = "scan"
    MAP = "vmap"


@dataclass(frozen=True, slots=True)
class Output:
    """A list that every turn appends to. `initial`: how many elements it has before the loop."""

    name: str
    initial: int


@dataclass(frozen=True, slots=True)
class Loop:
    form: LoopForm
    is_proven: bool = True
    carry: tuple[str, ...] = ()
    outputs: tuple[Output, ...] = ()
    may_fill_nothing: bool = False  # the outputs are lists that may stay empty, which NumPy makes other arrays of
    counts_in_pythons: bool = False  # its indices are numbers of Python's, which take the dtype of what they meet

    @property
    def name(self) -> str:
        """Of the function that takes the turns."""
        return f"{self.form.value}_lists" if self.may_fill_nothing else self.form.value


class Condition(enum.Enum):
    """How a boolean expression on traced values is written."""

    OPERATOR = "&"  # `a & b`: both are truth values
    LOGICAL = "jnp.logical_and"  # truth of numbers
    IS_FALSE = "control.is_false"  # of what may be no number
    VALUE = "jnp.where"  # Python's `a or b` gives an operand
    GUARD = "lax.cond"  # the right side must not be computed unless the left side says so
    WHERE = "jnp.where(test, a, b)"
    COND = "lax.cond(test, a, b)"
    CONTROL = "control.cond(test, a, b)"
    CHOSEN = "control.chosen(test, a, b)"  # one array, as it is after a write or as it was
    MEMBER = "jnp.any(x == a)"
    SAME = "control.same(a, b)"  # of arrays that are mutable
    EQUAL = "=="  # of what is one object in the framework, and several equal ones in JAX


class Update(enum.Enum):
    """How an in-place form is written."""

    REBIND = "x = x + v"
    CAST = "x = (x + v).astype(x.dtype)"
    KEEP = "x = keep_dtype(x + v, x)"
    KEEP_WRITTEN = "x = control.keep_dtype(control.iadd(x, v), x)"  # an attribute, of an array that is mutable, perhaps
    CAST_WRITTEN = "x = control.of_dtype(control.iadd(x, v), x)"
    AT_SET = "x = x.at[i].set(v)"
    AT_CAST = "x = x.at[i].set(jnp.asarray(v, x.dtype))"
    AT_OPERATOR = "x = x.at[i].add(v)"
    WHERE = "x = jnp.where(mask, v, x)"
    WHERE_CAST = "x = jnp.where(mask, v, x).astype(x.dtype)"
    MASKED = "x = control.masked(x, mask, v)"
    AT_ASKED = "x = control.at(x)[i].set(v)"  # perhaps a mask
    AT_RECOMPUTE = "x = x.at[i].set(x[i] + v)"
    LINE = "x = setitem(x, i, v)"  # what the framework's table says
    PUT = "x = control.put(x, i, v)"
    ITEM = "x = control.with_item(x, i, v)"  # of a list
    GIVEN = "x = control.set_item(x, i, v)"  # of a list, perhaps, that a function was given
    WHOLE = "x = v"
    FILL = "x = jnp.full_like(x, v)"
    WHOLE_KEEP = "x = control.keep_dtype(x + v, x)"


@dataclass(frozen=True, slots=True)
class Mapping:
    """A call or attribute that a dialect maps. `places`: the parameters that positional arguments go to."""

    entry: Entry
    places: tuple[str, ...] = ()
    is_method: bool = False
    wraps: frozenset[int] = frozenset()  # arguments, as they stand, that are lists where JAX wants arrays
    is_stacked: bool = False  # makes an array of what is one
    adds: tuple[str, str] | None = None  # a keyword argument beside those of the call
    made_by: str = ""  # what makes an array of it that all write who have it
    is_adapted: bool = False  # what `*args` or `**kwargs` of the call hold, only Python binds to the parameters


@dataclass(frozen=True, slots=True)
class Claim:
    """An `assert` or a guarded `raise` that is checked at run time."""

    line: int
    shows: bool  # the values in its message can be computed


@dataclass(eq=False)
class Checks:
    """What a function looks out for at run time."""

    indices: set[ast.expr] = field(default_factory=set)  # subscripts
    positions: dict[ast.Call, tuple[str, int | None]] = field(default_factory=dict)  # parameter, axis if none is given
    given: dict[ast.Call, str] = field(default_factory=dict)  # parameter that holds an index
    looked_up: set[ast.Call] = field(default_factory=set)  # calls of what looks up elements
    divisors: set[ast.AST] = field(default_factory=set)  # operators
    divided: dict[ast.Call, str] = field(default_factory=dict)  # calls, by the parameter that they divide by
    results: dict[ast.stmt, tuple[str, ...]] = field(default_factory=dict)  # no NaN unless these names hold some
    claims: dict[ast.stmt, Claim] = field(default_factory=dict)
    nodes: set[ast.AST] = field(default_factory=set)  # all of these, calls of what checks, loops that a failure ends
    is_failing: bool = False  # the function may raise

    def own(self) -> set[ast.AST]:
        """The nodes that check something themselves."""
        sets = (self.indices, self.positions, self.given, self.looked_up, self.divisors, self.divided, self.results)
        return {node for each in (*sets, self.claims) for node in each}

    def are_in(self, tree: ast.AST) -> bool:
        """Something in the tree may fail, or has to know that something has."""
        return bool(self.nodes) and any(node in self.nodes for node in walk(tree))


_SETS = re.compile(r"\{[^}]*\}")  # arguments that tell whether a result is a number of Python's


@dataclass(frozen=True, slots=True)
class WritesBack:
    """What a decorator says of a function that changes its callers' arrays: the parameters whose arrays come after its
    result, and what its result is, None where it has none."""

    changed: tuple[str, ...]
    result: str | None

    @property
    def written(self) -> list[str]:
        """The parameters whose arrays are written: those that come back as results are among them."""
        results = _SETS.sub("", self.result or "")
        return [*dict.fromkeys((*self.changed, *re.findall(r'"(\w+)"', results)))]


# Nodes of which something is decided, whatever it is.
Table = set[ast.AST] | KeysView[ast.AST]


@dataclass(eq=False)
class Control:
    """What becomes of branches, loops and tests, and what has to be said in another form."""

    branches: dict[ast.stmt, Branch] = field(default_factory=dict)
    loops: dict[ast.stmt, Loop] = field(default_factory=dict)
    conditions: dict[ast.expr, Condition] = field(default_factory=dict)
    tests: dict[ast.expr, str] = field(default_factory=dict)  # templates that make truth values of tests that are none
    exits: set[ast.stmt] = field(default_factory=set)  # that compiled code cannot take
    first_set: dict[ast.stmt, set[str]] = field(default_factory=dict)  # by loops, of names that are read after them
    outliving: dict[ast.stmt, set[str]] = field(default_factory=dict)  # loop variables that outlive their turn
    appends: dict[ast.stmt, Append] = field(default_factory=dict)  # what fills the outputs of scans
    listed: dict[ast.expr, int] = field(default_factory=dict)  # stacked outputs that are to be lists, this deep
    to_unroll: set[ast.stmt] = field(default_factory=set)  # loops that do to a list what only Python can
    # names None on one side: whether they are where the test holds and where not, None where that is not known
    split: dict[ast.stmt, dict[str, tuple[bool | None, bool | None]]] = field(default_factory=dict)
    reformed: set[ast.AST] = field(default_factory=set)  # statements to be said in another form, and what of them
    unset: dict[ast.stmt, str] = field(default_factory=dict)  # what a name holds until a loop or branch sets it
    decided: dict[ast.AST, bool] = field(default_factory=dict)  # tests, and what they decide, that tables tell
    # What converted code goes without, of blocks their heads, with the code of what is said of it; None: nothing.
    gone: dict[ast.stmt, str | None] = field(default_factory=dict)
    vanishing: set[ast.stmt] = field(default_factory=set)
    moving: set[ast.stmt] = field(default_factory=set)  # `while` loops that are compiled for their many turns alone
    prints: set[ast.stmt] = field(default_factory=set)
    effects: set[ast.Call] = field(default_factory=set)  # in compiled branches and loops, of what may do something


@dataclass(eq=False)
class Lines:
    """Which lines of the tables take the place of calls, operators and names."""

    mappings: dict[ast.expr, Mapping] = field(default_factory=dict)
    rows: dict[ast.expr, Mapping] = field(default_factory=dict)  # what is run over, as a line for `__iter__` gives it
    operators: dict[ast.AugAssign, Mapping] = field(default_factory=dict)  # `x /= 2` that a line computes
    index_lists: set[ast.expr] = field(default_factory=set)  # lists that are indices, which JAX wants as arrays
    whole: dict[ast.expr, Entry] = field(default_factory=dict)  # indices that may be fractions, which JAX refuses
    casts: dict[ast.expr, str] = field(default_factory=dict)  # templates of what gives operands NumPy's dtype
    dtype_joins: dict[ast.AST, str] = field(
        default_factory=dict
    )  # templates of operators that look at both while tracing
    arrays: set[ast.expr] = field(default_factory=set)  # lists that a function of the file takes for arrays
    array_parameters: set[str] = field(default_factory=set)  # that a framework's function takes for arrays
    array_globals: set[str] = field(default_factory=set)  # globals that are read as arrays
    makes_arrays: bool = False  # some operator may, or a call does
    frameworks: dict[ast.stmt, dict[str, Mapping]] = field(default_factory=dict)  # by imports, what names stand for
    headers: dict[ast.expr, Mapping] = field(default_factory=dict)  # what stands for names in hints
    quoted: set[ast.expr] = field(default_factory=set)  # hints that name what there is no more
    windows: set[ast.Slice] = field(default_factory=set)  # `p:p + n`, where only the length is known


@dataclass(eq=False)
class Mutation:
    """What becomes of writes, and who sees them."""

    updates: dict[ast.stmt, Update] = field(default_factory=dict)
    left: dict[ast.stmt, set[str]] = field(default_factory=dict)  # by what binds them anew, names of viewed arrays
    frozen: dict[ast.stmt, frozenset[str]] = field(default_factory=dict)  # by views, names that change after them
    unnamed: set[ast.If | ast.IfExp] = field(default_factory=set)  # whose tests, by a name, say which array one is
    writing: dict[ast.stmt, WritingCall] = field(default_factory=dict)  # what is said as an assignment
    unmasked: dict[ast.stmt, tuple[ast.Subscript, ...]] = field(default_factory=dict)  # writes by a mask, with reads
    by_mask: set[ast.Subscript] = field(default_factory=set)  # reads by a mask, which have no form in compiled code
    selections: Selections | None = None  # of these, what is computed of whole arrays
    asked: dict[ast.Subscript, ast.stmt] = field(default_factory=dict)  # reads by what may be a mask, of such writes
    beside: dict[ast.expr, ast.stmt] = field(default_factory=dict)  # what these have for all that the mask chooses
    guarded: set[ast.AST] = field(default_factory=set)  # of both, whose derivative may be none where none is chosen
    attributes: dict[ast.stmt, Setting] = field(default_factory=dict)  # writes to attributes
    behind_barriers: set[ast.stmt] = field(default_factory=set)  # writes whose values overlap what they write
    barriers_around: dict[ast.stmt, str] = field(
        default_factory=dict
    )  # by assignments of arrays that these change, how
    barriers_inside: set[ast.stmt] = field(default_factory=set)  # around the attribute whose array is written
    barriers_before: dict[ast.stmt, dict[str, str]] = field(default_factory=dict)  # the same of names before statements
    alias_updates: dict[ast.stmt, AliasUpdate] = field(default_factory=dict)  # by writes, under other names
    exchanged: list[Memory] = field(default_factory=list)  # memory of arrays that change places
    write_backs: dict[ast.stmt, WriteBack] = field(default_factory=dict)  # by statements, calls of such functions
    overlaps: dict[ast.Call, Overlap] = field(default_factory=dict)  # of arguments of such calls
    in_place: set[int] = field(default_factory=set)  # lines of writes in what stays Python that are left to the arrays


@dataclass(eq=False)
class Arguments:
    """What the function does with what it is given, and gives back."""

    static_parameters: frozenset[str] = frozenset()
    possible_numbers: frozenset[str] = frozenset()  # parameters that are not used as arrays
    told_numbers: frozenset[str] = frozenset()  # parameters of which the code around tells that they are numbers
    number_results: dict[int, str] = field(default_factory=dict)  # places of results that are numbers of these types
    new_results: frozenset[int] = frozenset()  # places of results of which it tells that nobody can know them again
    evident: frozenset[str] = frozenset()  # parameters that a test, a hint or a default shows to be numbers
    mutated: set[str] = field(default_factory=set)  # parameters whose memory is written
    tells_rows: bool = False  # something is done if an element is a row
    numbers_written: set[str] = field(default_factory=set)  # those of them that an operator writes as numbers, too
    surely_mutated: set[str] = field(default_factory=set)  # those of them that are, whatever their rank
    kept: set[str] = field(default_factory=set)  # parameters that attributes may hold afterwards
    kept_memory: set[Site] = field(default_factory=set)  # all memory that attributes, lists and dicts may hold so
    attributes_written: set[str] = field(default_factory=set)  # of the own object, whose arrays are written
    kept_in: set[str] = field(default_factory=set)  # these attributes, of the object or of parts; "...": any
    items_set: set[str] = field(default_factory=set)  # parameters that may be lists, whose elements become others
    writes_kept: bool = False  # it writes what parts that nobody knows may keep
    array_like: frozenset[str] = frozenset()  # parameters that may be arrays
    containers: frozenset[str] = frozenset()  # parameters for which the text tells of lists or dicts
    static_lists: frozenset[str] = frozenset()  # static parameters for which calls of the file give lists
    lists_of_rows: frozenset[str] = frozenset()  # parameters of which, if they are lists of lists, no row is kept
    is_lost: bool = False  # what it changes does not come back
    rows_written: frozenset[str] = frozenset()  # parameters whose rows it writes, or arrays of the lists that they are
    written_memory: set[Site] = field(default_factory=set)
    returned_memory: set[str] = field(default_factory=set)
    shown_in_turn: set[str] = field(default_factory=set)  # of that, parameters whose arrays may be another's result
    result_places: tuple[Place | None, ...] = ()  # of what it surely returns, one by one, seen from parameters
    gives_value: bool = False  # and results of its own
    gives_back: tuple[str, ...] = ()  # parameters whose arrays it returns after its results
    kept_by_callers: frozenset[str] = frozenset()  # those that stand for attributes, which are set to its results


@dataclass(eq=False)
class FunctionEntry:
    """How the function is called from outside."""

    writes_back: WritesBack | None = None  # into arrays of callers that are Python's
    pure: set[ast.Name] = field(default_factory=set)  # functions that do, of which it calls the form that does not
    inside: set[ast.Name] = field(default_factory=set)  # functions that are part of this one, whatever they are given
    is_decorated: bool = True  # gets `@jax.jit`
    jit: str = "jax"  # whose `jit` that is
    keeps_order: bool = False  # of the keys of dicts that it is given
    is_called: bool = False  # by compiled functions of the file
    iterables: frozenset[str] = frozenset()  # parameters that it runs over, and that nothing shows to be arrays
    takes_mutable: bool = False  # functions whose arrays are mutable run it by another name
    places: frozenset[str] = frozenset()  # parameters that are indices alone, for which masks may come
    places_beside: frozenset[str] = frozenset()  # those of them that stand beside other indices
    in_runs: tuple[str, frozenset[str]] | None = None
    """Of what stays Python, and models may run: a decorator, and the nested functions that get it, or itself, `""`."""


@dataclass(frozen=True)
class Runs:
    """A call: the function that it runs, if that is known, the functions that it may run with whatever it is given
    (None: any), by name, and the memory of that."""

    callee: str | None
    functions: frozenset[str] | None
    memory: Memory


@dataclass(frozen=True)
class OfModel:
    """How a framework of models names what arrays are mutable by: `make` one of an array, of an attribute of the
    object `own`, and what decorates functions. Methods and functions of the framework keep their views."""

    make: str
    attribute: str
    decorator: str
    own: str | None
    rebound: frozenset[str] = frozenset()  # attributes that other methods set to other arrays
    plain: frozenset[str] = frozenset()  # those that hold arrays as they are: who has the one of before keeps it


@dataclass(eq=False)
class References:
    """Of a function whose arrays are written as they stand, where they are mutable ones of the runtime's."""

    written: set[Site] = field(default_factory=set)  # memory that may be written
    bound: dict[Site, set[Site]] = field(
        default_factory=dict
    )  # memory of parameters of nested functions, by what is given
    effects: set[ast.AST] = field(default_factory=set)  # statements that write, and calls of functions that do
    made: dict[ast.expr, str] = field(default_factory=dict)  # what makes such arrays, templates
    read: dict[ast.expr, str] = field(default_factory=dict)  # where their values are wanted, templates
    viewed: dict[ast.Call, str] = field(default_factory=dict)  # calls that give views, by NumPy's names for them
    calls: set[str] = field(default_factory=set)  # functions of the file that have to be of this kind
    runs: dict[ast.Call, Runs] = field(default_factory=dict)  # of calls that run functions of the file, or of this one
    augmented: set[ast.stmt] = field(
        default_factory=set
    )  # in compiled code, operators on what may be a number or an array
    unmarked: set[ast.stmt] = field(default_factory=set)  # writes that are still taken to bind the names of arrays
    is_entry: bool = False  # its callers see what it writes, or what it returns shares memory with what they have
    returns: bool = False  # to callers from outside, what it writes, and leaves their arrays as they are
    of_model: OfModel | None = None
    in_place: dict[ast.Call, ast.expr] = field(default_factory=dict)  # of models, calls that write, and the array
    rebound: dict[ast.stmt, Memory] = field(default_factory=dict)  # memory that attributes hold from there on

    attributes: dict[ast.expr, Memory] = field(default_factory=dict)  # of models, and the memory they show
    exchanged: set[ast.expr] = field(default_factory=set)  # those of them that are set to others while names have it
    outside: set[ast.Call] = field(default_factory=set)  # calls of what is not of the file
    rebinds: dict[ast.stmt, str] = field(
        default_factory=dict
    )  # attributes that are set to other arrays; without a name, any
    traced: set[ast.stmt] = field(default_factory=set)  # those of these statements in compiled branches and loops

    def note(self, memory: Iterable[Site], *nodes: ast.AST) -> None:
        """It may be written there."""
        self.written |= {site.newest for site in memory}
        self.effects.update(nodes)

    def keep(self, memory: Memory, statement: ast.stmt) -> None:
        """An attribute holds it from there on."""
        self.rebound[statement] = self.rebound.get(statement, frozenset()) | memory


OF_CALLEES = Site(SiteKind.CALLEES)  # the memory of mutable arrays that functions of the file make and give

_SHOWING = frozenset({SiteKind.PARAMETER, SiteKind.GIVEN, SiteKind.ATTRIBUTE})


@dataclass(eq=False)
class FunctionPlan:
    """All decisions about one graph function."""

    function: Function  # in structured form
    structured: Structured
    values: dict[ast.AST, Value] = field(default_factory=dict)
    assumed: Assumptions = field(default_factory=Assumptions)  # what is not proven, and is guarded
    checks: Checks = field(default_factory=Checks)
    draws: bool = False  # random numbers
    calls: frozenset[str] = frozenset()  # functions of the file that it calls
    result: Value | None = None
    control: Control = field(default_factory=Control)
    lines: Lines = field(default_factory=Lines)
    mutation: Mutation = field(default_factory=Mutation)
    arguments: Arguments = field(default_factory=Arguments)
    entry: FunctionEntry = field(default_factory=FunctionEntry)
    references: References | None = None

    def tables(self) -> list[Table]:
        """The nodes of which something is decided; of calls, names and loops `mappings` and `loops` tell it."""
        groups = (self.control, self.lines, self.mutation, self.arguments, self.entry)
        every = [table for group in groups for name, table in vars(group).items() if name not in _TOLD]
        if self.references is not None:
            every += [self.references.made, self.references.read, self.references.viewed]
        found = [t.keys() if isinstance(t, dict) else t for t in every if t and isinstance(t, dict | set)]
        return [*found, *self.assumed.tables(), self.checks.nodes, self.checks.own()]

    @property
    def is_referred(self) -> bool:
        """It is called with arrays that are mutable, and gives its callers NumPy's, with all that they share."""
        return self.references is not None and self.references.is_entry

    @property
    def shows_arrays(self) -> bool:
        """It writes into arrays that others have, or gives or keeps such."""
        arguments = self.arguments
        shown = frozenset() if self.result is None else memory_in(self.result)
        is_shown = self.keeps_result or any(site.kind in _SHOWING for site in shown)
        return is_shown or bool(
            arguments.mutated | arguments.returned_memory | arguments.kept | arguments.attributes_written
        )

    @property
    def keeps_result(self) -> bool:
        """What it gives, or a part of that, attributes hold afterwards, perhaps."""
        shown = frozenset[Site]() if self.result is None else memory_in(self.result)
        return any(site.is_attribute or site.newest in self.arguments.kept_memory for site in shown)

    @property
    def is_of_model(self) -> bool:
        """Its arrays are mutable while a model runs."""
        return self.references is not None and self.references.of_model is not None

    @property
    def gives_numpy(self) -> bool:
        """Host code gets NumPy's arrays of it, those that it was given among them."""
        return self.entry.writes_back is not None or (self.is_referred and not self.is_of_model)

    @property
    def returned_arguments(self) -> tuple[str, ...]:
        """Parameters whose arrays callers from outside get after the result."""
        is_written = self.entry.writes_back is not None or (self.references is not None and not self.references.returns)
        return () if is_written else self.arguments.gives_back

    @property
    def effects(self) -> Set[ast.AST]:
        """Statements and calls that write into arrays which are mutable while the function is traced."""
        return frozenset() if self.references is None else self.references.effects

    @property
    def is_right_for_some(self) -> bool:
        """It writes into rows of what it is given, and a list of arrays would not see that; or callers see nothing. Of
        arrays that change places this form, which says that, is many times as fast as one of mutable arrays."""
        may_be_lists = self.arguments.rows_written & self.arguments.mutated
        is_lost = self.arguments.is_lost and not self.mutation.exchanged
        return self.references is None and (bool(may_be_lists) or is_lost)

    @property
    def numbers(self) -> frozenset[str]:
        """Parameters that are taken for numbers, as what they hold is changed."""
        return self.assumed.subjects(Kind.NUMBER)

    @property
    def expected_numbers(self) -> frozenset[str]:
        """Parameters of which the function looks whether they are numbers."""
        return (self.numbers | self.assumed.subjects(Kind.TESTED)) - self.arguments.told_numbers

    def is_asked(self, statement: ast.stmt | None) -> bool:
        """Whether the write asks whether its index is a mask."""
        return statement is not None and self.mutation.updates.get(statement) is Update.AT_ASKED

    def usual_module(self, is_proven: bool) -> str:
        """Where branches and loops come from whose types are proven to be alike, or are not."""
        return "lax" if is_proven and self.references is None else "control"

    def module_of(self, tree: ast.AST, is_proven: bool) -> str:
        """Where the branch or loop that the tree becomes comes from."""
        return "checks" if self.checks.are_in(tree) else self.usual_module(is_proven)


_TOLD = frozenset({"mappings", "loops"})


def given_back(plan: FunctionPlan) -> tuple[str, ...]:
    """The parameters whose arrays come back, in order."""
    if plan.arguments.gives_back:
        return plan.arguments.gives_back
    place = plan.arguments.result_places[0] if len(plan.arguments.result_places) == 1 else None
    return (place.root.parameter,) if place is not None and place.is_whole else ()


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text that goes into a line of the file, counted from 1; the column counts bytes, as Python's tree does."""

    line: int
    column: int
    text: str


class Handed(NamedTuple):
    """What stands at a place of host code for compiled functions: the expression, and what is decided about it."""

    node: ast.expr
    plan: FunctionPlan


@dataclass(frozen=True, slots=True)
class Reason:
    """Why code is not in the converted file, or raises there: a rule's code, the line of the text, and what is said."""

    code: str
    line: int
    message: str


@dataclass(eq=False)
class Program:
    """A file and what is to become of it."""

    module: Module
    plans: dict[str, FunctionPlan] = field(default_factory=dict)  # graph functions by qualified name
    kept: frozenset[str] = frozenset()  # of those, the ones that stay Python
    host_writes: dict[ast.stmt, Insertion] = field(default_factory=dict)  # statements that take back what calls change
    merged: dict[str, list[str]] = field(default_factory=dict)  # by functions, those made of them for shared arrays
    known_arrays: dict[str, frozenset[str]] = field(default_factory=dict)  # names in those
    global_plans: dict[str, FunctionPlan] = field(default_factory=dict)  # of those whose value maps to JAX
    handed: dict[ast.expr, Handed] = field(default_factory=dict)  # by places in host code: functions for compiled ones
    models: FileModels | None = None  # of a file that has models
    imports: Mapping_[str, str] = field(default_factory=dict)  # names that their code uses, and what imports them
    host_plans: dict[str, FunctionPlan] = field(default_factory=dict)  # beside them, of what stays Python
    headers: dict[ast.expr, Mapping] = field(default_factory=dict)  # what stands in definitions, by its name
    quoted: set[ast.expr] = field(default_factory=set)  # hints that name what there is no more
    left_out: dict[ast.stmt, Reason] = field(default_factory=dict)  # at the top, and in classes, beside models
    lost: dict[ast.stmt, tuple[str, ...]] = field(default_factory=dict)  # by those, the names that raise instead
    refused: set[ast.AST] = field(default_factory=set)  # what is refused in headers of functions
    raising: dict[ast.AST, Reason] = field(default_factory=dict)  # functions that raise when they are called
    is_live: bool = False  # the code around compiled functions is none of what is written

    def unsettled(self, module: Module) -> Program:
        """The same without what was noted of the code around compiled functions. `module`: that of this one's file."""
        plans = {name: copy(plan) for name, plan in self.plans.items()}
        for plan in plans.values():
            plan.entry = FunctionEntry(places=plan.entry.places, places_beside=plan.entry.places_beside)
        return replace(
            self,
            module=module,
            plans=plans,
            kept=frozenset(),
            host_writes={},
            merged={name: [*made] for name, made in self.merged.items()},
            global_plans={},
            handed={},
        )

    def is_compiled(self, definition: ast.stmt) -> bool:
        """The definition is that of a function that is compiled."""
        name = getattr(definition, "name", "")
        return self.compiled_as(name) is not None and self.module.functions[name].node is definition

    def compiled_as(self, name: str) -> FunctionPlan | None:
        """The plan of the function, if it is compiled."""
        return None if name in self.kept else self.plans.get(name)

    def array_globals(self, left: Container[str] | None = None) -> frozenset[str]:
        """Globals that compiled code reads as arrays. `left`: the functions that stay Python."""
        left = self.kept if left is None else left
        return frozenset().union(*(p.lines.array_globals for n, p in self.plans.items() if n not in left))

    @property
    def compiled(self) -> dict[str, FunctionPlan]:
        """The plans of functions that are compiled, by their names."""
        return {name: plan for name, plan in self.plans.items() if name not in self.kept}

    @property
    def made(self) -> frozenset[str]:
        """The functions that are no user's."""
        return frozenset(name for names in self.merged.values() for name in names)
