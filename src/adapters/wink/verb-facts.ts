import type { Mention } from '../../domain/fact.ts'
import { type Relation, relationByNoun, relationByPhrase } from '../../domain/relations.ts'
import type { Argument, Clause, PrepositionalPhrase } from './clauses.ts'
import { describe, isEmpty, isPlural, kindOf, mentionOf, ofPhrase, roleNoun, words } from './mentions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { attribute, namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { pastOf, thirdPerson } from './relation-words.ts'
import { rest } from './rest.ts'
import { hasWord, type Stance } from './stance.ts'
import type { Subject } from './subjects.ts'
import type { Token } from './tokens.ts'
import { TRAITS } from './traits.ts'
import { PARTICLES, TIME_NOUNS } from './words.ts'

/** How something feels or looks passes, and its adjective is no object. */
const APPEARANCE = new Set([
  'feel',
  'look',
  'sound',
  'seem',
  'appear',
  'stay',
  'remain',
  'rock',
  'think',
  'guess',
  'suppose',
  'hope',
  'wish',
  'wonder',
  'mean',
])
/** "wants the room to be blue" wants no room. */
const RAISING = new Set([
  'want',
  'need',
  'like',
  'ask',
  'expect',
  'help',
  'allow',
  'get',
  'tell',
  'teach',
  'encourage',
  'make',
  'let',
  'inspire',
  'motivate',
])
/** What one can do is told of skills; "we can make a difference" tells nothing. */
const ABILITIES = new Set([
  'speak',
  'play',
  'drive',
  'ride',
  'swim',
  'cook',
  'read',
  'write',
  'sing',
  'ski',
  'sew',
  'code',
  'program',
  'fly',
  'hold',
  'eat',
  'drink',
  'translate',
  'sign',
  'juggle',
  'dance',
  'type',
  'store',
  'seat',
  'carry',
  'lift',
])
const EVENTS = new Set([
  'die',
  'pass away',
  'retire',
  'graduate',
  'marry',
  'divorce',
  'separate',
  'arrive',
  'leave',
  'close',
  'open',
  'launch',
  'expire',
  'end',
  'finish',
  'start',
  'begin',
  'turn up',
  'move out',
  'move in',
])
const COMMUNICATION = new Set([
  'tell',
  'ask',
  'inform',
  'thank',
  'show',
  'remind',
  'thank',
  'let',
  'hear',
  'see',
  'get',
])

const snake = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

/** What a clause with a full verb says of its subject. */
export function verbFacts(reading: Reading, clause: Clause, subjects: readonly Subject[], stance: Stance): Draft[] {
  const agent =
    clause.verb.passive && !clause.verb.getPassive
      ? clause.prepositions.find((pp) => pp.preposition === 'by' && !pp.objects[0]?.np.time)
      : undefined
  return subjects.flatMap((subject) => {
    if (clause.verb.lemma === 'call' || clause.verb.lemma === 'name') {
      if (clause.verb.passive || clause.marker === 'en') return called(reading, clause, subject, stance)
    }
    const doing = activity(reading, clause, subject, stance)
    if (doing) return [doing]
    const verb = verbKey(reading, clause)
    if (agent && !relationByPhrase(`${verb} by`)) return active(reading, clause, subject, agent, stance)
    if (!subject.mention || (subject.mention.kind === 'assistant' && clause.verb.modal)) return []
    const naming = clause.objects[0]?.np
    if (/^(?:call|name)$/.test(clause.verb.lemma) && naming?.possessor && naming.nameFrom !== null) {
      const owner = mentionOf(reading, naming.possessor)
      const name = mentionOf(reading, naming)
      return owner && name ? [namedPossession(reading, owner, naming, name, stance)] : []
    }
    if (
      APPEARANCE.has(clause.verb.lemma) ||
      (clause.verb.lemma === 'get' && clause.adjectives[0]?.start === clause.verb.end)
    )
      return []
    if (clause.raised && RAISING.has(clause.verb.lemma)) return []
    if (clause.verb.modal === 'can' && !clause.verb.negated && !ABILITIES.has(clause.verb.lemma)) return []
    if (verb.startsWith('can not ')) stance = { ...stance, negated: false }
    const gerunds = clause.gerunds.length > 0 ? gerundFacts(reading, clause, subject, stance) : []
    if (clause.gerunds.length > 0 && clause.objects.length === 0) return gerunds
    const taste = clause.verb.chain.at(-1)
    if (taste && /^(?:like|love|hate|prefer|enjoy)$/.test(taste) && !clause.verb.modal)
      return tasteFact(reading, clause, subject, taste, stance)
    if (clause.objects.length > 0)
      return [
        ...clause.objects.flatMap((object) => objectFact(reading, clause, subject, object, verb, stance)),
        ...gerunds,
      ]
    const ended = clause.verb.chain.find((lemma) => /^(?:stop|quit|cease)$/.test(lemma))
    if (ended && stance.aspect === 'was')
      return [
        {
          subject: subject.mention,
          predicate: 'quit_habit',
          relation: ended,
          object: { name: reading.analysis.tokens[clause.verb.main]!.lower, kind: 'value' as const },
          text: `${subject.text} ${subject.verbWords}${rest(reading, clause, clause.verb.end)}`,
          ...stance,
          aspect: 'is' as const,
        },
      ]
    const when = lifeEvent(reading, clause, subject, stance)
    return when ? [when] : prepositionFact(reading, clause, subject, verb, stance)
  })
}

