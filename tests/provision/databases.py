"""Database addresses, and throw-away databases beside the one an address names."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql


def with_name(url: str, name: str) -> str:
    """Return the same address with another database's name (or, for Redis, another number)."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def masked(url: str) -> str:
    """Return the address without its password, for messages."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    who, _, where = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}:***@{where}"))


def create_database(url: str, name: str) -> str:
    """Create a database on the server of `url` and return its address."""
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return with_name(url, name)


def drop_database(url: str, name: str) -> None:
    """Drop a database, throwing out whoever is still connected."""
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as connection:
        connection.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """Give an empty database of its own on the server of `url`; dropped afterwards."""
    name = f"fresh_{secrets.token_hex(6)}"
    try:
        yield create_database(url, name)
    finally:
        drop_database(url, name)
