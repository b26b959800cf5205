"""What callers of the API may send: the fields that are there, and no others."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

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


def query_of(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return the parameters of the request's address. Raises ValidationError."""
    query = kind(data=request.query_params.dict())  # not the QueryDict: `?a=` is not "left out"
    query.is_valid(raise_exception=True)
    found: dict[str, Any] = query.validated_data
    return found
