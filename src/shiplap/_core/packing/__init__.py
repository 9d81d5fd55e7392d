"""The packing family: the cheapest chunks of code and of mixed documents."""
