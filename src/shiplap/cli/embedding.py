"""Embedding models of commands, and what is shown while they embed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from shiplap.cli.messages import print_status
from shiplap.printable import without_password
from shiplap.progress import Progress, progress
from shiplap.store import EmbedListener
from shiplap.vectors import Embed, HashedWords, load_embed, model_of


def loaded(name: str) -> Embed:
    """Load an embedding function by name. Its exceptions are EmbedErrors, which a command prints as one line."""
    found = load_embed(name)
    return found if isinstance(found, HashedWords) else model_of(found, name)


@contextmanager
def listening(*, is_quiet: bool) -> Iterator[EmbedListener]:
    """Print messages on standard error in the block, and progress if it is a terminal."""
    with ExitStack() as stack:
        yield _Heard(stack, is_quiet=is_quiet)


class _Heard(EmbedListener):
    def __init__(self, stack: ExitStack, *, is_quiet: bool) -> None:
        self._stack, self._is_quiet = stack, is_quiet
        self._shown: Progress | None = None

    def start(self, texts: int) -> None:
        """Show progress."""
        if not self._is_quiet:
            self._shown = self._stack.enter_context(progress(texts, unit="texts"))

    def advance(self, texts: int) -> None:
        """Show progress."""
        if self._shown is not None:
            self._shown.advance(texts)

    def message(self, text: str) -> None:
        """Print a line."""
        if self._shown is not None:
            self._shown.message(without_password(f"shiplap: {text}"))
        elif not self._is_quiet:
            print_status(text)
