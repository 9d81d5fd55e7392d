"""Figures of syncs: how much is embedded, what a kill leaves, how fast each vector store is filled."""
