"""The interpretation of functions on arrays."""

from __future__ import annotations

import ast

from hybridc.interpret import (
    arithmetic,
    booleans,
    branching,
    calls,
    changed_arguments,
    containers,
    elements,
    evaluation,
    expressions,
    in_place_calls,
    interpreter,
    local_calls,
    mutation,
    nested,
    records,
    results,
    writes,
)
from hybridc.interpret.evaluation import Run
from hybridc.interpret.looping import iteration, loops
from hybridc.interpret.policy import CallPolicy, FlowPolicy, Policy, ValuePolicy, WritePolicy
from hybridc.program.state import State

ARRAYS: Policy[Run] = Policy(
    expressions={
        ast.BoolOp: booleans.boolop,
        ast.NamedExpr: expressions.namedexpr,
        ast.BinOp: arithmetic.binop,
        ast.UnaryOp: booleans.unaryop,
        ast.Lambda: expressions.lambda_value,
        ast.IfExp: booleans.ifexp,
        ast.Dict: elements.dict_value,
        ast.Set: elements.set_value,
        ast.ListComp: elements.listcomp,
        ast.DictComp: elements.dictcomp,
        ast.GeneratorExp: elements.generatorexp,
        ast.Compare: booleans.compare,
        ast.Call: expressions.call_value,
        ast.JoinedStr: expressions.joinedstr,
        ast.Constant: expressions.constant_value,
        ast.Attribute: records.attribute,
        ast.Subscript: elements.subscript,
        ast.Starred: elements.starred,
        ast.Name: expressions.name_value,
        ast.List: elements.list_value,
        ast.Tuple: elements.tuple_value,
        ast.Slice: elements.slice_value,
    },
    statements={
        ast.Expr: interpreter.expression_statement,
        ast.Assign: interpreter.assign,
        ast.AnnAssign: interpreter.annotated,
        ast.AugAssign: mutation.augmented,
        ast.Return: interpreter.return_statement,
        ast.If: branching.if_statement,
        ast.While: loops.while_loop,
        ast.For: loops.for_loop,
        ast.Break: interpreter.exit_statement,
        ast.Continue: interpreter.exit_statement,
        ast.Assert: interpreter.assert_statement,
        ast.Raise: interpreter.raise_statement,
        ast.FunctionDef: nested.nested_function,
        ast.Match: branching.match_statement,
    },
    reports=evaluation.reports_all,
    values=ValuePolicy(
        truth=booleans.truth,
        boolean=booleans.boolean,
        negated=booleans.negated,
        leaves_out=booleans.leaves_out,
        chosen=elements.chosen,
        qualified=expressions.qualified,
        lambda_parameter=expressions.lambda_parameter,
        comprehension=elements.comprehension,
        value_source=iteration.value_source,
        is_demanded=evaluation.is_demanded,
        unroll_index=calls.unroll_index,
        can_unroll=iteration.can_unroll,
    ),
    calls=CallPolicy(
        call=calls.call,
        unmapped=calls.unmapped,
        refuse=calls.refuse,
        result_of=results.result_of,
        cast=calls.cast,
        method_lines=calls.method_lines,
        made_text=calls.made_text,
        check_nested=local_calls.check_nested,
        binding_given=local_calls.binding_given,
        function_returned=interpreter.function_returned,
        changes_arguments=nested.changes_arguments,
        change_arguments=changed_arguments.change_arguments,
        is_seen=changed_arguments.is_seen,
        takes_back=changed_arguments.takes_back,
        asked_to_write=in_place_calls.asked_to_write,
        writes_in_place=in_place_calls.writes_in_place,
    ),
    writes=WritePolicy(
        write_element=writes.write_element,
        may_write=writes.may_write,
        is_seen_when_it_runs=writes.is_seen_when_it_runs,
        attribute_write=mutation.attribute_write,
        augmented_element=mutation.augmented_element,
        augmented_name=mutation.augmented_name,
        static_augmented=mutation.static_augmented,
        update_array=mutation.update_array,
        gets_a_new_one=mutation.gets_a_new_one,
        is_set_by_python=mutation.is_set_by_python,
        element_to_change=containers.element_to_change,
        is_taken_for_number=containers.is_taken_for_number,
        rests_on_numbers=containers.rests_on_numbers,
    ),
    flow=FlowPolicy(
        block=interpreter.block,
        statement=interpreter.statement,
        prints=interpreter.prints,
        print_statement=interpreter.print_statement,
    ),
)


def array_run(state: State) -> Run:
    """A run over a function on arrays."""
    return Run(state, ARRAYS)
