"""The compiled loops. Each module has a twin of the same name in `shiplap.reference`, which is its meaning."""
