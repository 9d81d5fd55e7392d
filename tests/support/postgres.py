"""A PostgreSQL server for the tests, of Debian's package or the PATH, on a socket in a folder of its own; and one
with pgvector, of the package pgserver."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator

import pytest


def binaries() -> str | None:
    """Return the folder of the server's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    program = found[-1] if found else shutil.which("initdb")
    return program and os.path.dirname(program)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URI of a server that runs until the context ends."""
    folder_of_programs = binaries()
    if folder_of_programs is None:
        pytest.skip("no PostgreSQL server (Debian's package postgresql)")
    user: str | None = None
    if os.getuid() == 0:  # the server refuses to run as root
        try:
            import pwd

            account = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("run as root, and no user postgres to run the server as")
        user = "postgres"
    folder = tempfile.mkdtemp(prefix="shiplap-postgres-", dir="/tmp")
    if user is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)
    data = os.path.join(folder, "data")
    subprocess.run(
        [os.path.join(folder_of_programs, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N",
         "-E", "UTF8", "--no-locale"],
        check=True, capture_output=True, user=user, cwd=folder,
    )  # fmt: skip
    process = subprocess.Popen(
        [os.path.join(folder_of_programs, "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=",
         "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=folder,
    )  # fmt: skip
    try:
        ready = [os.path.join(folder_of_programs, "pg_isready"), "-h", folder, "-U", "postgres", "-q"]
        until = time.monotonic() + 60
        while subprocess.run(ready, check=False).returncode:
            assert time.monotonic() < until and process.poll() is None, "the server does not start"
            time.sleep(0.05)
        yield f"postgresql:///postgres?host={folder}&user=postgres"
    finally:
        process.send_signal(2)  # fast: whoever is connected is cut off
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def server_with_pgvector() -> Iterator[str]:
    """The URI of a server with pgvector that runs until the context ends; durability is turned off."""
    pgserver = pytest.importorskip("pgserver")
    psycopg = pytest.importorskip("psycopg")
    folder = tempfile.mkdtemp(prefix="shiplap-pgvector-", dir="/tmp")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the folders that the package looks for
        running = pgserver.get_server(folder, cleanup_mode="delete")
    try:
        with psycopg.connect(running.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield running.get_uri()
    finally:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
