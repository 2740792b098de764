"""What Gluon's layers compute, as functions of arrays."""
