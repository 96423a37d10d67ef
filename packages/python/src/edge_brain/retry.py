"""When a call that failed is made again, and after how long."""

import random

from .errors import BrainError, ConnectionFailedError

FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 8.0

#: These tell of a state that does not pass by itself within seconds.
_LASTING = {"monthly_limit_exceeded", "storage_full", "storage_damaged", "misconfigured"}


def wait_before_retry(error: BrainError, tries: int, is_repeatable: bool, max_retry_after: float) -> float | None:
    """Seconds to wait before the next try; None: it would not help."""
    if not _may_pass(error, is_repeatable):
        return None
    if error.retry_after is not None:
        return error.retry_after if error.retry_after <= max_retry_after else None
    # Spread out, so that those who failed together do not come back together.
    return min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0**tries) * random.uniform(0.5, 1.0)


def _may_pass(error: BrainError, is_repeatable: bool) -> bool:
    if error.code in _LASTING:
        return False
    # 409: an earlier try of this very call is still under way.
    if error.status in (429, 503) or error.code == "idempotency_key_in_use":
        return True
    return is_repeatable and (isinstance(error, ConnectionFailedError) or error.status == 408 or error.status >= 500)
