"""The outline family: the definitions of source code."""
