"""What `hybridc.runtime.control` is made of: branches, loops, writes, and what Python asks of values."""
