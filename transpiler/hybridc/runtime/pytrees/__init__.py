"""What compiled functions are given and give besides arrays: dicts in their order, records, Python's objects."""
