"""What `hybridc.runtime.checks` is made of: which check of compiled code failed first."""
