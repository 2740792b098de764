"""PyTorch's layers, some to a file."""
