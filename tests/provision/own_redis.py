"""A pytest plugin, loaded before the settings: each test worker gets a Redis database of its own.

Otherwise a Celery worker started by one of them would take tasks that another has sent.
"""

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from tests.provision.databases import with_name


def own_redis_url(environment: Mapping[str, str]) -> str:
    """Return REDIS_URL with its database number moved on by this worker's number (gw0, gw1, …)."""
    url = environment.get("REDIS_URL", "")
    worker = environment.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not url or not worker.isdigit():
        return url
    first = int(urlsplit(url).path.strip("/") or 0)
    return with_name(url, str(first + int(worker)))


if "REDIS_URL" in os.environ:
    os.environ["REDIS_URL"] = own_redis_url(os.environ)