/** The verb as the vocabulary has it: "work", "be born", "get married", "can not stand". */
function verbKey({ analysis: { tokens } }: Reading, { verb, marker }: Clause): string {
  const participle = `${tokens[verb.main]!.lower}${verb.particle ? ` ${verb.lemma.split(' ')[1]}` : ''}`
  if (verb.getPassive) return `get ${participle}`
  if (verb.passive || marker === 'en') return `be ${participle}`
  if (verb.modal === 'can' && verb.negated && relationByPhrase(`can not ${verb.lemma}`)) return `can not ${verb.lemma}`
  return verb.lemma
}

/** "My hobby is restoring clocks": an attribute whose value is something one does. */
function activity(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const { np } = subject.argument
  const owner = clause.verb.progressive && np.possessor ? mentionOf(reading, np.possessor) : null
  const relation = owner && relationByNoun(roleNoun(reading, np))
  if (!owner || !relation || relation.id.startsWith('has_')) return null
  if (clause.objects.some(({ np: object }) => object.pronoun) || np.end !== clause.verb.start) return null
  const name = describe(reading, clause.verb.main, clause.end)
  return attribute(reading, owner, np, { name, kind: 'value' }, name, clause.verb.past ? 'was' : 'is', stance)
}

/** "My dog is called Rex": whoever has the dog has Rex. */
function called(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const { np } = subject.argument
  return clause.objects.flatMap((object) => {
    const named = reading.analysis.tokens[object.np.head]!.pos === 'PROPN'
    const name = mentionOf(reading, object.np, object.end)
    if (!name || (object.np.determiner && !named)) return []
    const owner = np.possessor ? mentionOf(reading, np.possessor) : holderOf(reading, clause, np)
    if (owner) return [namedPossession(reading, owner, np, name, stance)]
    if (!subject.mention || clause.marker === 'en') return []
    return [
      {
        subject: subject.mention,
        predicate: 'name',
        relation: subject.verbWords,
        object: name,
        text: `${subject.text} ${subject.verbWords} ${name.name}`,
        ...stance,
      },
    ]
  })
}

/** "I have a dog called Rex and a cat called Tom": who has what is named here. */
function holderOf(reading: Reading, clause: Clause, np: NounPhrase): Mention | null {
  const { clauses } = reading.analysis
  const having = (other: Clause) => other !== clause && other.verb.lemma === 'have'
  const host =
    clauses.find((other) => having(other) && other.objects.some((argument) => argument.np === np)) ??
    clauses.findLast((other) => having(other) && other.verb.end <= np.start && clause.marker === 'en')
  return host?.subjects[0] ? mentionOf(reading, host.subjects[0].np) : null
}

