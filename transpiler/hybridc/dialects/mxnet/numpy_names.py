"""What names mean where a file works in NumPy's way, before all other lines."""

LINES = """
    mxnet.is_np_array()                          -> True : static
    mxnet.util.is_np_array()                     -> True : static
"""
