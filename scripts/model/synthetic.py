"""Made-up memories with values that change, other people's values, plans and refusals: groups of one question and its candidates.

changing-facts.txt has a kind of fact a line: noun | questions | statements | values. In them `{a|b}` is a in the first person and b in the
third, {S} is who, {P} whose and {v} the value.
"""

import re
from pathlib import Path

from questions import NAMES

FACTS = []  # (noun, questions, statements, values)
for line in (Path(__file__).parent / "changing-facts.txt").read_text(encoding="utf8").splitlines():
    noun, questions, statements, values = line.split(" | ")
    FACTS.append((noun, questions.split(" / "), statements.split(" / "), values.split(", ")))

UPDATES = """update: {new} / {new} now / {new} now, no longer {o} / scrap {o}. {new} / changed: {v} instead of {o} / correction, {v}, not {o} /
as of today {new} / {o} is history. {new} / ok so {o} is out, {v} it is / forget {o}, {new} from now on / switched from {o} to {v} /
the {noun} changed, {new} / {noun} moved from {o} to {v} / it became {v} in the end ({noun}) / {new} since yesterday /
no wait, {v}. the {noun} i mean / that's not {o} any more: {new} / new {noun}: {v} / {noun} is {v} again / finally decided, {new} /
we replaced {o} by {v} / turned out {new}, not {o} / {v} took over from {o} / done with {o}. {v} instead / {noun}: {o} → {v}"""
MAYBES = """maybe {v} would be better / what if {new}? / thinking about {v} as {noun}, nothing decided / if i could choose, {v} /
somebody suggested {v}, not sure / looked at {v} but decided against it / we will NOT go with {v} / i dreamt that {new} lol / {v}? no way /
would be nice if {new} / did you know that {v} exists"""
UPDATES, MAYBES = (re.split(r" /\s+", text) for text in (UPDATES, MAYBES))
NOW = ("", "", "", " now", " at the moment", " these days", " currently", " nowadays", " by now", " at present")
BEFORE = ("before that", "originally", "in the past", "at first", "earlier", "formerly", "previously", "before it changed")
FILLERS = ("btw ", "ok so ", "hey ", "lol ", "note to self: ", "fyi ", "right, ", "so ", "also ", *[""] * 6)
TAILS = (" tbh", " lol", "!!", " :)", " i think", ", remember that", ", pls note", *[""] * 4, ".", ".", ".")
RELATIVES = ("sister", "boss", "neighbour", "mum", "colleague", "ex")
PERSONS = re.compile(r"\{([^{}|]*(?:\{S\})?[^{}|]*)\|([^{}|]*(?:\{S\})?[^{}|]*)\}")


def of_person(text, name):
    text = PERSONS.sub(lambda m: m[2 if name else 1], text)
    return text.replace("{S}", name or "I").replace("{P}", f"{name}'s" if name else "my")


def stated(fact, value, name, rand):
    return of_person(rand.choice(fact[2]), name).replace("{v}", value)


def told(fact, value, old, name, rand, how=None):
    """The fact in some manner: plainly, as a change from the old value, or as a mere idea."""
    how = how or rand.choices(("plain", "update", "maybe"), (45, 40, 15))[0]
    if how == "plain":
        return stated(fact, value, name, rand)
    noun = fact[0]
    frame = rand.choice(UPDATES if how == "update" else MAYBES).replace("the {noun}", f"the {noun}").replace("new {noun}", f"new {noun}")
    frame = frame.replace("{new}", stated(fact, value, name, rand)).replace("{v}", value).replace("{o}", old)
    return frame.replace("{noun}", rand.choice((noun, f"{name}'s {noun}" if name else f"my {noun}")))


def messy(text, rand, talk):
    """Fillers, a typo now and then, and for some the fact buried among other talk."""
    text = rand.choice(FILLERS) + text + rand.choice(TAILS)
    if rand.random() < 0.15 and len(text) > 12:
        i = rand.randrange(2, len(text) - 2)
        text = text[:i] + text[i + 1 :]
    if rand.random() < 0.3:
        text = f"{text.rstrip('.')}. {rand.choice(talk)}"
    if rand.random() < 0.2:
        text = f"{rand.choice(talk)} {text}"
    return rand.choice(("user: ", "assistant: ", "notes: ")) + text if rand.random() < 0.12 else text


def is_personal(fact):
    return "{S}" in " ".join(fact[1]) or "{P}" in " ".join(fact[1])


def wrong_ones(fact, name, old, values, rand):
    """What does not answer is told in the same manners as what does: else nothing but the words of a change would be learnt."""
    out = [told(fact, values[0], old, name, rand, "maybe")] if rand.random() < 0.6 else []
    if is_personal(fact):
        others = [n for n in rand.sample(NAMES, 3) if n != name]
        other = others[0] if name or rand.random() < 0.7 else f"my {rand.choice(RELATIVES)}"
        out.append(told(fact, values[1], values[0], other, rand, rand.choice(("plain", "update"))))
    for another in rand.sample(FACTS, 6):
        if another is not fact:
            out.append(told(another, *rand.sample(another[3], 2), name if is_personal(another) else None, rand))
    return out


def group(rand, talk):
    """(question, answers, others); without answers nothing was told."""
    fact = rand.choice(FACTS)
    name = None if not is_personal(fact) or rand.random() < 0.5 else rand.choice(NAMES)
    old, new, *values = rand.sample(fact[3], 4)
    question = of_person(rand.choice(fact[1]), name).rstrip("?")
    wrong, plain = wrong_ones(fact, name, old, values, rand), stated(fact, old, name, rand)
    kind, right = rand.random(), []
    if kind < 0.45:
        question += rand.choice(NOW)
        right, wrong = [told(fact, new, old, name, rand, "update")], [plain, *wrong]
    elif kind < 0.53:
        question += f" {rand.choice(BEFORE)}"
        right, wrong = [plain], [stated(fact, new, name, rand) + rand.choice((" now", " from now on", "")), *wrong]
    elif kind < 0.85:
        right = [plain]
    texts = [[messy(text, rand, talk) for text in some] for some in (right, wrong)]
    return question + ("?" if rand.random() < 0.6 else ""), *texts