/** "The report was written by Marta" → "Marta wrote the report"; "Eva was given a watch by Tim" → "Tim gave Eva a watch". */
function active(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  agent: PrepositionalPhrase,
  stance: Stance,
): Draft[] {
  const { verb } = clause
  const { np, end } = subject.argument
  const participle = reading.analysis.tokens[verb.main]!.lower
  const present = !verb.past && !verb.perfect && clause.marker !== 'en'
  const particle = verb.particle ? ` ${verb.lemma.split(' ')[1]}` : ''
  const word = `${present ? thirdPerson(verb.lemma.split(' ')[0]!) : pastOf(participle)}${particle}`
  if (
    verb.negated ||
    verb.modal ||
    verb.chain.length > 0 ||
    /^(?:this|that|these|those|no|every|each)$/.test(np.determiner ?? '')
  )
    return []
  const [given] = clause.objects
  const patient = given ? mentionOf(reading, given.np, given.end) : (subject.mention ?? mentionOf(reading, np, end))
  const subjectText = subject.text || describe(reading, np.start, end)
  const patientText = given
    ? `${subjectText} ${describe(reading, given.np.start, given.end)}`
    : np.determiner === 'a' || np.determiner === 'an'
      ? describe(reading, np.start, end).replace(/^An? /, (article) => article.toLowerCase())
      : subjectText
  return agent.objects.flatMap((by) => {
    const doer = mentionOf(reading, by.np, by.end)
    if (!doer || !patient) return []
    const relation = relationByPhrase(verb.lemma)
    const tail = rest(reading, clause, clause.verb.end, agent)
    return [
      {
        subject: doer,
        predicate: relation?.id ?? snake(verb.lemma),
        relation: word,
        object: patient,
        text: `${describe(reading, by.np.start, by.end)} ${word} ${patientText}${tail}`,
        ...stance,
      },
    ]
  })
}

