"""Lists, dicts and objects that models hold, and write into while they run."""
