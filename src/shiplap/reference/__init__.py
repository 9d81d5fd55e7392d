"""The loops of shiplap in the plainest Python: what the compiled core must give, on every input.

Read it as the specification. Nothing here is optimised, and nothing may be: each file has a twin of the same
name in `shiplap._core`, and the tests hold the two side by side. Texts are `str`; positions are code points.
This package imports nothing of shiplap but the errors and the data tables.
"""
