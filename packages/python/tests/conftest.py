"""The tests speak to a service that was started for them: BRAIN_URL, BRAIN_API_KEY, BRAIN_ADMIN_TOKEN."""

import os
from collections.abc import Iterator

import pytest

from edge_brain import Brain


@pytest.fixture(scope="session")
def account() -> tuple[str, str]:
    """Address and key of an account of its own."""
    url, token = os.environ["BRAIN_URL"], os.environ["BRAIN_ADMIN_TOKEN"]
    with Brain(url, token) as operator:
        name = operator.request("POST", "/admin/accounts", {"plan": "enterprise"})["account"]
        return url, operator.request("POST", f"/admin/accounts/{name}/keys", {})["key"]


@pytest.fixture
def brain(account: tuple[str, str]) -> Iterator[Brain]:
    with Brain(*account) as client:
        yield client
