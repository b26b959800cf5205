"""One way to turn JSON into bytes and into a hash, so that equal content has equal hashes."""

import hashlib
import json
from typing import Any


def digest(value: Any) -> str:
    """Return the SHA-256 (hex) of a JSON value; the order of keys does not matter."""
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    # Half a character is refused by whoever reads the value, not by hashing it.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
