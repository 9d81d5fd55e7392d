"""Measures of speed: batches, streams, tokens, processes, instructions, pairs of commits."""
