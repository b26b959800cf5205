"""Opaque option ids and their order on the wire, fixed for one draw by a secret seed."""

from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

SEED_BITS = 63
ID_LENGTH = 12


@dataclass(frozen=True)
class Wire:
    """The ids and the order one draw shows its options by.

    Both come from a keyed hash of an option's internal key, so they say nothing about the order
    in which the options were written, and a second look at the same draw shows the same page.
    """

    shuffle_seed: int  # 63 bits, secret

    def __post_init__(self) -> None:
        if not 0 <= self.shuffle_seed < 1 << SEED_BITS:
            raise ValueError(f"shuffle_seed must be a whole number of {SEED_BITS} bits")

    def id_of(self, key: str) -> str:
        """The option's public id: 12 characters out of a–z and 2–7, different in every draw."""
        return b32encode(self._digest(key, b"id")).decode("ascii").lower()[:ID_LENGTH]

    def key_of(self, wire_id: str, keys: Iterable[str]) -> str | None:
        """The one of `keys` that is shown as `wire_id`, or None."""
        return next((key for key in keys if self.id_of(key) == wire_id), None)

    def shuffled(self, keys: Iterable[str]) -> list[str]:
        """The keys in this draw's order, whatever order they come in."""
        return sorted(keys, key=lambda key: self._digest(key, b"order"))

    def _digest(self, key: str, purpose: bytes) -> bytes:
        secret = self.shuffle_seed.to_bytes(8, "big")
        return blake2b(key.encode(), digest_size=16, key=secret, person=purpose).digest()
