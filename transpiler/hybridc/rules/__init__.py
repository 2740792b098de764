"""Everything that can be reported: code, summary, why, example, what to write instead."""

from hybridc.rules.base import Rule, catalogue
from hybridc.rules.calls.different_meaning import DifferentMeaning
from hybridc.rules.calls.dynamic_shape import DynamicShape
from hybridc.rules.calls.host_sync import HostSync
from hybridc.rules.calls.mixed_frameworks import MixedFrameworks
from hybridc.rules.calls.needs_hybridc import NeedsHybridc
from hybridc.rules.calls.needs_left_out import NeedsLeftOut
from hybridc.rules.calls.other_library import OtherLibrary
from hybridc.rules.calls.python_scalar import PythonScalar
from hybridc.rules.calls.stateful_randomness import StatefulRandomness
from hybridc.rules.calls.training_loop import TrainingLoop
from hybridc.rules.calls.unfitting_weights import UnfittingWeights
from hybridc.rules.calls.unknown_call import UnknownCall
from hybridc.rules.calls.unmapped_argument import UnmappedArgument
from hybridc.rules.calls.unmapped_name import UnmappedName
from hybridc.rules.calls.unmapped_operator import UnmappedOperator
from hybridc.rules.calls.unsupported_framework import UnsupportedFramework
from hybridc.rules.control.branch_structure import BranchStructure
from hybridc.rules.control.changing_closure import ChangingClosure
from hybridc.rules.control.early_return import EarlyReturn
from hybridc.rules.control.forward_only import ForwardOnly
from hybridc.rules.control.generator import Generator
from hybridc.rules.control.list_in_loop import ListInLoop
from hybridc.rules.control.loop_exit import LoopExit
from hybridc.rules.control.maybe_undefined import MaybeUndefined
from hybridc.rules.control.static_needed import StaticNeeded
from hybridc.rules.control.traced_boolean import TracedBoolean
from hybridc.rules.control.traced_conditional import TracedConditional
from hybridc.rules.control.traced_for import TracedFor
from hybridc.rules.control.traced_if import TracedIf
from hybridc.rules.control.traced_iteration import TracedIteration
from hybridc.rules.control.traced_recursion import TracedRecursion
from hybridc.rules.control.traced_try import TracedTry
from hybridc.rules.control.traced_while import TracedWhile
from hybridc.rules.control.unrolled_loop import UnrolledLoop
from hybridc.rules.control.unsupported_statement import UnsupportedStatement
from hybridc.rules.control.untraced_result import UntracedResult
from hybridc.rules.files.damaged_graph import DamagedGraph
from hybridc.rules.files.damaged_weights import DamagedWeights
from hybridc.rules.files.encoding_problem import EncodingProblem
from hybridc.rules.files.internal_error import InternalError
from hybridc.rules.files.not_a_file import NotAFile
from hybridc.rules.files.syntax_problem import SyntaxProblem
from hybridc.rules.files.too_deep import TooDeep
from hybridc.rules.files.too_long import TooLong
from hybridc.rules.files.unknown_directive import UnknownDirective
from hybridc.rules.files.unreadable_file import UnreadableFile
from hybridc.rules.files.unused_ignore import UnusedIgnore
from hybridc.rules.files.unwritable_output import UnwritableOutput
from hybridc.rules.mutation.argument_mutation import ArgumentMutation
from hybridc.rules.mutation.array_identity import ArrayIdentity
from hybridc.rules.mutation.attribute_write import AttributeWrite
from hybridc.rules.mutation.changed_result import ChangedResult
from hybridc.rules.mutation.global_mutation import GlobalMutation
from hybridc.rules.mutation.in_place_method import InPlaceMethod
from hybridc.rules.mutation.in_place_operator import InPlaceOperator
from hybridc.rules.mutation.item_assignment import ItemAssignment
from hybridc.rules.mutation.lost_mutation import LostMutation
from hybridc.rules.mutation.mutable_array import MutableArray
from hybridc.rules.mutation.out_argument import OutArgument
from hybridc.rules.mutation.shared_memory import SharedMemory
from hybridc.rules.mutation.taken_for_number import TakenForNumber
from hybridc.rules.numbers.assumed_turn import AssumedTurn
from hybridc.rules.numbers.automatic_precision import AutomaticPrecision
from hybridc.rules.numbers.boolean_arithmetic import BooleanArithmetic
from hybridc.rules.numbers.complex_root import ComplexRoot
from hybridc.rules.numbers.empty_selection import EmptySelection
from hybridc.rules.numbers.integer_power import IntegerPower
from hybridc.rules.numbers.integer_width import IntegerWidth
from hybridc.rules.numbers.left_out_training import LeftOutTraining
from hybridc.rules.numbers.mixed_numbers import MixedNumbers
from hybridc.rules.numbers.nan_order import NanOrder
from hybridc.rules.numbers.narrow_dtype import NarrowDtype
from hybridc.rules.numbers.repeated_index import RepeatedIndex
from hybridc.rules.numbers.traced_print import TracedPrint
from hybridc.rules.numbers.unchecked_index import UncheckedIndex
from hybridc.rules.numbers.uncut_gradient import UncutGradient
from hybridc.rules.numbers.vanishing_check import VanishingCheck
from hybridc.rules.surroundings.called_in_loop import CalledInLoop
from hybridc.rules.surroundings.captured_attribute import CapturedAttribute
from hybridc.rules.surroundings.clock import Clock
from hybridc.rules.surroundings.dynamic_code import DynamicCode
from hybridc.rules.surroundings.function_on_host import FunctionOnHost
from hybridc.rules.surroundings.input_output import InputOutput
from hybridc.rules.surroundings.method_on_host import MethodOnHost
from hybridc.rules.surroundings.mutated_global import MutatedGlobal
from hybridc.rules.surroundings.rebound_global import ReboundGlobal

