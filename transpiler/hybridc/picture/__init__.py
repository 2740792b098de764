"""Pictures of programs: `graph.py` is what is drawn, `reading.py` makes it of a file, the others write it."""
