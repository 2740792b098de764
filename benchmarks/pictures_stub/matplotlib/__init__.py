"""Stands for matplotlib where scripts are timed: what draws costs nothing on either side."""
