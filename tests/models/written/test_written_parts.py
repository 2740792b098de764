"""Models that reach one of their parts, take its array, write it in place and read it: some of all ways to do so.

`tests/long/test_reached_parts.py` draws others.
"""

import pytest

from forwards.running import verdict
from reached_parts.programs import made

# The way, how its array is taken, what writes it, what reads it, and what kind of array it is.
WRITTEN = [
    "and-view_tail-mul_out-diff-buffer",
    "enumerate-tuple_unpack-chain-part_name-attr",
    "for_hasattr-data-imul-clone-param",
    "modules_dict-for-iadd-second_call-bnmean",
    "inner_rebind_other-function-add_-old_alias-bnvar",
    "genexp_list-pass-add_alpha-call-bnweight",
    "dict_list-flat_direct-clamp_-old_part-buffer",
    "shared_user-tuple_index-setslice-all-attr",
    "zip_two-view_all-copy_-closure-param",
    "inner_for-list-out-itself-bnmean",
    "aliased_for-getattr-data_add_-item-bnvar",
    "range_name-function_direct-lerp_-call_before-bnweight",
    "held_unpack-detach-masked_fill_-alt-buffer",
    "group_for-lambda-setdots-tuple-attr",
    "chain_for-direct-fill_-path-param",
    "list_display-reshape-isub-item-bnvar",
    "function_picks_net-own_method-zero_-path_late-bnweight",
    "base_class-view_of_name-mul_-report-buffer",
    "range_down-name-helper-get-attr",
    "dict_keys-walrus-setitem-name-param",
    "nested_returns-detach_direct-copy_self-second_call_alt-bnmean",
    "for_isinstance-ifexp-setitem_neg-all-bnvar",
    "get_submodule_deep-pass_view-slice_imul-named-bnweight",
    "tuple_of-view-itruediv-state_dict-buffer",
    "comp_for-list_append-slice_add_-diff-attr",
    "list_add-method_direct-data_iadd-all-param",
    "dict_list_for-property-elem_iadd-all-bnmean",
    "group_index-next_buffers-data_add_-old_alias-buffer",
    "held_tuple-view_direct-isub-tuple-param",
    "aliased_last-alias-out-getattr-bnmean",
    "lambda_pick_arg-pass_method-zero_-old_alias-bnweight",
    "property-dict-iadd-alt-attr",
    "enumerate_if-flat-copy_self-state_dict-param",
    "dict_items_if-named_buffers-add_alpha-old_part-bnmean",
    "function_kwargs-list_direct-helper-diff-bnvar",
    "inner_name-named_parameters-copy_self-report-bnweight",
    "seq_run-getattr_direct-chain-second_call-attr",
    "shared_owner-_buffers-iadd-all-bnmean",
    "enumerate_index-tuple_one-itruediv-part_name-bnvar",
    "inner_for_name-pass_name-imul-second_call_alt-bnweight",
    "map-own_method-iadd-path-attr",
    "bound_method-method-add_-name-bnmean",
    "for_built-data-sub_-report-bnvar",
    "nested_loop-tuple-copy_-diff-buffer",
    "nested_default-pass_name-imul-old_alias-param",
    "nested_capture-name-zero_-old_alias-buffer",
    "nested_loop-own_method-setdots-old_alias-buffer",
    "write_in_call-function_direct-chain-old_alias-attr",
]
CLEAN = ["for-clean-call_out-buffer", "dict_items-clean-clone_iadd-param", "children-clean-read_name-bnmean"]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_part_was_written_is_seen_at_every_call(name):
    assert_same(name)


@pytest.mark.parametrize("name", CLEAN)
def test_parts_that_are_not_written_stay(name):
    assert_same(name)


def assert_same(name):
    program = made(name, seed=0)
    found = verdict(program)
    assert found.outcome == "same", f"{found.outcome}: {found.detail}\n{program.source}"
