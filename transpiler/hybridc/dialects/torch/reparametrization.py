"""Weights that are computed from other parameters, and parameters as one vector."""

LINES = """
    torch.nn.utils.weight_norm                             -> nn.utils.weight_norm                             : part wraps
    torch.nn.utils.remove_weight_norm                      -> nn.utils.remove_weight_norm                      : part wraps
    torch.nn.utils.spectral_norm                           -> nn.utils.spectral_norm                           : part wraps
    torch.nn.utils.remove_spectral_norm                    -> nn.utils.remove_spectral_norm                    : part wraps
    torch.nn.utils.weight_norm.weight_norm                 -> nn.utils.weight_norm                             : part wraps
    torch.nn.utils.weight_norm.remove_weight_norm          -> nn.utils.remove_weight_norm                      : part wraps
    torch.nn.utils.spectral_norm.spectral_norm             -> nn.utils.spectral_norm                           : part wraps
    torch.nn.utils.spectral_norm.remove_spectral_norm      -> nn.utils.remove_spectral_norm                    : part wraps
    torch.nn.utils.parametrizations.weight_norm            -> nn.utils.parametrizations.weight_norm            : part wraps
    torch.nn.utils.parametrizations.spectral_norm          -> nn.utils.parametrizations.spectral_norm          : part wraps
    torch.nn.utils.parametrizations.orthogonal             -> nn.utils.parametrizations.orthogonal             : part wraps
    torch.nn.utils.parametrize.register_parametrization    -> nn.utils.parametrize.register_parametrization    : part wraps
    torch.nn.utils.parametrize.remove_parametrizations     -> nn.utils.parametrize.remove_parametrizations     : part wraps
    torch.nn.utils.parametrize.ParametrizationList         -> nn.utils.parametrize.ParametrizationList         : part
    torch.nn.utils.parametrize.is_parametrized             -> nn.utils.parametrize.is_parametrized             : part
    torch.nn.utils.parametrize.type_before_parametrizations -> nn.utils.parametrize.type_before_parametrizations : part
    torch.nn.utils.parametrize.cached                      -> nn.utils.parametrize.cached                      : part entered
    torch.nn.utils.parameters_to_vector(parameters)        -> nn.utils.parameters_to_vector(...)               : dtype=?
    torch.nn.utils.vector_to_parameters                    -> nn.utils.vector_to_parameters                    : part
    torch.nn.utils.convert_parameters.parameters_to_vector(parameters) -> nn.utils.parameters_to_vector(...)   : dtype=?
    torch.nn.utils.convert_parameters.vector_to_parameters -> nn.utils.vector_to_parameters                    : part
"""
