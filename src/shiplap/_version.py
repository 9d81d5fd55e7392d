"""The version, in one place: read by the build and by `shiplap.__version__`."""

__version__ = "0.1.0"