function objectFact(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  object: Argument,
  verb: string,
  stance: Stance,
): Draft[] {
  const { tokens } = reading.analysis
  const { np } = object
  const head = np.pronoun ? '' : roleNoun(reading, np).split(' ').at(-1)!
  // "got a job at Nordwind", "takes place on 12 March": verb and noun together are the relation, the next phrase is its object.
  for (const pp of clause.prepositions) {
    const target = pp.objects[0]
    if (!target || pp.start < object.end) continue
    const relation = phraseFor(reading, `${verb} ${head}`, pp, target)
    const mention = relation && mentionOf(reading, target.np, target.end)
    if (!relation || !mention) continue
    return pp.objects.flatMap((each) => {
      const m = mentionOf(reading, each.np, each.end)
      if (!m) return []
      const words = `${subject.verbWords} ${describe(reading, np.start, np.end)} ${pp.preposition}`
      return [
        fact(
          relation,
          relation.id,
          words,
          m,
          each,
          `${describe(reading, each.np.start, each.end)}${rest(reading, clause, pp.end)}`,
        ),
      ]
    })
  }
  const inner = object.end > np.end ? ofPhrase(reading, np, object.end) : null
  const taken = inner && relationByPhrase(`${verb} ${head} of`)
  const innerMention = taken && mentionOf(reading, inner, object.end)
  if (taken && innerMention)
    return [
      fact(
        taken,
        taken.id,
        `${subject.verbWords} ${describe(reading, np.start, np.end)} of`,
        innerMention,
        { np: inner, end: object.end },
        `${describe(reading, inner.start, object.end)}${rest(reading, clause, object.end)}`,
      ),
    ]
  const second = clause.second[0]
  const children = verb === 'have' ? namesAfter(reading, object) : []
  if (children.length > 0) return children.map((name) => namedPossession(reading, subject.mention!, np, name, stance))
  // "have a dog called Rex" is told by the naming.
  if (verb === 'have' && isNamed(reading, np)) return []
  const mention = objectMention(reading, object)
  if (!mention) return []
  if (isEmpty(reading, np) && !relationByPhrase(`${verb} ${head}`)) return []
  // "told me that …" is told by what follows; "asked Tom" says nothing that lasts.
  if (COMMUNICATION.has(clause.verb.lemma) && clause.second.length === 0 && (np.pronoun || mention.kind === 'person'))
    return []
  const between = second ? ` ${describe(reading, second.np.start, second.end)}` : ''
  const proper = tokens[np.head]!.pos === 'PROPN'
  const found = relationByPhrase(`${verb} ${head}`) ?? relationByPhrase(verb)
  const fits =
    found?.object === 'value' && found.stative
      ? mention.kind === 'value'
      : !found?.object ||
        found.object === 'value' ||
        proper ||
        found.object === mention.kind ||
        (found.object === 'person' && mention.kind === 'user')
  const able = found?.object !== 'organisation' || subject.personal || tokens[subject.argument.np.head]!.pos === 'PROPN'
  const relation = fits && able ? found : undefined
  // "it keeps me going", "the crowd energised us": what a thing does to somebody is no fact about either.
  if (!subject.personal && np.pronoun && clause.second.length === 0) return []
  return [
    fact(
      relation,
      relation?.id ?? snake(verb),
      `${subject.verbWords}${between}`,
      mention,
      object,
      `${objectText(reading, object, mention)}${rest(reading, clause, object.end)}`,
    ),
  ]

  function fact(
    relation: Relation | undefined,
    predicate: string,
    words: string,
    mention: Mention,
    argument: Argument,
    tail: string,
  ): Draft {
    const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
    const named = tokens[argument.np.head]!.pos === 'PROPN' || kind === 'value'
    return {
      subject: subject.mention!,
      predicate,
      relation: words,
      object: { ...mention, kind },
      text: `${subject.text} ${words} ${tail}`,
      ...stance,
      negated: stance.negated !== (argument.np.determiner === 'no'),
      certainty: stance.certainty - (relation ? 0 : 0.05) - (subject.resolved ? 0.1 : 0),
      ...(relation?.valued === 'single' && !named ? { single: false } : {}),
    }
  }
}

/** "two kids, Ana and Leo": the names that follow what is counted. */
function namesAfter(reading: Reading, { np, end }: Argument): Mention[] {
  const { chunks, tokens } = reading.analysis
  let i = chunks.findIndex((chunk) => chunk.start === end)
  if (
    !isPlural(reading, np) ||
    tokens[np.core]!.pos !== 'NUM' ||
    !(chunks[i]?.type === 'comma' || tokens[end]?.text === ':')
  )
    return []
  const names: Mention[] = []
  for (i++; chunks[i]?.type === 'np' || chunks[i]?.type === 'comma' || chunks[i]?.type === 'cc'; i++) {
    const chunk = chunks[i]!
    if (chunk.type !== 'np') continue
    const name = tokens[chunk.head]!.pos === 'PROPN' ? mentionOf(reading, chunk) : null
    if (!name) return []
    names.push(name)
  }
  return names.length > 1 ? names : []
}

/** A name, also one typed in lower case: "i live in porto". */
const isNameLike = (np: NounPhrase, head: Token): boolean =>
  head.pos === 'PROPN' || (!np.determiner && !np.possessor && np.end - np.start === 1 && !/s$/.test(head.lower))

const isNamed = ({ analysis: { clauses } }: Reading, np: Argument['np']): boolean =>
  clauses.some(
    (clause) =>
      clause.antecedent === np &&
      clause.marker === 'en' &&
      (clause.verb.lemma === 'call' || clause.verb.lemma === 'name'),
  )

/** The relation that verb and preposition make with this object; times take "on" whatever the preposition ("born in May", "held in March"). */
function phraseFor(reading: Reading, verb: string, pp: PrepositionalPhrase, target: Argument): Relation | undefined {
  const relation = relationByPhrase(`${verb} ${pp.preposition}`)
  const value = kindOf(reading, target.np) === 'value'
  if (target.np.time || value) {
    if (relation && relation.object !== 'place' && relation.object !== 'organisation') return relation
    const dated = relationByPhrase(`${verb} on`)
    return target.np.time && dated?.object === 'value' ? dated : undefined
  }
  // Only times can be when something happens.
  return relation?.stative && relation.object === 'value' ? undefined : relation
}

