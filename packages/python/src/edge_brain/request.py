"""A call as what goes over the wire."""

import json
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote

#: Text or bytes as they are, or values that become a line of JSON each.
Lines = str | bytes | Iterable[Mapping[str, Any]]


@dataclass(frozen=True)
class Request:
    """The same at every try."""

    method: str
    path: str
    content: bytes | None = None
    params: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    #: Whether making it twice does no harm.
    is_repeatable: bool = False


def request_of(
    method: str,
    path: str,
    body: Mapping[str, Any] | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    content: Lines | None = None,
    reads: bool = False,
    changes: bool = False,
    idempotency_key: str | None = None,
    if_match: int | None = None,
) -> Request:
    """What is None is left out. A call that changes something gets an idempotency key, so that making it again is safe."""
    headers = {}
    sent = None
    if body is not None:
        sent = json.dumps(_without_none(body), default=_plain).encode()
        headers["content-type"] = "application/json"
    elif content is not None:
        sent = _lines(content)
        headers["content-type"] = "application/x-ndjson"
    if changes:
        headers["idempotency-key"] = idempotency_key or uuid.uuid4().hex
    if if_match is not None:
        headers["if-match"] = f'"{if_match}"'
    return Request(method, path, sent, _query_of(params or {}), headers, reads or changes or method == "GET")


def memory_of(request: Request) -> str | None:
    """The path of the memory that a call answers with, having changed it."""
    if request.method not in ("PATCH", "POST"):
        return None
    found = re.match(r"/brain/memories/[^/]+", request.path)
    return found and found[0]


def segment(value: str) -> str:
    """An id in a path. One that is empty or all dots would make another call of it."""
    if re.fullmatch(r"\.{0,2}", value):
        raise ValueError(f"{value!r} is not an id.")
    return quote(value, safe="")


def _without_none(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


def _iso(value: datetime) -> str:
    """With its own offset, by which the text counts its days; one without is by the clock of this machine."""
    return (value if value.tzinfo else value.astimezone()).isoformat()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return _iso(value)
    raise TypeError(f"{type(value).__name__} cannot be sent.")


def _query_of(params: Mapping[str, Any]) -> dict[str, str]:
    """``{"metadata": {"city": "Paris"}}`` becomes ``metadata.city=Paris``."""
    found: dict[str, str] = {}
    for name, value in _without_none(params).items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{key}": _quoted_if_json(one) for key, one in value.items()}
        else:
            found[name] = _text(value)
    return found


def _quoted_if_json(value: object) -> str:
    """A text that could be taken for a number, true, false, null or a text in quotes goes in quotes."""
    if isinstance(value, str) and re.fullmatch(r'".*"|true|false|null|-?\d[\d.eE+-]*', value, re.DOTALL):
        return json.dumps(value)
    return _text(value)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return _iso(value) if isinstance(value, datetime) else json.dumps(value)


def _lines(content: Lines) -> bytes:
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode()
    return "".join(f"{json.dumps(value, default=_plain)}\n" for value in content).encode()
