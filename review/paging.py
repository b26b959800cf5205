"""The one list envelope of the API: results and an opaque cursor to the next page."""

import base64
import json
import re
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model, Q, QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

DEFAULT_LIMIT = 20
MAX_LIMIT = 100


def page(
    request: Request,
    rows: QuerySet[Any],
    *,
    order: tuple[str, str],
    serializer: type[BaseSerializer[Any]],
) -> Response:
    """Return one page of `rows` by keyset, ordered by an instant and the id.

    Raises ValidationError for a limit outside 1 to 100 or a cursor that is not ours.
    """
    limit = _limit(request.query_params.get("limit", str(DEFAULT_LIMIT)))
    instant, tie = order
    rows = rows.order_by(instant, tie)
    if token := request.query_params.get("cursor"):
        at, last = _read(token)
        rows = rows.filter(Q(**{f"{instant}__gt": at}) | Q(**{instant: at, f"{tie}__gt": last}))
    found = list(rows[: limit + 1])
    more = found[limit:]
    found = found[:limit]
    following = _write(found[-1], instant, tie) if more else None
    response = Response({"results": serializer(found, many=True).data, "next": following})
    if following:
        address = request.build_absolute_uri(f"{request.path}?limit={limit}&cursor={following}")
        response.headers["Link"] = f'<{address}>; rel="next"'
    return response


def _limit(text: str) -> int:
    if not (re.fullmatch("[0-9]{1,3}", text) and 1 <= int(text) <= MAX_LIMIT):
        raise ValidationError({"limit": f"Use a whole number from 1 to {MAX_LIMIT}."})
    return int(text)


def _write(row: Model, instant: str, tie: str) -> str:
    pair = [getattr(row, instant).isoformat(), getattr(row, tie)]
    return base64.urlsafe_b64encode(json.dumps(pair).encode()).decode().rstrip("=")


def _read(token: str) -> tuple[datetime, int]:
    try:
        padded = token.encode("ascii") + b"=" * (-len(token) % 4)
        at, last = json.loads(base64.urlsafe_b64decode(padded))
        instant = datetime.fromisoformat(at)
        if instant.utcoffset() != timedelta(0) or type(last) is not int or not 0 <= last < 2**63:
            raise ValueError(token)
    except (ValueError, TypeError, RecursionError):
        raise ValidationError({"cursor": "This cursor is not one of ours."}) from None
    return instant, last
