"""Makes the client for ordinary code of the one for asyncio: `python make_sync.py`. A test compares."""

import re
from pathlib import Path

PACKAGE = Path(__file__).parent / "src/edge_brain"

WORDS = {
    r"The client for asyncio\. .*": 'The client. Made of `async_client.py` by `make_sync.py`."""',
    r"\basync (def|for|with)\b": r"\1",
    r"\bawait ": "",
    r"\bAsync(Iterator|Brain|Client)\b": r"\1",
    r"\b__a(enter|exit)__\b": r"__\1__",
    r"\ba(close|read|iter_bytes)\b": r"\1",
    r"\basyncio\.sleep\b": "time.sleep",
}


def sync_of(source: str) -> str:
    for pattern, word in WORDS.items():
        source = re.sub(pattern, word, source)
    return source.replace("import asyncio\nimport os\n", "import os\nimport time\n")


if __name__ == "__main__":
    (PACKAGE / "client.py").write_text(sync_of((PACKAGE / "async_client.py").read_text()))
