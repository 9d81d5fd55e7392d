"""How good: sentences, regions, outlines, mixed documents, retrieval."""
