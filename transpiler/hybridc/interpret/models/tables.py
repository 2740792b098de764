"""The interpretation of methods of models, and of functions beside them."""

from __future__ import annotations

import ast

from hybridc.interpret import (
    booleans,
    branching,
    calls,
    containers,
    elements,
    expressions,
    interpreter,
    mutation,
    nested,
    results,
)
from hybridc.interpret.looping import iteration, loops
from hybridc.interpret.models import attributes as model_attributes
from hybridc.interpret.models import calls as model_calls
from hybridc.interpret.models import flow as model_flow
from hybridc.interpret.models import kept as model_kept
from hybridc.interpret.models import layers as model_layers
from hybridc.interpret.models import methods as model_methods
from hybridc.interpret.models import operators as model_operators
from hybridc.interpret.models import outside as model_outside
from hybridc.interpret.models import part_calls as model_part_calls
from hybridc.interpret.models import rows as model_rows
from hybridc.interpret.models import unnamed as model_unnamed
from hybridc.interpret.models import writes as model_writes
from hybridc.interpret.models.run import ModelRun, PartPolicy
from hybridc.interpret.policy import CallPolicy, FlowPolicy, Policy, ValuePolicy, WritePolicy
from hybridc.program.models import FileModels
from hybridc.program.state import State

MODELS: Policy[ModelRun] = Policy(
    expressions={
        ast.BoolOp: booleans.boolop,
        ast.NamedExpr: expressions.namedexpr,
        ast.BinOp: model_calls.binop,
        ast.UnaryOp: model_operators.unaryop,
        ast.Lambda: model_writes.lambda_value,
        ast.IfExp: model_flow.ifexp,
        ast.Dict: elements.dict_value,
        ast.Set: elements.set_value,
        ast.ListComp: elements.listcomp,
        ast.DictComp: elements.dictcomp,
        ast.GeneratorExp: elements.generatorexp,
        ast.Compare: model_operators.compare,
        ast.Call: expressions.call_value,
        ast.JoinedStr: model_attributes.joinedstr,
        ast.Constant: expressions.constant_value,
        ast.Attribute: model_attributes.attribute,
        ast.Subscript: model_outside.subscript,
        ast.Starred: elements.starred,
        ast.Name: model_attributes.name_value,
        ast.List: elements.list_value,
        ast.Tuple: elements.tuple_value,
        ast.Slice: elements.slice_value,
    },
    statements={
        ast.Expr: interpreter.expression_statement,
        ast.Assign: model_rows.assign,
        ast.AnnAssign: interpreter.annotated,
        ast.AugAssign: mutation.augmented,
        ast.Return: interpreter.return_statement,
        ast.If: model_flow.if_statement,
        ast.While: loops.while_loop,
        ast.For: model_rows.for_loop,
        ast.Break: interpreter.exit_statement,
        ast.Continue: interpreter.exit_statement,
        ast.Assert: interpreter.assert_statement,
        ast.Raise: interpreter.raise_statement,
        ast.FunctionDef: nested.nested_function,
        ast.Match: branching.match_statement,
    },
    reports=model_attributes.reports,
    values=ValuePolicy(
        truth=model_operators.truth,
        boolean=model_flow.boolean,
        negated=model_flow.negated,
        leaves_out=booleans.leaves_out,
        chosen=elements.chosen,
        qualified=model_attributes.qualified,
        lambda_parameter=expressions.lambda_parameter,
        comprehension=model_rows.comprehension,
        value_source=model_rows.value_source,
        is_demanded=model_attributes.is_demanded,
        unroll_index=calls.unroll_index,
        can_unroll=iteration.can_unroll,
    ),
    calls=CallPolicy(
        call=model_calls.call,
        unmapped=calls.unmapped,
        refuse=calls.refuse,
        result_of=results.result_of,
        cast=model_calls.cast,
        method_lines=model_attributes.method_lines,
        made_text=calls.made_text,
        check_nested=model_writes.check_nested,
        binding_given=model_calls.binding_given,
        function_returned=model_calls.function_returned,
        changes_arguments=model_writes.changes_arguments,
        change_arguments=model_writes.change_arguments,
        is_seen=model_writes.is_seen,
        takes_back=model_writes.takes_back,
        asked_to_write=model_writes.asked_to_write,
        writes_in_place=model_writes.writes_in_place,
    ),
    writes=WritePolicy(
        write_element=model_outside.write_element,
        may_write=model_kept.may_write,
        is_seen_when_it_runs=model_writes.is_seen_when_it_runs,
        attribute_write=model_kept.attribute_write,
        augmented_element=model_outside.augmented_element,
        augmented_name=model_calls.augmented_name,
        static_augmented=model_calls.static_augmented,
        update_array=model_writes.update_array,
        gets_a_new_one=model_operators.gets_a_new_one,
        is_set_by_python=model_attributes.is_set_by_python,
        element_to_change=model_unnamed.element_to_change,
        is_taken_for_number=model_writes.is_taken_for_number,
        rests_on_numbers=containers.rests_on_numbers,
    ),
    flow=FlowPolicy(
        block=interpreter.block,
        statement=model_flow.statement,
        prints=interpreter.prints,
        print_statement=interpreter.print_statement,
    ),
)

PARTS: PartPolicy[ModelRun] = PartPolicy(
    makes_tables=True,
    draws=model_methods.draws,
    element=model_rows.element,
    model_method=model_methods.model_method,
    model_named=model_calls.model_named,
    draws_unseen=model_calls.draws_unseen,
    leaves_unknown=model_operators.leaves_unknown,
    tells=model_layers.tells,
    write_as_callee=model_part_calls.write_as_callee,
)


def model_run(state: State, models: FileModels) -> ModelRun:
    """A run over a method of a model, or a function beside models."""
    run = ModelRun(state, MODELS, PARTS, models)
    model_attributes.enter(run)
    return run
