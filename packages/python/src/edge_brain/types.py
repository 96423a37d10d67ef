"""The shapes of what is sent and answered, as `/openapi.json` of the service has them. An answer may have more fields."""

from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

Source = Literal["user", "document", "assistant"]
#: ISO 8601, Unix seconds, or a datetime.
Time = str | float | datetime
ContextFormat = Literal["plain", "dated", "quoted"]
ImportFormat = Literal["edge-brain", "items", "mem0", "mcp-memory", "chatgpt", "claude", "text"]
WebhookEvent = Literal["memory.created", "memory.updated", "memory.superseded", "memory.erased", "memory.pruned"]
Metadata = dict[str, Any]


class SearchFilter(TypedDict, total=False):
    """Which memories count, decided before candidates are chosen."""

    persona: str | None
    session_id: str | None
    source: Source | None
    entity: str | None
    since: Time | None
    until: Time | None
    metadata: Metadata | None


class IngestItem(TypedDict):
    text: str
    persona: NotRequired[str]
    source: NotRequired[Source]
    session_id: NotRequired[str | None]
    use_llm_extraction: NotRequired[bool]
    occurred_at: NotRequired[Time | None]
    metadata: NotRequired[Metadata | None]


class IngestResponse(TypedDict):
    facts_ingested: int
    episodic_chunks: int
    entities_extracted: int
    triples_extracted: int
    working_memory_updated: bool
    msg: str
    latency_ms: float
    memory_id: NotRequired[str]
    duplicate_of: NotRequired[str]


class FailedItem(TypedDict):
    error: str
    detail: str
    code: str


class IngestBatchResponse(TypedDict):
    results: list[IngestResponse | FailedItem]
    items: int
    succeeded: int
    failed: int
    facts_ingested: int
    episodic_chunks: int
    entities_extracted: int
    latency_ms: float


class Trust(TypedDict):
    source: Source
    confirmed: int
    looks_like_order: bool


class Fact(TypedDict):
    id: str
    memory_id: NotRequired[str]
    fact: str
    score: float
    source_type: Literal["episodic", "semantic", "working"]
    created_at: float
    occurred_at: float
    access_count: int
    confidence: float
    strength: float
    metadata: Metadata | None
    trust: Trust
    superseded: NotRequired[bool]
    superseded_by: NotRequired[str]
    why: NotRequired[dict[str, Any]]


class RetrieveResponse(TypedDict):
    context: str
    facts: list[Fact]
    episodic_count: int
    semantic_count: int
    working_count: int
    reasoning_chain: list[dict[str, Any]] | None
    latency_ms: float
    degraded: NotRequired[list[str]]
    compression: NotRequired[str]
    reading: NotRequired[dict[str, Any]]


class GraphQaResponse(TypedDict):
    answer: str
    facts_used: int
    error: NotRequired[str]
    detail: NotRequired[str]


class ConsolidateResponse(TypedDict):
    memories_reinforced: int
    memories_decayed: int
    memories_pruned: int
    memories_compressed: int
    abstractions_created: int
    latency_ms: float
    skipped: NotRequired[bool]


class PruneResponse(TypedDict):
    candidates: NotRequired[int]
    pruned: NotRequired[int]
    dry_run: bool
    threshold: float
    latency_ms: float


class Stats(TypedDict):
    episodic_count: int
    semantic_entities: int
    semantic_relations: int
    models_loaded: bool
    namespace: dict[str, int]


class Memory(TypedDict):
    id: str
    text: str
    persona: str
    source: str
    session_id: str | None
    speaker: str | None
    metadata: Metadata | None
    occurred_at: float
    created_at: float
    state: str
    version: NotRequired[int]


class KnownFact(TypedDict):
    id: str
    fact: str
    subject: str
    relation: str
    object: str
    slot: str
    persona: str
    source: str
    confidence: float
    strength: float
    access_count: int
    created_at: float
    occurred_at: float
    state: str
    superseded_by: str | None
    memory_ids: list[str]


class MemoryDetail(Memory):
    chunks: list[dict[str, Any]]
    facts: list[KnownFact]


class MemoryHistory(TypedDict):
    id: str
    version: int
    state: str
    versions: list[dict[str, Any]]
    changes: list[dict[str, Any]]


class Receipt(TypedDict):
    """What was erased and when: ids and counts, no text."""

    receipt_id: str
    at: float
    scope: dict[str, Any]
    erased: dict[str, int]
    remaining: int
    recoverable_until: NotRequired[float | None]


class ForgetDryRun(TypedDict):
    dry_run: Literal[True]
    scope: dict[str, Any]
    memories: int


class GraphResponse(TypedDict):
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class Profile(TypedDict):
    entity: dict[str, Any] | None
    others: list[str]
    markdown: str
    tokens: int
    stable: list[KnownFact]
    recent: list[KnownFact]
    texts: list[dict[str, Any]]


class Entity(TypedDict):
    name: str
    kind: str
    aliases: list[dict[str, Any]]


class Unmerged(TypedDict):
    facts_moved: int


class OwnUsage(TypedDict):
    plan: str
    month: str
    operations: dict[str, Any]
    requests: dict[str, Any]
    items_per_batch: int
    months: list[dict[str, Any]]
    memory: dict[str, int]


class Lifecycle(TypedDict):
    half_life_days: float
    threshold: float
    last_consolidated_at: float | None
    strength: dict[str, list[int]]
    due: list[dict[str, Any]]


class OwnKey(TypedDict):
    key_id: str
    scopes: list[Literal["read", "write", "erase"]]
    personas: list[str] | None
    plan: str


class AuditEntry(TypedDict):
    at: float
    key: str
    action: str
    subject: NotRequired[str]
    counts: dict[str, Any]
    memories: dict[str, Any]
    request_id: str | None


class Webhook(TypedDict):
    id: str
    url: str
    events: list[WebhookEvent]
    description: str | None
    created_at: float
    status: Literal["active", "failing", "disabled"]
    failing_since: float | None
    disabled_at: float | None
    disabled_reason: str | None


class NewWebhook(Webhook):
    secret: str


class RotatedWebhook(NewWebhook):
    former_secret_until: float


class Delivery(TypedDict):
    id: int
    event_id: str
    type: str
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    created_at: float
    last_attempt_at: float | None
    next_attempt_at: float | None
    answer_status: int | None
    error: str | None


class ImportResponse(TypedDict):
    format: str
    dry_run: bool
    texts: NotRequired[int]
    imported: NotRequired[int]
    already_imported: NotRequired[int]
    failed: NotRequired[int]
    unreadable: NotRequired[int]
    problems: NotRequired[list[dict[str, str]]]


class Health(TypedDict):
    ready: bool
    models_loaded: bool
    models_error: NotRequired[str]
    neo4j: str
    redis: str
    qdrant: str
    version: str
    backends: dict[str, str]
