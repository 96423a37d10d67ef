"""The client. Made of `async_client.py` by `make_sync.py`."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self, cast

import httpx

from . import types as t
from .errors import BrainError, NotFoundError, PermissionDeniedError, error_of, unreachable, value_of
from .request import Lines, Request, memory_of, request_of, segment
from .retry import wait_before_retry

DEFAULT_URL = "http://127.0.0.1:8787"


class Brain:
    """The memory of an account.

    ``url`` and ``api_key`` come from ``BRAIN_URL`` and ``BRAIN_API_KEY`` unless given. A call that failed in passing is made again
    ``max_retries`` times, after a while that doubles or that the service names, if that is not longer than ``max_retry_after`` seconds;
    ``timeout``, in seconds, is for one try.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        max_retry_after: float = 60.0,
        http: httpx.Client | None = None,
    ) -> None:
        self._url = (url or os.environ.get("BRAIN_URL") or DEFAULT_URL).rstrip("/")
        key = api_key or os.environ.get("BRAIN_API_KEY")
        self._headers = {"authorization": f"Bearer {key}"} if key else {}
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_after = max_retry_after
        self._http = http or httpx.Client()
        self._owns_http = http is None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, unless they are those of an ``http`` that was given."""
        if self._owns_http:
            self._http.close()

    # Remember and recall

    def ingest(
        self,
        text: str,
        *,
        persona: str | None = None,
        source: t.Source | None = None,
        session_id: str | None = None,
        occurred_at: t.Time | None = None,
        metadata: t.Metadata | None = None,
        use_llm_extraction: bool | None = None,
        idempotency_key: str | None = None,
    ) -> t.IngestResponse:
        """Remember a text (5 operations)."""
        item = {
            "text": text,
            "persona": persona,
            "source": source,
            "session_id": session_id,
            "occurred_at": occurred_at,
            "metadata": metadata,
            "use_llm_extraction": use_llm_extraction,
        }
        answer = self._change("POST", "/brain/ingest", item, idempotency_key=idempotency_key)
        return cast(t.IngestResponse, answer)

    def ingest_batch(
        self, items: Sequence[t.IngestItem], *, idempotency_key: str | None = None
    ) -> t.IngestBatchResponse:
        """Remember many texts (5 operations each)."""
        body = {"items": list(items)}
        answer = self._change("POST", "/brain/ingest/batch", body, idempotency_key=idempotency_key)
        return cast(t.IngestBatchResponse, answer)

    def retrieve(
        self,
        query: str,
        *,
        k: int | None = None,
        persona: str | None = None,
        session_id: str | None = None,
        filter: t.SearchFilter | None = None,
        as_of: t.Time | None = None,
        context_format: t.ContextFormat | None = None,
        min_score: float | None = None,
        max_hops: int | None = None,
        include_episodic: bool | None = None,
        include_semantic: bool | None = None,
        include_working: bool | None = None,
        use_compression: bool | None = None,
        rerank: bool | None = None,
        explain: bool | None = None,
    ) -> t.RetrieveResponse:
        """Find what matters for a question; ``context`` is ready for a prompt (2 operations)."""
        body = {
            "query": query,
            "k": k,
            "persona": persona,
            "session_id": session_id,
            "filter": filter,
            "as_of": as_of,
            "context_format": context_format,
            "min_score": min_score,
            "max_hops": max_hops,
            "include_episodic": include_episodic,
            "include_semantic": include_semantic,
            "include_working": include_working,
            "use_compression": use_compression,
            "rerank": rerank,
            "explain": explain,
        }
        return cast(t.RetrieveResponse, self._read("POST", "/brain/retrieve", body))

    def graph_qa(
        self,
        query: str,
        *,
        k: int | None = None,
        max_hops: int | None = None,
        persona: str | None = None,
        filter: t.SearchFilter | None = None,
        as_of: t.Time | None = None,
    ) -> t.GraphQaResponse:
        """Answer from graph facts; needs a language model and plan starter (10 operations)."""
        body = {
            "query": query,
            "k": k,
            "max_hops": max_hops,
            "persona": persona,
            "filter": filter,
            "as_of": as_of,
        }
        return cast(t.GraphQaResponse, self._read("POST", "/brain/retrieve/graph-qa", body))

    def profile(
        self,
        entity: str | None = None,
        *,
        persona: str | None = None,
        as_of: t.Time | None = None,
        max_tokens: int | None = None,
    ) -> t.Profile:
        """What is known of somebody, or of the user: the stable first, then the recent (1 operation)."""
        params = {"entity": entity, "persona": persona, "as_of": as_of, "max_tokens": max_tokens}
        return cast(t.Profile, self._read("GET", "/brain/profile", params=params))

    # Memories

    def list_memories(
        self,
        *,
        persona: str | None = None,
        session_id: str | None = None,
        source: t.Source | None = None,
        entity: str | None = None,
        since: t.Time | None = None,
        until: t.Time | None = None,
        metadata: t.Metadata | None = None,
        state: str | None = None,
        q: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[t.Memory]:
        """What was told, newest first; pages are fetched as they are needed (free)."""
        params = {
            "persona": persona,
            "session_id": session_id,
            "source": source,
            "entity": entity,
            "since": since,
            "until": until,
            "metadata": metadata,
            "state": state,
            "q": q,
            "limit": page_size,
        }
        return cast(Iterator[t.Memory], self._list("/brain/memories", "memories", params))

    def get_memory(self, memory_id: str) -> t.MemoryDetail:
        """One memory, with its chunks and what was read from it (free)."""
        return cast(t.MemoryDetail, self._read("GET", f"/brain/memories/{segment(memory_id)}"))

    def memory_history(self, memory_id: str) -> t.MemoryHistory:
        """What a memory was before, and when it was invalidated and restored (free)."""
        return cast(t.MemoryHistory, self._read("GET", f"/brain/memories/{segment(memory_id)}/history"))

    def edit_memory(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        metadata: t.Metadata | None = None,
        persona: str | None = None,
        occurred_at: t.Time | None = None,
        if_match: int | None = None,
        idempotency_key: str | None = None,
    ) -> t.Memory:
        """Change a memory; a field of ``metadata`` that is None is taken out (1 operation; 5 where the text changes).

        With ``if_match`` only while it is in this ``version``; else ConflictError.
        """
        body = {"text": text, "metadata": metadata, "persona": persona, "occurred_at": occurred_at}
        path = f"/brain/memories/{segment(memory_id)}"
        answer = self._change("PATCH", path, body, idempotency_key=idempotency_key, if_match=if_match)
        return cast(t.Memory, answer)

    def delete_memory(
        self, memory_id: str, *, if_match: int | None = None, idempotency_key: str | None = None
    ) -> t.Receipt:
        """Erase a memory with everything that only it supports (1 operation)."""
        path = f"/brain/memories/{segment(memory_id)}"
        answer = self._change("DELETE", path, idempotency_key=idempotency_key, if_match=if_match)
        return cast(t.Receipt, answer)

    def invalidate_memory(
        self,
        memory_id: str,
        *,
        reason: str | None = None,
        if_match: int | None = None,
        idempotency_key: str | None = None,
    ) -> t.Memory:
        """Take a memory out of retrieval, until it is restored (1 operation)."""
        path = f"/brain/memories/{segment(memory_id)}/invalidate"
        body = {"reason": reason}
        answer = self._change("POST", path, body, idempotency_key=idempotency_key, if_match=if_match)
        return cast(t.Memory, answer)

    def restore_memory(
        self,
        memory_id: str,
        *,
        version: int | None = None,
        reason: str | None = None,
        if_match: int | None = None,
        idempotency_key: str | None = None,
    ) -> t.Memory:
        """Bring a memory back that was invalidated, or an old ``version`` of one (1 operation; 5 for an old version)."""
        path = f"/brain/memories/{segment(memory_id)}/restore"
        body = {"version": version, "reason": reason}
        answer = self._change("POST", path, body, idempotency_key=idempotency_key, if_match=if_match)
        return cast(t.Memory, answer)

    def forget(
        self,
        *,
        ids: Sequence[str] | None = None,
        persona: str | None = None,
        session_id: str | None = None,
        source: t.Source | None = None,
        entity: str | None = None,
        before: t.Time | None = None,
        since: t.Time | None = None,
        until: t.Time | None = None,
        metadata: t.Metadata | None = None,
        idempotency_key: str | None = None,
    ) -> t.Receipt:
        """Erase every memory that all of these are true of; at least one is needed (1 operation).

        ``remaining`` of the receipt says how many are left of a large scope: call again with the same.
        """
        scope = {
            "ids": None if ids is None else list(ids),
            "persona": persona,
            "session_id": session_id,
            "source": source,
            "entity": entity,
            "before": before,
            "since": since,
            "until": until,
            "metadata": metadata,
        }
        return cast(t.Receipt, self._change("POST", "/brain/forget", scope, idempotency_key=idempotency_key))

    def forget_dry_run(
        self,
        *,
        ids: Sequence[str] | None = None,
        persona: str | None = None,
        session_id: str | None = None,
        source: t.Source | None = None,
        entity: str | None = None,
        before: t.Time | None = None,
        since: t.Time | None = None,
        until: t.Time | None = None,
        metadata: t.Metadata | None = None,
    ) -> t.ForgetDryRun:
        """Count what ``forget`` would erase."""
        scope = {
            "ids": None if ids is None else list(ids),
            "persona": persona,
            "session_id": session_id,
            "source": source,
            "entity": entity,
            "before": before,
            "since": since,
            "until": until,
            "metadata": metadata,
            "dry_run": True,
        }
        return cast(t.ForgetDryRun, self._change("POST", "/brain/forget", scope))

    def list_receipts(self, *, page_size: int | None = None) -> Iterator[t.Receipt]:
        """What was erased, newest first (free)."""
        return cast(Iterator[t.Receipt], self._list("/brain/receipts", "receipts", {"limit": page_size}))

    # Facts and entities

    def list_facts(
        self,
        *,
        entity: str | None = None,
        relation: str | None = None,
        persona: str | None = None,
        as_of: t.Time | None = None,
        date_since: t.Time | None = None,
        date_until: t.Time | None = None,
        state: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[t.KnownFact]:
        """The facts that were read, with who states them, newest first (free)."""
        params = {
            "entity": entity,
            "relation": relation,
            "persona": persona,
            "as_of": as_of,
            "date_since": date_since,
            "date_until": date_until,
            "state": state,
            "limit": page_size,
        }
        return cast(Iterator[t.KnownFact], self._list("/brain/facts", "facts", params))

    def graph(
        self,
        entity: str | None = None,
        *,
        persona: str | None = None,
        as_of: t.Time | None = None,
        limit: int | None = None,
    ) -> t.GraphResponse:
        """What stands around an entity, or around those with the most facts (free)."""
        body = {"entity": entity, "persona": persona, "as_of": as_of, "limit": limit}
        return cast(t.GraphResponse, self._read("POST", "/brain/graph", body))

    def list_entities(self, *, page_size: int = 100) -> Iterator[t.Entity]:
        """The names that memory knows (free)."""
        after: str | None = None
        while True:
            page = self._read("POST", "/brain/entities", {"after": after, "limit": page_size})
            for entity in page["entities"]:
                yield entity
            if len(page["entities"]) < page_size:
                return
            after = page["entities"][-1]["name"]

    def unmerge_entities(self, entity: str, alias: str, *, idempotency_key: str | None = None) -> t.Unmerged:
        """Undo a merge of two names (1 operation)."""
        body = {"entity": entity, "alias": alias}
        answer = self._change("POST", "/brain/entities/unmerge", body, idempotency_key=idempotency_key)
        return cast(t.Unmerged, answer)

    # Lifecycle and account

    def consolidate(
        self, *, persona: str | None = None, force: bool | None = None, idempotency_key: str | None = None
    ) -> t.ConsolidateResponse:
        """Run decay, pruning and compression now (3 operations)."""
        body = {"persona": persona, "force": force}
        answer = self._change("POST", "/brain/consolidate", body, idempotency_key=idempotency_key)
        return cast(t.ConsolidateResponse, answer)

    def prune(
        self,
        *,
        threshold: float | None = None,
        dry_run: bool | None = None,
        persona: str | None = None,
        idempotency_key: str | None = None,
    ) -> t.PruneResponse:
        """Forget what has faded (1 operation)."""
        body = {"threshold": threshold, "dry_run": dry_run, "persona": persona}
        return cast(t.PruneResponse, self._change("POST", "/brain/prune", body, idempotency_key=idempotency_key))

    def stats(self, *, persona: str | None = None) -> t.Stats:
        """Count what is remembered (free)."""
        return cast(t.Stats, self._read("POST", "/brain/stats", {"user_id": "python", "persona": persona}))

    def own_usage(self) -> t.OwnUsage:
        """Operations and limits of this account (free)."""
        return cast(t.OwnUsage, self._read("GET", "/brain/usage"))

    def own_key(self) -> t.OwnKey:
        """What the key that is sent may do (free)."""
        return cast(t.OwnKey, self._read("GET", "/brain/key"))

    def lifecycle(self, *, persona: str | None = None) -> t.Lifecycle:
        """How strong memories are, and what is due to be pruned when (free)."""
        return cast(t.Lifecycle, self._read("GET", "/brain/lifecycle", params={"persona": persona}))

    def audit(
        self,
        *,
        action: str | None = None,
        since: t.Time | None = None,
        until: t.Time | None = None,
        page_size: int | None = None,
    ) -> Iterator[t.AuditEntry]:
        """Which key changed what, newest first (free)."""
        params = {"action": action, "since": since, "until": until, "limit": page_size}
        return cast(Iterator[t.AuditEntry], self._list("/brain/audit", "entries", params))

    def health(self) -> t.Health:
        """Readiness; needs no key."""
        return cast(t.Health, self._read("GET", "/brain/health"))

    # Export and import

    def export(
        self,
        *,
        persona: str | None = None,
        session_id: str | None = None,
        source: t.Source | None = None,
        entity: str | None = None,
        since: t.Time | None = None,
        until: t.Time | None = None,
        metadata: t.Metadata | None = None,
        vectors: bool | None = None,
        cursor: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Everything that is remembered, a record at a time, while it arrives (free)."""
        params = {
            "persona": persona,
            "session_id": session_id,
            "source": source,
            "entity": entity,
            "since": since,
            "until": until,
            "metadata": metadata,
            "vectors": vectors,
            "cursor": cursor,
        }
        response = self._send(request_of("GET", "/brain/export", params=params), stream=True)
        try:
            rest = b""
            for part in response.iter_bytes():
                # Not by httpx's lines, which end at characters that a text may have.
                *lines, rest = (rest + part).split(b"\n")
                for line in filter(bytes.strip, lines):
                    yield value_of(line, response)
            if rest.strip():
                yield value_of(rest, response)
        except httpx.RequestError as error:
            raise unreachable(error) from error
        finally:
            response.close()

    def import_(
        self,
        content: Lines,
        *,
        format: t.ImportFormat = "edge-brain",
        persona: str | None = None,
        source: t.Source | None = None,
        name: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> t.ImportResponse:
        """Import an export, or a file of others; the same file twice changes nothing (1 operation a text of ours, 5 of others)."""
        params = {"format": format, "persona": persona, "source": source, "name": name, "dry_run": dry_run}
        request = request_of(
            "POST", "/brain/import", params=params, content=content, changes=True, idempotency_key=idempotency_key
        )
        return cast(t.ImportResponse, self._answer(request))

    # Webhooks

    def create_webhook(
        self,
        url: str,
        *,
        events: Sequence[t.WebhookEvent] | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
    ) -> t.NewWebhook:
        """Have changes of memory sent to a URL; the secret is shown this once (1 operation)."""
        body = {"url": url, "events": None if events is None else list(events), "description": description}
        return cast(t.NewWebhook, self._change("POST", "/brain/webhooks", body, idempotency_key=idempotency_key))

    def list_webhooks(self) -> list[t.Webhook]:
        """The webhooks, with how they are doing (free)."""
        return cast(list[t.Webhook], (self._read("GET", "/brain/webhooks"))["webhooks"])

    def delete_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> None:
        """Remove a webhook, with all that was on its way to it (1 operation)."""
        self._change("DELETE", f"/brain/webhooks/{segment(webhook_id)}", idempotency_key=idempotency_key)

    def test_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> t.Delivery:
        """Send an event of no meaning at once, and tell how it went (1 operation)."""
        path = f"/brain/webhooks/{segment(webhook_id)}/test"
        return cast(t.Delivery, self._change("POST", path, idempotency_key=idempotency_key))

    def rotate_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> t.RotatedWebhook:
        """Replace the secret; for a day deliveries are signed with both (1 operation)."""
        path = f"/brain/webhooks/{segment(webhook_id)}/rotate"
        return cast(t.RotatedWebhook, self._change("POST", path, idempotency_key=idempotency_key))

    def list_deliveries(self, webhook_id: str, *, page_size: int | None = None) -> Iterator[t.Delivery]:
        """What was sent or is to be sent to a webhook, newest first (free)."""
        path = f"/brain/webhooks/{segment(webhook_id)}/deliveries"
        return cast(Iterator[t.Delivery], self._list(path, "deliveries", {"limit": page_size}))

    # Everything else

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        params: Mapping[str, Any] | None = None,
        changes: bool = False,
    ) -> Any:
        """Any call, such as the operator's (with the operator's token as ``api_key``). ``changes``: send an idempotency key."""
        return self._answer(request_of(method, path, body, params=params, changes=changes))

    def _read(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        params: Mapping[str, Any] | None = None,
    ) -> Any:
        return self._answer(request_of(method, path, body, params=params, reads=True))

    def _change(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: int | None = None,
    ) -> Any:
        request = request_of(method, path, body, changes=True, idempotency_key=idempotency_key, if_match=if_match)
        return self._answer(request)

    def _list(self, path: str, name: str, params: Mapping[str, Any]) -> Iterator[Any]:
        cursor: object = None
        while True:
            page = self._read("GET", path, params={**params, "cursor": cursor})
            for entry in page[name]:
                yield entry
            cursor = page.get("next_cursor", page.get("cursor"))
            if cursor is None:
                return

    def _answer(self, request: Request) -> Any:
        response = self._send(request)
        answer = value_of(response.content, response) if response.content else None
        # An answer that is given again has no texts, since those may be erased by now: what is a memory is looked up.
        if "idempotent-replayed" in response.headers and (memory := memory_of(request)):
            try:
                return self._read("GET", memory)
            except (NotFoundError, PermissionDeniedError):
                # The change itself was made: erased since, or by a key that may not read.
                return answer
        return answer

    def _send(self, request: Request, *, stream: bool = False) -> httpx.Response:
        tries = 0
        while True:
            try:
                return self._try(request, stream)
            except BrainError as error:
                wait = wait_before_retry(error, tries, request.is_repeatable, self._max_retry_after)
                if tries >= self._max_retries or wait is None:
                    raise
            time.sleep(wait)
            tries += 1

    def _try(self, request: Request, stream: bool) -> httpx.Response:
        built = self._http.build_request(
            request.method,
            f"{self._url}{request.path}",
            content=request.content,
            params=request.params,
            headers={**self._headers, **request.headers},
            timeout=self._timeout,
        )
        try:
            response = self._http.send(built, stream=stream)
            if response.is_success:
                return response
            response.read()
        except httpx.RequestError as error:
            raise unreachable(error) from error
        raise error_of(response)
