"""Figures of syncs: how much is embedded, and what a kill leaves."""
