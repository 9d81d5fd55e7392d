"""The merging family: texts cut at separators, and the pieces merged into chunks."""
