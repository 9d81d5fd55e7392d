"""Mutation tests: each change of a rule must be killed by the tests of its family. Not a part of CI.

    python -m tests.mutation reference [FAMILY ...]     all mutants of shiplap.reference, made by cosmic-ray
    python -m tests.mutation core [FAMILY ...]          a sample of the comparisons in the Cython sources

See docs/contributing/developing.md.
"""
