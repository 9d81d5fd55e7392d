"""The arrow family: columns of texts in, tables of chunks out."""
