"""What parameters are known to be: by their hints, defaults and uses, and by tests."""
