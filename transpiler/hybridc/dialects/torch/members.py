"""Methods of models that go by other names in the runtime, where `parameters` and `apply` are pure."""

LINES = """
    Module.parameters(self, recurse=True) -> self.each_parameter(...)
"""
