"""The glyphs family: the characters of a page of a PDF with their boxes, read in bulk."""
