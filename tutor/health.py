"""Whether this process lives, and whether what it needs can be reached."""

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from tutor.outage import forget_broken_connections


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer as long as the process can."""
    return JsonResponse({"status": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if the database, and the broker where there is one, can be reached; else 503."""
    checks = {"database": _database()}
    if settings.REDIS_URL:
        checks["broker"] = _broker()
    ready = all(state == "ok" for state in checks.values())
    return JsonResponse(
        {"status": "ok" if ready else "unavailable", **checks}, status=200 if ready else 503
    )


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        forget_broken_connections()
        return "unreachable"
    return "ok"


def _broker() -> str:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        client.ping()
    except (redis.RedisError, OSError):
        return "unreachable"
    finally:
        client.close()
    return "ok"
