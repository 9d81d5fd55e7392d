"""Rows that someone else wrote or changed by the store's own client are found and mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.store import Store
from shiplap.sync import Syncer
from tests.support.vector_stores import STORES, D

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the clients

HERE = [1.0] + [0.0] * (D - 1)


def damage_qdrant(kind: Any) -> None:
    models = kind.library.models
    ids = (7, str(shiplap.ids.uuid_of("x")))
    kind.client.upsert("docs", [models.PointStruct(id=id, vector=HERE) for id in ids])


def damage_chroma(kind: Any) -> None:
    with kind.client() as client:
        client.get_collection("docs").add(ids=["it's no uuid", "7"], embeddings=[HERE, HERE])


def damage_lancedb(kind: Any) -> None:
    table = kind.client.open_table("docs")
    table.add([{"id": "it's no uuid"}])
    table.update(where="document_id = 'a'", values={"text": None})


def damage_duckdb(kind: Any) -> None:
    kind.rows("UPDATE docs SET text = NULL, stamp = NULL, vector = NULL WHERE document_id = 'a'")


def damage_pgvector(kind: Any) -> None:
    kind.rows("UPDATE docs SET text = 'x' WHERE document_id = 'a'")


#: What each of these does to a collection of two rows, and what is found then.
DAMAGE = {
    "qdrant": (damage_qdrant, {"extra": 2}), "chroma": (damage_chroma, {"extra": 2}),
    "lancedb": (damage_lancedb, {"extra": 1, "stale": 1}), "duckdb": (damage_duckdb, {"stale": 1}),
    "pgvector": (damage_pgvector, {"stale": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", list(STORES))
def test_rows_of_others(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kind = STORES[name](request.getfixturevalue("postgres") if name == "pgvector" else tmp_path)
    with Store(":memory:") as store:
        store.put(shiplap.chunk("It rains in the hills.", document_id="a"))
        store.put(shiplap.chunk("The old man snores.", document_id="b"))

        def syncer() -> Syncer:
            return Syncer(store, kind.target(), embed=lambda texts: [HERE for _ in texts], model="here")

        syncer().run()
        damage, wanted = DAMAGE[name]
        damage(kind)
        assert syncer().verify().counts == wanted
        syncer().repair()
        assert syncer().verify().is_clean
        assert kind.nearest(np.array(HERE, np.float32)) in {
            str(chunk.content_uuid) for document in ("a", "b") for chunk in store.chunks(document)
        }
