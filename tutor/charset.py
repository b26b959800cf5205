"""Only UTF-8 comes in."""

import json
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.utils.http import parse_header_parameters

from tutor.refusals import CONTENT_TYPE, problem_document

UTF_8 = frozenset({"utf-8", "utf8", "us-ascii"})


def only_utf_8(application: WSGIApplication) -> WSGIApplication:
    """Wrap a WSGI application: 415 for a body in another charset.

    Not a middleware: Django decodes the query string in the charset of the body while it makes the
    request, and fails there for codecs that are no charsets, such as hex.
    """

    def guarded(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _charset(environ.get("CONTENT_TYPE", "")) in UTF_8:
            return application(environ, start_response)
        document = json.dumps(problem_document(415, "Send text in UTF-8.")).encode()
        headers = [("Content-Type", CONTENT_TYPE), ("Content-Length", str(len(document)))]
        start_response("415 Unsupported Media Type", headers)
        return [document]

    return guarded


def _charset(content_type: str) -> str:
    try:
        _media_type, parameters = parse_header_parameters(content_type)
    except (LookupError, ValueError):  # a parameter that names a charset of its own
        return ""
    return parameters.get("charset", "utf-8").lower()
