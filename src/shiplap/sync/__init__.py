"""Sync: a vector store follows a store of chunks. Only what changed is embedded, written and deleted.

`target.py` is the protocol that a vector store must fit, `targets/` has those that come with shiplap.
"""

from shiplap.sync.conformance import check_target
from shiplap.sync.memory import MemoryTarget
from shiplap.sync.registry import target_of
from shiplap.sync.report import Missing, SyncReport, SyncVerification
from shiplap.sync.syncer import Syncer
from shiplap.sync.target import FIELDS as FIELDS
from shiplap.sync.target import Batch, Cursor, Held, Key, Layout, Metric, VectorTarget

__all__ = [
    "Batch", "Cursor", "Held", "Key", "Layout", "MemoryTarget", "Metric", "Missing", "SyncReport",
    "SyncVerification", "Syncer", "VectorTarget", "check_target", "target_of",
]  # fmt: skip
