"""What a client does when calls fail, by answers that are written beforehand."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from edge_brain import Brain, BrainError, ConnectionFailedError, RateLimitError, ServiceError, TimedOutError

Reply = httpx.Response | Exception


class Script:
    """Answers in order, and keeps what was asked."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.requests: list[httpx.Request] = []
        self.waits: list[float] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def brain(self) -> Brain:
        return Brain("http://brain.test/at/", "k", http=httpx.Client(transport=httpx.MockTransport(self.answer)))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Script]:
    def make(*replies: Reply) -> Script:
        script = Script(*replies)
        monkeypatch.setattr("time.sleep", script.waits.append)
        return script

    return make


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"detail": "No.", "code": code}, headers=headers)


def test_waits_as_long_as_the_service_asks_and_sends_the_same_key(scripted: Callable[..., Script]) -> None:
    script = scripted(refused(503, "loading", **{"retry-after": "30"}), httpx.Response(200, json={"msg": "Stored."}))
    assert script.brain().ingest("A text.")["msg"] == "Stored."
    assert script.waits == [30]
    first, second = script.requests
    assert str(first.url) == "http://brain.test/at/brain/ingest"
    assert first.headers["authorization"] == "Bearer k"
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def test_backs_off_where_the_service_does_not_say(scripted: Callable[..., Script]) -> None:
    script = scripted(httpx.ConnectError("refused"), refused(500, "internal"), refused(500, "internal"))
    with pytest.raises(ServiceError):
        script.brain().retrieve("Anything?")
    assert 0.25 <= script.waits[0] <= 0.5 <= script.waits[1] <= 1.0
    assert len(script.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [
        refused(400, "invalid_request"),
        refused(429, "monthly_limit_exceeded"),
        refused(503, "storage_damaged", **{"retry-after": "1"}),
        refused(503, "loading", **{"retry-after": "600"}),
    ],
)
def test_does_not_try_again_what_does_not_pass(scripted: Callable[..., Script], reply: httpx.Response) -> None:
    script = scripted(reply)
    with pytest.raises(BrainError):
        script.brain().retrieve("Anything?")
    assert script.waits == []


def test_tries_again_while_an_earlier_try_is_under_way(scripted: Callable[..., Script]) -> None:
    script = scripted(refused(409, "idempotency_key_in_use", **{"retry-after": "1"}), httpx.Response(200, json={}))
    script.brain().prune()
    assert script.waits == [1]


def test_what_changes_something_without_a_key_is_tried_again_only_where_nothing_was_done(
    scripted: Callable[..., Script],
) -> None:
    script = scripted(httpx.ReadError("broke"))
    with pytest.raises(ConnectionFailedError):
        script.brain().request("POST", "/admin/accounts", {})
    assert len(script.requests) == 1


def test_errors_tell_what_is_known(scripted: Callable[..., Script]) -> None:
    script = scripted(refused(429, "rate_limit_exceeded", **{"retry-after": "61", "x-request-id": "r1"}))
    with pytest.raises(RateLimitError) as caught:
        script.brain().stats()
    error = caught.value
    assert (error.status, error.code, error.detail) == (429, "rate_limit_exceeded", "No.")
    assert (error.retry_after, error.request_id) == (61, "r1")
    with pytest.raises(TimedOutError):
        scripted(*[httpx.ReadTimeout("slow")] * 3).brain().stats()
    with pytest.raises(ServiceError) as foreign:
        scripted(*[httpx.Response(502, text="<html>")] * 3).brain().stats()
    assert (foreign.value.code, foreign.value.body) == ("unexpected_answer", "<html>")


def test_an_id_cannot_make_another_call_of_it(scripted: Callable[..., Script]) -> None:
    for wrong in ("", ".", ".."):
        with pytest.raises(ValueError):
            scripted().brain().get_memory(wrong)
    script = scripted(httpx.Response(200, json={}))
    script.brain().get_memory("a/../b?c")
    assert script.requests[0].url.raw_path == b"/at/brain/memories/a%2F..%2Fb%3Fc"


def test_filters_of_lists_are_written_as_the_service_reads_them(scripted: Callable[..., Script]) -> None:
    script = scripted(httpx.Response(200, json={"memories": [], "next_cursor": None}))
    assert list(script.brain().list_memories(metadata={"city": "Paris", "n": 1, "ok": True}, since=5)) == []
    assert dict(script.requests[0].url.params) == {
        "metadata.city": "Paris",
        "metadata.n": "1",
        "metadata.ok": "true",
        "since": "5",
    }


def test_both_clients_are_the_same() -> None:
    folder = Path(__file__).parent.parent
    spec = importlib.util.spec_from_file_location("make_sync", folder / "make_sync.py")
    assert spec and spec.loader
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    source = folder / "src/edge_brain"
    made = maker.sync_of((source / "async_client.py").read_text())
    assert (source / "client.py").read_text() == made, "run: python make_sync.py"


def test_exports_texts_with_every_character_that_ends_a_line_elsewhere(scripted: Callable[..., Script]) -> None:
    texts = [f"a{end}b" for end in ("\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e", "\r")]
    lines = "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
    script = scripted(httpx.Response(200, content=(lines.encode()[at : at + 3] for at in range(0, len(lines) * 4, 3))))
    assert [record["text"] for record in script.brain().export()] == texts


def test_an_answer_that_is_no_json_is_an_error_of_ours(scripted: Callable[..., Script]) -> None:
    script = scripted(httpx.Response(200, html="<p>Sign in"), httpx.Response(200, text="no line"))
    with pytest.raises(BrainError) as caught:
        script.brain().stats()
    assert (caught.value.code, caught.value.status) == ("unexpected_answer", 200)
    with pytest.raises(BrainError):
        list(script.brain().export())


def test_looks_a_memory_up_whose_change_is_answered_again(scripted: Callable[..., Script]) -> None:
    replayed = httpx.Response(200, json={"id": "m_1"}, headers={"idempotent-replayed": "true"})
    script = scripted(replayed, httpx.Response(200, json={"id": "m_1", "text": "b"}))
    assert script.brain().invalidate_memory("m_1")["text"] == "b"
    assert [(one.method, one.url.path) for one in script.requests] == [
        ("POST", "/at/brain/memories/m_1/invalidate"),
        ("GET", "/at/brain/memories/m_1"),
    ]


def test_puts_texts_of_the_metadata_in_quotes_that_could_be_taken_for_something_else(
    scripted: Callable[..., Script],
) -> None:
    script = scripted(httpx.Response(200, json={"memories": [], "next_cursor": None}))
    list(script.brain().list_memories(metadata={"a": "42", "b": 42, "c": "true", "d": '"', "e": "Paris", "f": '"x"'}))
    assert dict(script.requests[0].url.params) == {
        **{"metadata.a": '"42"', "metadata.b": "42", "metadata.c": '"true"', "metadata.d": '"'},
        **{"metadata.e": "Paris", "metadata.f": r'"\"x\""'},
    }
