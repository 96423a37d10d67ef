"""Gives made-up requests the ids of memories that there are: with others every call would be a 404. Leaves out what no server takes."""

import os
import re
import uuid
import zlib

import schemathesis

IDS = [memory for memory in os.environ.get("MEMORY_IDS", "").split(",") if memory]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    sent = (path_parameters or {}).get("id")
    # What is meant to be refused stays as it is, and one in four is nobody's.
    if not IDS or not isinstance(sent, str) or not 1 <= len(sent) <= 64:
        return path_parameters
    if not context.operation.path.startswith("/brain/memories/"):
        return path_parameters
    chosen = zlib.crc32(sent.encode("utf-8", "replace"))
    if chosen % 4 == 0:
        return path_parameters
    return {**path_parameters, "id": IDS[chosen % len(IDS)]}


# What a server takes as a request line at all; beyond it the runtime itself answers 414.
LONGEST_QUERY = 4_000


@schemathesis.hook
def filter_query(context, query):
    return sum(len(str(value).encode("utf-8", "replace")) * 3 for value in (query or {}).values()) <= LONGEST_QUERY


@schemathesis.hook
def map_headers(context, headers):
    """What a repeated key is answered with has no texts: every request has a key of its own."""
    for name in list(headers or {}):
        sent = headers[name]
        if name.lower() == "idempotency-key" and isinstance(sent, str) and re.fullmatch(r"[\x20-\x7e]{1,255}", sent):
            headers[name] = uuid.uuid4().hex
    return headers
