"""Whether a response is what the published OpenAPI schema says."""

import re
from functools import lru_cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The schema as it is served."""
    response = Client().get("/api/v1/schema/", headers={"Accept": "application/json"})
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def conforms(response: Any) -> Any:
    """Return the response's JSON after checking status, media type and shape."""
    method = response.wsgi_request.method.lower()
    operation = _operation(response.wsgi_request.path, method)
    status = response.status_code
    described = (
        operation["responses"].get(str(status)) or operation["responses"][f"{status // 100}XX"]
    )
    media = response.headers["Content-Type"].partition(";")[0]
    schema = described["content"][media]["schema"]
    found = response.json()
    whole = {**schema, "components": document()["components"]}
    Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(found)
    return found


def operations() -> set[tuple[str, str]]:
    """Every method and path template of the schema."""
    return {(method, path) for path, methods in document()["paths"].items() for method in methods}


def _operation(path: str, method: str) -> Any:
    for template, operations_of in document()["paths"].items():
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method in operations_of:
            return operations_of[method]
    raise AssertionError(f"the schema does not know {method} {path}")
