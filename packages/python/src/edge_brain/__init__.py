"""Client of edge-brain, memory for agents: recall before the turn, remember after it."""

from .async_client import AsyncBrain
from .client import Brain
from .errors import (
    AuthenticationError,
    BrainError,
    ConflictError,
    ConnectionFailedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServiceError,
    TimedOutError,
)

__all__ = [
    "AsyncBrain",
    "AuthenticationError",
    "Brain",
    "BrainError",
    "ConflictError",
    "ConnectionFailedError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServiceError",
    "TimedOutError",
]
