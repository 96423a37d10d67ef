"""What the service refuses, and what can go wrong on the way to it."""

import email.utils
import json
import time
from typing import Any

import httpx


class BrainError(Exception):
    """Every error of a call."""

    #: Which error it is, for programs: a code never changes.
    code: str
    #: The HTTP status; 0 where nothing was answered.
    status: int
    #: What is wrong, in one sentence.
    detail: str
    #: Quote it when you ask for help.
    request_id: str | None
    #: Seconds that the service asked to wait.
    retry_after: float | None
    #: The whole answer, for the fields that few errors have (``tier``, ``limit``).
    body: object

    def __init__(
        self,
        detail: str,
        *,
        code: str,
        status: int = 0,
        request_id: str | None = None,
        retry_after: float | None = None,
        body: object = None,
    ) -> None:
        super().__init__(f"{detail} ({status} {code})" if status else detail)
        self.detail = detail
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body


class InvalidRequestError(BrainError):
    """400, 413: a part of the request breaks its rule, which ``detail`` names."""


class AuthenticationError(BrainError):
    """401: the key is missing or wrong."""


class PermissionDeniedError(BrainError):
    """403: the key or its plan does not allow this."""


class NotFoundError(BrainError):
    """404: there is no such thing."""


class ConflictError(BrainError):
    """409, 412, 422: it contradicts what is there, or what was asked before."""


class RateLimitError(BrainError):
    """429: too many requests of this minute or operations of this month."""


class ServiceError(BrainError):
    """5xx: the service cannot do it now."""


class ConnectionFailedError(BrainError):
    """Nothing was answered: no network, no such host, a connection that broke."""


class TimedOutError(ConnectionFailedError):
    """Nothing was answered in time."""


_BY_STATUS: dict[int, type[BrainError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: InvalidRequestError,
    422: ConflictError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> BrainError:
    """The error that an answer, which has been read, tells of."""
    try:
        body = response.json()
    except ValueError:
        body = response.text
    told = body if isinstance(body, dict) else {}
    kind = _BY_STATUS.get(response.status_code, ServiceError if response.status_code >= 500 else BrainError)
    return kind(
        str(told.get("detail") or f"The answer was {response.status_code} {response.reason_phrase}".rstrip()),
        code=str(told.get("code") or "unexpected_answer"),
        status=response.status_code,
        request_id=response.headers.get("x-request-id") or told.get("request_id"),
        retry_after=_seconds_of(response.headers.get("retry-after")),
        body=body,
    )


def value_of(content: bytes, response: httpx.Response) -> Any:
    """What an answer or a line of it says."""
    try:
        return json.loads(content)
    except ValueError as error:
        raise BrainError(
            "The answer is not JSON: is this an edge-brain?",
            code="unexpected_answer",
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
        ) from error


def unreachable(error: httpx.RequestError) -> BrainError:
    """The error where nothing was answered."""
    if isinstance(error, httpx.TimeoutException):
        return TimedOutError("Nothing was answered in time.", code="timeout")
    return ConnectionFailedError(f"The service cannot be reached: {error}", code="connection_failed")


def _seconds_of(value: str | None) -> float | None:
    """Of ``Retry-After``: seconds, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
