"""Lines to hold our tokenizer against the reference: made up from a fixed seed, with what the reference makes of each.

usage: tokenizer-fixture.py tokenizer.json        (pip install tokenizers) → test/adapters/local-model/wordpiece-lines.json
"""

import json
import random
import sys
from pathlib import Path

from tokenizers import Tokenizer

from questions import NAMES

rand = random.Random(2026)
tokenizer = Tokenizer.from_file(sys.argv[1])
tokenizer.no_padding()
tokenizer.no_truncation()
pieces = [t for t in sorted(tokenizer.get_vocab()) if t.isascii() and t.isalpha() and len(t) > 1]
between = lambda a, b: chr(rand.randint(a, b))
SCRIPTS = [(0x4E00, 0x9FFF), (0x3041, 0x3096), (0x30A1, 0x30FA), (0xAC00, 0xD7A3), (0x0621, 0x064A), (0x05D0, 0x05EA), (0x0E01, 0x0E2E),
           (0x0905, 0x0939), (0x0410, 0x044F), (0x0391, 0x03A1), (0x03A3, 0x03C9), (0x10D0, 0x10F0), (0x20000, 0x20100), (0xF900, 0xF930)]
ACCENTED = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķłńņňŋōŏőœŕřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐạảấầẩậắằếềệỉịọốồộớờụứừựỳỵİŁŒǅΣς"
MARKS = "\u0301\u0300\u0302\u0308\u0303\u0327\u0328\u0336\u20dd"
EMOJI = ["😀", "😂", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇳🇴", "❤️", "☕", "🎉", "🧑🏿‍🚀", "✈️", "1️⃣", "🤷‍♀️", "⭐", "🥐"]
ODD = list("\x00\x01\x07\x08\t\n\x0b\x0c\r\x1b\x1f\x7f\x80\x85\x9f\xa0\xad\u1680\u2000\u200a\u200b\u200d\u200e\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\ufffd\ue000\u180e")
SIGNS = list("!\"#$%&'()*+,-./:;<=>?@\\^_`{|}~") + list("¡¿«»“”‘’–—…·•†‡‰€£¥©®™°±×÷§¶½²³№→∞≠「」。、！？（）")


def word():
    way = rand.random()
    if way < 0.5:
        return rand.choice(pieces)
    if way < 0.62:
        return rand.choice(NAMES)
    if way < 0.72:
        return "".join(rand.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rand.randint(1, 14)))
    if way < 0.8:
        return rand.choice((str(rand.randint(0, 99999)), f"{rand.random() * 100:.2f}", f"{rand.randint(1, 12)}:{rand.randint(10, 59)}", "2026-03-14", "3rd", "€5", "1,000"))
    if way < 0.9:
        return rand.choice(pieces).upper() if rand.random() < 0.5 else rand.choice(pieces).capitalize()
    return rand.choice(pieces) + rand.choice(("'s", "n't", "-", "_", "/", "...", "@example.org", ".ts", "()", "::")) + rand.choice(pieces)


def accented():
    return "".join(rand.choice(ACCENTED) if rand.random() < 0.3 else c + (rand.choice(MARKS) if rand.random() < 0.1 else "") for c in word())


def foreign():
    low, high = rand.choice(SCRIPTS)
    return "".join(between(low, high) for _ in range(rand.randint(1, 6)))


def long_word():
    return "".join(rand.choice(pieces) for _ in range(40))[: rand.choice((95, 99, 100, 101, 105, 300))]


KINDS = [word, word, accented, foreign, lambda: rand.choice(EMOJI), lambda: rand.choice(SIGNS), lambda: rand.choice(ODD), long_word]
MIXES = [(1, 0, 0, 0, 0, 0.2, 0, 0), (1, 0, 1, 0, 0, 0.2, 0, 0), (0.5, 0, 0, 1, 0, 0.2, 0, 0), (1, 0, 0, 0, 0.6, 0.2, 0, 0), (1, 0, 0, 0, 0, 0.2, 0.8, 0), (1, 0, 0, 0, 0, 0.3, 0, 0.1), (1, 1, 1, 1, 1, 1, 1, 0.05)]
lines = ["", " ", "\t\n", "a", "İstanbul ΣΊΣΥΦΟΣ straße ﬁne ǆ", "don't   stop", "x" * 100, "x" * 101, "é" * 100, "𝒽𝑒𝓁𝓁𝑜 Ⅷ ①②"]
while len(lines) < 2400:
    mix = MIXES[len(lines) % len(MIXES)]
    parts = [rand.choices(KINDS, mix)[0]() for _ in range(rand.randint(2, 12))]
    lines.append("".join(p + (" " if rand.random() < 0.85 else "") for p in parts))
encoded = tokenizer.encode_batch(lines, add_special_tokens=False)
path = Path(__file__).resolve().parents[2] / "test/adapters/local-model/wordpiece-lines.json"
rows = [json.dumps([line, e.ids], ensure_ascii=False, separators=(",", ":")) for line, e in zip(lines, encoded)]
path.write_text("[\n" + ",\n".join(rows) + "\n]\n")
print(len(lines), "lines,", sum(len(e.ids) for e in encoded), "tokens,", path.stat().st_size, "bytes")
