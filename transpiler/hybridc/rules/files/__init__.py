"""HYB8xx and HYB9xx: directives, and files that cannot be read or written."""
