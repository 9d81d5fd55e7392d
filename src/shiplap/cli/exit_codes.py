"""The exit codes of all commands, and what each command means by a failure."""

from __future__ import annotations

from types import MappingProxyType

SUCCESS, FAILED, USAGE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141

#: The meaning of each exit code.
MEANINGS = MappingProxyType({
    SUCCESS: "the command did what it was asked",
    FAILED: "the command ran and failed, or its answer is negative; the next table says when, for each command",
    USAGE: "a command, an option or a value of an option is wrong; nothing was done",
    INTERRUPTED: "interrupted (Ctrl-C); the message says what is kept",
    BROKEN_PIPE: "the reader of standard output closed it, as `head` does",
})  # fmt: skip

#: The results that have exit code FAILED, for each command. All commands have it after an error too: a file or a
#: store that cannot be read or written, a missing extra, a model or a server that fails, too little memory.
FAILURES = MappingProxyType({
    "ingest": "a file, a row or a document failed, or a chunk could not be embedded or synced",
    "chunk": "none",
    "sentences": "none",
    "stats": "none",
    "search": "no chunk was found",
    "prompt": "no chunk was found, or the prompt has more tokens than `--token-limit`",
    "ground": "none",
    "cite": "a citation does not resolve, or a quote is misattributed or absent",
    "evaluate": "a metric is worse than in `--baseline`",
    "embed": "a chunk could not be embedded",
    "vectors": "none",
    "verify": "the store has a fault",
    "changes": "none",
    "vacuum": "none",
    "delete": "none",
    "sync": "chunks are missing that `--allow-missing` does not allow, or `--verify` found a difference",
    "view": "none",
    "doctor": "something that every command needs does not work",
    "completion": "none",
})  # fmt: skip