function prepositionFact(reading: Reading, clause: Clause, subject: Subject, verb: string, stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  const after = tokens[clause.verb.end]
  const follows =
    after &&
    (clause.adverbs[0]?.start === clause.verb.end ||
      (PARTICLES.has(after.lower) && clause.prepositions.some((pp) => pp.start === clause.verb.end + 1)))
  const adverb = follows ? ` ${after.lower}` : ''
  // "went up to 900 euros", "ran out of milk": a particle makes another verb.
  const particle = adverb !== '' && PARTICLES.has(adverb.trim())
  const [best, ...others] = [...clause.prepositions].sort((a, b) => rank(b) - rank(a))
  if (!best) return participleState(reading, clause, subject, stance)
  // "moved from Madrid to Oslo" ends one state and begins another.
  const more = others.filter((pp) => {
    const relation = known(pp)
    return (
      relation !== undefined &&
      relation !== known(best) &&
      (relation.denies !== undefined || known(best)?.denies !== undefined)
    )
  })
  return [best, ...more].flatMap((pp) => pp.objects.flatMap((object) => fact(pp, object)))

  function fact(pp: PrepositionalPhrase, object: Argument): Draft[] {
    const relation = known(pp)
    const mention = objectMention(reading, object)
    if (!mention) return []
    const head = tokens[object.np.head]!
    if (
      !relation &&
      (isEmpty(reading, object.np) ||
        (!clause.verb.passive && (pp.preposition === 'of' || object.np.time || TIME_NOUNS.has(head.lower))))
    )
      return []
    const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
    const words = `${subject.verbWords}${particle || relationByPhrase(`${verb}${adverb} ${pp.preposition}`) ? adverb : ''} ${pp.preposition}`
    return [
      {
        subject: subject.mention!,
        predicate: relation?.id ?? snake(`${verb}${particle ? adverb : ''} ${pp.preposition}`),
        relation: words,
        object: { ...mention, kind },
        text: `${subject.text} ${words} ${objectText(reading, object, mention)}${rest(reading, clause, clause.verb.end, pp)}`,
        ...stance,
        certainty: stance.certainty - (relation ? 0 : 0.1) - (subject.resolved ? 0.1 : 0),
        ...(relation?.valued === 'single' && !isNameLike(object.np, head) && kind !== 'value' ? { single: false } : {}),
      },
    ]
  }

  function known(phrase: PrepositionalPhrase): Relation | undefined {
    const target = phrase.objects[0]
    return (
      target &&
      (phraseFor(reading, `${verb}${adverb}`, phrase, target) ??
        (particle ? undefined : phraseFor(reading, verb, phrase, target)))
    )
  }
  /** What the vocabulary knows, with a name, before what it does not; times last. */
  function rank(phrase: PrepositionalPhrase): number {
    const target = phrase.objects[0]
    if (!target) return -1
    const proper = tokens[target.np.head]!.pos === 'PROPN' ? 2 : 0
    const relation = known(phrase)
    const first = clause.prepositions.map(known).find(Boolean)
    return (relation ? 4 + (relation === first ? 3 + proper : 0) : 0) + (target.np.time ? 0 : 1) - phrase.start / 1000
  }
}

/** "The printer is broken": a passive without anything else in the present is a state. */
function participleState(
  reading: Reading,
  { verb, adverbs, marker }: Clause,
  subject: Subject,
  stance: Stance,
): Draft[] {
  if (
    !verb.passive ||
    verb.past ||
    verb.perfect ||
    verb.modal ||
    verb.chain.length > 0 ||
    marker === 'en' ||
    adverbs.length > 0
  )
    return []
  const name = reading.analysis.tokens[verb.main]!.lower
  if (subject.personal && !TRAITS.has(name)) return []
  return [
    {
      subject: subject.mention!,
      predicate: 'is',
      relation: subject.verbWords.replace(` ${name}`, ''),
      object: { name, kind: 'value' },
      text: `${subject.text} ${subject.verbWords}`,
      ...stance,
      certainty: stance.certainty - 0.1,
    },
  ]
}

