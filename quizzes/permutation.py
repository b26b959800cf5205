"""In which order a learner meets the variants of a pool: keyed, without repeats (pure)."""

from hashlib import blake2b


def ordinal_of_draw(number: int, pool_size: int, *, learner_id: int, version_id: int) -> int:
    """Return which variant (0 to pool_size - 1) the draw with this number gets.

    Any `pool_size` draws in a row get different variants. The order is another one for each learner
    and version, so that neighbours in a class do not share numbers.
    """
    if pool_size < 1:
        raise ValueError(f"a pool holds at least one variant, got {pool_size}")

    def rank(ordinal: int) -> bytes:
        return blake2b(f"{learner_id}:{version_id}:{ordinal}".encode(), digest_size=8).digest()

    return sorted(range(pool_size), key=rank)[number % pool_size]
