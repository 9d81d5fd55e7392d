"""Measures of quality: sentences, regions, outlines, mixed documents, retrieval."""
