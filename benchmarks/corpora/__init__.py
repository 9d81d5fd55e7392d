"""The texts of the benchmarks: where they come from, how they are read, how they are cut."""
