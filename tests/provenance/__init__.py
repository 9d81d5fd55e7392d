"""Tests of documents, span tables and the provenance of chunks."""
