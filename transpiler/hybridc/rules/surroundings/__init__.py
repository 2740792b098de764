"""HYB6xx and HYB7xx: globals, closures, files, clocks: what is around a compiled function."""
