import { relationById } from '../../domain/statement/relations.ts'
import { surface } from '../analyse.ts'
import type { Clause } from '../clauses/clause.ts'
import { isSingular } from '../clauses/subject-phrase.ts'
import { isCopula, type VerbGroup } from '../phrases/verb-group.ts'
import { othersWords } from '../text/attribution.ts'
import { isHypothetical, statedEnd } from '../text/gates.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
import { IRREGULAR_BOTH, TIME_NOUNS } from '../words/word-lists.ts'
import { appositions } from './apposition-facts.ts'
import { copulaFacts } from './copula-facts.ts'
import { madeBy } from './fact-rule.ts'
import { noteNamed } from './mentions.ts'
import { isNaming } from './naming-facts.ts'
import { possessionsInPhrases } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { reciprocalFacts } from './reciprocal-facts.ts'
import { stanceOf } from './stance.ts'
import { subjectsOf } from './subjects.ts'
import { verbFacts } from './verb-facts.ts'
import { leavesOut } from './whole.ts'

/** Below this the graph stays silent; open tuples are less shy. */
const MIN_CERTAINTY = 0.65

/** "leave", "stop eating", "do not mix" */
const isBase = ({ bare, chain, start }: VerbGroup, tokens: readonly Token[]): boolean =>
  bare || tokens[start]!.lower === 'do' || (chain.length > 0 && tokens[start]!.lower === chain[0])

/** Clauses that state nothing of their own, whatever they mention. */
const SILENT_CLAUSES: readonly {
  readonly name: string
  readonly when: (clause: Clause, tokens: readonly Token[]) => boolean
}[] = [
  // "Sem's is Tim", "mine is red": of what, is not said.
  {
    name: 'owner-without-thing',
    when: ({ subjects, subjectEnd, verb }, tokens) =>
      (subjectEnd < verb.start && tokens[subjectEnd]?.pos === 'POSS') ||
      subjects.some(({ np }) => /^(?:mine|yours|his|hers|ours|theirs)$/.test(tokens[np.head]!.lower)),
  },
  {
    name: 'describes-nothing-named',
    when: ({ role, antecedent, marker }) => role === 'relative' && (antecedent === null || marker === 'ing'),
  },
  // "sent a photo, freshly painted posts and a bill": after a comma a participle may describe what follows.
  {
    name: 'participle-after-comma',
    when: ({ verb, sharesSubject }, tokens) =>
      sharesSubject &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:NOUN|ADP|ADJ|NUM)$/.test(tokens[verb.end]?.pos ?? '') &&
      (/ed$/.test(tokens[verb.main]!.lower) || IRREGULAR_BOTH.has(tokens[verb.main]!.lower)),
  },
  // "he wants 3,400 a month, was 2,600": somebody's number is not what they are.
  {
    name: 'number-after-comma',
    when: ({ verb, sharesSubject, objects }, tokens) =>
      sharesSubject &&
      isCopula(verb) &&
      tokens[verb.start - 1]?.text === ',' &&
      objects.some(({ np }) => tokens[np.head]!.pos === 'NUM'),
  },
  // "wash the cover with vinegar and leave a tray there": a base form does not agree with one thing, so somebody is told to do it.
  {
    name: 'does-not-agree',
    when: ({ verb, inherited, subjects }, tokens) =>
      isBase(verb, tokens) && !inherited && !verb.modal && subjects.length === 1 && isSingular(tokens, subjects[0]!.np),
  },
  // "Tannery Row, flat 3, moved in", "The Long Wicket, cricket, hosts Raj": a line of an address or a list, and no subject.
  {
    name: 'item-of-a-list',
    when: ({ subjectEnd, verb, sharesSubject }, tokens) => {
      const between = sharesSubject ? [] : tokens.slice(subjectEnd, verb.start)
      return between[0]?.text === ',' && between[between[1]?.pos === 'NUM' ? 2 : 1]?.pos === 'NOUN'
    },
  },
  {
    name: 'number-as-subject',
    when: ({ subjects }, tokens) =>
      subjects.some(
        ({ np, end }) =>
          end === np.end &&
          (tokens[np.core]!.pos === 'NUM' ||
            (tokens[np.head]!.pos === 'NUM' && TIME_NOUNS.has(tokens[np.core]!.lower)) ||
            (tokens[np.head]!.pos === 'NUM' && /^(?:[A-Z]{3}|[$€£¥₹])$/.test(tokens[np.core]!.text)) ||
            (subjects.length > 1 && tokens[np.head]!.pos === 'NUM')),
      ),
  },
  // "in the second year, which fits the amount", "got the levels signed by him": it describes more than the noun, or tells no fact.
  {
    name: 'describes-noun-of-a-phrase',
    when: (clause, tokens) => {
      const { role, antecedent, marker } = clause
      if (role !== 'relative' || !antecedent || isNaming(clause)) return false
      const before = tokens[antecedent.start - 1]
      if (marker === 'en') return /^(?:get|have|want|need|keep|see|make)s?$/.test(before?.lower ?? '')
      return before?.pos === 'ADP' && tokens[antecedent.head]!.pos !== 'PROPN' && antecedent.possessor === null
    },
  },
  // "goals written on paper" names no time and no doer, unless it tells one or a name.
  {
    name: 'participle-without-doer',
    when: (clause) =>
      clause.marker === 'en' &&
      !isNaming(clause) &&
      !clause.prepositions.some(({ preposition }) => preposition === 'by'),
  },
  {
    name: 'object-stands-outside',
    when: ({ antecedent, subjects }) => antecedent !== null && !subjects.some(({ np }) => np === antecedent),
  },
]

