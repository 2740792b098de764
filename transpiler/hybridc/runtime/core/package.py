"""The name of the runtime's package: a copy of it may lie beside modules that stand alone."""

RUNTIME = __name__.removesuffix(".core.package")
