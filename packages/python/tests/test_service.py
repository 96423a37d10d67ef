"""Calls to a real service."""

import asyncio
import inspect
import os
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, get_type_hints, is_typeddict

import httpx
import pytest

from edge_brain import AsyncBrain, AuthenticationError, Brain, ConflictError, InvalidRequestError, NotFoundError, types

OPENAPI = httpx.get(f"{os.environ['BRAIN_URL']}/openapi.json").json()


def has(path: str) -> bool:
    return path in OPENAPI["paths"]


def test_remembers_and_recalls(brain: Brain) -> None:
    stored = brain.ingest(
        "Emma works at Nordwind.",
        session_id="s1",
        metadata={"topic": "work"},
        occurred_at=datetime(2026, 1, 2, tzinfo=UTC),
    )
    assert stored["episodic_chunks"] == 1
    found = brain.retrieve("Where does Emma work?", k=3, context_format="quoted", filter={"metadata": {"topic": "work"}})
    assert "Nordwind" in found["context"]
    assert found["facts"][0]["occurred_at"] == datetime(2026, 1, 2, tzinfo=UTC).timestamp()
    memory = brain.get_memory(stored["memory_id"])
    assert (memory["text"], memory["metadata"]) == ("Emma works at Nordwind.", {"topic": "work"})
    assert "Nordwind" in brain.profile("Emma")["markdown"]


