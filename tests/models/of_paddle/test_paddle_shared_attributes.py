"""Attributes of Paddle's models that share memory: what is written into one the others show, and setting one ends it."""

from against_paddle import assert_same, converted, original
from sharing_attributes import kept_program, program


def test_setting_one_of_two_that_share_memory_leaves_the_other_what_it_was():
    text = program("import paddle\nfrom paddle import nn\n", "nn.Layer", "paddle.ones([3])")
    for operator in ("self.q = self.q + x", "self.q += x"):
        file = text.replace("self.q = self.q + x", operator)
        module, result = converted(file)
        there = original(file).out
        assert not result.refusals and len(there) > 30
        for case, expected in there.items():
            assert_same(module.out[case], expected)


def test_what_code_around_a_model_keeps_shows_what_is_written_into_the_attribute_until_it_is_set():
    file = kept_program(
        "import paddle\nfrom paddle import nn\n", "nn.Layer", "paddle.ones([3])", "reshape([3, 1])[:, 0]"
    )
    module, result = converted(file)
    there = original(file).out
    assert not result.refusals and len(there) > 25
    for case, expected in there.items():
        assert_same(module.out[case], expected)
