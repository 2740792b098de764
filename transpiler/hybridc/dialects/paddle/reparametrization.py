"""Weights that are computed from other parameters before each call."""

LINES = """
    paddle.nn.utils.weight_norm                           -> nn.utils.weight_norm : part wraps
    paddle.nn.utils.remove_weight_norm                    -> nn.utils.remove_weight_norm : part wraps
    paddle.nn.utils.spectral_norm                         -> nn.utils.spectral_norm : part wraps
    paddle.nn.spectral_norm                               -> nn.utils.spectral_norm : part wraps
    paddle.nn.SpectralNorm                                -> nn.SpectralNorm : part fresh
    paddle.nn.utils.parameters_to_vector                  -> nn.utils.parameters_to_vector
"""
