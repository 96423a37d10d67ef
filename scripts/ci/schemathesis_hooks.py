"""Gives made-up requests the ids of memories that there are: with others every call would be a 404."""

import os
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
