"""The loops of shiplap in the plainest Python: the compiled core must give the same results on every input.

Read this package as the specification. Its code is not optimised, and must not be. Each family has a twin of the
same name in `shiplap._core`, and the tests compare the two. Texts are `str`; offsets are code points. This package
imports only the errors, the plans and the data tables of shiplap.
"""
