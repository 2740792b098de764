"""Methods of models that go by other names in the runtime, where `parameters` and `apply` are pure.

`Computing`: those that write parameters, in what computes.
"""

LINES = """
    Module.parameters(self, recurse=True) -> self.each_parameter(...)

    Computing.apply(self, fn) -> ! HYB402 write the parameters before the model runs, or in a loop over `self.parameters()` : functions
    Computing.reset_parameters(self) -> ! HYB402 initialise parameters before the model runs
    Computing.load_state_dict(self, state_dict, strict=True, assign=False) -> ! HYB402 load weights before the model runs
"""