def test_counts_days_by_the_clock_of_a_time(brain: Brain) -> None:
    evening = datetime(2026, 3, 1, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    stored = brain.ingest("I have a dentist appointment tomorrow.", persona="clock", occurred_at=evening)
    facts = brain.get_memory(stored["memory_id"])["facts"]
    assert {fact.get("date") for fact in facts} == {"2026-03-02"}


def test_lists_go_over_pages(brain: Brain) -> None:
    items: list[types.IngestItem] = [{"text": f"Room {n} is painted blue.", "persona": "pages"} for n in range(7)]
    assert brain.ingest_batch(items)["succeeded"] == 7
    rooms = [memory["text"] for memory in brain.list_memories(persona="pages", q="painted", page_size=3)]
    assert rooms == [item["text"] for item in reversed(items)]
    people: list[types.IngestItem] = [{"text": f"{name} lives in Oslo."} for name in ("Ada", "Ben", "Cleo", "Dirk")]
    brain.ingest_batch(people)
    assert len(list(brain.list_facts(entity="Oslo", page_size=1))) == 4
    assert {entry["action"] for entry in brain.audit(page_size=1)} >= {"ingest"}
    assert any(entity["name"] == "Emma" for entity in brain.list_entities(page_size=2))


def test_tells_of_the_account(brain: Brain) -> None:
    assert brain.health()["ready"]
    assert brain.stats()["episodic_count"] > 0
    assert brain.own_usage()["plan"] == "enterprise"
    assert brain.own_key()["scopes"] == ["read", "write", "erase"]
    assert brain.lifecycle()["half_life_days"] > 0
    assert brain.graph("Emma")["edges"]
    assert brain.prune(dry_run=True)["dry_run"] is True
    assert "memories_pruned" in brain.consolidate(force=True)


def test_manages_webhooks(brain: Brain) -> None:
    hook = brain.create_webhook("https://example.org/hook", events=["memory.created"])
    assert [one["id"] for one in brain.list_webhooks()] == [hook["id"]]
    assert brain.rotate_webhook(hook["id"])["secret"] != hook["secret"]
    assert list(brain.list_deliveries(hook["id"])) == []
    brain.delete_webhook(hook["id"])
    assert brain.list_webhooks() == []


@pytest.mark.skipif(not has("/brain/forget"), reason="this service cannot erase yet")
def test_changes_and_erases(brain: Brain) -> None:
    memory_id = brain.ingest("The alarm code is four two seven.", persona="changes")["memory_id"]
    version = brain.get_memory(memory_id)["version"]
    edited = brain.edit_memory(memory_id, text="The alarm code is nine nine one.", if_match=version)
    assert edited["text"] == "The alarm code is nine nine one."
    with pytest.raises(ConflictError):
        brain.edit_memory(memory_id, metadata={"a": 1}, if_match=version)
    assert brain.memory_history(memory_id)["versions"][0]["text"] == "The alarm code is four two seven."
    assert brain.invalidate_memory(memory_id, reason="wrong")["state"] == "invalidated"
    assert brain.restore_memory(memory_id)["state"] == "current"
    assert brain.forget_dry_run(persona="changes")["memories"] == 1
    receipt = brain.forget(persona="changes")
    assert (receipt["erased"]["memories"], receipt["remaining"]) == (1, 0)
    assert next(iter(brain.list_receipts()))["receipt_id"] == receipt["receipt_id"]
    with pytest.raises(NotFoundError):
        brain.delete_memory(memory_id)


@pytest.mark.skipif(not has("/brain/export"), reason="this service cannot export yet")
def test_exports_and_imports(brain: Brain) -> None:
    records = list(brain.export())
    assert records
    assert brain.import_(records, dry_run=True)["dry_run"] is True


@pytest.mark.skipif(not has("/brain/import"), reason="this service cannot import yet")
def test_imports_texts_once(brain: Brain) -> None:
    texts = [{"text": "Greta collects stamps.", "occurred_at": datetime(2025, 3, 1, tzinfo=UTC)}]
    assert brain.import_(texts, format="items", persona="import", dry_run=True)["texts"] == 1
    assert brain.import_(texts, format="items", persona="import")["imported"] == 1
    assert brain.import_(texts, format="items", persona="import")["already_imported"] == 1


def test_happens_once_with_an_idempotency_key(brain: Brain) -> None:
    first = brain.ingest("The kettle whistles.", persona="once", idempotency_key="kettle-1")
    assert brain.ingest("The kettle whistles.", persona="once", idempotency_key="kettle-1") == first | {
        "latency_ms": pytest.approx(0, abs=1e6)
    }
    with pytest.raises(ConflictError) as caught:
        brain.ingest("The kettle is quiet.", persona="once", idempotency_key="kettle-1")
    assert caught.value.code == "idempotency_key_reused"


def test_errors_are_classes_with_code_status_and_detail(account: tuple[str, str], brain: Brain) -> None:
    with pytest.raises(InvalidRequestError) as invalid:
        brain.retrieve("")
    assert (invalid.value.status, invalid.value.code) == (400, "invalid_request")
    assert invalid.value.detail.startswith("query")
    with Brain(account[0], "brain_wrong") as stranger, pytest.raises(AuthenticationError):
        stranger.stats()
    with pytest.raises(NotFoundError):
        brain.get_memory("m_000000000000")


def test_works_with_asyncio(account: tuple[str, str]) -> None:
    async def talk() -> list[str]:
        async with AsyncBrain(*account) as brain:
            await brain.ingest("Otto plays the cello.", persona="async")
            found = await brain.retrieve("What does Otto play?", persona="async")
            assert "cello" in found["context"]
            return [memory["text"] async for memory in brain.list_memories(persona="async", q="cello")]

    assert asyncio.run(talk()) == ["Otto plays the cello."]


def test_has_every_call_of_the_reference() -> None:
    source = inspect.getsource(AsyncBrain)
    ours = {re.sub(r"\{.*?\}", "{}", path) for path in re.findall(r'"(/brain/[^"]+)"', source)}
    # A former name, and what the pages of the console alone redeem.
    left_out = {"/brain/entities/separate", "/brain/sign-in"}
    reference = {re.sub(r"\{.*?\}", "{}", path) for path in OPENAPI["paths"] if path.startswith("/brain/")}
    assert reference - left_out <= ours


def test_names_no_field_that_the_reference_does_not_have() -> None:
    schemas = OPENAPI["components"]["schemas"]
    shapes = {name: shape for name, shape in vars(types).items() if is_typeddict(shape) and name in schemas}
    assert len(shapes) > 15
    planned = {"Memory": {"version"}, "MemoryDetail": {"version"}}
    for name, shape in shapes.items():
        unknown = get_type_hints(shape).keys() - schemas[name]["properties"].keys() - planned.get(name, set())
        assert not unknown, f"{name} has {unknown}"


def fields_of(operation: dict[str, Any]) -> set[str]:
    """What a call can be given in its query string or body, as the reference names it."""
    queried = {one["name"] for one in operation.get("parameters", []) if one["in"] == "query"}
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = OPENAPI["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
    return queried | set(shape.get("properties", {}))


def test_takes_every_field_of_the_reference() -> None:
    # Pages follow by themselves, and their length has a clearer name. The key says whose memory it is. What only counts is a call of its own.
    left_out = {"cursor", "after", "user_id", "dry_run"}
    renamed = {"limit": "page_size", "metadata.KEY": "metadata"}
    calls = re.compile(r'"(GET|POST|PATCH|DELETE)", f?"(/brain/[^"]+)"')
    paths = {re.sub(r"\{.*?\}", "{}", path): known for path, known in OPENAPI["paths"].items()}
    missing = []
    for name, method in inspect.getmembers(AsyncBrain, inspect.isfunction):
        source = inspect.getsource(method).replace('_list("', '"GET", "').replace('_list(f"', '"GET", f"')
        taken = inspect.signature(method).parameters
        for verb, path in calls.findall(source):
            fields = fields_of(paths[re.sub(r"\{.*?\}", "{}", path)][verb.lower()]) - left_out
            missing += [f"{name}: {field}" for field in fields if not {field, renamed.get(field)} & taken.keys()]
    assert not missing, sorted(missing)
