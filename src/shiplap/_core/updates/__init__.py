"""The family `updates` of the core: its twin is `shiplap.reference.updates`."""