/** "My grandmother passed away last year", "I retired in 2019", "the shop closed in May": the time is the fact. */
function lifeEvent(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const { verb } = clause
  if (!EVENTS.has(verb.lemma) || verb.passive) return null
  if (
    clause.prepositions.some((phrase) => phrase.objects[0] && phraseFor(reading, verb.lemma, phrase, phrase.objects[0]))
  )
    return null
  const pp = clause.prepositions.find(({ objects }) => objects[0]?.np.time)
  const time = clause.times[0] ?? (clause.prepositions.length === 1 ? pp?.objects[0]?.np : undefined)
  if (!time || (clause.prepositions.length > 0 && !pp)) return null
  const relation = relationByPhrase(`${verb.lemma} in`)
  const predicate = relation?.object === 'value' ? relation.id : snake(`${verb.lemma} ${pp?.preposition ?? 'in'}`)
  return {
    subject: subject.mention!,
    predicate,
    relation: subject.verbWords,
    object: { name: describe(reading, time.start, time.end), kind: 'value' },
    text: `${subject.text} ${subject.verbWords}${rest(reading, clause, verb.end)}`,
    ...stance,
  }
}

/** "enjoys hiking in the Alps", "is interested in learning Thai". */
function gerundFacts(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const verb = verbKey(reading, clause)
  const preposition = clause.gerundPreposition
  const relation = relationByPhrase(preposition ? `${verb} ${preposition}` : verb)
  const phrase = preposition ? `${subject.verbWords} ${preposition}` : subject.verbWords
  if (!relation || stance.aspect === 'may') return []
  const ends = relation.id === 'quit_habit'
  return clause.gerunds
    .filter((gerund) => !hasWord(reading, gerund.start, gerund.end, /^(?:it|this|that|them|you|him|these|those)$/))
    .map(({ start, end }) => {
      const name = describe(reading, start, end)
      return {
        subject: subject.mention!,
        predicate: relation.id,
        relation: phrase,
        object: { name, kind: 'value' as const },
        text: `${subject.text} ${phrase} ${name}`,
        ...stance,
        certainty: stance.certainty - (ends ? 0.05 : 0),
      }
    })
}

/** "loves to swim": a taste, not a swim. */
function tasteFact(reading: Reading, clause: Clause, subject: Subject, taste: string, stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  const to = tokens.findIndex((token, i) => i >= clause.verb.start && token.pos === 'TO')
  const name = describe(reading, to + 1, clause.end)
  const relation = relationByPhrase(taste)
  if (to < 0 || !name || !relation) return []
  const verb = subject.verbWords.split(' to ')[0] ?? subject.verbWords
  return [
    {
      subject: subject.mention!,
      predicate: relation.id,
      relation: `${verb} to`,
      object: { name, kind: 'value' },
      text: `${subject.text} ${verb} to ${name}`,
      ...stance,
    },
  ]
}

/** The object's entity; "her bike" without a safe "her" is still a bike. */
function objectMention(reading: Reading, { np, end }: Argument): Mention | null {
  if (np.pronoun && /^(?:it|them|they)$/.test(reading.analysis.tokens[np.head]!.lower)) return null
  const mention = mentionOf(reading, np, end)
  if (mention) {
    reading.references.note(mention, { subject: false })
    return mention
  }
  return np.possessor?.pronoun && /^(?:his|her|its|their)$/.test(reading.analysis.tokens[np.possessor.head]!.lower)
    ? { name: words(reading, np.core, end), kind: relationByNoun(roleNoun(reading, np)) ? 'person' : 'thing' }
    : null
}

const objectText = (reading: Reading, { np, end }: Argument, mention: Mention): string =>
  np.pronoun ? mention.name : describe(reading, np.start, end)