RULES = catalogue(
    HostSync,
    PythonScalar,
    TracedIf,
    TracedWhile,
    TracedFor,
    TracedConditional,
    TracedBoolean,
    UnrolledLoop,
    ForwardOnly,
    EarlyReturn,
    LoopExit,
    ListInLoop,
    MaybeUndefined,
    BranchStructure,
    Generator,
    TracedTry,
    TracedIteration,
    StaticNeeded,
    TracedRecursion,
    UnsupportedStatement,
    ChangingClosure,
    ItemAssignment,
    InPlaceOperator,
    RepeatedIndex,
    SharedMemory,
    ArgumentMutation,
    ArrayIdentity,
    GlobalMutation,
    InPlaceMethod,
    OutArgument,
    LostMutation,
    AttributeWrite,
    ChangedResult,
    TakenForNumber,
    UnmappedName,
    DifferentMeaning,
    DynamicShape,
    EmptySelection,
    StatefulRandomness,
    UnmappedArgument,
    UncutGradient,
    LeftOutTraining,
    AutomaticPrecision,
    UnknownCall,
    UnsupportedFramework,
    TrainingLoop,
    NeedsHybridc,
    NeedsLeftOut,
    MixedFrameworks,
    OtherLibrary,
    UncheckedIndex,
    VanishingCheck,
    IntegerWidth,
    TracedPrint,
    NanOrder,
    BooleanArithmetic,
    IntegerPower,
    ComplexRoot,
    MixedNumbers,
    AssumedTurn,
    NarrowDtype,
    ReboundGlobal,
    CapturedAttribute,
    MutableArray,
    MutatedGlobal,
    MethodOnHost,
    FunctionOnHost,
    CalledInLoop,
    InputOutput,
    Clock,
    DynamicCode,
    UntracedResult,
    UnusedIgnore,
    UnknownDirective,
    SyntaxProblem,
    EncodingProblem,
    UnreadableFile,
    TooDeep,
    UnwritableOutput,
    UnfittingWeights,
    UnmappedOperator,
    DamagedWeights,
    TooLong,
    DamagedGraph,
    InternalError,
    NotAFile,
)

__all__ = [
    "RULES",
    "ArgumentMutation",
    "ArrayIdentity",
    "AssumedTurn",
    "AttributeWrite",
    "AutomaticPrecision",
    "BooleanArithmetic",
    "BranchStructure",
    "CalledInLoop",
    "CapturedAttribute",
    "ChangedResult",
    "ChangingClosure",
    "Clock",
    "ComplexRoot",
    "DamagedGraph",
    "DamagedWeights",
    "DifferentMeaning",
    "DynamicCode",
    "DynamicShape",
    "EarlyReturn",
    "EmptySelection",
    "EncodingProblem",
    "ForwardOnly",
    "FunctionOnHost",
    "Generator",
    "GlobalMutation",
    "HostSync",
    "InPlaceMethod",
    "InPlaceOperator",
    "InputOutput",
    "IntegerPower",
    "IntegerWidth",
    "InternalError",
    "ItemAssignment",
    "LeftOutTraining",
    "ListInLoop",
    "LoopExit",
    "LostMutation",
    "MaybeUndefined",
    "MethodOnHost",
    "MixedFrameworks",
    "MixedNumbers",
    "MutableArray",
    "MutatedGlobal",
    "NanOrder",
    "NarrowDtype",
    "NeedsHybridc",
    "NeedsLeftOut",
    "NotAFile",
    "OtherLibrary",
    "OutArgument",
    "PythonScalar",
    "ReboundGlobal",
    "RepeatedIndex",
    "Rule",
    "SharedMemory",
    "StatefulRandomness",
    "StaticNeeded",
    "SyntaxProblem",
    "TakenForNumber",
    "TooDeep",
    "TooLong",
    "TracedBoolean",
    "TracedConditional",
    "TracedFor",
    "TracedIf",
    "TracedIteration",
    "TracedPrint",
    "TracedRecursion",
    "TracedTry",
    "TracedWhile",
    "TrainingLoop",
    "UncheckedIndex",
    "UncutGradient",
    "UnfittingWeights",
    "UnknownCall",
    "UnknownDirective",
    "UnmappedArgument",
    "UnmappedName",
    "UnmappedOperator",
    "UnreadableFile",
    "UnrolledLoop",
    "UnsupportedFramework",
    "UnsupportedStatement",
    "UntracedResult",
    "UnusedIgnore",
    "UnwritableOutput",
    "VanishingCheck",
    "catalogue",
]
