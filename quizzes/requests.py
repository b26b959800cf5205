"""What callers of the API may send: the fields that are there, and no others."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

# An answer to a request full of strange names tells the first of them, each cut to this length.
NAMES_TOLD = 10
NAME_LENGTH = 60


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses a field that it does not know: a misspelt one would be lost without a word."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated fields. Raises ValidationError with all that is wrong at once."""
        strange = self._strange(data) if isinstance(data, Mapping) else {}
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as problem:
            if strange and isinstance(problem.detail, dict):
                raise serializers.ValidationError({**problem.detail, **strange}) from None
            raise
        if strange:
            raise serializers.ValidationError(strange)
        return found

    def _strange(self, given: Mapping[Any, Any]) -> dict[str, Any]:
        known = ", ".join(self.fields) or "none"
        message = f"There is no such field here; these are known: {known}."
        names = [str(name) for name in given if name not in self.fields]
        return {name[:NAME_LENGTH]: [message] for name in names[:NAMES_TOLD]}


def body_of(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return the fields of the request's body. Raises ValidationError."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    found: dict[str, Any] = body.validated_data
    return found


class NoFields(StrictSerializer):
    """For what takes nothing."""


class StrictView(APIView):
    """An address of the API. Refuses parameters that it does not know; `asked` holds the others."""

    query: type[StrictSerializer] = NoFields
    asked: Mapping[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the parameters once it is known that the caller may come in."""
        super().initial(request, *args, **kwargs)
        self.asked = _query_of(request, self.query)


def _query_of(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    twice = [name for name, values in request.query_params.lists() if len(values) > 1]
    if twice:
        raise serializers.ValidationError(
            {name[:NAME_LENGTH]: ["Send this once."] for name in twice[:NAMES_TOLD]}
        )
    query = kind(data=request.query_params.dict())  # not the QueryDict: `?a=` is not "left out"
    query.is_valid(raise_exception=True)
    found: dict[str, Any] = query.validated_data
    return found
