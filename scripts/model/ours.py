"""Our encoder as the service runs it, through its WebAssembly kernel; needs node on the PATH."""

import json
import subprocess
from pathlib import Path

import numpy as np


def embed(texts, kind, encoder=None):
    """One vector a text; `encoder` is a file other than the asset."""
    command = ["node", str(Path(__file__).parent / "embed-lines.mjs"), *([encoder] if encoder else [])]
    asked = json.dumps([{"text": t, "kind": kind} for t in texts]).encode()
    node = subprocess.run(command, input=asked, capture_output=True, check=True)
    return np.frombuffer(node.stdout, np.float32).reshape(len(texts), -1)
