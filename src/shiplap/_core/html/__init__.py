"""The provenance family: the rows of a table of spans that each chunk has, and its boxes on the pages."""
