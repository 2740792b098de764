"""The interpretation of functions whose arrays are mutable while they are traced: the table of what differs."""

from __future__ import annotations

from dataclasses import replace

from hybridc.interpret.arrays import ARRAYS
from hybridc.interpret.evaluation import Run
from hybridc.interpret.policy import Policy
from hybridc.interpret.references import effects, writes
from hybridc.program.state import State

REFERENCES: Policy[Run] = replace(
    ARRAYS,
    calls=replace(
        ARRAYS.calls,
        call=effects.call,
        change_arguments=effects.change_arguments,
        changes_arguments=effects.changes_arguments,
        check_nested=effects.check_nested,
    ),
    writes=replace(
        ARRAYS.writes,
        write_element=writes.write_element,
        augmented_element=writes.augmented_element,
        augmented_name=writes.augmented_name,
        attribute_write=writes.attribute_write,
        may_write=writes.may_write,
        element_to_change=writes.element_to_change,
        is_set_by_python=writes.is_set_by_python,
        is_taken_for_number=writes.is_taken_for_number,
        rests_on_numbers=writes.rests_on_numbers,
    ),
)


def reference_run(state: State) -> Run:
    """A run over such a function."""
    return Run(state, REFERENCES)
