"""The one list envelope of the API: results and an opaque cursor to the next page."""

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import Model, Q, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.requests import StrictSerializer

DEFAULT_LIMIT = 20
MAX_LIMIT = 100
_REFUSED = f"Use a whole number from 1 to {MAX_LIMIT}."


class LimitField(serializers.IntegerField):
    """How many results a page holds, in plain digits."""

    default_error_messages = {"invalid": _REFUSED, "min_value": _REFUSED, "max_value": _REFUSED}

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raises ValidationError for anything but one to three digits."""
        if not re.fullmatch("[0-9]{1,3}", str(data)):
            self.fail("invalid")
        return int(data)


class PageQuery(StrictSerializer):
    """Which page of a list to return; lists with filters add theirs."""

    limit = LimitField(min_value=1, max_value=MAX_LIMIT, default=DEFAULT_LIMIT)
    cursor = serializers.CharField(
        required=False, allow_blank=True, default="", help_text="From `next` of the page before."
    )


# The keyset of a list: fields (`a__b` through a relation) that together tell rows apart, each with
# the type of its values: datetime, int or str (a slug).
Order = Mapping[str, type]


def page(
    request: Request,
    rows: QuerySet[Any],
    asked: Mapping[str, Any],
    *,
    order: Order,
    document: Callable[[Any], Mapping[str, Any]],
) -> Response:
    """Return one page of `rows` by keyset, each as the document that is made of it.

    `asked` is what a PageQuery read of the address. Raises ValidationError for a cursor that is not
    ours.
    """
    limit: int = asked["limit"]
    rows = rows.order_by(*order)
    if token := asked["cursor"]:
        rows = rows.filter(_beyond(order, _read(token, order)))
    found = list(rows[: limit + 1])
    more = found[limit:]
    found = found[:limit]
    following = _write(found[-1], order) if more else None
    response = Response({"results": [document(row) for row in found], "next": following})
    if following:
        again = {**request.query_params.dict(), "limit": limit, "cursor": following}
        address = request.build_absolute_uri(f"{request.path}?{urlencode(again)}")
        response.headers["Link"] = f'<{address}>; rel="next"'
    return response


def _beyond(order: Order, values: Sequence[Any]) -> Q:
    """The rows after the one with these values: the first field that differs decides."""
    found, same = Q(), Q()
    for name, value in zip(order, values, strict=True):
        found |= same & Q(**{f"{name}__gt": value})
        same &= Q(**{name: value})
    return found


def _write(row: Model, order: Order) -> str:
    values = [attrgetter(name.replace("__", "."))(row) for name in order]
    plain = [one.isoformat() if isinstance(one, datetime) else one for one in values]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def _read(token: str, order: Order) -> list[Any]:
    try:
        padded = token.encode("ascii") + b"=" * (-len(token) % 4)
        values = json.loads(base64.urlsafe_b64decode(padded))
        if type(values) is not list or len(values) != len(order):
            raise ValueError(token)
        return [_value(one, kind) for one, kind in zip(values, order.values(), strict=True)]
    except (ValueError, TypeError, RecursionError):
        raise ValidationError({"cursor": "This cursor is not one of ours."}) from None


def _value(value: Any, kind: type) -> Any:
    """Return a value of a cursor as the database wants it. Raises ValueError, TypeError."""
    if kind is datetime:
        instant = datetime.fromisoformat(value)
        if instant.utcoffset() != timedelta(0):
            raise ValueError(value)
        return instant
    if kind is int and type(value) is int and 0 <= value < 2**63:
        return value
    # Every text that a list is ordered by is a slug.
    if kind is str and isinstance(value, str) and re.fullmatch(r"[-\w]{1,60}", value, re.ASCII):
        return value
    raise ValueError(value)
