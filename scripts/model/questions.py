"""Questions in the manner in which a memory is asked, made from first-person lines of the corpus by patterns.

They need not be answerable or even graceful: the teacher embeds them, and the student learns what it makes of such texts.
"""

import re

NAMES = (
    "Aaron Abby Ada Adam Alex Alice Amanda Amir Amy Ana Andre Andrea Andrew Angela Anita Anna Anthony Ashley Audrey Barbara Ben "
    "Beth Bill Bob Brandon Brian Bruno Calvin Cameron Carla Carlos Carol Caroline Cathy Charles Chloe Chris Claire Clara Daniel "
    "Dave David Debra Deborah Diana Diego Donna Dora Edith Edward Elena Eli Elizabeth Ella Emily Emma Eric Ethan Eva Evan Fatima "
    "Felix Fiona Frank Gabriel George Gina Grace Greg Hannah Harry Hassan Helen Henry Hugo Ian Ingrid Irene Isaac Ivan Jack Jacob "
    "Jade James Jane Jason Jean Jen Jenny Jeremy Jesse Jim Joan Joanna Joe Jolene John Jon Jonas Jordan Jorge Joseph Joy Juan "
    "Julia Julian Karen Karl Kate Keith Kelly Ken Kevin Kim Kyle Lara Laura Leah Lena Leo Liam Lily Linda Lisa Lucas Lucy Luis "
    "Maria Marco Mark Martin Mary Matt Maya Megan Mel Melanie Michael Mia Miguel Mike Mohamed Molly Nadia Nancy Nate Nathan Nick "
    "Nicole Nina Noah Nora Olga Oliver Olivia Omar Oscar Pam Patrick Paul Pedro Peter Phil Priya Rachel Raj Ray Rebecca Rita Rob "
    "Robert Rosa Ruth Ryan Sally Sam Samantha Sandra Sara Sarah Scott Sean Sofia Sophie Stefan Steve Sue Susan Tanya Tara Ted "
    "Theo Thomas Tim Tina Tom Tony Tracy Uma Vera Victor Vincent Wei Wendy Will Yara Yuki Zach Zoe"
).split()

PAST = dict(
    p.split("/")
    for p in (
        "went/go had/have got/get bought/buy saw/see made/make took/take found/find met/meet left/leave started/start tried/try "
        "visited/visit finished/finish joined/join moved/move read/read watched/watch learned/learn lost/lose won/win ate/eat "
        "wrote/write told/tell gave/give felt/feel grew/grow used/use heard/hear thought/think played/play worked/work saw/see "
        "adopted/adopt signed/sign planned/plan decided/decide realized/realize loved/love enjoyed/enjoy stayed/stay drove/drive "
        "called/call asked/ask helped/help lived/live ordered/order booked/book ran/run sold/sell broke/break cooked/cook painted/paint"
    ).split()
)
LIKES = "love like enjoy prefer hate want need have own play work live study collect know use watch drink eat drive".split()
DATES = ("in July", "in 2023", "last week", "recently", "on May 5", "last summer", "in the winter", "during the weekend", "in June 2022")

_past = re.compile(r"\bI (?:just |also |recently |finally |really )?(" + "|".join(PAST) + r") ([^.,;!?]{4,60})")
_like = re.compile(r"\bI (?:really |also |still |do )?(" + "|".join(LIKES) + r") ([^.,;!?]{3,60})")
_state = re.compile(r"\bI(?:'m| am) (?:a |an )?([^.,;!?]{4,50})")
_mine = re.compile(r"\b[Mm]y ((?:\w+ )?\w+) (?:is|was|are|were|has|have) ([^.,;!?]{3,50})")
_thing = re.compile(r"\b(?:the|a|an|some|this|that) ((?:[a-z]+ )?[a-z]{4,})\b")


def turn_person(text, name):
    """'my dog' said by Ana is Ana's dog in a question about her; pronouns are enough here."""
    return re.sub(r"\b(I|me)\b", "they", re.sub(r"\bmy\b", "their", text))


def questions_about(line, random):
    """A few questions (a list, perhaps empty) that the line could have prompted."""
    name, pick, out = random.choice(NAMES), random.choice, []
    when = f" {pick(DATES)}" if random.random() < 0.25 else ""
    for verb, rest in _past.findall(line)[:1]:
        base, rest = PAST[verb], turn_person(rest, name)
        head = " ".join(rest.split()[:7])
        out.append(pick((f"When did {name} {base} {head}", f"Where did {name} {base} {head}", f"Why did {name} {base} {head}",
                         f"Who did {name} {base} {head} with", f"How did {name} feel after they {verb} {head}",
                         f"What did {name} {base}", f"How many times did {name} {base} {head}", f"Did {name} {base} {head}")) + when)
    for verb, rest in _like.findall(line)[:1]:
        head = " ".join(turn_person(rest, name).split()[:6])
        out.append(pick((f"What does {name} {verb}", f"Does {name} {verb} {head}", f"Why does {name} {verb} {head}",
                         f"What kind of things does {name} {verb}", f"How long has {name} wanted to {verb} {head}",
                         f"Would {name} {verb} {head}")))
    for rest in _state.findall(line)[:1]:
        head = " ".join(turn_person(rest, name).split()[:6])
        out.append(pick((f"Is {name} {head}", f"Why is {name} {head}", f"When was {name} {head}", f"What is {name} {head}")) + when)
    for thing, rest in _mine.findall(line)[:1]:
        out.append(pick((f"What is {name}'s {thing}", f"Who is {name}'s {thing}", f"How is {name}'s {thing}",
                         f"What are {name}'s plans for the {thing}", f"Is {name}'s {thing} {rest}")) + when)
    things = _thing.findall(line)
    if things and random.random() < 0.5:
        thing = pick(things)
        out.append(pick((f"What did {name} say about the {thing}", f"What kind of {thing} does {name} have",
                         f"How does {name} feel about the {thing}", f"Which {thing} did {name} choose",
                         f"What does {name} think of the {thing}", f"How many {thing}s does {name} have",
                         f"What inspired {name} to find a {thing}", f"What is {name}'s favorite {thing}",
                         f"What advice does {name} give about the {thing}")) + when)
    first = re.compile(rf"\b{name}'s\b"), re.compile(rf"\b{name}\b")
    if random.random() < 0.3:  # the asker may be the speaker: "When did I …"
        out = [first[1].sub("I", first[0].sub("my", q)).replace("does I", "do I").replace("Does I", "Do I") for q in out]
    return [q + "?" for q in out]
