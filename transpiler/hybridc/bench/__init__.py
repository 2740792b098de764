"""`hybridc bench`: how long the calls of a model or a function take, as it was written and as it was converted.

`running.py` leads; `systems/` and `worker/` are all that runs the user's code, in processes of their own.
"""
