"""The interpretation of Python that stays beside models."""

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
from hybridc.interpret.beside import flow as host_flow
from hybridc.interpret.beside import methods as host_methods
from hybridc.interpret.beside import python as host_python
from hybridc.interpret.beside import writes as host_writes
from hybridc.interpret.beside.run import HostRun
from hybridc.interpret.looping import iteration
from hybridc.interpret.models import attributes as model_attributes
from hybridc.interpret.models import calls as model_calls
from hybridc.interpret.models import flow as model_flow
from hybridc.interpret.models import operators as model_operators
from hybridc.interpret.models import rows as model_rows
from hybridc.interpret.models import unnamed as model_unnamed
from hybridc.interpret.models import writes as model_writes
from hybridc.interpret.models.run import PartPolicy
from hybridc.interpret.policy import CallPolicy, FlowPolicy, Policy, ValuePolicy, WritePolicy
from hybridc.program.memory.host_kept import Writers
from hybridc.program.models import FileModels
from hybridc.program.state import State

HOST: Policy[HostRun] = Policy(
    expressions={
        ast.BoolOp: booleans.boolop,
        ast.NamedExpr: expressions.namedexpr,
        ast.BinOp: host_python.binop,
        ast.UnaryOp: host_python.unaryop,
        ast.Lambda: host_flow.lambda_value,
        ast.IfExp: model_flow.ifexp,
        ast.Dict: elements.dict_value,
        ast.Set: elements.set_value,
        ast.ListComp: elements.listcomp,
        ast.DictComp: elements.dictcomp,
        ast.GeneratorExp: elements.generatorexp,
        ast.Compare: host_python.compare,
        ast.Call: expressions.call_value,
        ast.JoinedStr: model_attributes.joinedstr,
        ast.Constant: expressions.constant_value,
        ast.Attribute: host_python.attribute,
        ast.Subscript: host_python.subscript,
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
        ast.If: host_flow.if_statement,
        ast.While: host_flow.while_loop,
        ast.For: host_flow.for_loop,
        ast.Break: interpreter.exit_statement,
        ast.Continue: interpreter.exit_statement,
        ast.Assert: interpreter.assert_statement,
        ast.Raise: interpreter.raise_statement,
        ast.FunctionDef: nested.nested_function,
        ast.Match: branching.match_statement,
    },
    reports=host_flow.reports,
    values=ValuePolicy(
        truth=model_operators.truth,
        boolean=model_flow.boolean,
        negated=model_flow.negated,
        leaves_out=host_flow.leaves_out,
        chosen=elements.chosen,
        qualified=host_python.qualified,
        lambda_parameter=host_flow.lambda_parameter,
        comprehension=model_rows.comprehension,
        value_source=model_rows.value_source,
        is_demanded=model_attributes.is_demanded,
        unroll_index=calls.unroll_index,
        can_unroll=iteration.can_unroll,
    ),
    calls=CallPolicy(
        call=host_python.call,
        unmapped=calls.unmapped,
        refuse=host_methods.refuse,
        result_of=results.result_of,
        cast=model_calls.cast,
        method_lines=host_methods.method_lines,
        made_text=host_python.made_text,
        check_nested=model_writes.check_nested,
        binding_given=model_calls.binding_given,
        function_returned=model_calls.function_returned,
        changes_arguments=model_writes.changes_arguments,
        change_arguments=host_writes.change_arguments,
        is_seen=model_writes.is_seen,
        takes_back=model_writes.takes_back,
        asked_to_write=model_writes.asked_to_write,
        writes_in_place=host_writes.writes_in_place,
    ),
    writes=WritePolicy(
        write_element=host_writes.write_element,
        may_write=host_writes.may_write,
        is_seen_when_it_runs=model_writes.is_seen_when_it_runs,
        attribute_write=host_python.attribute_write,
        augmented_element=host_writes.augmented_element,
        augmented_name=host_writes.augmented_name,
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
        statement=host_flow.statement,
        prints=host_flow.prints,
        print_statement=host_flow.print_statement,
    ),
)

PARTS: PartPolicy[HostRun] = PartPolicy(
    makes_tables=False,
    draws=host_python.draws,
    element=model_rows.element,
    model_method=host_methods.model_method,
    model_named=host_python.model_named,
    draws_unseen=host_python.draws_unseen,
    leaves_unknown=host_flow.leaves_unknown,
    tells=host_python.tells,
    write_as_callee=host_writes.write_as_callee,
)


def host_run(state: State, models: FileModels, writers: Writers, is_called: bool = False) -> HostRun:
    """A run over Python that stays beside models."""
    run = HostRun(state, HOST, PARTS, models, writers, is_called)
    model_attributes.enter(run)
    return run
