"""The lives of lives/*.txt (README.md there has the form) and those of scripts/eval/data, in one form.

A life: {name, texts, questions: [{query, kind, expect, stale, all, absent, visible}]}; memories are numbers of texts.
"""

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
PIECE = 75  # words
MEMORY = re.compile(r"M (\d+) [uad] \S+ \S+ \| (.+)")
QUESTION = re.compile(r"Q (\S+)(.*?) \| (.+)")


def lives_in(path):
    lives = []
    for part in re.split(r"(?m)^## life ", path.read_text(encoding="utf8"))[1:]:
        lines = part.split("\n")
        told = [m for m in map(MEMORY.match, lines) if m]
        place = {m[1]: i for i, m in enumerate(told)}
        life = {"name": f"{path.stem}/{lines[0].split('|')[0].strip()}", "texts": [m[2].replace("\\n", "\n") for m in told], "questions": []}
        for m in filter(None, map(QUESTION.match, lines)):
            marks = m[2].split()
            numbers = {k: [place[n] for x in marks if x.startswith(k + "=") for n in re.split("[,;]", x[2:]) if n in place] for k in "es"}
            if m[1] == "absent" or numbers["e"]:
                stale = [i for i in numbers["s"] if i not in numbers["e"]]
                asked = {"query": m[3], "kind": m[1], "expect": numbers["e"], "stale": stale, "all": "all" in marks, "absent": m[1] == "absent"}
                life["questions"].append({**asked, "visible": [True] * len(told)})
        lives.append(life)
    return lives


def told_lives():
    """Those to train on, and the third of each file, which are held back."""
    files = [lives_in(path) for path in sorted((HERE / "lives").glob("*.txt"))]
    return [life for lives in files for i, life in enumerate(lives) if i != 2], [lives[2] for lives in files]


def development_lives():
    lives = json.loads((HERE.parent / "eval/data/lives-dev.json").read_text())
    for life in lives:
        life["texts"] = [m["text"] for m in life["memories"]]
        for q in life["questions"]:
            persona = q.get("body", {}).get("persona")
            q["visible"] = [not persona or m.get("persona", persona) == persona for m in life["memories"]]
            for name, otherwise in (("expect", []), ("stale", []), ("all", False), ("absent", False)):
                q.setdefault(name, otherwise)
    return lives


def pieces(text):
    """A long message in pieces that end with a sentence: the service cuts too, and a memory counts by its best piece."""
    if len(text.split()) <= PIECE + 15:
        return [text]
    out = [""]
    for sentence in re.split(r"(?<=[.!?\n])\s+", text):
        if out[-1] and len(f"{out[-1]} {sentence}".split()) > PIECE:
            out.append("")
        out[-1] = f"{out[-1]} {sentence}".strip()
    return out
