"""The regions family: the regions of a document, line by line."""
