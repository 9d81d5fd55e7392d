"""Benchmarks of the readers: files of many packages, what of them is in the text, and the speed."""