/** All that a sentence states, as drafts of facts. */
export function sentenceFacts(reading: Reading): Draft[] {
  const { tokens, chunks, clauses, sentence } = reading.analysis
  const end = statedEnd(tokens)
  if (end === 0) return silent('question', sentence)
  const drafts = [...possessionsInPhrases(reading), ...appositions(reading)]
  if (isHypothetical(chunks, tokens)) silent('hypothetical', sentence)
  else {
    const others = othersWords(reading.analysis)
    for (const clause of clauses) {
      const theirs = others.some((part) => clause.verb.start >= part.start && clause.verb.end <= part.end)
      if (theirs && clause.role !== 'complement') silence(reading, clause, 'said-by-others')
      else if (clause.verb.end <= end) drafts.push(...clauseFacts(reading, clause))
    }
  }
  noteAll(reading)
  return drafts.filter((draft) => {
    if (draft.certainty >= MIN_CERTAINTY && isSound(draft)) return true
    silent(draft.certainty < MIN_CERTAINTY ? 'too-uncertain' : 'unsound', draft.text)
    return false
  })
}

function clauseFacts(reading: Reading, clause: Clause): readonly Draft[] {
  const { tokens } = reading.analysis
  const subjects = subjectsOf(reading, clause)
  const stance = stanceOf(clause, reading)
  const rule = followsNoun(reading, clause)
    ? 'noun-before-subject'
    : SILENT_CLAUSES.find(({ when }) => when(clause, tokens))?.name
  if (rule || !stance) return silent(rule ?? 'in-doubt', surface(reading.analysis, clause.verb.start, clause.end))
  const read = isCopula(clause.verb) ? copulaFacts : verbFacts
  const facts = subjects
    .flatMap((subject) => read({ reading, tokens, clause, subject, stance }))
    .filter((draft) => !leavesOut(reading, clause, draft) || silent('cut', draft.text).length > 0)
  return [
    ...madeBy('reciprocal', reciprocalFacts(reading, clause, subjects, stance)),
    ...(subjects.some((subject) => subject.tentative) ? facts.filter(isMeasurable) : facts),
  ]
}

/** "A vegetarian your age needs …", "while he is in hospital Mum sleeps …": two nouns side by side, and the subject is neither for sure. */
function followsNoun(
  { analysis: { chunks } }: Reading,
  { role, subjects, subjectStart, sharesSubject }: Clause,
): boolean {
  if (role === 'relative' || sharesSubject || subjects[0]?.np.pronoun) return false
  const before = chunks.find(({ end }) => end === subjectStart)
  return before?.type === 'np' && !before.time && !before.pronoun
}

/** Nothing is read from the clause, but whom it is about later pronouns may mean. */
function silence(reading: Reading, clause: Clause, rule: string): void {
  subjectsOf(reading, clause)
  silent(rule, surface(reading.analysis, clause.verb.start, clause.end))
}

function silent(rule: string, about: string): [] {
  why?.steps.push({ stage: 'silent', rule, about })
  return []
}

/** Everything that a sentence names is something that a later "it" or "she" could mean. */
function noteAll(reading: Reading): void {
  const { chunks, clauses } = reading.analysis
  // "is a vet", "a boat called Mistral": descriptions of somebody who has a name already are nobody else.
  const descriptions = clauses.flatMap((clause) =>
    isCopula(clause.verb) ? clause.objects.map(({ np }) => np) : clause.marker === 'en' ? [clause.antecedent] : [],
  )
  for (const chunk of chunks) if (chunk.type === 'np' && !descriptions.includes(chunk)) noteNamed(reading, chunk)
}

/** What "it" is said to be is mostly an opinion about something else; how big, where and when it is can be trusted. */
function isMeasurable({ predicate }: Draft): boolean {
  const relation = relationById(predicate)
  if (!relation || /^(?:is|is_a|became|works_as|equals)$/.test(predicate)) return MEASURED.has(predicate)
  return relation.stative === true || relation.object === 'place' || relation.object === 'value'
}

const MEASURED = new Set(['length', 'width', 'depth'])

/** "acts for Mrs": whoever that is. */
const TITLE_ALONE = /^(?:mr|mrs|ms|miss|mme|dr|sir|madam)\.?$/i

/** A fact about nothing, of something with itself, or of a "you" whom nobody knows, is none. */
const isSound = ({ subject, predicate, object, text }: Draft): boolean =>
  subject.name.length > 1 &&
  object.name !== '' &&
  !subject.name.includes('=') &&
  !/^(?:next|same|other|rest)$/.test(object.name) &&
  !TITLE_ALONE.test(subject.name) &&
  !TITLE_ALONE.test(object.name) &&
  subject.name !== object.name &&
  object.name.length <= 160 &&
  text.length <= 400 &&
  !/\b(?:you|your|yours|yourself)\b|\b(?:that|this|these|those)$/i.test(text) &&
  (/^(?:named|called)$/.test(predicate) || !/\b(?:it|him|them|mine|hers)\b/i.test(text))
