# cython: language_level=3
"""Which instruction set the C primitives use."""

from shiplap._core.csrc cimport shiplap_isa, shiplap_isa_name, shiplap_isa_supported, shiplap_isa_use


def current():
    """The name of the instruction set in use: "scalar", "avx2" or "avx512"."""
    return shiplap_isa_name(shiplap_isa()).decode()


def supported():
    """The names that this processor can use, plainest first. SHIPLAP_DISABLE does not change it."""
    return tuple(shiplap_isa_name(isa).decode() for isa in range(shiplap_isa_supported() + 1))


def use(name):
    """Use the instruction set of that name from now on, in every thread. For tests and benchmarks."""
    names = supported()
    if name not in names:
        raise ValueError(f"{name!r} is not one of {', '.join(names)}")
    shiplap_isa_use(names.index(name))
