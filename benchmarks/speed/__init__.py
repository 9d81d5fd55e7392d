"""How fast: batches, streams, tokens, processes, instructions, pairs of commits."""
