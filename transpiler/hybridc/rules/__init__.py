"""Everything that can be reported: code, summary, why, example, what to write instead."""

from hybridc.rules.argument_mutation import ArgumentMutation
from hybridc.rules.array_identity import ArrayIdentity
from hybridc.rules.assumed_turn import AssumedTurn
from hybridc.rules.attribute_write import AttributeWrite
from hybridc.rules.automatic_precision import AutomaticPrecision
from hybridc.rules.base import Rule, catalogue
from hybridc.rules.boolean_arithmetic import BooleanArithmetic
from hybridc.rules.branch_structure import BranchStructure
from hybridc.rules.captured_attribute import CapturedAttribute
from hybridc.rules.changed_result import ChangedResult
from hybridc.rules.changing_closure import ChangingClosure
from hybridc.rules.clock import Clock
from hybridc.rules.damaged_graph import DamagedGraph
from hybridc.rules.damaged_weights import DamagedWeights
from hybridc.rules.different_meaning import DifferentMeaning
from hybridc.rules.dynamic_code import DynamicCode
from hybridc.rules.dynamic_shape import DynamicShape
from hybridc.rules.early_return import EarlyReturn
from hybridc.rules.encoding_problem import EncodingProblem
from hybridc.rules.forward_only import ForwardOnly
from hybridc.rules.generator import Generator
from hybridc.rules.global_mutation import GlobalMutation
from hybridc.rules.host_sync import HostSync
from hybridc.rules.in_place_method import InPlaceMethod
from hybridc.rules.in_place_operator import InPlaceOperator
from hybridc.rules.input_output import InputOutput
from hybridc.rules.integer_power import IntegerPower
from hybridc.rules.integer_width import IntegerWidth
from hybridc.rules.internal_error import InternalError
from hybridc.rules.item_assignment import ItemAssignment
from hybridc.rules.left_out_training import LeftOutTraining
from hybridc.rules.list_in_loop import ListInLoop
from hybridc.rules.loop_exit import LoopExit
from hybridc.rules.lost_mutation import LostMutation
from hybridc.rules.maybe_undefined import MaybeUndefined
from hybridc.rules.method_on_host import MethodOnHost
from hybridc.rules.mixed_frameworks import MixedFrameworks
from hybridc.rules.mutable_array import MutableArray
from hybridc.rules.mutated_global import MutatedGlobal
from hybridc.rules.nan_order import NanOrder
from hybridc.rules.narrow_dtype import NarrowDtype
from hybridc.rules.needs_hybridc import NeedsHybridc
from hybridc.rules.needs_left_out import NeedsLeftOut
from hybridc.rules.not_a_file import NotAFile
from hybridc.rules.out_argument import OutArgument
from hybridc.rules.python_scalar import PythonScalar
from hybridc.rules.rebound_global import ReboundGlobal
from hybridc.rules.repeated_index import RepeatedIndex
from hybridc.rules.shared_memory import SharedMemory
from hybridc.rules.stateful_randomness import StatefulRandomness
from hybridc.rules.static_needed import StaticNeeded
from hybridc.rules.syntax_problem import SyntaxProblem
from hybridc.rules.taken_for_number import TakenForNumber
from hybridc.rules.too_deep import TooDeep
from hybridc.rules.too_long import TooLong
from hybridc.rules.traced_boolean import TracedBoolean
from hybridc.rules.traced_conditional import TracedConditional
from hybridc.rules.traced_for import TracedFor
from hybridc.rules.traced_if import TracedIf
from hybridc.rules.traced_iteration import TracedIteration
from hybridc.rules.traced_print import TracedPrint
from hybridc.rules.traced_recursion import TracedRecursion
from hybridc.rules.traced_try import TracedTry
from hybridc.rules.traced_while import TracedWhile
from hybridc.rules.training_loop import TrainingLoop
from hybridc.rules.unchecked_index import UncheckedIndex
from hybridc.rules.uncut_gradient import UncutGradient
from hybridc.rules.unfitting_weights import UnfittingWeights
from hybridc.rules.unknown_call import UnknownCall
from hybridc.rules.unknown_directive import UnknownDirective
from hybridc.rules.unmapped_argument import UnmappedArgument
from hybridc.rules.unmapped_name import UnmappedName
from hybridc.rules.unmapped_operator import UnmappedOperator
from hybridc.rules.unreadable_file import UnreadableFile
from hybridc.rules.unrolled_loop import UnrolledLoop
from hybridc.rules.unsupported_framework import UnsupportedFramework
from hybridc.rules.unsupported_statement import UnsupportedStatement
from hybridc.rules.untraced_result import UntracedResult
from hybridc.rules.unused_ignore import UnusedIgnore
from hybridc.rules.unwritable_output import UnwritableOutput
from hybridc.rules.vanishing_check import VanishingCheck

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
    UncheckedIndex,
    VanishingCheck,
    IntegerWidth,
    TracedPrint,
    NanOrder,
    BooleanArithmetic,
    IntegerPower,
    AssumedTurn,
    NarrowDtype,
    ReboundGlobal,
    CapturedAttribute,
    MutableArray,
    MutatedGlobal,
    MethodOnHost,
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
    "CapturedAttribute",
    "ChangedResult",
    "ChangingClosure",
    "Clock",
    "DamagedGraph",
    "DamagedWeights",
    "DifferentMeaning",
    "DynamicCode",
    "DynamicShape",
    "EarlyReturn",
    "EncodingProblem",
    "ForwardOnly",
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
    "MutableArray",
    "MutatedGlobal",
    "NanOrder",
    "NarrowDtype",
    "NeedsHybridc",
    "NeedsLeftOut",
    "NotAFile",
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
