"""Ray Data (extra `ray`)."""

from __future__ import annotations

from typing import Any

from shiplap.chunkers import Chunker
from shiplap.engines.common import Options


class ChunkBatch(Options):
    """A callable class for `Dataset.map_batches`, built once for each worker.

    Its arguments are those of `shiplap.arrow.chunk`:

        data.map_batches(
            ChunkBatch, fn_constructor_args=["sentence-3000"], batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(min_size=1, max_size=16),
        )

    `chunk(data, "sentence-3000")` does the same in one call.
    """

    def __call__(self, batch: Any) -> Any:
        """Cut a pyarrow.Table into a pyarrow.Table of chunks."""
        return self.cut(batch)


def chunk(
    data: Any, chunker: Chunker | str, *, workers: int | None = None, batch_size: int | None = 1024, **options: Any
) -> Any:
    """Cut a `ray.data.Dataset` into a dataset of chunks.

    workers: the maximum number; None: one for each processor. Ray starts with one, so that reading has processors
    too. batch_size: rows of a batch. `options` are those of `shiplap.arrow.chunk`, checked here, before any work.
    """
    import ray.data

    Options(chunker, **options)
    return data.map_batches(
        ChunkBatch, fn_constructor_args=[chunker], fn_constructor_kwargs=options, batch_format="pyarrow",
        batch_size=batch_size, zero_copy_batch=True,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=workers),
    )  # fmt: skip
